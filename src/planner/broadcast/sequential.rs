//! Sequential sends: the source sends to one node after another.
//!
//! Step k: the source sends to the k-th other node. Cost: (p - 1)(t_s + m t_w). Source: the naive
//! way of Grama et al. 2003, section 4.1.1. The source is the bottleneck and one link is in use.

use crate::planner::{Algorithm, ClosedForm, Request, StepCosts, Use};
use crate::schedule::{Message, Runs, Step, Steps};
use crate::topology::{Family, Vertex};

pub(in crate::planner) struct Sequential;

impl Algorithm for Sequential {
    fn name(&self) -> &'static str {
        "sequential"
    }

    fn collective(&self) -> &'static str {
        "broadcast"
    }

    fn about(&self) -> &'static str {
        "the source sends to one node after another"
    }

    fn source(&self) -> &'static str {
        "Grama et al. 2003, section 4.1.1 (naive)"
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
        Box::new(Plan {
            nodes: request.topology.nodes(),
            root: request.instance.root,
            blocks: request.instance.all_blocks(),
        })
    }
}

struct Plan {
    nodes: u32,
    root: Vertex,
    blocks: Runs,
}

impl Steps for Plan {
    fn count(&self) -> usize {
        self.nodes as usize - 1
    }

    fn messages(&self) -> u128 {
        u128::from(self.nodes) - 1
    }

    fn step_into(&self, k: usize, step: &mut Step) {
        step.messages.clear();
        let k = u32::try_from(k).unwrap_or(u32::MAX);
        // The others are the numbers below the root and those above it.
        let to = if k < self.root { k } else { k + 1 };
        step.messages.push(Message::plain(self.root, to, self.blocks.clone()));
    }
}
