//! The exclusive scan along the tour: everyone hands its own to the next, and the others scan that.
//!
//! Step 1: node v sends its own to node v + 1. Then nodes 1 to p - 1 run Brent and Kung's scan of what
//! they received, kept apart from their own. Cost: (1 + b(p - 1))(t_s + m t_w) with b(p) = floor(log2
//! p) + floor(log2(p/3)) + 1, b(1) = 0, and nothing for one node; any p, wherever the nodes are
//! numbered along a tour; exclusive. The operator need not commute. Literature: Brent and Kung 1982;
//! on any such graph derived here.

use super::up_and_down::UpAndDown;
use super::{along_a_tour, exclusive};
use crate::planner::tour::Tour;
use crate::planner::{Algorithm, ClosedForm, PlanError, Request, StepCosts, Use, no_order};
use crate::schedule::{Payload, Runs, Step, Steps, Value};
use crate::topology::Family;

pub(in crate::planner) struct ShiftedBrentKung;

impl Algorithm for ShiftedBrentKung {
    fn name(&self) -> &'static str {
        "shifted-brent-kung"
    }

    fn collective(&self) -> &'static str {
        "scan"
    }

    fn about(&self) -> &'static str {
        "everyone hands its own to the next, then they scan what they received; exclusive"
    }

    fn source(&self) -> &'static str {
        "Brent and Kung 1982; along a tour by Lemma U"
    }

    fn on(&self, family: &'static dyn Family) -> Option<Use> {
        let elsewhere = matches!(family.name(), "node-tree" | "graph");
        let numbered = "numbered along a tour; exclusive";
        Some(Use::further(if elsewhere { numbered } else { "any p; exclusive" }))
    }

    fn fits(&self, request: &Request) -> Result<(), PlanError> {
        no_order(self.name(), request)?;
        exclusive(self.name(), request)?;
        along_a_tour(self.name(), request)
    }

    fn closed_form(&self, _family: &'static dyn Family, _sides: usize) -> Option<ClosedForm> {
        // With one node max(1, p - 1) is there only for the logarithm to have a value.
        let formula = "min(p - 1, 1 + max(0, floor(log2 max(1, p - 1)) \
                       + floor(log2(max(1, p - 1)/3)) + 1)) (t_s + m t_w)"
            .to_owned();
        Some(ClosedForm { formula, source: self.source(), textbook: None })
    }

    fn step_costs(&self, _family: &'static dyn Family, _sides: usize) -> Option<StepCosts> {
        let count = "min(p - 1, 1 + max(0, floor(log2 max(1, p - 1)) \
                     + floor(log2(max(1, p - 1)/3)) + 1))";
        Some(StepCosts::steps(count, "t_s + m t_w"))
    }

    fn steps(&self, request: &Request) -> Box<dyn Steps> {
        let blocks = request.instance.all_blocks();
        let sweep = UpAndDown::of(request.instance.nodes - 1);
        Box::new(Plan { tour: Tour::new(&request.topology), sweep, blocks })
    }
}

struct Plan {
    tour: Tour,
    /// The scan of nodes 1 to p - 1, counted from 0.
    sweep: UpAndDown,
    blocks: Runs,
}

impl Steps for Plan {
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
