//! The exclusive scan along the tour: everyone hands its own to the next, and the others scan that.
//!
//! Step 1: node v sends its own to node v + 1. Then nodes 1 to p - 1 run Brent and Kung's scan of what
//! they received, kept apart from their own. Cost: (1 + b(p - 1))(t_s + m t_w) with b(p) = floor(log2
//! p) + floor(log2(p/3)) + 1, b(1) = 0, and nothing for one node; any p, wherever the nodes are
//! numbered along a tour; exclusive. The operator need not commute. Literature: Brent and Kung 1982;
//! on any such graph derived here.

use super::up_and_down::UpAndDown;
use crate::planner::algorithm::{Formula, Need, Plan, Requirement};
use crate::planner::tour::Tour;
use crate::planner::{Algorithm, StepCosts};
use crate::schedule::{Payload, Runs, Step, Steps, Value};
use crate::topology::Feature;

pub(in crate::planner) static SHIFTED_BRENT_KUNG: Algorithm = Algorithm {
    name: "shifted-brent-kung",
    collective: "scan",
    about: "everyone hands its own to the next, then they scan what they received; exclusive",
    source: "Brent and Kung 1982; along a tour by Lemma U",
    needs: &[
        Need::of(Feature::Numbered, "any p; exclusive"),
        Need::tour("numbered along a tour; exclusive"),
    ],
    requires: &[Requirement::Exclusive, Requirement::AlongATour],
    cost: Formula::Text(
        "min(p - 1, 1 + max(0, floor(log2 max(1, p - 1)) \
                       + floor(log2(max(1, p - 1)/3)) + 1)) (t_s + m t_w)",
    ),
    step_costs: |_, _| {
        let count = "min(p - 1, 1 + max(0, floor(log2 max(1, p - 1)) \
                     + floor(log2(max(1, p - 1)/3)) + 1))";
        Some(StepCosts::steps(count, "t_s + m t_w"))
    },
    plan: Plan::Made(|request| {
        let blocks = request.instance.all_blocks();
        let sweep = UpAndDown::of(request.instance.nodes - 1);
        Box::new(Messages { tour: Tour::new(&request.topology), sweep, blocks })
    }),
    ..Algorithm::COMMON
};

struct Messages {
    tour: Tour,
    /// The scan of nodes 1 to p - 1, counted from 0.
    sweep: UpAndDown,
    blocks: Runs,
}

impl Steps for Messages {
    fn count(&self) -> usize {
        self.sweep.count() + usize::from(self.tour.len() > 1)
    }

    fn messages(&self) -> u128 {
        self.sweep.messages() + u128::from(self.tour.len()) - 1
    }

    fn step_into(&self, k: usize, step: &mut Step) {
        step.messages.clear();
        let blocks = || self.blocks.clone();
        if k == 0 {
            let senders = 0..self.tour.len() - 1;
            step.messages.extend(senders.map(|v| self.tour.message(v, v + 1, blocks())));
            return;
        }
        // Node v + 1 received what node v had, so it is the v-th of the scan.
        self.sweep.for_each(k - 1, |from, to, first| {
            let contributors = Some(self.tour.contributors(first, from + 1));
            let payload = Payload::Values(Box::new([Value { blocks: blocks(), contributors }]));
            step.messages.push(self.tour.carrying(from + 1, to + 1, payload));
        });
    }
}
