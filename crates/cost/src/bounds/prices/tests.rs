//! Prices equal the optimum of the linear program on the machines of the literature.

use super::*;
use hockney_core::topology::GraphLinks;

const QUICK: Effort = Effort { visits: 1 << 20, entries: 1 << 26, unknowns: 200 };

/// Two boxes of four with double links, as in a DGX-1.
fn dgx1() -> Topology {
    let double = [[0, 1], [0, 4], [1, 3], [2, 3], [2, 6], [4, 5], [5, 7], [6, 7]];
    let single = [[0, 2], [0, 3], [1, 2], [1, 5], [3, 7], [4, 6], [4, 7], [5, 6]];
    let links = double.iter().chain(&double).chain(&single).copied().collect();
    Topology::graph(GraphLinks { nodes: 8, switches: 0, links }).unwrap()
}

fn found(topology: &Topology, effort: Effort) -> String {
    let links = Links::of(topology, usize::MAX).unwrap();
    let (value, prices) = best(&links, &Demand::Pairs, effort).unwrap();
    let (needed, paid) = links.judged(&Demand::Pairs, &prices).unwrap();
    assert_eq!(Rational::ratio(needed, paid), Some(value.clone()));
    value.to_string()
}

/// The optima of a linear program that was solved apart, and of the routes by dimensions.
#[test]
fn the_best_prices_are_found() {
    for (name, optimum) in [
        ("ring:8", "8"),
        ("linear-array:5", "6"),
        ("tree:8", "16"),
        ("node-tree:7", "12"),
        ("mesh:3x3", "6"),
        ("mesh:4x4", "16"),
        ("mesh:5x5", "30"),
        ("torus:4x4", "8"),
        ("torus:8x8", "64"),
        ("mesh:8x8", "128"),
        ("mesh:3x4x5", "72"),
        ("mesh:16x16", "1024"),
        ("hypercube:64", "32"),
    ] {
        assert_eq!(found(&Topology::parse(name).unwrap(), QUICK), optimum, "{name}");
    }
    assert_eq!(found(&dgx1(), QUICK), "8/3");
}

/// Catches a check that does not end in time: equal prices of 1024 nodes, and those of a slab of a mesh.
#[test]
fn prices_of_a_thousand_nodes_are_checked() {
    let effort = Effort { visits: 1 << 24, ..QUICK };
    for (name, optimum) in
        [("ring:1024", "131072"), ("torus:32x32", "4096"), ("hypercube:1024", "512")]
    {
        assert_eq!(found(&Topology::parse(name).unwrap(), effort), optimum, "{name}");
    }
    let mesh = Topology::parse("mesh:32x32").unwrap();
    let links = Links::of(&mesh, usize::MAX).unwrap();
    let mut prices = vec![0; links.capacities.len()];
    for (from, out) in links.all() {
        prices[out.link] = u64::from((from < 512) != (out.to < 512));
    }
    let bound = |prices: &[u64]| {
        let (needed, paid) = links.judged(&Demand::Pairs, prices)?;
        Rational::ratio(needed, paid)
    };
    assert_eq!(bound(&prices), Some(Rational::from(8192)));
    // Any other price proves less, prices of 0 prove nothing, and one that could overflow is refused.
    let dearer: Vec<u64> =
        prices.iter().enumerate().map(|(at, price)| price + at as u64 % 2).collect();
    assert!(bound(&dearer).unwrap() < Rational::from(8192));
    assert_eq!(bound(&vec![0; prices.len()]), None);
    assert_eq!(bound(&vec![MOST_PRICE + 1; prices.len()]), None);
}

/// Catches prices that are not a bound: three equal shares of a shift on a ring, and paths without a choice.
#[test]
fn permutations_have_prices_of_each_direction() {
    let words = |name: &str, target: &dyn Fn(u32) -> u32| {
        let links = Links::of(&Topology::parse(name).unwrap(), usize::MAX).unwrap();
        best(&links, &Demand::Targets(target), QUICK).unwrap().0.to_string()
    };
    assert_eq!(words("ring:8", &|i| (i + 3) % 8), "15/8");
    assert_eq!(words("linear-array:6", &|i| (i + 2) % 6), "2");
    assert_eq!(words("linear-array:6", &|i| 5 - i), "3");
    assert_eq!(words("mesh:2x2", &|i| 3 - i), "1");
    assert_eq!(words("hypercube:8", &|i| i ^ 7), "1");
}
