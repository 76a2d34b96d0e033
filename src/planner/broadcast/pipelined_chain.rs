//! The pipelined chain: pieces follow each other from node to node.
//!
//! Step t: the node x places after the root sends piece t - x to the next of the tour. Cost:
//! (p - 2 + n)(t_s + m t_w/n) for n pieces, nothing for one node; any p and root, on every connected
//! graph: the arcs of a step are disjoint (specs/lemmas.md, Lemma U). The best n is about
//! sqrt((p - 2) m t_w/t_s). Literature: folklore.

use crate::planner::tour::Tour;
use crate::planner::{Algorithm, ClosedForm, Request, StepCosts, Use};
use crate::schedule::{Runs, Step, Steps};
use crate::topology::Family;

pub(in crate::planner) struct PipelinedChain;

impl Algorithm for PipelinedChain {
    fn name(&self) -> &'static str {
        "pipelined-chain"
    }

    fn collective(&self) -> &'static str {
        "broadcast"
    }

    fn about(&self) -> &'static str {
        "n pieces follow each other from node to node, as many as --pieces says"
    }

    fn source(&self) -> &'static str {
        "folklore; any graph by Lemma U"
    }

    fn on(&self, _family: &'static dyn Family) -> Option<Use> {
        Some(Use::further("any p, any root; n pieces"))
    }

    fn closed_form(&self, _family: &'static dyn Family, _sides: usize) -> Option<ClosedForm> {
        let formula = "min(1, p - 1) (p - 2 + n) (t_s + m t_w/n)".to_owned();
        Some(ClosedForm { formula, source: self.source(), textbook: None })
    }

    fn step_costs(&self, _family: &'static dyn Family, _sides: usize) -> Option<StepCosts> {
        Some(StepCosts::steps("min(1, p - 1) (p - 2 + n)", "t_s + m t_w/n"))
    }

    fn steps(&self, request: &Request) -> Box<dyn Steps> {
        let tour = Tour::new(&request.topology);
        let start = tour.position(request.instance.root);
        Box::new(Plan { tour, start, pieces: request.instance.pieces })
    }
}

struct Plan {
    tour: Tour,
    start: u32,
    pieces: u32,
}

impl Steps for Plan {
    fn count(&self) -> usize {
        if self.tour.len() == 1 {
            return 0;
        }
        self.tour.len() as usize - 2 + self.pieces as usize
    }

    fn messages(&self) -> u128 {
        (u128::from(self.tour.len()) - 1) * u128::from(self.pieces)
    }

    fn step_into(&self, k: usize, step: &mut Step) {
        step.messages.clear();
        for x in 0..self.tour.len() - 1 {
            let piece = k.checked_sub(x as usize).filter(|piece| *piece < self.pieces as usize);
            let Some(piece) = piece else { continue };
            let at = self.start + x;
            step.messages.push(self.tour.message(at, at + 1, Runs::one(piece as u64)));
        }
    }
}
