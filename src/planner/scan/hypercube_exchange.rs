//! The hypercube's prefix sums: partners swap the sums of their subcubes, and each adds those from
//! below to its result.
//!
//! Step i: node v and node v XOR 2^i swap the sums of their subcubes of 2^i nodes, which both add to
//! what they send next, and the higher of them to its result too. Cost: (t_s + m t_w) log p, p =
//! 2^d, where each pair has a way of its own; inclusive and exclusive. The result is formed of the
//! values received from below, so the operator need not commute. Textbook: Grama et al. 2003,
//! Algorithm 4.9.

use crate::planner::exchange::Exchange;
use crate::planner::{
    Algorithm, ClosedForm, PlanError, Request, StepCosts, Use, no_order, power_of_two,
};
use crate::schedule::Steps;
use crate::topology::Family;

pub(in crate::planner) struct HypercubeExchange;

impl Algorithm for HypercubeExchange {
    fn name(&self) -> &'static str {
        "hypercube-exchange"
    }

    fn collective(&self) -> &'static str {
        "scan"
    }

    fn about(&self) -> &'static str {
        "in step i partners swap the sums of their subcubes; the higher one adds it to its result"
    }

    fn source(&self) -> &'static str {
        "Grama et al. 2003, Algorithm 4.9"
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
}
