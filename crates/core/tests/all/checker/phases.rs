//! Phases and groups.

use std::sync::Arc;

use hockney_base::number::Rational;
use hockney_core::checker::ViolationPlace;
use hockney_core::collective::{Group, Instance, Phase, Ports, Schedule};

use hockney_testing::build::{Line, by, checked, m, no_answer, of, plain, steps, told, topology};

/// A phase in which groups of two run a collective.
fn pairs(name: &str, groups: &[[u32; 2]], lines: &[&[Line<'_>]]) -> Phase {
    let instance = of(name, 2);
    let listed = Arc::new(steps(&instance, lines));
    let group =
        |pair: &[u32; 2]| Group { members: Some(pair.to_vec()), instance: instance.clone() };
    Phase::of_groups(4, groups.iter().map(group).collect(), Rational::one(), listed)
}

fn on_mesh(phases: Vec<Phase>) -> Schedule {
    Schedule { topology: topology("mesh:2x2"), ports: Ports::ONE, phases }
}

const ROWS: &[[u32; 2]] = &[[0, 1], [2, 3]];
const COLUMNS: &[[u32; 2]] = &[[0, 2], [1, 3]];

#[test]
fn every_phase_starts_afresh_and_counts_positions() {
    let rows: &[&[_]] = &[&[m(1, 0, "0"), m(3, 2, "0")]];
    let columns: &[&[_]] = &[&[m(0, 2, "0"), m(1, 3, "0")], &[m(2, 0, "0"), m(3, 1, "0")]];
    let schedule =
        on_mesh(vec![pairs("reduce", ROWS, rows), pairs("all-reduce", COLUMNS, columns)]);
    assert_eq!(told(&schedule), [""; 0]);
    let report = checked(&schedule).report().clone();
    assert_eq!((report.steps, report.messages), (3, 6));
    assert_eq!(report.measures.iter().map(Vec::len).collect::<Vec<_>>(), [1, 2]);
}

#[test]
fn faults_are_told_by_phase_and_node() {
    let rows: &[&[_]] = &[&[m(0, 1, "0")]];
    let columns: &[&[_]] = &[&[m(3, 1, "0")], &[m(0, 2, "0"), m(1, 3, "0")], &[m(3, 1, "0@0")]];
    let schedule = on_mesh(vec![pairs("broadcast", ROWS, rows), pairs("reduce", COLUMNS, columns)]);
    assert_eq!(
        told(&schedule),
        [
            "the end of phase 1: not-delivered: node 3 (1,1) does not hold block 0 at the end of phase 1; send block 0 to node 3 (1,1), for example from node 2 (1,0), where it starts",
            "step 3 of phase 2: cannot-form: node 3 (1,1) cannot form 0@0, which it sends to 1 (0,1): it has the contribution of node 1 (0,1) only in a sum with the contribution of node 3 (1,1); send the contribution of node 1 (0,1) to node 3 (1,1) separately from the contribution of node 3 (1,1): use `@`",
            "the end of phase 2: not-delivered: node 0 (0,0) does not have the contribution of node 2 (1,0) to block 0 at the end of phase 2; send the contribution of node 2 (1,0) to block 0 to node 0 (0,0)"
        ]
    );
    let places: Vec<ViolationPlace> =
        checked(&schedule).report().violations.iter().map(|violation| violation.place).collect();
    assert_eq!(
        places,
        [
            ViolationPlace::Node(3),
            ViolationPlace::Message { from: 3, to: 1 },
            ViolationPlace::Node(0)
        ]
    );
}

#[test]
fn contributors_are_named_by_their_nodes() {
    let columns: &[&[_]] = &[&[m(2, 0, "0@0")]];
    let schedule = on_mesh(vec![pairs("reduce", COLUMNS, columns)]);
    assert_eq!(
        told(&schedule),
        [
            "step 1: not-held: node 2 (1,0) sends to 0 (0,0) the contribution of node 0 (0,0) to block 0, which it does not have; send it to node 2 (1,0) in an earlier step",
            "the end: not-delivered: node 0 (0,0) does not have the contribution of node 2 (1,0) to block 0 at the end; send the contribution of node 2 (1,0) to block 0 to node 0 (0,0)",
            "the end: not-delivered: node 1 (0,1) does not have the contribution of node 3 (1,1) to block 0 at the end; send the contribution of node 3 (1,1) to block 0 to node 1 (0,1)"
        ]
    );
}

/// One group that is not everyone: a multicast.
#[test]
fn who_is_in_no_group_needs_nothing() {
    let schedule = on_mesh(vec![pairs("broadcast", &[[3, 1]], &[&[m(3, 1, "0")]])]);
    assert_eq!(told(&schedule), [""; 0]);
}

#[test]
fn links_are_judged_over_all_groups() {
    // Both pairs go through 0 -> 1.
    let lines: &[&[_]] = &[&[by(0, 3, "0", &[1]), by(2, 1, "0", &[0])]];
    let schedule = on_mesh(vec![pairs("broadcast", &[[0, 3], [2, 1]], lines)]);
    assert_eq!(
        told(&schedule),
        [
            "step 1: congestion: the link from 0 (0,0) to 1 (0,1) carries 2 messages, but its capacity is 1: 0 (0,0) -> 3 (1,1) and 2 (1,0) -> 1 (0,1); move one of them to another step, or send 0 (0,0) -> 3 (1,1) by way of 2 (1,0), where the links are free"
        ]
    );
}

/// No document leads here; the checker says so and does not panic.
#[test]
fn groups_that_differ_are_no_phase() {
    let phase = |instances: Vec<Instance>| {
        let listed = Arc::new(steps(&of("reduce", 2), &[]));
        let groups = instances.into_iter().zip(ROWS);
        let group =
            |(instance, row): (_, &[u32; 2])| Group { members: Some(row.to_vec()), instance };
        Phase::of_groups(4, groups.map(group).collect(), Rational::one(), listed)
    };
    let fine = || pairs("broadcast", ROWS, &[&[m(0, 1, "0"), m(2, 3, "0")]]);
    for wrong in [
        vec![],
        vec![of("reduce", 2), of("broadcast", 2)],
        vec![of("broadcast", 2), of("all-to-all", 2)],
    ] {
        let why = no_answer(&on_mesh(vec![fine(), phase(wrong)]));
        assert_eq!(why.to_string(), "phase 2 needs groups, all of the same collective");
    }
    let between = no_answer(&on_mesh(vec![pairs("broadcast", ROWS, &[&[m(0, 2, "0")]])]));
    assert_eq!(
        between.to_string(),
        "step 1: the message from 0 to 2 is malformed: its sender and its receiver are not in the same \
         group"
    );
    let too_many = no_answer(&plain("ring:4", of("broadcast", 5), &[&[m(0, 1, "0")]]));
    assert_eq!(too_many.to_string(), "phase 1 needs groups, all of the same collective");
}
