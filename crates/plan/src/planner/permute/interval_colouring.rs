//! Interval colouring: messages whose intervals of a tour are disjoint share a step.
//!
//! Those that go ahead in the order of the tour come first, in as many steps as cross the busiest
//! gap, then those that go back. On the linear array both go in the same steps: they use opposite
//! links. At most floor(p/2) steps each way, t_s + m t_w each; how many depends on the map, so the
//! cost is computed. Any map, on every connected graph (specs/lemmas.md, Lemma U). Source: literature,
//! interval-graph colouring.
//!
//! No step rule: the steps are the colours of the intervals, which depend on the map.

use super::intervals;
use crate::planner::prelude::*;
use crate::planner::rules::{Layout, targets};

pub(in crate::planner) const INTERVAL_COLOURING: Algorithm =
    Algorithm::made("permute", "interval-colouring", steps)
        .does("directly along a tour; blocks with disjoint intervals share a step")
        .with_source("interval-graph colouring; any graph by Lemma U")
        .with_needs(&[Need::Tour("any p, any map")])
        .with_at_least(at_least);

/// The source and target positions of the tour, with the step.
struct Colouring {
    tour: Layout,
    moves: Vec<((u32, u32), usize)>,
    steps: usize,
}

impl Colouring {
    fn of(request: &Request) -> Self {
        let (tour, target) = (Layout::tour(request), targets(&request.instance));
        let mut position = vec![0; target.len()];
        for at in 0..request.instance.nodes {
            position[tour.node(at) as usize] = at;
        }
        let to = |at| position[target[tour.node(at) as usize] as usize];
        let (mut moves, mut steps) = (Vec::new(), 0);
        for ahead in [true, false] {
            let ends = (0..request.instance.nodes).map(|at| (at, to(at)));
            let moving: Vec<(u32, u32)> =
                ends.filter(|(at, to)| if ahead { at < to } else { to < at }).collect();
            // On a line the messages back use the same steps, otherwise later ones.
            let first = if request.topology.offers(Feature::Line) { 0 } else { steps };
            for (ends, class) in moving.iter().zip(intervals::classes(&moving)) {
                moves.push((*ends, first + class));
                steps = steps.max(first + class + 1);
            }
        }
        Colouring { tour, moves, steps }
    }
}

/// As many steps as classes.
fn at_least(request: &Request) -> usize {
    Colouring::of(request).steps
}

/// The steps of any permutation.
fn steps(request: &Request) -> Box<dyn Steps> {
    let Colouring { tour, moves, .. } = Colouring::of(request);
    let mut steps = Listed::default();
    for ((at, to), step) in moves {
        let payload = Payload::Plain(request.instance.blocks_of(tour.node(at)));
        steps.add(step, tour.message(at, to, at < to, payload));
    }
    Box::new(steps)
}
