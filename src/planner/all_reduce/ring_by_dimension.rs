//! Round the rings of one dimension after another: reduce-scatter there, all-gather back.
//!
//! The vector is cut in p pieces. The dimension by dimension reduce-scatter leaves piece j summed up
//! at node j, the all-gather runs through the dimensions the other way. Cost: 2 (k_1 + k_2 + .. -
//! their number) t_s + 2 m t_w (p - 1)/p for sides k_1, k_2, ..; any sides, with and without
//! wraparound. Literature: Grama et al. 2003, section 4.7.1, on meshes.

use crate::planner::{
    Algorithm, ClosedForm, Request, StepCosts, Use, all_gather, over_sides, scattered,
};
use crate::schedule::Steps;
use crate::topology::Family;

pub(in crate::planner) struct RingByDimension;

impl Algorithm for RingByDimension {
    fn name(&self) -> &'static str {
        "ring-by-dimension"
    }

    fn collective(&self) -> &'static str {
        "all-reduce"
    }

    fn about(&self) -> &'static str {
        "p pieces, summed up and handed round along rows, columns and so on"
    }

    fn source(&self) -> &'static str {
        "Grama et al. 2003, section 4.7.1, with the rings of Algorithm 4.6"
    }

    fn on(&self, family: &'static dyn Family) -> Option<Use> {
        let applies = matches!(family.name(), "mesh" | "torus");
        applies.then_some(Use::further("any sides; p pieces"))
    }

    fn pieces(&self, request: &Request) -> u32 {
        request.instance.nodes
    }

    fn closed_form(&self, _family: &'static dyn Family, sides: usize) -> Option<ClosedForm> {
        let sum = over_sides(sides, |i| format!("k_{i}"));
        let formula = format!("2 ({sum} - {sides}) t_s + 2 m t_w (p - 1)/p");
        Some(ClosedForm { formula, source: self.source(), textbook: None })
    }

    fn step_costs(&self, _family: &'static dyn Family, sides: usize) -> Option<StepCosts> {
        let all_gather = StepCosts::rings_by_dimension(sides, "m t_w/p");
        Some(all_gather.clone().backwards().then(all_gather))
    }

    fn steps(&self, request: &Request) -> Box<dyn Steps> {
        scattered::all_reduce(&all_gather::DimensionByDimension, request)
    }
}
