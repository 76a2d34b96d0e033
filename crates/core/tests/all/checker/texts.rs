//! What is said of many blocks, ranks, positions and shared links, and of messages that bring nothing new.

use std::sync::Arc;

use hockney_base::number::Rational;
use hockney_core::collective::{Group, Phase, Ports, Schedule};
use hockney_core::topology::{GraphLinks, LinkClass, LinkKind, Numbering, Placement, Topology};

use hockney_testing::build::{Line, checked, m, of, plain, steps, told, topology};

/// The entries of every second block.
fn odd(count: u64) -> String {
    let entries: Vec<String> = (0..count).map(|k| (2 * k + 1).to_string()).collect();
    entries.join(" ")
}

#[test]
fn six_entries_are_named() {
    let lacks = |count: u64| {
        let blocks = odd(count);
        let lines: &[&[_]] = &[&[m(1, 2, &blocks)]];
        told(&plain("ring:4", of("broadcast", 4).with_pieces(2000).unwrap(), lines))[0].clone()
    };
    let told = |blocks: &str| {
        format!(
            "step 1: not-held: node 1 sends to 2 {blocks}, none of which it holds; send {blocks} to node 1 in an earlier step"
        )
    };
    assert_eq!(lacks(6), told("blocks 1, 3, 5, 7, 9, 11"));
    assert_eq!(lacks(7), told("blocks 1, 3, 5, 7, 9, 11 and others, 7 blocks in all"));
    assert_eq!(lacks(700), told("blocks 1, 3, 5, 7, 9, 11 and others, 700 blocks in all"));
}

#[test]
fn messages_that_bring_nothing_new_are_noted() {
    let note = |lines: &[&[Line<'_>]]| {
        let schedule = plain("complete:8", of("broadcast", 8), lines);
        checked(&schedule).report().note(&schedule)
    };
    let (first, again) = (m(0, 1, "0"), m(0, 1, "0"));
    assert_eq!(note(&[&[first]]), None);
    let one = "1 message brings data that the receiver already has (step 2, 0 -> 1: block 0)";
    assert_eq!(note(&[&[first], &[again]]).as_deref(), Some(one));
    let five = note(&[&[first], &[again], &[again], &[again], &[again], &[again]]).unwrap();
    assert!(
        five.starts_with("5 messages bring data that the receiver already has (step 2, 0 -> 1")
    );
    assert!(!five.contains("others"), "{five}");
    let six =
        note(&[&[first], &[again], &[again], &[again], &[again], &[again], &[again]]).unwrap();
    assert!(six.starts_with("6 messages bring") && six.ends_with("block 0; and others)"), "{six}");
}

/// A bus carries one message at a time, in either direction.
#[test]
fn both_directions_of_a_bus_are_one_link() {
    let half = LinkClass { name: "bus".to_owned(), half_duplex: true, ..LinkClass::default() };
    let links = GraphLinks { nodes: 2, switches: 0, links: vec![[0, 1]] };
    let kinds = vec![LinkKind { class: Some(0), lanes: 1 }];
    let on = Topology::graph_of_classes(links, vec![half], kinds).unwrap();
    let all_gather = of("all-gather", 2);
    let listed = Arc::new(steps(&all_gather, &[&[m(0, 1, "0"), m(1, 0, "1")]]));
    let schedule = Schedule::plain(on, Ports::ONE, all_gather, listed);
    assert_eq!(
        told(&schedule),
        [
            "step 1: congestion: the half-duplex link between 0 and 1 carries 2 messages, but its capacity is 1: 0 -> 1 and 1 -> 0; move one of them to another step"
        ]
    );
}

#[test]
fn contributors_are_nodes_ranks_or_positions() {
    let reduce = of("reduce", 8);
    let lines: &[&[_]] = &[&[m(0, 1, "0@2-7")]];
    let lacking = |schedule: &Schedule| {
        let all = told(schedule);
        let text = all[0].split(" which ").next().unwrap();
        text.split(" none of").next().unwrap().trim_end_matches(',').to_owned()
    };
    let lacks = "step 1: not-held: node 0 sends to 1 the contributions of";
    assert_eq!(
        lacking(&plain("ring:8", reduce.clone(), lines)),
        format!("{lacks} nodes 2-7 to block 0")
    );
    let from_one = topology("ring:8").numbered(Numbering { from_one: true, columns: None });
    let listed = Arc::new(steps(&reduce, lines));
    let schedule = Schedule::plain(from_one, Ports::ONE, reduce.clone(), listed.clone());
    let shifted = "step 1: not-held: node 1 sends to 2 the contributions of nodes 3-8 to block 0";
    assert_eq!(lacking(&schedule), shifted);

    let on = |nodes: Vec<u32>| {
        let ring = topology("ring:9");
        let placed = Placement::of(&ring, nodes).unwrap();
        let ring = ring.with_ranks(placed);
        let phase = Phase::of_ranks(&ring, reduce.clone(), listed.clone());
        Schedule { topology: ring, ports: Ports::ONE, phases: vec![phase] }
    };
    let ranks = lacking(&on((0..8).rev().collect()));
    assert!(ranks.contains("the contributions of ranks 2"), "{ranks}");

    let group = |members: u32| {
        let instance = of("reduce", members);
        let lines: Vec<String> = vec![format!("0@1-{}", members - 1)];
        let listed = Arc::new(steps(&instance, &[&[m(8, 7, &lines[0])]]));
        let members = (0..members).map(|position| 8 - position).collect();
        let group = Group { members: Some(members), instance };
        let phase = Phase::of_groups(9, vec![group], Rational::one(), listed);
        Schedule { topology: topology("ring:9"), ports: Ports::ONE, phases: vec![phase] }
    };
    let lacks = "step 1: not-held: node 8 sends to 7 the contributions of";
    assert_eq!(lacking(&group(4)), format!("{lacks} nodes 7, 6 and 5 to block 0"));
    assert_eq!(lacking(&group(7)), format!("{lacks} nodes 7, 6, 5, 4, 3 and 2 to block 0"));
    assert_eq!(lacking(&group(8)), format!("{lacks} the nodes at positions 1-7 to block 0"));
}
