//! Interval colouring: messages whose intervals of a tour are disjoint share a step.
//!
//! Those that go ahead in the order of the tour come first, in as many steps as cross the busiest
//! gap, then those that go back. On the linear array both go in the same steps: they use opposite
//! links. At most floor(p/2) steps each way, t_s + m t_w each; how many depends on the map, so the
//! cost is computed. Any map, on every connected graph (specs/lemmas.md, Lemma U). Source: literature,
//! interval-graph colouring.
//!
//! No step rule: the steps are the colours of the intervals, which depend on the map.

use crate::planner::prelude::*;
use crate::planner::rules::{Layout, targets};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

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
            for (ends, class) in moving.iter().zip(classes(&moving)) {
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

/// The class of each interval (first, end), or (end, first), counted from 0; ends may touch. There are as
/// many classes as intervals over the busiest gap, which is optimal.
pub(super) fn classes(intervals: &[(u32, u32)]) -> Vec<usize> {
    let rising = |(a, b): &(u32, u32)| (*a.min(b), *a.max(b));
    let intervals: Vec<(u32, u32)> = intervals.iter().map(rising).collect();
    let mut order: Vec<usize> = (0..intervals.len()).collect();
    order.sort_unstable_by_key(|i| (intervals[*i], *i));
    let mut of_interval = vec![0; intervals.len()];
    // The end of the last interval of each class.
    let mut ends: BinaryHeap<Reverse<(u32, usize)>> = BinaryHeap::new();
    for i in order {
        let (first, end) = intervals[i];
        let class = match ends.peek() {
            Some(Reverse((free, class))) if *free <= first => {
                let class = *class;
                ends.pop();
                class
            }
            _ => ends.len(),
        };
        ends.push(Reverse((end, class)));
        of_interval[i] = class;
    }
    of_interval
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn takes_as_many_classes_as_cross_one_gap() {
        for seed in 0..500_u32 {
            let number = |i: u32| (seed * 7919 + i * 104_729) % 13;
            let intervals: Vec<(u32, u32)> = (0..seed % 9)
                .map(|i| (number(2 * i), number(2 * i) + 1 + number(2 * i + 1)))
                .collect();
            let found = classes(&intervals);
            let crossing =
                |gap: u32| intervals.iter().filter(|(a, b)| *a <= gap && gap < *b).count();
            let load = (0..30).map(crossing).max().unwrap();
            assert_eq!(found.iter().map(|class| class + 1).max().unwrap_or(0), load);
            for (i, a) in intervals.iter().enumerate() {
                for (j, b) in intervals.iter().enumerate().skip(i + 1) {
                    assert!(found[i] != found[j] || a.1 <= b.0 || b.1 <= a.0);
                }
            }
        }
    }
}
