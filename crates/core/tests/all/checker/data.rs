//! The rules of data: held, formed, delivered; and what is noted of valid schedules.

use hockney_core::checker::{Listing, Redundant};
use hockney_core::schedule::Runs;

use hockney_testing::build::{checked, m, of, plain, told};

#[test]
fn what_is_not_held() {
    // Too early; never; in time.
    let lines: &[&[_]] = &[&[m(1, 3, "0")], &[m(0, 1, "0")], &[m(2, 0, "0")]];
    assert_eq!(
        told(&plain("ring:4", of("broadcast", 4), lines)),
        [
            "step 1: not-held: node 1 sends to 3 block 0, which it does not hold; node 1 first holds it after step 2: move this message to step 3 or later",
            "step 3: not-held: node 2 sends to 0 block 0, which it does not hold; send it to node 2 in an earlier step, for example from node 0, where it starts",
            "the end: not-delivered: node 2 does not hold block 0 at the end; send block 0 to node 2, for example from node 0, where it starts"
        ]
    );
    // In the same step it comes too late.
    let lines: &[&[_]] = &[&[m(0, 1, "0-2"), m(1, 2, "1-2")]];
    assert_eq!(
        told(&plain("ring:3", of("scatter", 3), lines)),
        [
            "step 1: not-held: node 1 sends to 2 blocks 1-2, none of which it holds; node 1 first holds all of it after step 1: move this message to step 2 or later"
        ]
    );
    let lines: &[&[_]] = &[&[m(0, 1, "0>1 1>0 2>1"), m(1, 0, "1>0")]];
    assert_eq!(
        told(&plain("complete:2", of("all-to-all", 2), &[])),
        [
            "the end: not-delivered: node 0 does not hold block 1>0 at the end; send block 1>0 to node 0, for example from node 1, where it starts",
            "the end: not-delivered: node 1 does not hold block 0>1 at the end; send block 0>1 to node 1, for example from node 0, where it starts"
        ]
    );
    assert_eq!(
        told(&plain("complete:3", of("all-to-all", 3), lines))[..1],
        [
            "step 1: not-held: node 0 sends to 1 blocks 1>0, 2>1, none of which it holds; send blocks 1>0, 2>1 to node 0 in an earlier step"
        ]
    );
}

/// Node 1 gets its block back from node 2, to whom it sent it without having it.
#[test]
fn nobody_is_told_to_wait_for_what_is_false() {
    let lines: &[&[_]] = &[&[m(1, 2, "0")], &[m(2, 1, "0")], &[m(0, 3, "0")]];
    assert_eq!(
        told(&plain("ring:4", of("broadcast", 4), lines)),
        [
            "step 1: not-held: node 1 sends to 2 block 0, which it does not hold; send it to node 1 in an earlier step, for example from node 0, where it starts",
        ]
    );
    // The contribution of 3 comes to 1, but only together with that of 2.
    let lines: &[&[_]] = &[&[m(1, 0, "0@1+3")], &[m(2, 3, "0")], &[m(3, 1, "0")], &[m(1, 0, "0")]];
    assert_eq!(
        told(&plain("complete:4", of("reduce", 4), lines)),
        [
            "step 1: not-held: node 1 sends to 0 the contribution of node 3 to block 0, which it does not have; send it to node 1 in an earlier step",
        ]
    );
}

#[test]
fn a_contributor_nobody_told_of() {
    let lines: &[&[_]] =
        &[&[m(1, 2, "0@0-1+3")], &[m(0, 1, "0"), m(2, 3, "0@2")], &[m(3, 1, "0@3")]];
    assert_eq!(
        told(&plain("complete:4", of("all-reduce", 4), lines)),
        [
            "step 1: not-held: node 1 sends to 2 the contributions of nodes 0, 3 to block 0, none of which it has; node 1 can first form all of it after step 3: move this message to step 4 or later",
            "the end: not-delivered: node 0 does not have the contributions of nodes 1-3 to block 0 at the end; send the contributions of nodes 1-3 to block 0 to node 0",
            "the end: not-delivered: node 1 does not have the contribution of node 2 to block 0 at the end; send the contribution of node 2 to block 0 to node 1",
            "the end: not-delivered: node 3 does not have the contributions of nodes 0-1 to block 0 at the end; send the contributions of nodes 0-1 to block 0 to node 3"
        ]
    );
}

/// Catches contributors that are named for the blocks of others.
#[test]
fn each_block_lacks_contributors_of_its_own() {
    let lines: &[&[_]] = &[&[m(0, 1, "0@1 1@2")]];
    assert_eq!(
        told(&plain("complete:4", of("reduce-scatter", 4), lines))[0],
        "step 1: not-held: node 0 sends to 1 the contribution of node 1 to block 0 and the contribution of node 2 to block 1, none of which it has; send the contribution of node 1 to block 0 and the contribution of node 2 to block 1 to node 0 in an earlier step"
    );
}

