//! Recursive doubling: partners swap their sums, across one dimension after another.
//!
//! Step i: node v and node v XOR 2^i exchange the sums of their subcubes of 2^i nodes. Cost:
//! (t_s + m t_w) log p, p = 2^d, where each pair has a way of its own; the operator need not
//! commute. Textbook: Grama et al. 2003, section 4.3.

use crate::planner::exchange::{self, Exchange};
use crate::planner::template::Planned;
use crate::planner::{
    Algorithm, ClosedForm, PlanError, Request, StepCosts, Use, no_order, power_of_two,
};
use crate::schedule::Steps;
use crate::topology::Family;

pub(in crate::planner) struct RecursiveDoubling;

impl Algorithm for RecursiveDoubling {
    fn name(&self) -> &'static str {
        "recursive-doubling"
    }

    fn collective(&self) -> &'static str {
        "all-reduce"
    }

    fn about(&self) -> &'static str {
        "in step i nodes that differ in bit i swap the sums of their subcubes"
    }

    fn source(&self) -> &'static str {
        "Grama et al. 2003, section 4.3"
    }

    fn on(&self, family: &'static dyn Family) -> Option<Use> {
        match family.name() {
            "hypercube" => Some(Use::textbook("p = 2^d")),
            "complete" | "star" | "switch" => Some(Use::further("p = 2^d")),
            _ => None,
        }
    }

    fn fits(&self, request: &Request) -> Result<(), PlanError> {
        no_order(self.name(), request)?;
        power_of_two(self.name(), request)
    }

    fn closed_form(&self, _family: &'static dyn Family, _sides: usize) -> Option<ClosedForm> {
        let formula = "(t_s + m t_w) log p".to_owned();
        Some(ClosedForm { formula, source: self.source(), textbook: None })
    }

    fn step_costs(&self, _family: &'static dyn Family, _sides: usize) -> Option<StepCosts> {
        Some(StepCosts::steps("log p", "t_s + m t_w").powers_of_two())
    }

    fn steps(&self, request: &Request) -> Box<dyn Steps> {
        let instance = &request.instance;
        Box::new(Exchange { nodes: instance.nodes, blocks: instance.all_blocks() })
    }

    fn templates(&self, request: &Request) -> Option<Planned> {
        exchange::templates(request)
    }
}
