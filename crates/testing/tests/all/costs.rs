//! Steps, words and hops against sums done by hand.

use serde_json::{Value, json};

use super::samples::{
    anywhere, document, first_page, judged, message, on_a_ring, on_complete, one_by_one,
};
use hockney_testing::reference::Judged;

fn cost(judged: &Judged) -> (usize, String, u64) {
    (judged.steps, judged.words.to_string(), judged.hops)
}

/// Catches a sum where the most is asked for, and the other way round.
#[test]
fn the_first_page_costs_three_steps() {
    let judged = judged(&first_page());
    // Hops 4 + 2 + 1.
    assert_eq!(cost(&judged), (3, "3".to_owned(), 7));
    assert_eq!(judged.words_times_hops.to_string(), "7");
    assert_eq!(judged.contended_words.map(|words| words.to_string()).as_deref(), Some("3"));
    assert_eq!(judged.phases, [(3, judged.words, 7)]);
}

/// Catches blocks or steps that are counted wrongly in any ring algorithm: p - 1 steps of one block and one hop.
#[test]
fn ring_algorithms_cost_p_minus_1() {
    for p in 2..9 {
        for (name, document) in on_a_ring(&format!("ring:{p}"), p) {
            let (steps, words) = match name {
                "barrier ring" => (p - 1, 0),
                "shift by one, p + 1 times round" => (1, 1),
                _ => (p - 1, p - 1),
            };
            let expected = (steps, words.to_string(), steps as u64);
            assert_eq!(cost(&judged(&document)), expected, "{name} on {p}");
        }
        let barrier = judged(&on_complete(p)[1].1);
        let rounds = p.next_power_of_two().ilog2();
        assert_eq!(cost(&barrier), (rounds as usize, "0".to_owned(), u64::from(rounds)));
    }
}

/// Catches a root that makes a difference where it makes none.
#[test]
fn one_by_one_costs_a_step_a_message() {
    for root in 0..5 {
        for (name, document) in anywhere("star:5", 5, root) {
            let judged = judged(&document);
            assert_eq!(judged.steps, document["steps"].as_array().unwrap().len(), "{name}");
            let words = if name == "barrier" { 0 } else { judged.steps };
            assert_eq!(judged.words.to_string(), words.to_string(), "{name}");
        }
    }
}

fn scatter(pieces: usize, blocks: &[&str]) -> Judged {
    let blocks: Value = blocks.iter().map(|block| json!(block)).collect();
    let steps = json!([[{"from": 0, "to": 2, "blocks": blocks}]]);
    let mut document = document("linear-array:4", &json!({"kind": "scatter", "root": 0}), &steps);
    document["pieces"] = json!(pieces);
    judged(&document)
}

/// Catches a range that is one too short, a piece that costs a block, a block that costs a piece.
#[test]
fn words_are_pieces_over_the_number_of_pieces() {
    for (pieces, blocks, words) in [
        (1, &["2-3"][..], "2"),
        (1, &["2", "3", "0"], "3"),
        (6, &["2"], "1"),
        (6, &["2.0-1"], "1/3"),
        (6, &["2.0-1", "3.5"], "1/2"),
        (6, &["2-3.1-4"], "4/3"),
        (6, &["0-3"], "4"),
    ] {
        let judged = scatter(pieces, blocks);
        assert_eq!(judged.words.to_string(), words, "{blocks:?} of {pieces}");
        assert_eq!(judged.hops, 2);
        let times: Vec<u128> = [judged.words, judged.words_times_hops]
            .iter()
            .map(|words| words.numerator * 60 / words.denominator)
            .collect();
        assert_eq!(times[1], 2 * times[0]);
    }
}

/// A block with two sets is two values, each paid for.
#[test]
fn every_set_is_paid_for() {
    let steps = json!([
        [message(0, 1, "0")],
        [{"from": 1, "to": 2, "blocks": ["0@0", "0@1"]}],
    ]);
    let reduce = document("complete:3", &json!({"kind": "reduce", "root": 2}), &steps);
    assert_eq!(cost(&judged(&reduce)), (2, "3".to_owned(), 2));
}

/// The words of one message and the hops of another are the most of the step; words times hops are of one message.
#[test]
fn the_most_words_and_the_most_hops_need_not_meet() {
    let steps = json!([[
        {"from": 0, "to": 1, "blocks": ["0-4"]},
        {"from": 2, "to": 5, "blocks": ["2"]},
    ]]);
    let gather = document("linear-array:6", &json!({"kind": "shift", "by": 0}), &steps);
    let judged = judged(&gather);
    assert_eq!((judged.words.to_string(), judged.hops), ("5".to_owned(), 3));
    assert_eq!(judged.words_times_hops.to_string(), "5");
    assert_eq!(judged.contended_words, None);
}

/// Near-first doubling on an array of eight: 1, 2, then 4 messages share the middle link.
#[test]
fn contention_is_charged_one_after_another() {
    let steps: Value = (0..3)
        .map(|bit| (0..1 << bit).map(|v| message(v, v + (1 << bit), "0")).collect::<Value>())
        .collect();
    let mut document = document("linear-array:8", &json!({"kind": "broadcast", "root": 0}), &steps);
    let near = judged(&document);
    assert_eq!(near.broken.iter().copied().collect::<Vec<_>>(), ["congestion"]);
    assert_eq!(near.words.to_string(), "3");
    assert_eq!(near.contended_words.map(|words| words.to_string()).as_deref(), Some("7"));
    // The links 0-1 of step 2 and so on: 1 of the second step, 5 of the third carry too many.
    assert_eq!(near.counts["congestion"], 1 + 5);
    document["topology"] = json!("hypercube:8");
    assert_eq!(
        judged(&document).contended_words.map(|words| words.to_string()).as_deref(),
        Some("3")
    );
}

/// A port is shared as a link is; with all ports it is not.
#[test]
fn a_shared_port_is_charged_too() {
    let steps = json!([(1..8).map(|v| message(v, 0, "0")).collect::<Vec<_>>()]);
    let mut document = document("complete:8", &json!({"kind": "reduce", "root": 0}), &steps);
    let words = |document: &Value| judged(document).contended_words.map(|words| words.to_string());
    assert_eq!(words(&document).as_deref(), Some("7"));
    document["ports"] = json!("all");
    assert_eq!(words(&document).as_deref(), Some("1"));
}

#[test]
fn nothing_to_do_costs_nothing() {
    for (name, document) in anywhere("ring:1", 1, 0) {
        assert_eq!(cost(&judged(&document)), (0, "0".to_owned(), 0), "{name}");
    }
    let steps = one_by_one([message(0, 1, "0")]);
    let again = document("ring:2", &json!({"kind": "shift", "by": 2}), &steps);
    assert_eq!(cost(&judged(&again)), (1, "1".to_owned(), 1));
}
