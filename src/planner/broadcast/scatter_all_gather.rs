//! Scatter, then all-gather: the improved broadcast of long vectors on the hypercube.
//!
//! The vector is cut in p pieces. The scatter halves what a node has to see to along one dimension
//! after another, the highest first; recursive doubling brings all pieces to all. Cost:
//! 2 t_s log p + 2 m t_w (p - 1)/p, p = 2^d, any root, where each pair has a way of its own.
//! Textbook: Grama et al. 2003, section 4.7.1, where the last factor is taken as 1.

use crate::planner::scattered::{self, IMPROVED};
use crate::planner::{
    Algorithm, ClosedForm, PlanError, Request, StepCosts, Use, all_gather, no_order, power_of_two,
};
use crate::schedule::Steps;
use crate::topology::Family;

pub(in crate::planner) struct ScatterAllGather;

impl Algorithm for ScatterAllGather {
    fn name(&self) -> &'static str {
        "scatter-all-gather"
    }

    fn collective(&self) -> &'static str {
        "broadcast"
    }

    fn about(&self) -> &'static str {
        "p pieces: scatter by dimensions, then all-gather by recursive doubling"
    }

    fn source(&self) -> &'static str {
        "Grama et al. 2003, section 4.7.1"
    }

    fn on(&self, family: &'static dyn Family) -> Option<Use> {
        let pairs = matches!(family.name(), "hypercube" | "complete" | "star" | "switch");
        pairs.then_some(Use::further("p = 2^d, any root; p pieces"))
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
        let scatter = StepCosts::steps("log p", "t_s + m t_w/2^(i + 1)");
        let all_gather = StepCosts::steps("log p", "t_s + 2^i m t_w/p");
        Some(scatter.then(all_gather).powers_of_two())
    }

    fn steps(&self, request: &Request) -> Box<dyn Steps> {
        scattered::broadcast_by_dimensions(&all_gather::RecursiveDoubling, request)
    }
}
