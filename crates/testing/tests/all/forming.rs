//! What can be formed, held against the definition itself, and when an operation must be commutative.

use std::collections::BTreeSet;

use quickcheck::QuickCheck;
use serde_json::json;

use super::samples::{self, anywhere, document, judged, message, on_a_ring, one_by_one};
use hockney_testing::reference::cover::{can_form, first, is_one_run};

/// Of all choices of known values: is one without a common member, and together the target?
fn by_definition(target: u128, known: &[u128]) -> bool {
    (0..1_u32 << known.len()).any(|choice| {
        let chosen: Vec<u128> =
            (0..known.len()).filter(|bit| choice >> bit & 1 == 1).map(|bit| known[bit]).collect();
        let members: u32 = chosen.iter().map(|set| set.count_ones()).sum();
        let union = chosen.iter().fold(0, |union, set| union | set);
        union == target && members == union.count_ones()
    })
}

fn agrees(target: u8, known: Vec<u8>) -> bool {
    let known: BTreeSet<u128> =
        known.into_iter().filter(|set| *set != 0).take(10).map(u128::from).collect();
    let list: Vec<u128> = known.iter().copied().collect();
    let found = can_form(u128::from(target), &known).expect("small");
    found == by_definition(u128::from(target), &list)
}

/// Random sets of eight seldom fit together; with few members they do.
fn agrees_on_few(target: u8, known: Vec<u8>) -> bool {
    agrees(target % 32, known.into_iter().map(|set| set % 32).collect())
}

/// Catches any pruning of the search that is too eager.
#[test]
fn the_search_agrees_with_the_definition() {
    QuickCheck::new().tests(3_000).quickcheck(agrees as fn(u8, Vec<u8>) -> bool);
    QuickCheck::new().tests(3_000).quickcheck(agrees_on_few as fn(u8, Vec<u8>) -> bool);
}

/// Catches a greedy choice: the largest value first leaves 3 over, and so does the one that was known first.
#[test]
fn neither_the_largest_nor_the_smallest_first() {
    let known = BTreeSet::from([0b0111, 0b0011, 0b1100]);
    assert!(can_form(0b1111, &known).expect("small"));
    let known = BTreeSet::from([0b00001, 0b00011, 0b00110, 0b11000, 0b11100]);
    assert!(can_form(0b11111, &known).expect("small"));
    assert!(!can_form(0b10111, &known).expect("small"));
}

/// Catches a full set of 128 that overflows, and a run with a gap.
#[test]
fn runs() {
    assert_eq!(first(0), 0);
    assert_eq!(first(5), 0b11111);
    assert_eq!(first(128), u128::MAX);
    for run in [0b1, 0b1100, u128::MAX, 1 << 127, 0b11 << 126] {
        assert!(is_one_run(run), "{run:b}");
    }
    for gap in [0, 0b101, 0b1_0000_1100, 1 | 1 << 127] {
        assert!(!is_one_run(gap), "{gap:b}");
    }
}

/// The example of the format's page, on three and on more.
#[test]
fn values_kept_apart_are_formed_at_the_end() {
    let steps = json!([
        [message(0, 1, "0"), message(1, 2, "0"), message(2, 0, "0")],
        [message(0, 1, "0@2"), message(1, 2, "0@0"), message(2, 0, "0@1")],
    ]);
    let mut document = document("complete:3", &json!({"kind": "all-reduce"}), &steps);
    let judged = judged(&document);
    assert!(judged.is_valid());
    assert_eq!(judged.needs_commutative, Some(false));
    // Plain in the second step: 0 says {0, 2}, and 1 knows {1}, {0}, {0, 2}.
    document["steps"][1][0]["blocks"] = json!(["0"]);
    assert!(samples::judged(&document).is_valid());
    // Everyone so: 0 knows {0}, {2}, {1, 2}.
    document["steps"][1] = json!([message(0, 1, "0"), message(1, 2, "0"), message(2, 0, "0")]);
    assert!(samples::judged(&document).is_valid());
    // Once more on four, where {2, 3, 0} and {3, 0}, {0}, {1} still make it.
    let (_, ring) = on_a_ring("ring:4", 4).remove(6);
    assert!(samples::judged(&ring).is_valid());
}

/// Catches a null that is false and a false that is null.
#[test]
fn commutative_or_not() {
    let needs = |document: &serde_json::Value| judged(document).needs_commutative;
    for (name, document) in anywhere("complete:4", 4, 0) {
        let expected = match name {
            "reduce" | "all-reduce" | "reduce-scatter" | "scan" => Some(false),
            _ => None,
        };
        assert_eq!(needs(&document), expected, "{name}");
    }
    let reduce = json!({"kind": "reduce", "root": 1});
    let gap = one_by_one([message(0, 2, "0"), message(2, 1, "0")]);
    assert_eq!(needs(&document("complete:3", &reduce, &gap)), Some(true));
    // The same two values, one after the other, need not be swapped before they are put in order.
    let apart = one_by_one([message(0, 2, "0"), message(2, 1, "0@0"), message(2, 1, "0@2")]);
    assert_eq!(needs(&document("complete:3", &reduce, &apart)), Some(false));
    // Invalid: nothing is said.
    let short = one_by_one([message(0, 2, "0")]);
    assert_eq!(needs(&document("complete:3", &reduce, &short)), None);
    // No message at all carries no set with a gap.
    let alone = document("complete:1", &json!({"kind": "all-reduce"}), &json!([]));
    assert_eq!(needs(&alone), Some(false));
}
