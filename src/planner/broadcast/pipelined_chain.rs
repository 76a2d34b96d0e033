//! The pipelined chain: pieces follow each other from node to node.
//!
//! Step t: the node x places after the root sends piece t - x to the next of the tour. Cost:
//! (p - 2 + n)(t_s + m t_w/n) for n pieces, nothing for one node; any p and root, on every connected
//! graph: the arcs of a step are disjoint (specs/lemmas.md, Lemma U). The best n is about
//! sqrt((p - 2) m t_w/t_s). Literature: folklore.

use crate::planner::algorithm::{Formula, Need, Plan};
use crate::planner::tour::Tour;
use crate::planner::{Algorithm, StepCosts};
use crate::schedule::{Runs, Step, Steps};

pub(in crate::planner) static PIPELINED_CHAIN: Algorithm = Algorithm {
    name: "pipelined-chain",
    collective: "broadcast",
    about: "n pieces follow each other from node to node, as many as --pieces says",
    source: "folklore; any graph by Lemma U",
    needs: &[Need::tour("any p, any root; n pieces")],
    cost: Formula::Text("min(1, p - 1) (p - 2 + n) (t_s + m t_w/n)"),
    step_costs: |_, _| Some(StepCosts::steps("min(1, p - 1) (p - 2 + n)", "t_s + m t_w/n")),
    plan: Plan::Made(|request| {
        let tour = Tour::new(&request.topology);
        let start = tour.position(request.instance.root);
        Box::new(Messages { tour, start, pieces: request.instance.pieces })
    }),
    ..Algorithm::COMMON
};

struct Messages {
    tour: Tour,
    start: u32,
    pieces: u32,
}

impl Steps for Messages {
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
