//! All-to-all: the published steps and words of each algorithm, at every small size.

use super::{came_to, ceil_log2, figures, machines, of, run};
use hockney_core::topology::Topology;

/// Steps and words of the two-hop rule round k positions.
fn two_hop(k: u64) -> (u64, u64) {
    match k {
        1 => (0, 0),
        2 => (1, 1),
        _ if k.is_multiple_of(2) => (k / 2 + 1, k * (k + 2) / 8),
        _ => (k - 1, (k * k - 1) / 4),
    }
}

fn held_against_the_figures(topology: &Topology) {
    let p = u64::from(topology.nodes());
    let found = run(topology, &of("all-to-all", topology.nodes()));
    let check = |name: &str, applies: bool, (steps, words): (u64, u64)| {
        let expected = applies.then(|| figures(steps, words));
        assert_eq!(came_to(&found, name), expected, "{name} on {topology}");
    };
    let ways = ["hypercube", "complete", "star", "switch"].iter().any(|f| topology.is(f));
    let log = ceil_log2(topology.nodes());
    check("ring", true, (p - 1, p * (p - 1) / 2));
    check("ring-shorter-way", true, (p - 1, p * p / 4));
    check("ring-two-hop", topology.is("ring"), two_hop(p));
    check("gather-scatter", true, (2 * log, 2 * (p - 1) * (p - 1)));
    check("rotation", ways, (p - 1, p - 1));
    let half = p.div_ceil(2).min(p - 1);
    check("rotation-2", ways, (half, 2 * (p - 1) - half));
    let ones = (1..p).map(|j| u64::from(j.count_ones())).sum();
    check("bruck", ways, (log, ones));
    let cube = ways && p.is_power_of_two();
    check("pairwise-exchange", cube, (p - 1, p - 1));
    check("dimension-exchange", cube, (log, log * p / 2));
    let (a, b) = (1 << log.div_ceil(2), 1 << (log / 2));
    check("two-phase", cube, (a + b - 2, 2 * p - if cube { a + b } else { 0 }));
    // A group of g dimensions takes 2^g - 1 steps of p/2^g words.
    let groups = |groups: &[u64]| {
        let sum = |of: &dyn Fn(u64) -> u64| groups.iter().map(|g| of(*g)).sum::<u64>();
        (sum(&|g| (1 << g) - 1), sum(&|g| (((1 << g) - 1) * p) >> g))
    };
    check("three-phase", cube, groups(&[log.div_ceil(3), (log + 1) / 3, log / 3]));
    let one_and_rest = groups(&[log.min(1), log.saturating_sub(1)]);
    check("last-alone", cube, one_and_rest);
    check("first-alone", cube, one_and_rest);
    let grid = topology.is("mesh") || topology.is("torus");
    let sides: Vec<u64> = topology.sizes().iter().map(|side| u64::from(*side)).collect();
    let sum = |of: &dyn Fn(u64) -> u64| sides.iter().map(|k| of(*k)).sum::<u64>();
    let steps = sum(&|k| k - 1);
    check("dimension-by-dimension", grid, (steps, p * steps / 2));
    let shorter = (steps, sum(&|k| p / k * (k * k / 4)));
    check("dimension-by-dimension-shorter-way", grid, shorter);
    let pairs = (sum(&|k| two_hop(k).0), sum(&|k| p / k * two_hop(k).1));
    check("dimension-by-dimension-two-hop", topology.is("torus"), pairs);
}

#[test]
fn on_every_machine() {
    (1..=17).flat_map(machines::of_size).for_each(|topology| held_against_the_figures(&topology));
    machines::grids().iter().for_each(held_against_the_figures);
    held_against_the_figures(&Topology::parse("hypercube:32").unwrap());
}
