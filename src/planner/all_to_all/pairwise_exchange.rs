//! Pairwise exchange: each pair of nodes exchanges its two blocks directly.
//!
//! Step j: node v and node v XOR j exchange, on E-cube routes, which share no link. Cost:
//! (t_s + m t_w)(p - 1), p = 2^d. Source: textbook, Grama et al. 2003, section 4.5.3, Algorithm
//! 4.11, Figure 4.21.

use super::cube_exchange;
use crate::planner::template::Planned;
use crate::planner::{
    Algorithm, ClosedForm, PlanError, Request, StepCosts, Use, no_order, power_of_two,
};
use crate::schedule::Steps;
use crate::topology::Family;

pub(super) struct PairwiseExchange;

impl Algorithm for PairwiseExchange {
    fn name(&self) -> &'static str {
        "pairwise-exchange"
    }

    fn collective(&self) -> &'static str {
        "all-to-all"
    }

    fn about(&self) -> &'static str {
        "step j: v and v XOR j exchange their blocks for each other, on E-cube routes"
    }

    fn source(&self) -> &'static str {
        "Grama et al. 2003, Algorithm 4.11"
    }

    fn on(&self, family: &'static dyn Family) -> Option<Use> {
        match family.name() {
            "hypercube" => Some(Use::textbook("p = 2^d")),
            _ => cube_exchange::further(family),
        }
    }

    fn fits(&self, request: &Request) -> Result<(), PlanError> {
        no_order(self.name(), request)?;
        power_of_two(self.name(), request)
    }

    fn closed_form(&self, _family: &'static dyn Family, _sides: usize) -> Option<ClosedForm> {
        let formula = "(p - 1) (t_s + m t_w)".to_owned();
        Some(ClosedForm { formula, source: self.source(), textbook: None })
    }

    fn step_costs(&self, _family: &'static dyn Family, _sides: usize) -> Option<StepCosts> {
        Some(StepCosts::steps("p - 1", "t_s + m t_w").powers_of_two())
    }

    fn steps(&self, request: &Request) -> Box<dyn Steps> {
        let d = request.instance.nodes.trailing_zeros();
        cube_exchange::steps(request, vec![d])
    }

    fn templates(&self, request: &Request) -> Option<Planned> {
        let d = request.instance.nodes.trailing_zeros();
        cube_exchange::templates(request, vec![d])
    }
}
