//! Schedules to try the checker on, written by the simplest rule there is for each collective.

use serde_json::{Value, json};

use hockney_testing::reference::{Judged, Outcome, judge_value};

/// A document of one collective.
pub(crate) fn document(topology: &str, collective: &Value, steps: &Value) -> Value {
    json!({
        "format": "hockney/schedule/v1",
        "topology": topology,
        "collective": collective,
        "steps": steps,
    })
}

/// A message by the default route.
pub(crate) fn message(from: usize, to: usize, block: &str) -> Value {
    json!({"from": from, "to": to, "blocks": [block]})
}

/// `valid`, the broken rules, or `bad input`.
pub(crate) fn verdict(document: &Value) -> String {
    judge_value(document).summary()
}

/// The verdict on a document that must have one.
pub(crate) fn judged(document: &Value) -> Judged {
    match judge_value(document) {
        Outcome::Judged(judged) => judged,
        other => panic!("{other:?} for {document}"),
    }
}

/// Steps of one message each.
pub(crate) fn one_by_one(messages: impl IntoIterator<Item = Value>) -> Value {
    messages.into_iter().map(|message| json!([message])).collect()
}

fn others(p: usize, root: usize) -> impl Iterator<Item = usize> {
    (0..p).filter(move |&node| node != root)
}

/// In each of `count` steps everyone sends to a neighbour upward on a ring.
fn ring_steps(p: usize, count: usize, block: impl Fn(usize, usize) -> String) -> Value {
    (0..if p > 1 { count } else { 0 })
        .map(|s| (0..p).map(|v| message(v, (v + 1) % p, &block(v, s))).collect::<Value>())
        .collect()
}

/// A name, and a right schedule on `topology`, which has a closed line 0, 1, .. p - 1, 0 of links.
pub(crate) fn on_a_ring(topology: &str, p: usize) -> Vec<(&'static str, Value)> {
    let chain = one_by_one((1..p).map(|v| message(v - 1, v, "0")));
    let doc = |collective: Value, steps: &Value| document(topology, &collective, steps);
    let kind = |kind: &str| json!({"kind": kind});
    vec![
        ("broadcast chain", doc(json!({"kind": "broadcast", "root": 0}), &chain)),
        ("reduce chain", doc(json!({"kind": "reduce", "root": p - 1}), &chain)),
        ("scan chain", doc(kind("scan"), &chain)),
        ("exclusive scan chain", doc(json!({"kind": "scan", "exclusive": true}), &chain)),
        (
            "all-gather ring",
            doc(kind("all-gather"), &ring_steps(p, p - 1, |v, s| format!("{}", (v + p - s) % p))),
        ),
        (
            "reduce-scatter ring",
            doc(
                kind("reduce-scatter"),
                &ring_steps(p, p - 1, |v, s| format!("{}", (v + 2 * p - 1 - s) % p)),
            ),
        ),
        (
            "all-reduce ring of single values",
            doc(kind("all-reduce"), &ring_steps(p, p - 1, |v, s| format!("0@{}", (v + p - s) % p))),
        ),
        ("barrier ring", doc(kind("barrier"), &ring_steps(p, p - 1, |_, _| "0".to_owned()))),
        (
            "shift by one, p + 1 times round",
            doc(json!({"kind": "shift", "by": p + 1}), &ring_steps(p, 1, |v, _| format!("{v}"))),
        ),
    ]
}

/// A name, and a right schedule on any topology: one message in each step.
pub(crate) fn anywhere(topology: &str, p: usize, root: usize) -> Vec<(&'static str, Value)> {
    let out = |block: &dyn Fn(usize) -> String| {
        others(p, root).map(|v| message(root, v, &block(v))).collect::<Vec<_>>()
    };
    let home = |block: &dyn Fn(usize) -> String| {
        others(p, root).map(|v| message(v, root, &block(v))).collect::<Vec<_>>()
    };
    let plain = |_| "0".to_owned();
    let own = |v: usize| v.to_string();
    let at_root = |kind: &str| json!({"kind": kind, "root": root});
    let doc = |collective: Value, messages: Vec<Value>| {
        document(topology, &collective, &one_by_one(messages))
    };
    let pairs = || (0..p).flat_map(|i| others(p, i).map(move |j| (i, j)));
    let map: Vec<usize> = (0..p).rev().collect();
    vec![
        ("broadcast", doc(at_root("broadcast"), out(&plain))),
        ("reduce", doc(at_root("reduce"), home(&plain))),
        ("all-reduce", doc(json!({"kind": "all-reduce"}), [home(&plain), out(&plain)].concat())),
        ("barrier", doc(json!({"kind": "barrier"}), [home(&plain), out(&plain)].concat())),
        ("scatter", doc(at_root("scatter"), out(&own))),
        ("gather", doc(at_root("gather"), home(&own))),
        (
            "all-gather",
            doc(
                json!({"kind": "all-gather"}),
                pairs().map(|(i, j)| message(i, j, &own(i))).collect(),
            ),
        ),
        (
            "reduce-scatter",
            doc(
                json!({"kind": "reduce-scatter"}),
                pairs().map(|(i, j)| message(i, j, &own(j))).collect(),
            ),
        ),
        (
            "all-to-all",
            doc(
                json!({"kind": "all-to-all"}),
                pairs().map(|(i, j)| message(i, j, &format!("{i}>{j}"))).collect(),
            ),
        ),
        (
            "scan",
            doc(
                json!({"kind": "scan"}),
                pairs()
                    .filter(|(i, j)| i < j)
                    .map(|(i, j)| message(i, j, &format!("0@{i}")))
                    .collect(),
            ),
        ),
        (
            "shift",
            doc(
                json!({"kind": "shift", "by": -1}),
                (0..p).filter(|_| p > 1).map(|i| message(i, (i + p - 1) % p, &own(i))).collect(),
            ),
        ),
        (
            "permute",
            doc(
                json!({"kind": "permute", "map": map}),
                (0..p).filter(|i| map[*i] != *i).map(|i| message(i, map[i], &own(i))).collect(),
            ),
        ),
    ]
}

/// A name, and a right schedule on complete: everyone is busy in each step.
pub(crate) fn on_complete(p: usize) -> Vec<(&'static str, Value)> {
    let topology = format!("complete:{p}");
    let all_to_all: Value = (1..p)
        .map(|s| {
            (0..p)
                .map(|v| message(v, (v + s) % p, &format!("{v}>{}", (v + s) % p)))
                .collect::<Value>()
        })
        .collect();
    let dissemination: Value = (0..)
        .map(|s| 1 << s)
        .take_while(|&far| far < p)
        .map(|far| (0..p).map(|v| message(v, (v + far) % p, "0")).collect::<Value>())
        .collect();
    vec![
        (
            "all-to-all in p - 1 steps",
            document(&topology, &json!({"kind": "all-to-all"}), &all_to_all),
        ),
        ("dissemination barrier", document(&topology, &json!({"kind": "barrier"}), &dissemination)),
    ]
}

/// The example of the format's first page.
pub(crate) fn first_page() -> Value {
    document(
        "ring:8",
        &json!({"kind": "broadcast", "root": 0}),
        &json!([
            [message(0, 4, "0")],
            [message(0, 2, "0"), message(4, 6, "0")],
            [message(0, 1, "0"), message(2, 3, "0"), message(4, 5, "0"), message(6, 7, "0")],
        ]),
    )
}