/// The example of the format: 0 is counted twice.
#[test]
fn a_diamond_counts_its_source_twice() {
    let lines: &[&[_]] = &[&[m(0, 1, "0")], &[m(0, 2, "0")], &[m(1, 3, "0")], &[m(2, 3, "0")]];
    let reduce = of("reduce", 4).with_root(3).unwrap();
    assert_eq!(
        told(&plain("complete:4", reduce, lines)),
        [
            "the end: cannot-form: node 3 cannot form 0@0-3, which it must have at the end: node 0 would be counted twice, in 0@0+2 and in 0@0-1; leave the contribution of node 0 out of one of these two values"
        ]
    );
}

#[test]
fn values_that_come_mixed() {
    // Node 1 of an exclusive scan gets 0 only together with 2.
    let lines: &[&[_]] = &[&[m(0, 2, "0")], &[m(2, 1, "0")]];
    let scan = of("scan", 3).with_exclusive(true);
    assert_eq!(
        told(&plain("complete:3", scan.clone(), lines)),
        [
            "the end: cannot-form: node 1 cannot form 0@0, which it must have at the end: it has the contribution of node 0 only in a sum with the contribution of node 2; send the contribution of node 0 to node 1 separately from the contribution of node 2: use `@`",
            "the end: not-delivered: node 2 does not have the contribution of node 1 to block 0 at the end; send the contribution of node 1 to block 0 to node 2"
        ]
    );
    // Kept apart it goes, although node 2 knows both.
    let lines: &[&[_]] = &[&[m(0, 2, "0")], &[m(2, 1, "0@0")], &[m(1, 2, "0@1")]];
    assert_eq!(told(&plain("complete:3", scan, lines)), [""; 0]);
    // Sent apart when it never came apart.
    let lines: &[&[_]] = &[&[m(0, 1, "0")], &[m(1, 2, "0")], &[m(2, 3, "0@0")]];
    assert_eq!(
        told(&plain("complete:4", of("reduce", 4), lines)),
        [
            "step 3: cannot-form: node 2 cannot form 0@0, which it sends to 3: it has the contribution of node 0 only in a sum with the contribution of node 1; send the contribution of node 0 to node 2 separately from the contribution of node 1: use `@`",
            "the end: not-delivered: node 0 does not have the contributions of nodes 1-3 to block 0 at the end; send the contributions of nodes 1-3 to block 0 to node 0"
        ]
    );
}

/// The example of the format: in the second step everyone forwards what it received.
#[test]
fn all_reduce_that_keeps_values_apart() {
    let lines: &[&[_]] = &[
        &[m(0, 1, "0"), m(1, 2, "0"), m(2, 0, "0")],
        &[m(0, 1, "0@2"), m(1, 2, "0@0"), m(2, 0, "0@1")],
    ];
    let schedule = plain("complete:3", of("all-reduce", 3), lines);
    assert_eq!(told(&schedule), [""; 0]);
    assert_eq!(checked(&schedule).report().needs_commutative, Some(false));
    // Without `@` all that is known travels: {0,2} overlaps {0}, which is not needed then.
    let lines: &[&[_]] =
        &[&[m(0, 1, "0"), m(1, 2, "0"), m(2, 0, "0")], &[m(0, 1, "0"), m(1, 2, "0"), m(2, 0, "0")]];
    assert_eq!(told(&plain("complete:3", of("all-reduce", 3), lines)), [""; 0]);
}

#[test]
fn crossing_values_do_no_harm_where_others_fit() {
    // 3 knows {0,1}, {1,2}, {2} and itself: {0,1} + {2} + {3}.
    let lines: &[&[_]] = &[
        &[m(0, 1, "0"), m(2, 3, "0")],
        &[m(1, 3, "0@0-1"), m(2, 0, "0")],
        &[m(1, 2, "0@1")],
        &[m(2, 3, "0@1-2")],
    ];
    let reduce = of("reduce", 4).with_root(3).unwrap();
    assert_eq!(told(&plain("complete:4", reduce, lines)), [""; 0]);
}

