//! Rows, then columns: the ring algorithm along one dimension after another.
//!
//! The last coordinate first; along each further dimension everyone hands on all that its line of
//! the earlier ones gathered. Cost: (k_1 + k_2 + .. - their number) t_s + (p - 1) m t_w for sides
//! k_1, k_2, ..; any sides, with and without wraparound: on an open line the message from its end
//! to its beginning uses the links that the others leave free. Source: Grama et al. 2003,
//! Algorithm 4.6, Figure 4.10.

use super::along_the_lines;
use super::rounds::Rounds;
use crate::planner::{Algorithm, ClosedForm, Request, StepCosts, Textbook, Use, over_sides};
use crate::schedule::Steps;
use crate::topology::Family;

pub(in crate::planner) struct DimensionByDimension;

/// For a square mesh; with sides that differ it is another number.
const SQUARE: Textbook = Textbook {
    formula: "2 t_s (sqrt(p) - 1) + m t_w (p - 1)",
    source: "Grama et al. 2003, section 4.2.2",
};

impl Algorithm for DimensionByDimension {
    fn name(&self) -> &'static str {
        "dimension-by-dimension"
    }

    fn collective(&self) -> &'static str {
        "all-gather"
    }

    fn about(&self) -> &'static str {
        "the ring algorithm along all rows, then along all columns, and so on"
    }

    fn source(&self) -> &'static str {
        "Grama et al. 2003, Algorithm 4.6"
    }

    fn on(&self, family: &'static dyn Family) -> Option<Use> {
        matches!(family.name(), "mesh" | "torus").then_some(Use::textbook("any sides"))
    }

    fn closed_form(&self, _family: &'static dyn Family, sides: usize) -> Option<ClosedForm> {
        let sum = over_sides(sides, |i| format!("k_{i}"));
        let formula = format!("({sum} - {sides}) t_s + (p - 1) m t_w");
        let textbook = (sides == 2).then_some(SQUARE);
        Some(ClosedForm { formula, source: self.source(), textbook })
    }

    fn step_costs(&self, _family: &'static dyn Family, sides: usize) -> Option<StepCosts> {
        Some(StepCosts::rings_by_dimension(sides, "m t_w"))
    }

    fn steps(&self, request: &Request) -> Box<dyn Steps> {
        along_the_lines::steps(request, Rounds::OneDirection)
    }
}
