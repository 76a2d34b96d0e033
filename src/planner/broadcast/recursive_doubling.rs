//! Recursive doubling, farthest first: who has the message sends it half of the rest away.
//!
//! Step k: the first node of each interval of the tour sends to the first node of its second half.
//! Cost: ceil(log2 p)(t_s + m t_w), for any p and root, on every connected graph without
//! congestion (specs/lemmas.md). Source: Grama et al. 2003, section 4.1.1, Figure 4.2.

use crate::planner::algorithm::{Formula, Need, Plan, Taught};
use crate::planner::halving;
use crate::planner::tour::Tour;
use crate::planner::{Algorithm, EQUATION_4_1, StepCosts};
use crate::schedule::{Runs, Step, Steps};

pub(in crate::planner) static RECURSIVE_DOUBLING: Algorithm = Algorithm {
    name: "recursive-doubling",
    collective: "broadcast",
    about: "far first: each holder sends to the middle of the interval that it still has to serve",
    source: "Grama et al. 2003, section 4.1.1; any graph by Lemma U",
    needs: &[Need::tour("any p, any root")],
    textbook: &["linear-array", "ring"],
    cost: Formula::Text("ceil(log2 p) (t_s + m t_w)"),
    taught: Taught::Everywhere(EQUATION_4_1),
    step_costs: |_, _| Some(StepCosts::steps("ceil(log2 p)", "t_s + m t_w")),
    plan: Plan::Made(|request| {
        let instance = &request.instance;
        Box::new(TourHalving::new(
            Tour::new(&request.topology),
            instance.root,
            instance.all_blocks(),
        ))
    }),
    ..Algorithm::COMMON
};

/// Interval halving along a tour from a root, every message with the same blocks.
pub(in crate::planner) struct TourHalving {
    tour: Tour,
    start: u32,
    blocks: Runs,
}

impl TourHalving {
    pub(in crate::planner) fn new(tour: Tour, root: u32, blocks: Runs) -> Self {
        let start = tour.position(root);
        TourHalving { tour, start, blocks }
    }
}

impl Steps for TourHalving {
    fn count(&self) -> usize {
        halving::step_count(self.tour.len())
    }

    fn messages(&self) -> u128 {
        u128::from(self.tour.len()) - 1
    }

    fn step_into(&self, k: usize, step: &mut Step) {
        step.messages.clear();
        halving::for_each_split(self.tour.len(), k, |start, middle, _| {
            let (from, to) = (self.start + start, self.start + middle);
            step.messages.push(self.tour.message(from, to, self.blocks.clone()));
        });
    }
}
