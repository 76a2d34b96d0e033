//! Every collective is valid when done in the simplest way, and no longer when one of its messages is missing.

use serde_json::{Value, json};

use super::samples::{
    anywhere, document, first_page, judged, message, on_a_ring, on_complete, one_by_one, verdict,
};

/// One of each family that can have p nodes.
fn topologies(p: usize) -> Vec<String> {
    let mut topologies: Vec<String> =
        ["linear-array", "ring", "tree", "node-tree", "star", "switch", "complete"]
            .iter()
            .map(|family| format!("{family}:{p}"))
            .collect();
    topologies.push(format!("mesh:1x{p}"));
    if p.is_power_of_two() {
        topologies.push(format!("hypercube:{p}"));
    }
    if p.is_multiple_of(2) {
        topologies.push(format!("mesh:{}x2", p / 2));
        topologies.push(format!("torus:2x{}", p / 2));
    }
    topologies
}

/// Catches a wrong start or end condition of any of the twelve collectives at any root.
#[test]
fn one_message_a_step_is_valid_everywhere() {
    for p in 1..=6 {
        for topology in topologies(p) {
            for root in 0..p {
                for (name, document) in anywhere(&topology, p, root) {
                    assert_eq!(verdict(&document), "valid", "{name} on {topology} from {root}");
                }
            }
        }
    }
}

/// Catches state that is read after the step began to change it, and a tie or wraparound that is off by one.
#[test]
fn ring_algorithms_are_valid_on_rings() {
    for p in 1..=9 {
        for topology in [format!("ring:{p}"), format!("complete:{p}"), format!("switch:{p}")] {
            for (name, document) in on_a_ring(&topology, p) {
                assert_eq!(verdict(&document), "valid", "{name} on {topology}");
            }
        }
    }
}

/// Catches a port or link that is counted for both directions, and a barrier that may not overlap.
#[test]
fn busy_steps_are_valid_on_complete() {
    for p in 1..=9 {
        for (name, document) in on_complete(p) {
            assert_eq!(verdict(&document), "valid", "{name} on {p}");
        }
    }
    assert_eq!(verdict(&first_page()), "valid");
}

/// Every message of these schedules is needed, so without any one of them something is missing at the end or on
/// the way. Catches an end condition that asks for too little.
#[test]
fn without_any_message_it_is_invalid() {
    let mut samples = anywhere("complete:4", 4, 1);
    samples.extend(on_a_ring("ring:4", 4));
    samples.extend(on_complete(4));
    for (name, document) in samples {
        let steps = document["steps"].as_array().unwrap();
        for (number, step) in steps.iter().enumerate() {
            for place in 0..step.as_array().unwrap().len() {
                let mut damaged = document.clone();
                let step = damaged["steps"][number].as_array_mut().unwrap();
                step.remove(place);
                if step.is_empty() {
                    damaged["steps"].as_array_mut().unwrap().remove(number);
                }
                let verdict = verdict(&damaged);
                assert!(verdict.contains("not-delivered"), "{name}: {verdict} without {place}");
            }
        }
    }
}

/// Catches a scan that gives node 0 a demand, that is inclusive where it should not be, or the other way round.
#[test]
fn exclusive_scan_asks_for_one_less() {
    let steps = json!([[message(0, 1, "0")]]);
    let scan = |exclusive| json!({"kind": "scan", "exclusive": exclusive});
    assert_eq!(verdict(&document("complete:2", &scan(true), &steps)), "valid");
    assert_eq!(verdict(&document("complete:2", &scan(false), &steps)), "valid");
    // Of three, node 2 knows {1} and {2}, but not {0}.
    let steps = json!([[message(0, 1, "0"), message(1, 2, "0")]]);
    assert_eq!(verdict(&document("complete:3", &scan(true), &steps)), "not-delivered");
    // What an exclusive scan needs need not be given to oneself: the value {0..1} without {2} is enough.
    let steps = one_by_one([message(0, 1, "0"), message(1, 2, "0@0-1")]);
    assert_eq!(verdict(&document("complete:3", &scan(true), &steps)), "valid");
    // {0..2} came as one: with 2 inside it is no use to node 2, who knows 0 and 1 from it only.
    let steps = one_by_one([message(2, 0, "0"), message(0, 1, "0"), message(1, 2, "0")]);
    assert_eq!(verdict(&document("complete:3", &scan(true), &steps)), "cannot-form");
}

/// Catches a shift that goes the wrong way, and a remainder of a negative number.
#[test]
fn shift_goes_upward_by_any_integer() {
    let up: Value = (0..5).map(|v| message(v, (v + 1) % 5, &v.to_string())).collect();
    for (by, expected) in [
        (1, "valid"),
        (6, "valid"),
        (-4, "valid"),
        (-9, "valid"),
        // 2^63 leaves 3.
        (i64::MIN + 4, "valid"),
        (i64::MIN, "not-delivered"),
        (-1, "not-delivered"),
        (2, "not-delivered"),
    ] {
        let shift = json!({"kind": "shift", "by": by});
        assert_eq!(verdict(&document("ring:5", &shift, &json!([up]))), expected, "by {by}");
    }
    assert_eq!(
        verdict(&document("ring:5", &json!({"kind": "shift", "by": 10}), &json!([]))),
        "valid"
    );
}

/// Catches a permutation read backwards: map\[i\] is where block i goes.
#[test]
fn permute_sends_block_i_to_map_i() {
    let steps = json!([[message(0, 1, "0"), message(1, 2, "1"), message(2, 0, "2")]]);
    let permute = |map: [usize; 3]| json!({"kind": "permute", "map": map});
    assert_eq!(verdict(&document("complete:3", &permute([1, 2, 0]), &steps)), "valid");
    assert_eq!(verdict(&document("complete:3", &permute([2, 0, 1]), &steps)), "not-delivered");
}

/// Catches a block i>j that is taken for j>i.
#[test]
fn all_to_all_goes_from_i_to_j() {
    let swap = |a: &str, b: &str| json!([[message(0, 1, a), message(1, 0, b)]]);
    let kind = json!({"kind": "all-to-all"});
    assert_eq!(verdict(&document("complete:2", &kind, &swap("0>1", "1>0"))), "valid");
    let wrong = judged(&document("complete:2", &kind, &swap("1>0", "0>1")));
    assert_eq!(wrong.counts["not-held"], 2);
    assert_eq!(wrong.counts["not-delivered"], 2);
    // A block from a node to itself is there from the start.
    assert_eq!(verdict(&document("complete:2", &kind, &swap("0>0-1", "1>0-1"))), "valid");
}

/// Catches pieces that are not told apart, or not all asked for.
#[test]
fn pieces_travel_one_by_one() {
    let gather = json!({"kind": "gather", "root": 0});
    let mut document = document(
        "complete:2",
        &gather,
        &one_by_one([message(1, 0, "1.0"), message(1, 0, "1.2"), message(1, 0, "1.1")]),
    );
    document["pieces"] = json!(3);
    assert_eq!(verdict(&document), "valid");
    document["pieces"] = json!(4);
    let judged = judged(&document);
    assert_eq!(judged.counts["not-delivered"], 1);
    assert_eq!(judged.words.to_string(), "3/4");
    document["pieces"] = json!(2);
    assert_eq!(verdict(&document), "bad input");
}
