//! The chain: each node hands the message on to the next.
//!
//! Step k: the k-th node of the tour, counted from the source, sends to the one after it. Cost:
//! (p - 1)(t_s + m t_w). On a ring, and from the end of an array, the next node is a neighbour;
//! elsewhere the message follows the tour of a spanning tree. Source: the naive method of the
//! lecture notes, "from one process to the next".

use crate::planner::algorithm::{Formula, Need, Plan};
use crate::planner::tour::Tour;
use crate::planner::{Algorithm, StepCosts};
use crate::schedule::{Runs, Step, Steps};

pub(in crate::planner) static CHAIN: Algorithm = Algorithm {
    name: "chain",
    collective: "broadcast",
    about: "each node hands the message on to the next, neighbour to neighbour",
    source: "CS3006 lecture notes, naive method on an array",
    needs: &[Need::tour("any p, any root")],
    cost: Formula::Text("(p - 1) (t_s + m t_w)"),
    step_costs: |_, _| Some(StepCosts::steps("p - 1", "t_s + m t_w")),
    plan: Plan::Made(|request| {
        let tour = Tour::new(&request.topology);
        let start = tour.position(request.instance.root);
        Box::new(Messages { tour, start, blocks: request.instance.all_blocks() })
    }),
    ..Algorithm::COMMON
};

struct Messages {
    tour: Tour,
    start: u32,
    blocks: Runs,
}

impl Steps for Messages {
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
