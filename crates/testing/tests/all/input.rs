//! What is no schedule at all: one thing wrong at a time with a document that is right.

use serde_json::{Value, json};

use super::samples::{document, first_page, message, one_by_one, verdict};
use hockney_testing::reference::{Outcome, judge, judge_value};

/// A value in a document, by keys and numbers divided by slashes.
fn set(document: &Value, path: &str, value: Value) -> Value {
    let mut changed = document.clone();
    let (parent, key) = path.rsplit_once('/').expect("a path");
    let parent = changed.pointer_mut(parent).unwrap_or_else(|| panic!("no {path}"));
    match key.parse::<usize>() {
        Ok(place) if parent.is_array() => parent[place] = value,
        _ => parent[key] = value,
    }
    changed
}

fn without(document: &Value, path: &str) -> Value {
    let mut changed = document.clone();
    let (parent, key) = path.rsplit_once('/').expect("a path");
    let parent = changed.pointer_mut(parent).and_then(Value::as_object_mut).expect("a mapping");
    assert!(parent.remove(key).is_some(), "no {path}");
    changed
}

/// All of one collective on three nodes, in as many pieces as are asked for, nothing sent but one message.
fn one_message(collective: &str, pieces: usize, blocks: &Value) -> Value {
    let collective = match collective {
        "broadcast" | "reduce" | "scatter" | "gather" => json!({"kind": collective, "root": 0}),
        "shift" => json!({"kind": "shift", "by": 1}),
        "permute" => json!({"kind": "permute", "map": [1, 2, 0]}),
        kind => json!({"kind": kind}),
    };
    let steps = json!([[{"from": 0, "to": 1, "blocks": blocks}]]);
    let mut document = document("complete:12", &collective, &steps);
    if collective["kind"] == "permute" {
        document["topology"] = json!("complete:3");
    }
    document["pieces"] = json!(pieces);
    document
}

#[test]
fn a_text_that_is_no_document() {
    for text in ["", "{", "[]", "3", "null", "{}", "{\"format\": \"hockney/schedule/v1\"}"] {
        assert!(matches!(judge(text), Outcome::BadInput(_)), "{text}");
    }
    assert_eq!(judge(&first_page().to_string()).summary(), "valid");
}

#[test]
fn values_that_are_not_allowed() {
    let right = first_page();
    for (path, value) in [
        ("/format", json!("hockney/schedule/v2")),
        ("/format", json!(1)),
        ("/topology", json!("ring:3")),
        ("/topology", json!("mesh:8")),
        ("/colour", json!("red")),
        ("/scale", json!(1)),
        ("/groups", json!("all")),
        ("/phases", json!([])),
        ("/algorithm", json!(3)),
        ("/note", json!(null)),
        ("/ports", json!("two")),
        ("/ports", json!(0)),
        ("/pieces", json!(0)),
        ("/pieces", json!(-1)),
        ("/pieces", json!(1.0)),
        ("/pieces", json!("1")),
        ("/collective", json!("broadcast")),
        ("/collective/kind", json!("bcast")),
        ("/collective/kind", json!("Broadcast")),
        ("/collective/root", json!(8)),
        ("/collective/root", json!(-1)),
        ("/collective/root", json!("0")),
        ("/collective/by", json!(1)),
        ("/collective/exclusive", json!(false)),
        ("/steps", json!({})),
        ("/steps", json!([[]])),
        ("/steps/0", json!([])),
        ("/steps/0", json!({})),
        ("/steps/0/0", json!("0 -> 4")),
        ("/steps/0/0/from", json!(8)),
        ("/steps/0/0/to", json!(8)),
        ("/steps/0/0/to", json!(0)),
        ("/steps/0/0/to", json!("4")),
        ("/steps/0/0/to", json!(4.0)),
        ("/steps/0/0/words", json!(1)),
        ("/steps/0/0/via", json!([8])),
        ("/steps/0/0/via", json!("1-3")),
        ("/steps/0/0/via", json!([1, 2, 1, 2, 3])),
        ("/steps/0/0/via", json!([0, 0])),
        ("/steps/0/0/blocks", json!([])),
        ("/steps/0/0/blocks", json!(0)),
        ("/steps/0/0/blocks", json!("0")),
        ("/steps/0/0/blocks", json!([1])),
    ] {
        let wrong = set(&right, path, value.clone());
        assert_eq!(verdict(&wrong), "bad input", "{path}: {value}");
    }
}

