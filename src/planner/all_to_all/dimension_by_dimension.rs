//! Along all rows, then along all columns: the ring algorithm one dimension after another.
//!
//! The last coordinate first; along each dimension blocks travel to their target's coordinate in
//! it, on an open line round its end too. Cost: (k_1 + k_2 + .. - their number)(t_s + m t_w p/2)
//! for any sides k_1, k_2, .., with and without wraparound. Source: textbook, Grama et al. 2003,
//! section 4.5.2, Figure 4.19.

use super::along_the_lines;
use super::rounds::Rounds;
use crate::planner::template::Planned;
use crate::planner::{Algorithm, ClosedForm, Request, StepCosts, Textbook, Use, over_sides};
use crate::schedule::Steps;
use crate::topology::Family;

/// For a square mesh; with sides that differ it is another number.
const SQUARE: Textbook = Textbook {
    formula: "(2 t_s + m t_w p) (sqrt(p) - 1)",
    source: "Grama et al. 2003, section 4.5.2",
};

pub(super) struct DimensionByDimension;

impl Algorithm for DimensionByDimension {
    fn name(&self) -> &'static str {
        "dimension-by-dimension"
    }

    fn collective(&self) -> &'static str {
        "all-to-all"
    }

    fn about(&self) -> &'static str {
        "the ring algorithm along all rows, then along all columns, and so on"
    }

    fn source(&self) -> &'static str {
        "Grama et al. 2003, section 4.5.2"
    }

    fn on(&self, family: &'static dyn Family) -> Option<Use> {
        matches!(family.name(), "mesh" | "torus").then_some(Use::textbook("any sides"))
    }

    fn closed_form(&self, _family: &'static dyn Family, sides: usize) -> Option<ClosedForm> {
        let all = over_sides(sides, |i| format!("k_{i}"));
        let formula = format!("({all} - {sides}) (t_s + m t_w p/2)");
        let textbook = (sides == 2).then_some(SQUARE);
        Some(ClosedForm { formula, source: self.source(), textbook })
    }

    fn step_costs(&self, _family: &'static dyn Family, sides: usize) -> Option<StepCosts> {
        let none = StepCosts::steps("0", "t_s");
        Some((1..=sides).rev().fold(none, |all, j| {
            let cost = format!("t_s + p (k_{j} - 1 - i) m t_w/k_{j}");
            all.then(StepCosts::steps(&format!("k_{j} - 1"), &cost))
        }))
    }

    fn steps(&self, request: &Request) -> Box<dyn Steps> {
        along_the_lines::steps(request, Rounds::OneDirection)
    }

    fn templates(&self, request: &Request) -> Option<Planned> {
        along_the_lines::templates(request, Rounds::OneDirection)
    }
}
