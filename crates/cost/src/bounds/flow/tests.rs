//! The heaviest cuts are those that the literature prints, and those of all sets of a small machine.

use super::*;
use hockney_core::topology::{GraphLinks, Topology};

fn graph(nodes: u64, switches: u64, links: &[[u64; 2]]) -> Topology {
    Topology::graph(GraphLinks { nodes, switches, links: links.to_vec() }).unwrap()
}

fn all_gather(topology: &Topology, at_least: &Rational) -> Option<Cut> {
    let links = Links::of(topology, usize::MAX).unwrap();
    heaviest(&links, Crossing::Blocks, 0, 0..links.nodes, at_least, u64::MAX)
}

/// The optima of ForestColl for all-gather, from a bound that is too small.
#[test]
fn the_cuts_of_the_literature_are_found() {
    for (name, blocks, lanes) in [
        ("ring:8", 7, 2),
        ("hypercube:16", 15, 4),
        ("mesh:4x4", 15, 2),
        ("node-tree:15", 14, 1),
        ("torus:8x8", 63, 4),
        ("mesh:8x8", 63, 2),
        ("switch:5", 4, 1),
    ] {
        let topology = Topology::parse(name).unwrap();
        let cut = all_gather(&topology, &Rational::ratio(1_u32, 7_u32).unwrap()).unwrap();
        assert_eq!(cut.ratio(), over(blocks, lanes), "{name}");
        assert_eq!(all_gather(&topology, &over(blocks, lanes)), None, "{name}");
    }
}

/// Two triangles joined by one link: three blocks share it, while two links lead to each node.
#[test]
fn a_bridge_is_worse_than_a_node() {
    let links = [[0, 1], [1, 2], [0, 2], [3, 4], [4, 5], [3, 5], [2, 3]];
    let bridge = graph(6, 0, &links);
    assert_eq!(all_gather(&bridge, &over(5, 2)), Some(Cut { blocks: 3, lanes: 1 }));
    let doubled = graph(6, 0, &[&links[..], &[[2, 3]]].concat());
    assert_eq!(all_gather(&doubled, &over(5, 2)), None);
    let links = Links::of(&bridge, 100).unwrap();
    let one = heaviest(&links, Crossing::One, 0, 1..6, &over(1, 2), u64::MAX);
    assert_eq!(one, Some(Cut { blocks: 1, lanes: 1 }));
    // Too little work gives no cut, and never a wrong one.
    assert_eq!(heaviest(&links, Crossing::Blocks, 0, 0..6, &over(5, 2), 20), None);
}

/// Every set of vertices of small random graphs with switches, counted one by one.
#[test]
fn no_cut_of_a_small_machine_is_heavier() {
    let mut seed = 1_u64;
    let mut dice = |below: u64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) % below
    };
    for _ in 0..200 {
        let (nodes, switches) = (2 + dice(5), dice(3));
        let all = nodes + switches;
        let mut ends: Vec<[u64; 2]> = (1..all).map(|v| [dice(v), v]).collect();
        for _ in 0..dice(8) {
            let (a, b) = (dice(all), dice(all));
            ends.extend((a != b).then_some([a, b]));
        }
        let topology = graph(nodes, switches, &ends);
        let links = Links::of(&topology, usize::MAX).unwrap();
        for crossing in [Crossing::Blocks, Crossing::One] {
            let sets = (1..1_u32 << all).map(|set| {
                let inside: Vec<bool> = (0..all).map(|v| set >> v & 1 == 1).collect();
                Some(&inside)
                    .filter(|inside| crossing == Crossing::Blocks || inside[0])
                    .and_then(|inside| Cut::of(&links, inside, crossing))
                    .map_or_else(Rational::zero, |cut| cut.ratio())
            });
            let sinks = 0..links.nodes;
            let sinks = sinks.skip(usize::from(crossing == Crossing::One));
            let found = heaviest(&links, crossing, 0, sinks, &over(1, 100), u64::MAX);
            assert_eq!(found.map(|cut| cut.ratio()), sets.max(), "{ends:?} {crossing:?}");
        }
    }
}

/// Catches a search that does not end in time on a larger machine.
#[test]
fn hundreds_of_nodes_take_a_second() {
    for (name, links) in [("mesh:16x16", 2), ("hypercube:256", 8)] {
        assert_eq!(all_gather(&Topology::parse(name).unwrap(), &over(255, links)), None);
    }
}
