//! Messages that would have to wait for each other, what is combined, and phases of few of many nodes.

use std::sync::Arc;

use hockney_base::number::Rational;
use hockney_core::checker::{Limits, check, combining};
use hockney_core::collective::{Group, Instance, Phase, Ports, Schedule};

use hockney_testing::build::{Line, by, checked, m, of, plain, steps, topology};

/// Catches a schedule that is called right under contention although a message is impossible.
#[test]
fn only_ports_and_links_may_wait() {
    let judged = |on: &str, lines: &[&[Line<'_>]]| {
        let checked = checked(&plain(on, of("broadcast", 4), lines));
        let report = checked.report();
        assert_eq!(report.is_valid_if(true), report.only_waits());
        assert_eq!(report.is_valid_if(false), report.is_valid());
        assert_eq!(checked.certified_with_contention().is_some(), report.only_waits());
        (report.is_valid(), report.only_waits())
    };
    let all: &[_] = &[m(0, 1, "0"), m(0, 2, "0"), m(0, 3, "0")];
    assert_eq!(judged("complete:4", &[all]), (false, true));
    assert_eq!(judged("linear-array:4", &[all]), (false, true));
    assert_eq!(judged("complete:4", &[&all[..1], &all[1..2], &all[2..]]), (true, true));
    assert_eq!(judged("complete:4", &[&all[..2]]), (false, false));
    let missing: &[_] = &[by(0, 2, "0", &[])];
    assert_eq!(judged("ring:4", &[all, missing]), (false, false));
}

#[test]
fn messages_of_a_port_follow_each_other() {
    let in_turn = |ports, lines: &[Line<'_>]| {
        let broadcast = of("broadcast", 6);
        let listed = Arc::new(steps(&broadcast, &[lines]));
        let schedule = Schedule::plain(topology("complete:6"), ports, broadcast, listed);
        let step = checked(&schedule).report().measures[0][0].clone();
        (step.in_turn, step.startups())
    };
    let out: Vec<Line<'_>> = (1..6).map(|to| m(0, to, "0")).collect();
    let into: Vec<Line<'_>> = (1..5).map(|from| m(from, 0, "0")).collect();
    let both = [&out[..2], &into[..]].concat();
    for (ports, lines, expected) in [
        (Ports::ONE, &out, 5),
        (Ports::Limited(2), &out, 3),
        (Ports::Limited(4), &out, 2),
        (Ports::ONE, &into, 4),
        (Ports::ONE, &both, 4),
    ] {
        assert_eq!(in_turn(ports, lines), (expected, expected), "{ports} {lines:?}");
    }
    assert_eq!(in_turn(Ports::ONE, &out[..1]), (0, 1));
    assert_eq!(in_turn(Ports::All, &out), (0, 1));
}

/// The most that a node combines in each step, and what each message brings for that.
fn combined(of: &Instance, lines: &[&[Line<'_>]]) -> Vec<(u128, Vec<u128>)> {
    let listed = Arc::new(steps(of, lines));
    let schedule = Schedule::plain(topology("complete:4"), Ports::All, of.clone(), listed);
    let found = combining(&schedule, &Limits::default(), None).unwrap();
    let numbers = |k: usize| 0..lines[k].len();
    let step = |k: usize| {
        let each = numbers(k).map(|number| found.each[0][k].of(number)).collect();
        (found.measures[0][k].combined, each)
    };
    (0..lines.len()).map(step).collect()
}

#[test]
fn what_is_new_and_not_of_the_receiver_is_combined() {
    let reduce = of("reduce", 4).with_pieces(3).unwrap();
    let lines: &[&[_]] = &[
        &[m(3, 0, "0"), m(1, 0, "0-2"), m(2, 1, "1-2")],
        &[m(3, 0, "0"), m(2, 0, "1@2"), m(1, 2, "0@1")],
        &[m(2, 0, "0@1-2")],
    ];
    assert_eq!(combined(&reduce, lines), [(4, vec![1, 3, 2]), (1, vec![0, 1, 1]), (1, vec![1])]);
    let gather = of("all-gather", 4);
    assert_eq!(combined(&gather, &[&[m(0, 1, "0"), m(2, 1, "2")]]), [(0, vec![0, 0])]);
}

/// A multicast among two of very many nodes needs memory for all of them.
#[test]
fn all_nodes_of_the_machine_count() {
    let instance = of("broadcast", 2);
    let listed = Arc::new(steps(&instance, &[&[m(3, 7, "0")]]));
    let group = Group { members: Some(vec![3, 7]), instance };
    let phase = Phase::of_groups(2000, vec![group], Rational::one(), listed);
    let schedule =
        Schedule { topology: topology("ring:2000"), ports: Ports::ONE, phases: vec![phase] };
    let limits = |messages| Limits { messages, ..Limits::default() };
    let why = check(&schedule, &limits(1999)).unwrap_err();
    assert_eq!(why.to_string(), "the schedule has 2000 nodes, but 1999 are allowed");
    assert_eq!(why.raised(), "; --limit messages=2000 raises it");
    assert!(check(&schedule, &limits(2000)).is_ok());
}
