//! Any map: packets along a line in both directions, on grids, on the cube.

use hockney_ask::{How, ranking};
use hockney_base::number::Rational;
use hockney_core::collective::{Instance, Ports};
use hockney_core::topology::Topology;
use hockney_cost::Numbers;
use hockney_plan::planner::Request;

use hockney_testing::sweep;

/// Maps of 0..p, the same every time.
fn maps(p: u64) -> Vec<Vec<u64>> {
    let mut state = p;
    let mut below = move |count: u64| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % count
    };
    let mut maps = vec![(0..p).rev().collect(), (0..p).map(|v| (v + p / 2) % p).collect()];
    for _ in 0..3 {
        let mut map: Vec<u64> = (0..p).collect();
        for i in (1..map.len()).rev() {
            map.swap(i, usize::try_from(below(i as u64 + 1)).unwrap());
        }
        maps.push(map);
    }
    maps
}

/// How many packets at most cross a gap to the right, and to the left.
fn loads(map: &[u64]) -> (u64, u64) {
    let over = |gap: u64, right: bool| {
        let crosses = |(at, &to): (usize, &u64)| {
            let at = at as u64;
            if right { at <= gap && gap < to } else { to <= gap && gap < at }
        };
        map.iter().enumerate().filter(|&packet| crosses(packet)).count() as u64
    };
    let gaps = 0..map.len() as u64;
    let most = |right| gaps.clone().map(|gap| over(gap, right)).max().unwrap_or(0);
    (most(true), most(false))
}

/// Interval colouring; Annexstein & Baumslag 1990; Beneš 1964.
fn known(topology: &Topology, map: &[u64]) -> u64 {
    let p = u64::from(topology.nodes());
    let moves = map.iter().enumerate().any(|(at, &to)| at as u64 != to);
    let mut best = 2 * (p / 2);
    match topology.family().name() {
        "linear-array" => {
            let (right, left) = loads(map);
            best = best.min(right.max(left));
        }
        // 0, 1, .., p - 1 is the order of a tour.
        "ring" | "tree" => {
            let (right, left) = loads(map);
            best = best.min(right + left);
        }
        "hypercube" => best = best.min(2),
        "complete" | "star" | "switch" => best = best.min(1),
        "mesh" | "torus" => {
            let sides = topology.network().sides().unwrap_or(&[]);
            let half = |k: &u32| u64::from(k / 2);
            let rounds = 2 * sides.iter().map(half).sum::<u64>();
            best = best.min(rounds - sides.last().map_or(0, half));
        }
        _ => {}
    }
    if moves { best } else { 0 }
}

sweep! {
    fn no_more_steps_than_known_for_any_map(effort) {
        let mut held = 0;
        for topology in effort.machines() {
            for map in maps(u64::from(topology.nodes())) {
                let permute = hockney_core::collective::collective("permute").unwrap();
                let instance = Instance::new(permute, topology.nodes()).with_map(&map).unwrap();
                let request =
                    Request { topology: topology.clone(), instance, ports: Ports::ONE, order: None };
                let rows = ranking(&request, &Numbers::default(), &How::default()).rows;
                let fewest = rows.iter().map(|row| row.cost.t_s.clone()).min().unwrap();
                let known = Rational::from(known(&topology, &map));
                assert!(fewest <= known, "{topology}, {map:?}: {fewest} steps, known {known}");
                held += 1;
            }
        }
        assert!(held > effort.of(200, 1000), "{held}");
    }
}