#[test]
fn what_cannot_be_formed_arrives_as_what_it_claims() {
    // 3 sends all it knows, with 0 twice; 4 gets all of it and is not blamed.
    let lines: &[&[_]] =
        &[&[m(0, 1, "0")], &[m(0, 2, "0")], &[m(1, 3, "0")], &[m(2, 3, "0")], &[m(3, 4, "0")]];
    let reduce = of("reduce", 5).with_root(4).unwrap();
    assert_eq!(
        told(&plain("complete:5", reduce, lines)),
        [
            "step 5: cannot-form: node 3 cannot form 0@0-3, which it sends to 4: node 0 would be counted twice, in 0@0+2 and in 0@0-1; leave the contribution of node 0 out of one of these two values"
        ]
    );
    // The sender gains nothing by it: at the end it still cannot form it.
    let reduce = of("reduce", 5).with_root(3).unwrap();
    assert_eq!(
        told(&plain("complete:5", reduce, lines)),
        [
            "step 5: cannot-form: node 3 cannot form 0@0-3, which it sends to 4: node 0 would be counted twice, in 0@0+2 and in 0@0-1; leave the contribution of node 0 out of one of these two values",
            "the end: not-delivered: node 3 does not have the contribution of node 4 to block 0 at the end; send the contribution of node 4 to block 0 to node 3"
        ]
    );
}

#[test]
fn what_is_missing_at_the_end() {
    assert_eq!(
        told(&plain("mesh:2x2", of("all-gather", 4).with_pieces(2).unwrap(), &[&[m(0, 1, "0.1")]])),
        [
            "the end: not-delivered: node 0 (0,0) does not hold blocks 1-3 at the end; send blocks 1-3 to node 0 (0,0)",
            "the end: not-delivered: node 1 (0,1) does not hold blocks 0.0, 2-3 at the end; send blocks 0.0, 2-3 to node 1 (0,1)",
            "the end: not-delivered: node 2 (1,0) does not hold blocks 0-1, 3 at the end; send blocks 0-1, 3 to node 2 (1,0)",
            "the end: not-delivered: node 3 (1,1) does not hold blocks 0-2 at the end; send blocks 0-2 to node 3 (1,1)"
        ]
    );
    let lines: &[&[_]] = &[&[m(2, 0, "0")]];
    assert_eq!(
        told(&plain("ring:3", of("reduce", 3), lines)),
        [
            "the end: not-delivered: node 0 does not have the contribution of node 1 to block 0 at the end; send the contribution of node 1 to block 0 to node 0"
        ]
    );
    assert_eq!(
        told(&plain("ring:3", of("scan", 3), lines)),
        [
            "the end: not-delivered: node 1 does not have the contribution of node 0 to block 0 at the end; send the contribution of node 0 to block 0 to node 1",
            "the end: not-delivered: node 2 does not have the contributions of nodes 0-1 to block 0 at the end; send the contributions of nodes 0-1 to block 0 to node 2"
        ]
    );
    assert_eq!(
        told(&plain("ring:3", of("reduce-scatter", 3), lines)),
        [
            "the end: not-delivered: node 0 does not have the contribution of node 1 to block 0 at the end; send the contribution of node 1 to block 0 to node 0",
            "the end: not-delivered: node 1 does not have the contributions of nodes 0, 2 to block 1 at the end; send the contributions of nodes 0, 2 to block 1 to node 1",
            "the end: not-delivered: node 2 does not have the contributions of nodes 0-1 to block 2 at the end; send the contributions of nodes 0-1 to block 2 to node 2"
        ]
    );
    assert_eq!(
        told(&plain("ring:2", of("permute", 2).with_map(&[1, 0]).unwrap(), &[])),
        [
            "the end: not-delivered: node 0 does not hold block 1 at the end; send block 1 to node 0, for example from node 1, where it starts",
            "the end: not-delivered: node 1 does not hold block 0 at the end; send block 0 to node 1, for example from node 0, where it starts"
        ]
    );
}

#[test]
fn nothing_to_do_is_valid() {
    for (on, of) in [
        ("ring:1", of("broadcast", 1)),
        ("ring:1", of("all-reduce", 1)),
        ("ring:4", of("shift", 4).with_by(-4)),
        ("ring:1", of("barrier", 1)),
        ("ring:1", of("scan", 1).with_exclusive(true)),
    ] {
        assert_eq!(told(&plain(on, of, &[])), [""; 0]);
    }
}

#[test]
fn a_barrier_may_hear_twice() {
    let lines: &[&[_]] =
        &[&[m(0, 1, "0"), m(1, 2, "0"), m(2, 0, "0")], &[m(0, 1, "0"), m(1, 2, "0"), m(2, 0, "0")]];
    let schedule = plain("complete:3", of("barrier", 3), lines);
    assert_eq!(told(&schedule), [""; 0]);
    assert_eq!(checked(&schedule).report().needs_commutative, None);
    assert_eq!(
        told(&plain("complete:3", of("barrier", 3), &lines[..1])),
        [
            "the end: not-delivered: node 0 has no signal from node 1 at the end; send the signal of node 1 to node 0",
            "the end: not-delivered: node 1 has no signal from node 2 at the end; send the signal of node 2 to node 1",
            "the end: not-delivered: node 2 has no signal from node 0 at the end; send the signal of node 0 to node 2"
        ]
    );
}

