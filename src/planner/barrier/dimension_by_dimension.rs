//! Rows, then columns: everyone hears of its line by way of a few, along one dimension after another.
//!
//! The last dimension first; along each the step rule is that of `planner/parts.rs`. Cost:
//! (u(k_1) + u(k_2) + ..) t_s for sides k_1, k_2, .., with the u of a linear array or, with
//! wraparound, of a ring; any sides. Derived here.

use crate::planner::in_turn::InTurn;
use crate::planner::{Algorithm, ClosedForm, Request, StepCosts, Use, over_sides, parts};
use crate::schedule::Steps;
use crate::topology::Family;

pub(in crate::planner) struct DimensionByDimension;

impl Algorithm for DimensionByDimension {
    fn name(&self) -> &'static str {
        "dimension-by-dimension"
    }

    fn collective(&self) -> &'static str {
        "barrier"
    }

    fn about(&self) -> &'static str {
        "by way of a few nodes of each row, then of each column, and so on"
    }

    fn source(&self) -> &'static str {
        "derived here"
    }

    fn on(&self, family: &'static dyn Family) -> Option<Use> {
        let applies = matches!(family.name(), "mesh" | "torus");
        applies.then_some(Use::further("any sides"))
    }

    fn closed_form(&self, family: &'static dyn Family, sides: usize) -> Option<ClosedForm> {
        let shape = parts::line_shape(family.name() == "torus");
        let sum = over_sides(sides, |i| shape.steps_of(&format!("k_{i}")));
        let formula = format!("({sum}) t_s");
        Some(ClosedForm { formula, source: self.source(), textbook: None })
    }

    fn step_costs(&self, family: &'static dyn Family, sides: usize) -> Option<StepCosts> {
        let shape = parts::line_shape(family.name() == "torus");
        let count = |j| shape.steps_of(&format!("k_{j}"));
        Some(StepCosts::by_dimension(sides, count, "t_s"))
    }

    fn steps(&self, request: &Request) -> Box<dyn Steps> {
        let blocks = request.instance.all_blocks();
        Box::new(InTurn(parts::by_dimension(&request.topology, &blocks, false)))
    }
}
