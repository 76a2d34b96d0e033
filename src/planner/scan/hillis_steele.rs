//! Hillis and Steele's scan: in step i everyone hands its sum to the node 2^i further on.
//!
//! After step i node v has the sum of the 2^(i+1) nodes up to itself, or of all from 0 on. Cost:
//! ceil(log2 p)(t_s + m t_w), any p, where every node has a way of its own to any other; inclusive.
//! What arrives lies wholly before what is there, so the operator need not commute. Literature:
//! Kogge and Stone 1973; Hillis and Steele 1986.

use crate::planner::algorithm::{Formula, Need, Plan, Requirement};
use crate::planner::{Algorithm, StepCosts, ceil_log2};
use crate::schedule::{Message, Runs, Step, Steps};
use crate::topology::Feature;

pub(in crate::planner) static HILLIS_STEELE: Algorithm = Algorithm {
    name: "hillis-steele",
    collective: "scan",
    about: "in step i every node sends its sum to the node 2^i further on; inclusive",
    source: "Hillis and Steele 1986; Kogge and Stone 1973",
    needs: &[Need::of(Feature::Pairs, "any p; inclusive")],
    requires: &[Requirement::Inclusive],
    cost: Formula::Text("ceil(log2 p) (t_s + m t_w)"),
    step_costs: |_, _| Some(StepCosts::steps("ceil(log2 p)", "t_s + m t_w")),
    plan: Plan::Made(|request| {
        let instance = &request.instance;
        Box::new(Messages { nodes: instance.nodes, blocks: instance.all_blocks() })
    }),
    ..Algorithm::COMMON
};

struct Messages {
    nodes: u32,
    blocks: Runs,
}

impl Steps for Messages {
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
