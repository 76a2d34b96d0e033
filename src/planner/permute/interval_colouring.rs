//! Interval colouring: messages whose intervals of a tour are disjoint share a step.
//!
//! Those that go ahead in the order of the tour come first, in as many steps as cross the busiest
//! gap, then those that go back. On the linear array both go in the same steps: they use opposite
//! links. At most floor(p/2) steps each way, t_s + m t_w each; how many depends on the map, so the
//! cost is computed. Any map, on every connected graph (specs/lemmas.md, Lemma U). Source: literature,
//! interval-graph colouring.

use super::{intervals, targets};
use crate::planner::tour::Tour;
use crate::planner::{Algorithm, ClosedForm, Request, Use};
use crate::schedule::{Listed, Step, Steps};
use crate::topology::Family;

pub(super) struct IntervalColouring;

impl Algorithm for IntervalColouring {
    fn name(&self) -> &'static str {
        "interval-colouring"
    }

    fn collective(&self) -> &'static str {
        "permute"
    }

    fn about(&self) -> &'static str {
        "each block goes directly along a tour, in a step with those whose intervals it leaves free"
    }

    fn source(&self) -> &'static str {
        "interval-graph colouring; any graph by Lemma U"
    }

    fn on(&self, _family: &'static dyn Family) -> Option<Use> {
        Some(Use::further("any p, any map"))
    }

    fn closed_form(&self, _family: &'static dyn Family, _sides: usize) -> Option<ClosedForm> {
        None
    }

    fn steps(&self, request: &Request) -> Box<dyn Steps> {
        steps(request)
    }
}

/// The steps of any permutation.
pub(in crate::planner) fn steps(request: &Request) -> Box<dyn Steps> {
    let of = &request.instance;
    let tour = Tour::new(&request.topology);
    let (position, target) = (tour.positions(), targets(of));
    // From which position to which, for those that go ahead and for those that go back.
    let ends = (0..of.nodes).map(|at| (at, position[target[tour.node(at) as usize] as usize]));
    let (ahead, back): (Vec<_>, Vec<_>) =
        ends.filter(|(at, to)| at != to).partition(|(at, to)| at < to);
    let turned: Vec<(u32, u32)> = back.iter().map(|(at, to)| (*to, *at)).collect();
    let mut steps: Vec<Step> = Vec::new();
    let mut put = |class: usize, message| {
        if steps.len() <= class {
            steps.resize_with(class + 1, Step::default);
        }
        steps[class].messages.push(message);
    };
    let classes = intervals::classes(&ahead);
    let after = classes.iter().map(|class| class + 1).max().unwrap_or(0);
    let share = request.topology.is("linear-array");
    for ((at, to), class) in ahead.into_iter().zip(classes) {
        put(class, tour.message(at, to, of.blocks_of(tour.node(at))));
    }
    for ((at, to), class) in back.into_iter().zip(intervals::classes(&turned)) {
        let class = if share { class } else { class + after };
        put(class, tour.message_back(at, to, of.blocks_of(tour.node(at))));
    }
    Box::new(Listed(steps))
}
