//! The chain: each node hands the message on to the next.
//!
//! Step k: the k-th node of the tour, counted from the source, sends to the one after it. Cost:
//! (p - 1)(t_s + m t_w). On a ring, and from the end of an array, the next node is a neighbour;
//! elsewhere the message follows the tour of a spanning tree. Source: the naive method of the
//! lecture notes, "from one process to the next".

use crate::planner::tour::Tour;
use crate::planner::{Algorithm, ClosedForm, Request, StepCosts, Use};
use crate::schedule::{Runs, Step, Steps};
use crate::topology::Family;

pub(in crate::planner) struct Chain;

impl Algorithm for Chain {
    fn name(&self) -> &'static str {
        "chain"
    }

    fn collective(&self) -> &'static str {
        "broadcast"
    }

    fn about(&self) -> &'static str {
        "each node hands the message on to the next, neighbour to neighbour"
    }

    fn source(&self) -> &'static str {
        "CS3006 lecture notes, naive method on an array"
    }

    fn on(&self, _family: &'static dyn Family) -> Option<Use> {
        Some(Use::further("any p, any root"))
    }

    fn closed_form(&self, _family: &'static dyn Family, _sides: usize) -> Option<ClosedForm> {
        let formula = "(p - 1) (t_s + m t_w)".to_owned();
        Some(ClosedForm { formula, source: self.source(), textbook: None })
    }

    fn step_costs(&self, _family: &'static dyn Family, _sides: usize) -> Option<StepCosts> {
        Some(StepCosts::steps("p - 1", "t_s + m t_w"))
    }

    fn steps(&self, request: &Request) -> Box<dyn Steps> {
        let tour = Tour::new(&request.topology);
        let start = tour.position(request.instance.root);
        Box::new(Plan { tour, start, blocks: request.instance.all_blocks() })
    }
}

struct Plan {
    tour: Tour,
    start: u32,
    blocks: Runs,
}

impl Steps for Plan {
    fn count(&self) -> usize {
        self.tour.len() as usize - 1
    }

    fn messages(&self) -> u128 {
        u128::from(self.tour.len()) - 1
    }

    fn step_into(&self, k: usize, step: &mut Step) {
        step.messages.clear();
        let at = self.start + u32::try_from(k).unwrap_or(0);
        step.messages.push(self.tour.message(at, at + 1, self.blocks.clone()));
    }
}
