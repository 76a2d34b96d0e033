//! The rules of ports and links.

use std::sync::Arc;

use hockney_core::checker::CheckerRule;
use hockney_core::collective::{Ports, Schedule};
use hockney_core::topology::{GraphLinks, Topology};

use hockney_testing::build::{by, checked, m, of, plain, steps, told, topology};

#[test]
fn two_sends_in_a_step() {
    let lines: &[&[_]] = &[&[m(0, 1, "0"), m(0, 3, "0")], &[m(1, 2, "0")]];
    assert_eq!(
        told(&plain("ring:4", of("broadcast", 4), lines)),
        [
            "step 1: send-port: node 0 sends 2 messages, to 1 and 3; send to 1 in this step and to 3 in another"
        ]
    );
}

#[test]
fn seven_senders_to_one_receiver() {
    let step: Vec<String> = (1..8).map(|v| v.to_string()).collect();
    let step: Vec<_> = (1..8).zip(&step).map(|(v, block)| m(v, 0, block)).collect();
    assert_eq!(
        told(&plain("complete:8", of("gather", 8), &[&step])),
        [
            "step 1: receive-port: node 0 receives 7 messages, from 1, 2, 3, 4, 5, 6 and 7; receive from 1 in this step and from the others in other steps, one per step"
        ]
    );
}

#[test]
fn a_message_sent_twice_in_a_step() {
    let lines: &[&[_]] = &[&[m(0, 1, "0"), m(0, 1, "0")]];
    assert_eq!(
        told(&plain("complete:2", of("broadcast", 2), lines)),
        [
            "step 1: send-port: node 0 sends 2 messages, to 1 and 1; put their contents into one message",
            "step 1: receive-port: node 1 receives 2 messages, from 0 and 0; put their contents into one message",
            "step 1: congestion: the link from 0 to 1 carries 2 messages, but its capacity is 1: 0 -> 1 and 0 -> 1; move one of them to another step"
        ]
    );
}

#[test]
fn with_all_ports_only_links_count() {
    let broadcast = of("broadcast", 4);
    let schedule = |lines: &[&[_]]| {
        let listed = Arc::new(steps(&broadcast, lines));
        Schedule::plain(topology("ring:4"), Ports::All, broadcast.clone(), listed)
    };
    assert_eq!(told(&schedule(&[&[m(0, 1, "0"), m(0, 3, "0")], &[m(1, 2, "0")]])), [""; 0]);
    assert_eq!(
        told(&schedule(&[&[m(0, 1, "0"), m(0, 3, "0"), by(0, 2, "0", &[1])]])),
        [
            "step 1: congestion: the link from 0 to 1 carries 2 messages, but its capacity is 1: 0 -> 1 and 0 -> 2; move one of them to another step"
        ]
    );
}

#[test]
fn links_that_are_not_there() {
    // The direct link is missing; then a hop in the middle; then a vertex twice in a row.
    let lines: &[&[_]] =
        &[&[by(0, 5, "0", &[])], &[by(5, 3, "0", &[4, 2])], &[by(0, 1, "0", &[0])]];
    assert_eq!(
        told(&plain("hypercube:8", of("broadcast", 8), lines))[..3],
        [
            "step 1: link: there is no link from 0 (000) to 5 (101); omit `via` to use the default route through 1 (001)",
            "step 2: link: the message from 5 (101) to 3 (011) goes from 4 (100) to 2 (010), where there is no link; omit `via` to use the default route through 7 (111)",
            "step 3: link: the message from 0 (000) to 1 (001) goes from 0 (000) to 0 (000), where there is no link; omit `via` to use the direct link"
        ]
    );
    let lines: &[&[_]] = &[&[by(0, 1, "0", &[])]];
    assert_eq!(
        told(&plain("switch:2", of("broadcast", 2), lines)),
        [
            "step 1: link: there is no link from 0 to 1; omit `via` to use the default route through switch 2"
        ]
    );
    let lines: &[&[_]] = &[&[by(0, 1, "0", &[2])]];
    assert_eq!(
        told(&plain("ring:4", of("shift", 4), lines)),
        [
            "step 1: link: the message from 0 to 1 goes from 0 to 2, where there is no link; omit `via` to use the direct link"
        ]
    );
}

