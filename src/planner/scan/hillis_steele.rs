//! Hillis and Steele's scan: in step i everyone hands its sum to the node 2^i further on.
//!
//! After step i node v has the sum of the 2^(i+1) nodes up to itself, or of all from 0 on. Cost:
//! ceil(log2 p)(t_s + m t_w), any p, where every node has a way of its own to any other; inclusive.
//! What arrives lies wholly before what is there, so the operator need not commute. Literature:
//! Kogge and Stone 1973; Hillis and Steele 1986.

use super::inclusive;
use crate::planner::{
    Algorithm, ClosedForm, PlanError, Request, StepCosts, Use, ceil_log2, no_order,
};
use crate::schedule::{Message, Runs, Step, Steps};
use crate::topology::Family;

pub(in crate::planner) struct HillisSteele;

impl Algorithm for HillisSteele {
    fn name(&self) -> &'static str {
        "hillis-steele"
    }

    fn collective(&self) -> &'static str {
        "scan"
    }

    fn about(&self) -> &'static str {
        "in step i every node sends its sum to the node 2^i further on; inclusive"
    }

    fn source(&self) -> &'static str {
        "Hillis and Steele 1986; Kogge and Stone 1973"
    }

    fn on(&self, family: &'static dyn Family) -> Option<Use> {
        let applies = matches!(family.name(), "complete" | "star" | "switch");
        applies.then_some(Use::further("any p; inclusive"))
    }

    fn fits(&self, request: &Request) -> Result<(), PlanError> {
        no_order(self.name(), request)?;
        inclusive(self.name(), request)
    }

    fn closed_form(&self, _family: &'static dyn Family, _sides: usize) -> Option<ClosedForm> {
        let formula = "ceil(log2 p) (t_s + m t_w)".to_owned();
        Some(ClosedForm { formula, source: self.source(), textbook: None })
    }

    fn step_costs(&self, _family: &'static dyn Family, _sides: usize) -> Option<StepCosts> {
        Some(StepCosts::steps("ceil(log2 p)", "t_s + m t_w"))
    }

    fn steps(&self, request: &Request) -> Box<dyn Steps> {
        let instance = &request.instance;
        Box::new(Plan { nodes: instance.nodes, blocks: instance.all_blocks() })
    }
}

struct Plan {
    nodes: u32,
    blocks: Runs,
}

impl Steps for Plan {
    fn count(&self) -> usize {
        ceil_log2(self.nodes) as usize
    }

    fn messages(&self) -> u128 {
        (0..self.count()).map(|k| u128::from(self.nodes) - (1 << k)).sum()
    }

    fn step_into(&self, k: usize, step: &mut Step) {
        step.messages.clear();
        let blocks = || self.blocks.clone();
        let senders = 0..self.nodes - (1 << k);
        step.messages.extend(senders.map(|v| Message::plain(v, v + (1 << k), blocks())));
    }
}
