//! The naive second checker, tested by itself.

#[path = "reference/mod.rs"]
mod reference;

#[test]
fn smoke() {
    let text = r#"{"format":"hockney/schedule/v1","topology":"ring:8","collective":{"kind":"broadcast","root":0},
    "steps":[[{"from":0,"to":4,"blocks":[0]}]]}"#;
    assert_eq!(reference::judge(text).summary(), "not-delivered");
}
