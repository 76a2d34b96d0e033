//! Recursive doubling, farthest first: who has the message sends it half of the rest away.
//!
//! Step k: the first node of each interval of the tour sends to the first node of its second half.
//! Cost: ceil(log2 p)(t_s + m t_w), for any p and root, on every connected graph without
//! congestion (specs/lemmas.md). Source: Grama et al. 2003, section 4.1.1, Figure 4.2.

use crate::planner::halving;
use crate::planner::tour::Tour;
use crate::planner::{Algorithm, ClosedForm, EQUATION_4_1, Request, StepCosts, Use};
use crate::schedule::{Runs, Step, Steps};
use crate::topology::Family;

pub(in crate::planner) struct RecursiveDoubling;

impl Algorithm for RecursiveDoubling {
    fn name(&self) -> &'static str {
        "recursive-doubling"
    }

    fn collective(&self) -> &'static str {
        "broadcast"
    }

    fn about(&self) -> &'static str {
        "far first: each holder sends to the middle of the interval that it still has to serve"
    }

    fn source(&self) -> &'static str {
        "Grama et al. 2003, section 4.1.1; any graph by Lemma U"
    }

    fn on(&self, family: &'static dyn Family) -> Option<Use> {
        Some(match family.name() {
            "linear-array" | "ring" => Use::textbook("any p, any root"),
            _ => Use::further("any p, any root"),
        })
    }

    fn closed_form(&self, _family: &'static dyn Family, _sides: usize) -> Option<ClosedForm> {
        let formula = "ceil(log2 p) (t_s + m t_w)".to_owned();
        Some(ClosedForm { formula, source: self.source(), textbook: Some(EQUATION_4_1) })
    }

    fn step_costs(&self, _family: &'static dyn Family, _sides: usize) -> Option<StepCosts> {
        Some(StepCosts::steps("ceil(log2 p)", "t_s + m t_w"))
    }

    fn steps(&self, request: &Request) -> Box<dyn Steps> {
        let instance = &request.instance;
        Box::new(TourHalving::new(
            Tour::new(&request.topology),
            instance.root,
            instance.all_blocks(),
        ))
    }
}

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
