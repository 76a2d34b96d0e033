//! The heaviest cuts are those that the literature prints, and those of all sets of a small machine.

use super::*;
use hockney_core::topology::{GraphLinks, Topology};

fn graph(nodes: u64, switches: u64, links: &[[u64; 2]]) -> Topology {
    Topology::graph(GraphLinks { nodes, switches, links: links.to_vec() }).unwrap()
}

fn all_gather(topology: &Topology, at_least: &Rational) -> Option<(u64, u64)> {
    let links = Links::of(topology, usize::MAX).unwrap();
    by_flows(&links, &Demand::ToAll, at_least, u64::MAX)
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
        assert_eq!(over(cut.0, cut.1), over(blocks, lanes), "{name}");
        assert_eq!(all_gather(&topology, &over(blocks, lanes)), None, "{name}");
    }
}

/// Two triangles joined by one link: three blocks share it, while two links lead to each node.
#[test]
fn a_bridge_is_worse_than_a_node() {
    let links = [[0, 1], [1, 2], [0, 2], [3, 4], [4, 5], [3, 5], [2, 3]];
    let bridge = graph(6, 0, &links);
    assert_eq!(all_gather(&bridge, &over(5, 2)), Some((3, 1)));
    let doubled = graph(6, 0, &[&links[..], &[[2, 3]]].concat());
    assert_eq!(all_gather(&doubled, &over(5, 2)), None);
    let links = Links::of(&bridge, 100).unwrap();
    let one = by_flows(&links, &Demand::From(0), &over(1, 2), u64::MAX);
    assert_eq!(one, Some((1, 1)));
    // Too little work gives no cut, and never a wrong one.
    assert_eq!(by_flows(&links, &Demand::ToAll, &over(5, 2), 20), None);
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
        for demand in [Demand::ToAll, Demand::From(0), Demand::To(0)] {
            let sets = (1..1_u32 << all).map(|set| {
                let inside: Vec<bool> = (0..all).map(|v| set >> v & 1 == 1).collect();
                let (blocks, lanes) = links.leaving(&demand, &inside);
                let separates = !matches!(demand, Demand::To(_)) || !inside[0];
                if separates { over(blocks, lanes) } else { Rational::zero() }
            });
            let found = by_flows(&links, &demand, &over(1, 100), u64::MAX);
            assert_eq!(found.map(|(blocks, lanes)| over(blocks, lanes)), sets.max(), "{ends:?}");
            // Prices of 1 on the lanes of a cut prove as much as the cut, and more where a route crosses it twice.
            let Demand::To(root) = demand else { continue };
            for set in (1..1_u32 << all).filter(|set| set >> root & 1 == 0) {
                let inside = |v: u32| set >> v & 1 == 1;
                let mut prices = vec![0; links.capacities.len()];
                for (from, out) in links.all() {
                    prices[out.link] = u64::from(inside(from) && !inside(out.to));
                }
                let flags: Vec<bool> =
                    (0..all).map(|v| inside(u32::try_from(v).unwrap())).collect();
                let (blocks, lanes) = links.leaving(&demand, &flags);
                let Some((needed, paid)) = links.judged(&demand, &prices) else { continue };
                assert!(needed >= blocks.into() && paid == lanes.into(), "{ends:?}");
            }
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
