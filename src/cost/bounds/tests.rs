//! The bounds of each topology: by ports for every collective, by cuts where blocks must cross.

use super::*;
use crate::collective::collective;

fn bounds(kind: &str, topology: &str, set: impl FnOnce(Instance) -> Instance) -> LowerBounds {
    let topology = Topology::parse(topology).unwrap();
    let of = set(Instance::new(collective(kind).unwrap(), topology.nodes()));
    lower_bounds(&topology, &of, Ports::ONE)
}

fn both(kind: &str, topology: &str) -> String {
    let bounds = bounds(kind, topology, |of| of);
    format!("{} {}", bounds.steps.value, bounds.words.value)
}

#[test]
fn ports_bound_every_collective() {
    assert_eq!(both("broadcast", "ring:9"), "4 1");
    assert_eq!(both("reduce", "complete:8"), "3 1");
    assert_eq!(both("scatter", "star:8"), "3 7");
    assert_eq!(both("gather", "mesh:3x3"), "4 8");
    assert_eq!(both("all-gather", "ring:8"), "3 7");
    assert_eq!(both("reduce-scatter", "ring:8"), "3 7");
    assert_eq!(both("all-reduce", "hypercube:8"), "3 7/4");
    assert_eq!(both("scan", "ring:5"), "3 1");
    assert_eq!(both("barrier", "ring:5"), "3 0");
    for collective in crate::collective::COLLECTIVES {
        assert_eq!(both(collective.name(), "ring:1"), "0 0", "{}", collective.name());
    }
}

/// Halves, slabs and subtrees, as counted by hand.
#[test]
fn cuts_bound_the_all_to_all() {
    for p in 2..30_u64 {
        let words = |name: &str| bounds("all-to-all", name, |of| of).words.value;
        let at_least = |value: Rational| value.max(Rational::from(p - 1));
        let line = at_least(Rational::from(p * p / 4));
        assert_eq!(words(&format!("linear-array:{p}")), line);
        assert_eq!(words(&format!("tree:{p}")), line, "{p}");
        if p > 2 {
            let ring = at_least(Rational::ratio(p * p / 4, 2_u64).unwrap());
            assert_eq!(words(&format!("ring:{p}")), ring);
        }
        assert_eq!(words(&format!("star:{p}")), Rational::from(p - 1));
        assert_eq!(words(&format!("complete:{p}")), Rational::from(p - 1));
    }
    assert_eq!(both("all-to-all", "node-tree:15"), "4 56");
    assert_eq!(both("all-to-all", "mesh:4x6"), "5 36");
    assert_eq!(both("all-to-all", "torus:4x6"), "5 23");
    assert_eq!(both("all-to-all", "torus:4x16"), "6 128");
    assert_eq!(both("all-to-all", "hypercube:16"), "4 15");
}

#[test]
fn cuts_bound_shifts_and_permutations() {
    for p in 3..20_u64 {
        for q in 0..p {
            let shift = |name: String| {
                bounds("shift", &name, |of| of.with_by(i64::try_from(q).unwrap())).words.value
            };
            assert_eq!(shift(format!("linear-array:{p}")), Rational::from(q.min(p - q)));
            assert_eq!(shift(format!("tree:{p}")), Rational::from(q.min(p - q)));
            let ring = Rational::ratio(q * (p - q), p).unwrap();
            let least = Rational::from(u64::from(q > 0));
            assert_eq!(shift(format!("ring:{p}")), ring.max(least));
        }
    }
    let map = |name: &str, map: &[u64]| {
        let bounds = bounds("permute", name, |of| of.with_map(map).unwrap());
        format!("{} {}", bounds.steps.value, bounds.words.value)
    };
    assert_eq!(map("linear-array:4", &[0, 1, 2, 3]), "0 0");
    assert_eq!(map("linear-array:4", &[3, 2, 1, 0]), "1 2");
    assert_eq!(map("ring:6", &[3, 4, 5, 0, 1, 2]), "1 3/2");
    assert_eq!(map("mesh:2x2", &[3, 2, 1, 0]), "1 1");
}

#[test]
fn all_ports_divide_by_the_links() {
    let all = |kind: &str, name: &str| {
        let topology = Topology::parse(name).unwrap();
        let of = Instance::new(collective(kind).unwrap(), topology.nodes());
        let bounds = lower_bounds(&topology, &of, Ports::All);
        format!("{} {}", bounds.steps.value, bounds.words.value)
    };
    assert_eq!(all("broadcast", "ring:9"), "2 1/2");
    assert_eq!(all("broadcast", "mesh:4x4"), "2 1/2");
    assert_eq!(all("broadcast", "hypercube:16"), "2 1/4");
    assert_eq!(all("broadcast", "star:8"), "1 1");
    assert_eq!(all("reduce", "tree:8"), "3 1");
    assert_eq!(all("scan", "hypercube:64"), "3 1/6");
    assert_eq!(all("scatter", "hypercube:8"), "2 7/3");
    assert_eq!(all("gather", "star:8"), "1 1");
    assert_eq!(all("all-gather", "linear-array:4"), "2 3");
    assert_eq!(all("reduce-scatter", "hypercube:8"), "2 7/3");
    assert_eq!(all("all-reduce", "hypercube:8"), "2 7/12");
    assert_eq!(all("all-reduce", "mesh:3x3"), "2 2/3");
    assert_eq!(all("broadcast", "complete:8"), "1 1/7");
    assert_eq!(all("all-to-all", "star:5"), "1 4");
    assert_eq!(all("all-to-all", "hypercube:16"), "2 8");
    assert_eq!(all("barrier", "ring:1"), "0 0");
}

/// Through all ports a block may be cut; what bounds it then are the links of its own node, and
/// how many must cross a hypercube in one dimension.
#[test]
fn all_ports_bound_shifts_and_permutations() {
    let all = |name: &str, map: &[u64]| {
        let topology = Topology::parse(name).unwrap();
        let of = Instance::new(collective("permute").unwrap(), topology.nodes());
        lower_bounds(&topology, &of.with_map(map).unwrap(), Ports::All).words.value.to_string()
    };
    assert_eq!(all("hypercube:4", &[3, 2, 1, 0]), "1");
    assert_eq!(all("hypercube:8", &[1, 0, 2, 3, 4, 5, 6, 7]), "1/3");
    assert_eq!(all("hypercube:8", &[1, 0, 3, 2, 4, 5, 6, 7]), "1/2");
    assert_eq!(all("star:4", &[0, 2, 1, 3]), "1");
    assert_eq!(all("torus:3x3", &[1, 0, 2, 3, 4, 5, 6, 7, 8]), "1/4");
}
