//! Interval colouring: messages whose intervals of a tour are disjoint share a step.
//!
//! Those that go ahead in the order of the tour come first, in as many steps as cross the busiest
//! gap, then those that go back. On the linear array both go in the same steps: they use opposite
//! links. At most floor(p/2) steps each way, t_s + m t_w each; how many depends on the map, so the
//! cost is computed. Any map, on every connected graph (specs/lemmas.md, Lemma U). Source: literature,
//! interval-graph colouring.
//!
//! No rule: the steps are the colours of the intervals, which depend on the map.

use super::intervals;
use crate::planner::algorithm::Need;
use crate::planner::rules::targets;
use crate::planner::tour::Tour;
use crate::planner::{Algorithm, Request};
use crate::schedule::{Listed, Step, Steps};
use crate::topology::Feature;

pub(in crate::planner) const INTERVAL_COLOURING: Algorithm =
    Algorithm::made("permute", "interval-colouring", steps)
        .with_about(
            "each block goes directly along a tour, in a step with those whose intervals \
             it leaves free",
        )
        .with_source("interval-graph colouring; any graph by Lemma U")
        .with_needs(&[Need::tour("any p, any map")])
        .with_at_least(at_least);

/// Who moves from which position of the tour to which, in which class: those ahead, then those back.
struct Colouring {
    tour: Tour,
    ahead: Vec<((u32, u32), usize)>,
    back: Vec<((u32, u32), usize)>,
    /// The class with which those that go back begin.
    back_from: usize,
    classes: usize,
}

impl Colouring {
    fn of(request: &Request) -> Self {
        let tour = Tour::new(&request.topology);
        let (position, target) = (tour.positions(), targets(&request.instance));
        let ends = (0..request.instance.nodes)
            .map(|at| (at, position[target[tour.node(at) as usize] as usize]));
        let (ahead, back): (Vec<_>, Vec<_>) =
            ends.filter(|(at, to)| at != to).partition(|(at, to)| at < to);
        let turned: Vec<(u32, u32)> = back.iter().map(|(at, to)| (*to, *at)).collect();
        let classes = [intervals::classes(&ahead), intervals::classes(&turned)];
        let [up, down] = [0, 1].map(|way: usize| classes[way].iter().max().map_or(0, |c| c + 1));
        let share = request.topology.offers(Feature::Line);
        let back_from = if share { 0 } else { up };
        let [ahead_in, back_in] = classes;
        Colouring {
            tour,
            ahead: ahead.into_iter().zip(ahead_in).collect(),
            back: back.into_iter().zip(back_in).collect(),
            back_from,
            classes: up.max(back_from + down),
        }
    }
}

/// As many steps as classes.
pub(in crate::planner) fn at_least(request: &Request) -> usize {
    Colouring::of(request).classes
}

/// The steps of any permutation.
pub(in crate::planner) fn steps(request: &Request) -> Box<dyn Steps> {
    let of = &request.instance;
    let Colouring { tour, ahead, back, back_from, classes } = Colouring::of(request);
    let mut steps = vec![Step::default(); classes];
    for ((at, to), class) in ahead {
        let message = tour.message(at, to, of.blocks_of(tour.node(at)));
        steps[class].messages.push(message);
    }
    for ((at, to), class) in back {
        let message = tour.message_back(at, to, of.blocks_of(tour.node(at)));
        steps[back_from + class].messages.push(message);
    }
    Box::new(Listed(steps))
}