#[test]
fn keys_that_must_be_there() {
    for path in [
        "/format",
        "/topology",
        "/collective",
        "/collective/kind",
        "/collective/root",
        "/steps",
        "/steps/0/0/from",
        "/steps/0/0/to",
        "/steps/0/0/blocks",
    ] {
        assert_eq!(verdict(&without(&first_page(), path)), "bad input", "{path}");
    }
}

#[test]
fn keys_that_may_be_there() {
    for (path, value) in [
        ("/algorithm", json!("recursive-doubling")),
        ("/note", json!("")),
        ("/generator", json!({"name": "by hand"})),
        ("/pieces", json!(1)),
        ("/ports", json!("one")),
        ("/ports", json!("all")),
        ("/ports", json!(2)),
        ("/steps/0/0/via", json!([1, 2, 3])),
        ("/steps/0/0/via", json!([7, 6, 5])),
    ] {
        assert_eq!(verdict(&set(&first_page(), path, value)), "valid", "{path}");
    }
}

/// Without a message that could be wrong for another reason.
#[test]
fn nothing_in_pieces_and_no_phases() {
    let mut still = document("ring:2", &json!({"kind": "shift", "by": 0}), &json!([]));
    assert_eq!(verdict(&still), "valid");
    still["pieces"] = json!(0);
    assert_eq!(verdict(&still), "bad input");
    let phases = json!([]);
    let none = json!({"format": "hockney/schedule/v1", "topology": "ring:2", "phases": phases});
    assert_eq!(verdict(&none), "bad input");
}

/// Switches are passed, but neither send nor receive.
#[test]
fn switches_are_no_nodes() {
    let steps = json!([[{"from": 0, "to": 1, "blocks": [0], "via": [2]}]]);
    let right = document("switch:2", &json!({"kind": "broadcast", "root": 0}), &steps);
    assert_eq!(verdict(&right), "valid");
    assert_eq!(verdict(&set(&right, "/steps/0/0/to", json!(2))), "bad input");
    assert_eq!(verdict(&set(&right, "/steps/0/0/from", json!(2))), "bad input");
    assert_eq!(verdict(&set(&right, "/steps/0/0/via", json!([3]))), "bad input");
    assert_eq!(verdict(&set(&right, "/collective/root", json!(2))), "bad input");
}

