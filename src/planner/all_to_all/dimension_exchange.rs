//! Dimension exchange: one dimension a step, everyone sends all that is for the other side.
//!
//! Step i: nodes that differ in bit i exchange the p/2 blocks that are for the other's half. Cost:
//! (t_s + m t_w p/2) log p, p = 2^d. Source: textbook, Grama et al. 2003, section 4.5.3, Figure
//! 4.20; beside pairwise exchange it has fewer steps and more words.

use super::cube_exchange;
use crate::planner::template::Planned;
use crate::planner::{
    Algorithm, ClosedForm, PlanError, Request, StepCosts, Use, no_order, power_of_two,
};
use crate::schedule::Steps;
use crate::topology::Family;

pub(super) struct DimensionExchange;

impl Algorithm for DimensionExchange {
    fn name(&self) -> &'static str {
        "dimension-exchange"
    }

    fn collective(&self) -> &'static str {
        "all-to-all"
    }

    fn about(&self) -> &'static str {
        "step i: nodes that differ in bit i exchange all that is for the other's half"
    }

    fn source(&self) -> &'static str {
        "Grama et al. 2003, section 4.5.3, Figure 4.20"
    }

    fn on(&self, family: &'static dyn Family) -> Option<Use> {
        cube_exchange::further(family)
    }

    fn fits(&self, request: &Request) -> Result<(), PlanError> {
        no_order(self.name(), request)?;
        power_of_two(self.name(), request)
    }

    fn closed_form(&self, _family: &'static dyn Family, _sides: usize) -> Option<ClosedForm> {
        let formula = "(t_s + m t_w p/2) log p".to_owned();
        Some(ClosedForm { formula, source: self.source(), textbook: None })
    }

    fn step_costs(&self, _family: &'static dyn Family, _sides: usize) -> Option<StepCosts> {
        Some(StepCosts::steps("log p", "t_s + m t_w p/2").powers_of_two())
    }

    fn steps(&self, request: &Request) -> Box<dyn Steps> {
        let d = request.instance.nodes.trailing_zeros();
        cube_exchange::steps(request, vec![1; d as usize])
    }

    fn templates(&self, request: &Request) -> Option<Planned> {
        let d = request.instance.nodes.trailing_zeros();
        cube_exchange::templates(request, vec![1; d as usize])
    }
}
