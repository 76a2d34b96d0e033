//! Permutations: all of them on up to four nodes, random and hard ones on more.

use super::{Figures, came_to, machines, of, run};
use hockney_core::topology::Topology;

/// All permutations of 0..n.
fn all_maps(n: u64) -> Vec<Vec<u64>> {
    if n == 0 {
        return vec![Vec::new()];
    }
    let insert = |map: Vec<u64>| {
        (0..=map.len()).map(move |place| {
            let mut longer = map.clone();
            longer.insert(place, n - 1);
            longer
        })
    };
    all_maps(n - 1).into_iter().flat_map(insert).collect()
}

/// Random maps, and the maps that are known to be hard.
fn some_maps(p: u32) -> Vec<Vec<u64>> {
    if p <= 4 {
        return all_maps(u64::from(p));
    }
    let mut dice = hockney_testing::Dice(u64::from(p) + 7);
    let mut maps: Vec<Vec<u64>> = (0..6).map(|_| dice.map(p)).collect();
    let p = u64::from(p);
    maps.push((0..p).collect());
    maps.push((0..p).rev().collect());
    maps.push((0..p).map(|i| (i + p / 2) % p).collect());
    if p.is_power_of_two() {
        let d = p.trailing_zeros();
        maps.push((0..p).map(|i| i.reverse_bits() >> (64 - d)).collect());
        maps.push((0..p).map(|i| i >> (d / 2) | i << (d - d / 2) & (p - 1)).collect());
    }
    maps
}

/// The most blocks that cross a gap of the order of numbers upwards, and downwards.
fn loads(map: &[u64]) -> (u64, u64) {
    let ends = || (0..).zip(map.iter().copied());
    let most = |crosses: &dyn Fn(u64, u64, u64) -> bool| {
        let gaps = 1..map.len() as u64;
        gaps.map(|gap| ends().filter(|(a, b)| crosses(*a, *b, gap)).count()).max().unwrap_or(0)
    };
    let up = most(&|a, b, gap| a < gap && gap <= b);
    let down = most(&|a, b, gap| b < gap && gap <= a);
    (up as u64, down as u64)
}

fn one_map(topology: &Topology, map: &[u64]) {
    let found = run(topology, &of("permute", topology.nodes()).with_map(map).unwrap());
    let moving = (0..).zip(map).filter(|(from, to)| from != *to).count() as u64;
    for (name, (steps, words)) in &found {
        assert_eq!(*words, (*steps).into(), "{name} on {topology}: one block a message");
        // Three phases may move what could have stayed.
        assert!(*name == "three-phase" || *steps <= moving, "{name} on {topology}");
    }
    let steps = |name: &str| came_to(&found, name).map(|figures: Figures| figures.0);
    assert_eq!(steps("sequential"), Some(moving));
    let one_of = |families: &[&str]| families.iter().any(|f| topology.is(f));
    let direct = one_of(&["complete", "star", "switch"]);
    assert_eq!(steps("direct"), direct.then_some(moving.min(1)), "direct on {topology}");
    assert_eq!(steps("benes").is_some(), topology.is("hypercube"));
    assert!(steps("benes").unwrap_or(0) <= moving.min(2), "benes on {topology}");
    let (up, down) = loads(map);
    if topology.is("linear-array") {
        assert_eq!(steps("interval-colouring"), Some(up.max(down)), "{map:?} on {topology}");
    } else if !one_of(&["node-tree", "graph"]) {
        assert_eq!(steps("interval-colouring"), Some(up + down), "{map:?} on {topology}");
    }
    if one_of(&["mesh", "torus"]) {
        let halves: Vec<u64> = topology.sizes().iter().map(|side| u64::from(side / 2)).collect();
        // One dimension, the last or the first, comes once.
        let once = halves[0].min(halves[halves.len() - 1]);
        assert!(steps("three-phase").unwrap() <= 2 * halves.iter().sum::<u64>() - once);
    }
}

#[test]
fn any_map_on_every_machine() {
    let machines = (1..=17).flat_map(machines::of_size).chain(machines::grids());
    for topology in machines.chain([Topology::parse("hypercube:64").unwrap()]) {
        for map in some_maps(topology.nodes()) {
            one_map(&topology, &map);
        }
    }
}

/// Two passes are enough for every map of the cube.
#[test]
fn all_maps_of_the_cube() {
    let topology = Topology::parse("hypercube:8").unwrap();
    for map in all_maps(8).iter().step_by(7) {
        one_map(&topology, map);
    }
}
