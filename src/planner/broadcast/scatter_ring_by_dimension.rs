//! Scatter, then the rings of one dimension after another: a broadcast of long vectors on grids.
//!
//! The vector is cut in p pieces. Interval halving along the tour brings piece j to node j, the
//! dimension by dimension all-gather brings all to all. Cost: (ceil(log2 p) + k_1 + k_2 + .. - their
//! number) t_s + 2 m t_w (p - 1)/p for sides k_1, k_2, ..; any root. Literature: van de Geijn on
//! meshes, after Grama et al. 2003, section 4.7.1.

use crate::planner::{
    Algorithm, ClosedForm, Request, StepCosts, Use, all_gather, over_sides, scattered,
};
use crate::schedule::Steps;
use crate::topology::Family;

pub(in crate::planner) struct ScatterRingByDimension;

impl Algorithm for ScatterRingByDimension {
    fn name(&self) -> &'static str {
        "scatter-ring-by-dimension"
    }

    fn collective(&self) -> &'static str {
        "broadcast"
    }

    fn about(&self) -> &'static str {
        "p pieces: scatter by interval halving, then all-gather along rows, columns and so on"
    }

    fn source(&self) -> &'static str {
        "Barnett et al. 1994, with the rings of Grama et al. 2003, Algorithm 4.6"
    }

    fn on(&self, family: &'static dyn Family) -> Option<Use> {
        let applies = matches!(family.name(), "mesh" | "torus");
        applies.then_some(Use::further("any sides, any root; p pieces"))
    }

    fn pieces(&self, request: &Request) -> u32 {
        request.instance.nodes
    }

    fn closed_form(&self, _family: &'static dyn Family, sides: usize) -> Option<ClosedForm> {
        let sum = over_sides(sides, |i| format!("k_{i}"));
        let formula = format!("(ceil(log2 p) + {sum} - {sides}) t_s + 2 m t_w (p - 1)/p");
        Some(ClosedForm { formula, source: self.source(), textbook: None })
    }

    fn step_costs(&self, _family: &'static dyn Family, sides: usize) -> Option<StepCosts> {
        let rings = StepCosts::rings_by_dimension(sides, "m t_w/p");
        Some(StepCosts::halving("m t_w/p").then(rings))
    }

    fn steps(&self, request: &Request) -> Box<dyn Steps> {
        scattered::broadcast(&all_gather::DimensionByDimension, request)
    }
}
