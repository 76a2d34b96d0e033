//! Shifts: the published figures of each algorithm, for every shift of every small machine.

use super::{came_to, figures, machines, of, run};
use hockney_core::collective::Ports;
use hockney_core::topology::Topology;
use hockney_plan::planner::{self, Request};

/// D(x, n): the shorter way round.
fn shorter(x: u64, n: u64) -> u64 {
    (x % n).min(n - x % n)
}

/// The catalogue's figure for a grid: over the digits, the most over what may be carried.
fn on_grid(sides: &[u64], mut q: u64) -> u64 {
    let mut carries = vec![0];
    let mut steps = 0;
    for side in sides.iter().rev() {
        let digit = q % side;
        q /= side;
        steps += carries.iter().map(|c| shorter(digit + c, *side)).max().unwrap();
        let mut next = Vec::new();
        for sum in carries.iter().map(|c| digit + c) {
            next.extend((sum > 0).then_some(1));
            next.extend((sum < *side).then_some(0));
        }
        carries = next;
    }
    steps
}

fn on_ring(p: u64, q: u64) -> u64 {
    let pairs = (p.is_multiple_of(2) && q.is_multiple_of(2)).then(|| q.max(p - q) / 2);
    let opposite = (2 * q == p).then(|| p.div_ceil(4));
    [Some(shorter(q, p)), pairs, opposite].into_iter().flatten().min().unwrap()
}

fn every_shift(topology: &Topology) {
    let p = u64::from(topology.nodes());
    for q in 0..p {
        let by = i64::try_from(q).unwrap();
        let found = run(topology, &of("shift", topology.nodes()).with_by(by));
        let check = |name: &str, applies: bool, steps: u64| {
            let expected = applies.then(|| figures(steps, steps));
            assert_eq!(came_to(&found, name), expected, "{name} by {q} on {topology}");
        };
        let one_of = |families: &[&str]| families.iter().any(|f| topology.is(f));
        check("unit-shifts", !one_of(&["node-tree", "graph"]), shorter(q, p));
        check("both-ways", topology.is("ring"), on_ring(p, q));
        let sides: Vec<u64> = topology.sizes().iter().map(|side| u64::from(*side)).collect();
        let grid = one_of(&["mesh", "torus"]);
        check("dimension-by-dimension", grid, if grid { on_grid(&sides, q) } else { 0 });
        // The rows, one step for what left its row, the columns.
        let in_three = grid && sides.len() == 2;
        let by_stages = || {
            let (r, c) = (sides[0], sides[1]);
            shorter(q, c) + u64::from(q % c > 0 && r > 1) + shorter(q / c, r)
        };
        check("with-compensation", in_three, if in_three { by_stages() } else { 0 });
        let direct = one_of(&["hypercube", "complete", "star", "switch"]);
        check("direct", direct, u64::from(q > 0));
        check("sequential", true, if q > 0 { p } else { 0 });
        let (steps, words) = came_to(&found, "interval-colouring").unwrap();
        assert!(steps <= 2 * (p / 2) && words == steps.into());
        assert!(q > 0 || found.iter().all(|(_, figures)| figures.0 == 0), "nothing moves");
    }
}

#[test]
fn by_everything_on_every_machine() {
    (1..=17).flat_map(machines::of_size).for_each(|topology| every_shift(&topology));
    machines::grids().iter().for_each(every_shift);
    for name in ["hypercube:64", "ring:20", "ring:24", "ring:26"] {
        every_shift(&Topology::parse(name).unwrap());
    }
}

/// The textbook draws two sides, and says so of more.
#[test]
fn the_compensating_step_needs_two_sides() {
    let topology = Topology::parse("torus:2x2x2").unwrap();
    let instance = of("shift", 8).with_by(3);
    let request = Request { topology, instance, ports: Ports::ONE, order: None };
    let algorithm = planner::algorithm("shift", "with-compensation").unwrap();
    let error = planner::fitted(algorithm, &request).unwrap_err();
    assert_eq!(error.to_string(), "with-compensation needs a grid with two sides, not 3");
}
