//! Rabenseifner's halving and doubling: partners swap halves of what they have, and halves again.
//!
//! The vector is cut in p pieces. Recursive halving leaves piece j summed up at node j, log p steps;
//! recursive doubling brings all pieces to all, log p more. Cost: 2 t_s log p + 2 m t_w (p - 1)/p,
//! p = 2^d, where each pair has a way of its own: the fewest words there are. Literature:
//! Rabenseifner 2004; Grama et al. 2003, section 4.7.1, where the last factor is taken as 1.

use crate::planner::scattered::{self, IMPROVED};
use crate::planner::{
    Algorithm, ClosedForm, PlanError, Request, StepCosts, Use, all_gather, no_order, power_of_two,
};
use crate::schedule::Steps;
use crate::topology::Family;

pub(in crate::planner) struct HalvingDoubling;

impl Algorithm for HalvingDoubling {
    fn name(&self) -> &'static str {
        "halving-doubling"
    }

    fn collective(&self) -> &'static str {
        "all-reduce"
    }

    fn about(&self) -> &'static str {
        "p pieces: reduce-scatter by recursive halving, then all-gather by recursive doubling"
    }

    fn source(&self) -> &'static str {
        "Rabenseifner 2004"
    }

    fn on(&self, family: &'static dyn Family) -> Option<Use> {
        let pairs = matches!(family.name(), "hypercube" | "complete" | "star" | "switch");
        pairs.then_some(Use::further("p = 2^d; p pieces"))
    }

    fn fits(&self, request: &Request) -> Result<(), PlanError> {
        no_order(self.name(), request)?;
        power_of_two(self.name(), request)
    }

    fn pieces(&self, request: &Request) -> u32 {
        request.instance.nodes
    }

    fn closed_form(&self, _family: &'static dyn Family, _sides: usize) -> Option<ClosedForm> {
        let formula = "2 t_s log p + 2 m t_w (p - 1)/p".to_owned();
        Some(ClosedForm { formula, source: self.source(), textbook: Some(IMPROVED) })
    }

    fn step_costs(&self, _family: &'static dyn Family, _sides: usize) -> Option<StepCosts> {
        let all_gather = StepCosts::steps("log p", "t_s + 2^i m t_w/p");
        Some(all_gather.clone().backwards().then(all_gather).powers_of_two())
    }

    fn steps(&self, request: &Request) -> Box<dyn Steps> {
        scattered::all_reduce(&all_gather::RecursiveDoubling, request)
    }
}
