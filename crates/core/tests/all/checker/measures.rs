//! What steps measure.

use std::sync::Arc;

use hockney_core::collective::{Ports, Schedule};
use hockney_core::schedule::{Listed, MessageMeasure, Shared, StepMeasure};
use hockney_core::topology::{GraphLinks, Topology};

use hockney_testing::build::{self, by, checked, m, of, plain, steps};

fn measured(schedule: &Schedule) -> Vec<StepMeasure> {
    checked(schedule).report().measures.concat()
}

#[test]
fn of_each_step() {
    let lines: &[&[_]] = &[&[m(0, 2, "0-2"), m(3, 0, "3.0")], &[by(0, 1, "0-1", &[3, 2])]];
    let all_gather = of("all-gather", 4).with_pieces(2).unwrap();
    let step = |sizes: &[u128], messages, blocks, hops| {
        let loads = [MessageMeasure { blocks, hops }].into_iter().collect();
        let sizes = sizes.to_vec();
        StepMeasure { messages, loads, sizes, busiest: 1, ..StepMeasure::default() }
    };
    let measured = measured(&plain("ring:4", all_gather, lines));
    assert_eq!(measured, [step(&[1, 6], 2, 6, 2), step(&[], 1, 4, 3)]);
    assert_eq!(measured.iter().map(StepMeasure::blocks_hops).collect::<Vec<_>>(), [12, 12]);
}

#[test]
fn nothing_in_a_step_without_messages() {
    let empty = measured(&plain("ring:4", of("all-gather", 4), &[&[], &[m(0, 1, "0")]]));
    assert_eq!(empty[0], StepMeasure::default());
    assert_eq!((empty[1].messages, empty[1].busiest), (1, 1));
}

#[test]
fn values_count_and_barriers_do_not() {
    let lines: &[&[_]] = &[&[m(0, 1, "0")], &[m(1, 0, "0@0 0@1 0@0-1")]];
    let all_reduce = measured(&plain("ring:2", of("all-reduce", 2), lines));
    assert_eq!((all_reduce[0].blocks(), all_reduce[1].blocks()), (1, 3));
    let barrier = measured(&plain("ring:2", of("barrier", 2), &[&[m(0, 1, "0")]]));
    assert_eq!((barrier[0].blocks(), barrier[0].hops(), barrier[0].contended().blocks), (0, 1, 0));
}

#[test]
fn messages_that_share_a_port_or_a_link_go_one_after_another() {
    let contended = |on, ports, lines: &[&[_]]| {
        let broadcast = of("broadcast", 8).with_pieces(9).unwrap();
        let listed = Arc::new(steps(&broadcast, lines));
        let topology = build::topology(on);
        measured(&Schedule::plain(topology, ports, broadcast, listed))[0].contended().blocks
    };
    let star: &[&[_]] = &[&[m(0, 1, "0-2"), m(0, 2, "0-3"), m(2, 1, "0-8")]];
    assert_eq!(contended("complete:8", Ports::ONE, star), 12);
    assert_eq!(contended("complete:8", Ports::All, star), 9);
    // Both cross the link from 2 to 3, and 4 to 5 is crossed by the larger alone.
    let array: &[&[_]] = &[&[m(1, 4, "0-4"), m(2, 7, "0-5"), m(5, 6, "0")]];
    assert_eq!(contended("linear-array:8", Ports::ONE, array), 11);
}

/// 5, 3, 4 and 1 blocks over two lanes: 13/2 on each, whatever their order. Over three lanes the largest message
/// takes longest.
#[test]
fn parallel_links_share_their_messages_evenly() {
    let leaves = (0..8).map(|leaf| [leaf, if leaf < 4 { 8 } else { 9 }]);
    let joined: Vec<[u64; 2]> = leaves.chain([[8, 9], [9, 8]]).collect();
    let shift = of("shift", 8).with_by(4).with_pieces(5).unwrap();
    let lines: &[&[_]] = &[&[m(0, 4, "0"), m(1, 5, "1.0-2"), m(2, 6, "2.0-3"), m(3, 7, "3.0")]];
    let listed = Arc::new(steps(&shift, lines));
    let measure = |links: Vec<[u64; 2]>| {
        let graph = Topology::graph(GraphLinks { nodes: 8, switches: 2, links }).unwrap();
        let (shift, listed) = (shift.clone(), Arc::<Listed>::clone(&listed));
        measured(&Schedule::plain(graph, Ports::ONE, shift, listed))[0].clone()
    };
    let two = measure(joined.clone());
    assert_eq!((two.contended(), two.busiest), (Shared { blocks: 13, lanes: 2 }, 4));
    let three = measure([joined, vec![[8, 9]]].concat());
    assert_eq!(three.contended(), Shared::from(5));
}
