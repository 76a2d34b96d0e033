//! Rotation: everyone sends its block for the node j further on directly, for each j in turn.
//!
//! Step j: node v sends to node v + j mod p. Cost: (p - 1)(t_s + m t_w), any p, where every such
//! shift is free of congestion: on E-cube routes of the hypercube (specs/lemmas.md), and
//! wherever each pair has a way of its own. Source: literature, folklore.

use super::block;
use crate::collective::Instance;
use crate::planner::template::{self, Planned, at, brick};
use crate::planner::{Algorithm, ClosedForm, Request, StepCosts, Use};
use crate::schedule::{Message, Pattern, Runs, Step, Steps};
use crate::topology::Family;

pub(super) struct Rotation;

impl Algorithm for Rotation {
    fn name(&self) -> &'static str {
        "rotation"
    }

    fn collective(&self) -> &'static str {
        "all-to-all"
    }

    fn about(&self) -> &'static str {
        "step j: everyone sends its block for the node j further on directly"
    }

    fn source(&self) -> &'static str {
        "folklore"
    }

    fn on(&self, family: &'static dyn Family) -> Option<Use> {
        matches!(family.name(), "hypercube" | "complete" | "star" | "switch")
            .then_some(Use::further("any p"))
    }

    fn closed_form(&self, _family: &'static dyn Family, _sides: usize) -> Option<ClosedForm> {
        let formula = "(p - 1) (t_s + m t_w)".to_owned();
        Some(ClosedForm { formula, source: self.source(), textbook: None })
    }

    fn step_costs(&self, _family: &'static dyn Family, _sides: usize) -> Option<StepCosts> {
        Some(StepCosts::steps("p - 1", "t_s + m t_w"))
    }

    fn steps(&self, request: &Request) -> Box<dyn Steps> {
        Box::new(Plan { instance: request.instance.clone() })
    }

    fn templates(&self, request: &Request) -> Option<Planned> {
        let p = request.instance.nodes;
        let by = template::round(&request.topology);
        template::one_each(request, by, p as usize - 1, |of, k| {
            let to = u32::try_from(k).unwrap_or(0) + 1;
            Pattern::plain(0, to, brick(of, &[at(0), at(to)]))
        })
    }
}

struct Plan {
    instance: Instance,
}

impl Steps for Plan {
    fn count(&self) -> usize {
        self.instance.nodes as usize - 1
    }

    fn messages(&self) -> u128 {
        let p = u128::from(self.instance.nodes);
        p * (p - 1)
    }

    fn step_into(&self, k: usize, step: &mut Step) {
        step.messages.clear();
        let p = self.instance.nodes;
        let by = u32::try_from(k).unwrap_or(0) + 1;
        step.messages.extend((0..p).map(|from| {
            let to = (from + by) % p;
            Message::plain(from, to, Runs::from_iter([block(&self.instance, from, to)]))
        }));
    }
}