#[test]
fn order_of_contributions() {
    let commutes = |lines: &[&[_]]| {
        let schedule = plain("complete:4", of("reduce", 4), lines);
        checked(&schedule).report().needs_commutative
    };
    assert_eq!(commutes(&[&[m(3, 2, "0"), m(1, 0, "0")], &[m(2, 0, "0")]]), Some(false));
    assert_eq!(commutes(&[&[m(3, 1, "0"), m(2, 0, "0")], &[m(1, 0, "0")]]), Some(true));
    assert_eq!(commutes(&[&[m(3, 1, "0"), m(2, 0, "0")]]), None);
    let broadcast = plain("ring:2", of("broadcast", 2), &[&[m(0, 1, "0")]]);
    assert_eq!(checked(&broadcast).report().needs_commutative, None);
}

#[test]
fn what_arrives_again_is_noted() {
    let noted = |step, from, to, blocks| Redundant { phase: None, step, from, to, blocks };
    let lines: &[&[_]] = &[&[m(0, 1, "0-2")], &[m(0, 1, "1-3")], &[m(1, 0, "3")]];
    let schedule = plain("ring:2", of("broadcast", 2).with_pieces(4).unwrap(), lines);
    assert_eq!(told(&schedule), [""; 0]);
    let first = vec![noted(2, 0, 1, Runs::range(1, 3)), noted(3, 1, 0, Runs::one(3))];
    assert_eq!(
        checked(&schedule).report().note(&schedule).unwrap(),
        "2 messages bring data that the receiver already has (step 2, 0 -> 1: blocks 1-2; step 3, 1 -> 0: block 3)"
    );
    assert_eq!(checked(&schedule).report().redundant, Listing { count: 2, first });

    let lines: &[&[_]] = &[&[m(1, 0, "0")], &[m(1, 0, "0-1")], &[m(0, 1, "1@0")]];
    let schedule = plain("ring:2", of("reduce-scatter", 2), lines);
    assert_eq!(told(&schedule), [""; 0]);
    let first = vec![noted(2, 1, 0, Runs::one(0))];
    assert_eq!(checked(&schedule).report().redundant, Listing { count: 1, first });

    let lines: &[&[_]] = &[&[m(1, 0, "0"), m(0, 1, "0")], &[m(1, 0, "0")]];
    let schedule = plain("ring:2", of("barrier", 2), lines);
    let first = vec![noted(2, 1, 0, Runs::one(0))];
    assert_eq!(checked(&schedule).report().redundant, Listing { count: 1, first });
}

/// Catches a node that is passed over at the end, where nodes are so many that they are looked at side by
/// side.
#[test]
fn each_of_many_nodes_is_looked_at_at_the_end() {
    const P: u32 = 2048;
    for lacking in [0, 1, 1024, P - 1] {
        // The root of a gather does not get one block.
        let gather = of("gather", P).with_root(lacking.into()).unwrap();
        let missing = (lacking + P - 1) % P;
        let senders = (0..P).filter(|node| ![lacking, missing].contains(node));
        let blocks: Vec<String> = (0..P).map(|node| node.to_string()).collect();
        let lines: Vec<_> =
            senders.map(|node| [m(node, lacking, &blocks[node as usize])]).collect();
        let lines: Vec<&[_]> = lines.iter().map(|line| &line[..]).collect();
        assert_eq!(
            told(&plain("complete:2048", gather, &lines)),
            [format!(
                "the end: not-delivered: node {lacking} does not hold block {missing} at the end; send block \
                 {missing} to node {lacking}, for example from node {missing}, where it starts"
            )]
        );
        // And one node gets nothing of a broadcast.
        let root = missing;
        let broadcast = of("broadcast", P).with_root(root.into()).unwrap();
        let receivers = (0..P).filter(|node| ![lacking, root].contains(node));
        let lines: Vec<_> = receivers.map(|node| [m(root, node, "0")]).collect();
        let lines: Vec<&[_]> = lines.iter().map(|line| &line[..]).collect();
        let told = told(&plain("complete:2048", broadcast, &lines));
        assert_eq!(
            told,
            [format!(
                "the end: not-delivered: node {lacking} does not hold block 0 at the end; send block 0 to \
                 node {lacking}, for example from node {root}, where it starts"
            )]
        );
    }
}