#[test]
fn links_that_carry_too_much() {
    // Doubling 0 -> 1, then 0, 1 -> 2, 3 on a linear array: nothing is free beside the one way.
    let near: &[&[_]] = &[&[m(0, 1, "0")], &[m(0, 2, "0"), m(1, 3, "0")]];
    assert_eq!(
        told(&plain("linear-array:4", of("broadcast", 4), near)),
        [
            "step 2: congestion: the link from 1 to 2 carries 2 messages, but its capacity is 1: 0 -> 2 and 1 -> 3; move one of them to another step"
        ]
    );
    // On a ring the other way round is free.
    assert_eq!(
        told(&plain("ring:4", of("broadcast", 4), near)),
        [
            "step 2: congestion: the link from 1 to 2 carries 2 messages, but its capacity is 1: 0 -> 2 and 1 -> 3; move one of them to another step, or send 0 -> 2 by way of 3, where the links are free"
        ]
    );
    let shift = of("shift", 8).with_by(2);
    let step: Vec<String> = (0..8).map(|v| v.to_string()).collect();
    let step: Vec<_> = (0..8).zip(&step).map(|(v, block)| m(v, (v + 2) % 8, block)).collect();
    assert_eq!(
        told(&plain("ring:8", shift, &[&step]))[..2],
        [
            "step 1: congestion: the link from 0 to 1 carries 2 messages, but its capacity is 1: 0 -> 2 and 7 -> 1; move one of them to another step",
            "step 1: congestion: the link from 1 to 2 carries 2 messages, but its capacity is 1: 0 -> 2 and 1 -> 3; move one of them to another step"
        ]
    );
}

#[test]
fn a_link_listed_twice_carries_two_messages() {
    let joined = vec![[0, 4], [1, 4], [4, 5], [4, 5], [5, 2], [5, 3], [5, 6], [6, 4]];
    let graph = Topology::graph(GraphLinks { nodes: 4, switches: 3, links: joined }).unwrap();
    let all_gather = of("shift", 4).with_by(2);
    let judged = |third| {
        let mut step = vec![m(0, 2, "0"), m(1, 3, "1"), m(2, 0, "2"), m(3, 1, "3")];
        step.extend(third);
        let listed = Arc::new(steps(&all_gather, &[&step]));
        Schedule::plain(graph.clone(), Ports::All, all_gather.clone(), listed)
    };
    assert_eq!(told(&judged(None)), [""; 0]);
    assert_eq!(
        told(&judged(Some(m(0, 3, "0")))),
        [
            "step 1: congestion: the link from 0 to switch 4 carries 2 messages, but its capacity is 1: 0 -> 2 and 0 -> 3; move one of them to another step",
            "step 1: congestion: the link from switch 4 to switch 5 carries 3 messages, but its capacity is 2: 0 -> 2, 1 -> 3 and 0 -> 3; move one of them to another step",
            "step 1: congestion: the link from switch 5 to 3 carries 2 messages, but its capacity is 1: 1 -> 3 and 0 -> 3; move one of them to another step"
        ]
    );
}

/// Catches missing links that are counted only as long as they are named.
#[test]
fn all_missing_links_are_counted() {
    let step: Vec<_> = (0..1500).map(|k| by(4 * k, 4 * k + 2, "0", &[])).collect();
    let schedule = plain("ring:6000", of("broadcast", 6000), &[&step]);
    let checked = checked(&schedule);
    let report = checked.report();
    let named = report
        .violations
        .iter()
        .filter(|violation| violation.rule.rule() == CheckerRule::Link)
        .count();
    assert_eq!((report.counts.of(CheckerRule::Link), named), (1500, 1000));
}

/// Catches links of large machines that are never seen to be shared: these have 10^8 numbers.
#[test]
fn links_are_shared_on_large_machines_too() {
    for first in [0, 9996] {
        let [a, b, c, d] = [first, first + 1, first + 2, first + 3];
        let blocks = [a, b].map(|node| node.to_string());
        let vias = [[b], [c]];
        let one = by(a, c, &blocks[0], &vias[0]);
        let other = by(b, d, &blocks[1], &vias[1]);
        let schedule = plain("complete:10000", of("all-gather", 10_000), &[&[one, other]]);
        let checked = checked(&schedule);
        let report = checked.report();
        let found = &report.violations[0];
        assert_eq!(
            found.message(&schedule),
            format!(
                "the link from {b} to {c} carries 2 messages, but its capacity is 1: {a} -> {c} and {b} -> {d}"
            )
        );
        let of = |rule| report.counts.of(rule);
        assert_eq!(
            (of(CheckerRule::Congestion), of(CheckerRule::SendPort), of(CheckerRule::ReceivePort)),
            (1, 0, 0)
        );
    }
}