/// Catches a grammar that is too generous or too strict, for each way of naming blocks.
#[test]
fn entries_of_blocks() {
    for (collective, pieces, blocks, right) in [
        ("broadcast", 12, json!([0, "1", "2-3", "11"]), true),
        ("broadcast", 12, json!(["10-11", 9]), true),
        ("broadcast", 12, json!([12]), false),
        ("broadcast", 12, json!(["0.0"]), false),
        ("broadcast", 12, json!(["0>1"]), false),
        ("broadcast", 12, json!(["0@0"]), false),
        ("broadcast", 12, json!(["3-2"]), false),
        ("broadcast", 12, json!([0, "3-2"]), false),
        ("broadcast", 12, json!(["3-3"]), true),
        ("broadcast", 12, json!(["03"]), false),
        ("broadcast", 12, json!(["3 "]), false),
        ("broadcast", 12, json!(["+3"]), false),
        ("broadcast", 12, json!(["-3"]), false),
        ("broadcast", 12, json!(["3-"]), false),
        ("broadcast", 12, json!(["0-1-2"]), false),
        ("broadcast", 12, json!([""]), false),
        ("broadcast", 12, json!(["0,1"]), false),
        ("broadcast", 12, json!(["99999999999999999999999"]), false),
        ("broadcast", 12, json!([1.0]), false),
        ("broadcast", 12, json!([-1]), false),
        ("broadcast", 12, json!([null]), false),
        ("broadcast", 12, json!([[0]]), false),
        ("broadcast", 12, json!([0, "0"]), false),
        ("broadcast", 12, json!(["0-4", "4-5"]), false),
        ("broadcast", 12, json!(["0-4", "5"]), true),
        ("scatter", 3, json!(["0-2.1-2", "11"]), true),
        ("scatter", 3, json!(["2", "2.0"]), false),
        ("scatter", 3, json!(["2.3"]), false),
        ("scatter", 3, json!(["12"]), false),
        ("scatter", 3, json!(["2."]), false),
        ("scatter", 3, json!(["2.0.1"]), false),
        ("scatter", 3, json!(["2>1"]), false),
        ("scatter", 3, json!(["2@1"]), false),
        ("scatter", 1, json!(["2.0"]), true),
        ("scatter", 1, json!([2.1]), false),
        ("shift", 2, json!(["0.1"]), true),
        ("permute", 2, json!(["2.1"]), true),
        ("permute", 2, json!(["3"]), false),
        ("gather", 2, json!(["0.1", "0.0"]), true),
        ("all-gather", 2, json!(["0", "1.0"]), true),
        ("all-gather", 2, json!(["0@0"]), false),
        ("all-to-all", 2, json!(["0-3>4-7.0", "0>0"]), true),
        ("all-to-all", 2, json!(["0>4", "0>4.1"]), false),
        ("all-to-all", 2, json!([0]), false),
        ("all-to-all", 2, json!(["0>12"]), false),
        ("all-to-all", 2, json!(["12>0"]), false),
        ("all-to-all", 2, json!(["0>1>2"]), false),
        ("all-to-all", 2, json!(["0.1>1"]), false),
        ("all-to-all", 2, json!(["0>1@0"]), false),
        ("reduce", 2, json!(["0@0-3+5+7-11", "0@1", 1]), true),
        ("reduce", 2, json!(["0-1@0", "0-1@0-1"]), true),
        ("reduce", 2, json!(["0@0", "0"]), false),
        ("reduce", 2, json!(["0@0", "0@0"]), false),
        ("reduce", 2, json!(["0-1@0", "1@0"]), false),
        ("reduce", 2, json!(["0@12"]), false),
        ("reduce", 2, json!(["0@"]), false),
        ("reduce", 2, json!(["@0"]), false),
        ("reduce", 2, json!(["0@0+1"]), false),
        ("reduce", 2, json!(["0@0-2+1-3"]), false),
        ("reduce", 2, json!(["0@3+1"]), false),
        ("reduce", 2, json!(["0@3-1"]), false),
        ("reduce", 2, json!(["0@1+1"]), false),
        ("reduce", 2, json!(["0@1+"]), false),
        ("reduce", 2, json!(["0@1@2"]), false),
        ("reduce", 2, json!(["0.1@1"]), false),
        ("reduce-scatter", 2, json!(["4.1@1", "4.0"]), true),
        ("reduce-scatter", 2, json!(["4@1", "4.0"]), false),
        ("all-reduce", 1, json!(["0@0+2"]), true),
        ("scan", 1, json!(["0@0+2"]), true),
        ("barrier", 1, json!([0]), true),
        ("barrier", 1, json!(["0"]), true),
        ("barrier", 1, json!([1]), false),
        ("barrier", 1, json!(["0@0"]), false),
        ("barrier", 2, json!([0]), false),
    ] {
        let document = one_message(collective, pieces, &blocks);
        let outcome = judge_value(&document);
        assert_eq!(outcome.judged().is_some(), right, "{collective} {blocks}: {outcome:?}");
    }
}

/// A parameter belongs to its kind, and must fit.
#[test]
fn parameters() {
    let right = |collective: Value| verdict(&document("complete:3", &collective, &json!([])));
    for collective in [
        json!({"kind": "all-gather", "root": 0}),
        json!({"kind": "barrier", "by": 0}),
        json!({"kind": "scan", "exclusive": 1}),
        json!({"kind": "scan", "root": 0}),
        json!({"kind": "shift"}),
        json!({"kind": "shift", "by": 0.5}),
        json!({"kind": "shift", "by": "1"}),
        json!({"kind": "permute"}),
        json!({"kind": "permute", "map": [0, 1]}),
        json!({"kind": "permute", "map": [0, 1, 1]}),
        json!({"kind": "permute", "map": [0, 1, 3]}),
        json!({"kind": "permute", "map": [0, 1, 2, 3]}),
        json!({"kind": "gather"}),
        json!({"kind": "gather", "root": 3}),
        json!({"kind": "prefix"}),
    ] {
        assert_eq!(right(collective.clone()), "bad input", "{collective}");
    }
    assert_eq!(right(json!({"kind": "shift", "by": 0})), "valid");
    assert_eq!(right(json!({"kind": "permute", "map": [0, 1, 2]})), "valid");
    assert_eq!(right(json!({"kind": "scan", "exclusive": true})), "not-delivered");
}

/// A size that is beyond this checker is said to be, and never judged.
#[test]
fn too_large_is_no_verdict() {
    let huge = document("ring:100000", &json!({"kind": "broadcast", "root": 0}), &json!([]));
    assert_eq!(verdict(&huge), "too large");
    let wide = document("ring:129", &json!({"kind": "all-reduce"}), &json!([]));
    assert_eq!(verdict(&wide), "too large");
    let steps = one_by_one([message(0, 1, "0")]);
    let mut fine = document("ring:2", &json!({"kind": "broadcast", "root": 0}), &steps);
    fine["pieces"] = json!(1_000_000_000_000_u64);
    assert_eq!(verdict(&fine), "too large");
}
