//! Recursive doubling: in step i partners across dimension i tell each other.
//!
//! After step i everyone has heard of its subcube of 2^(i+1) nodes. Cost: t_s log p, p = 2^d, where
//! each pair has a way of its own. Textbook: Grama et al. 2003, section 4.3, all-reduce as a
//! barrier.

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
        "barrier"
    }

    fn about(&self) -> &'static str {
        "in step i nodes that differ in bit i tell each other of all they have heard of"
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
        let formula = "t_s log p".to_owned();
        Some(ClosedForm { formula, source: self.source(), textbook: None })
    }

    fn step_costs(&self, _family: &'static dyn Family, _sides: usize) -> Option<StepCosts> {
        Some(StepCosts::steps("log p", "t_s").powers_of_two())
    }

    fn steps(&self, request: &Request) -> Box<dyn Steps> {
        let instance = &request.instance;
        Box::new(Exchange { nodes: instance.nodes, blocks: instance.all_blocks() })
    }

    fn templates(&self, request: &Request) -> Option<Planned> {
        exchange::templates(request)
    }
}
