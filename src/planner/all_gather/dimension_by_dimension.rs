//! Rows, then columns: the ring algorithm along one dimension after another.
//!
//! The last coordinate first; along each further dimension everyone hands on all that its line of
//! the earlier ones gathered. Cost: (k_1 + k_2 + .. - their number) t_s + (p - 1) m t_w for sides
//! k_1, k_2, ..; any sides, with and without wraparound: on an open line the message from its end
//! to its beginning uses the links that the others leave free. Source: Grama et al. 2003,
//! Algorithm 4.6, Figure 4.10.

use super::along_the_lines;
use super::rounds::Rounds;
use crate::planner::template::{self, Planned, at, brick, span};
use crate::planner::{Algorithm, ClosedForm, Request, StepCosts, Textbook, Use, over_sides};
use crate::schedule::{Pattern, Steps};
use crate::topology::{Family, Translations};

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

    fn templates(&self, request: &Request) -> Option<Planned> {
        let sides = request.topology.network().sides()?.to_vec();
        let by = Translations::cyclic(&sides, &vec![1; sides.len()]);
        let count = along_the_lines::count(&sides, Rounds::OneDirection);
        template::one_each(request, by, count, move |of, k| {
            let at_step = along_the_lines::dimension_of(&sides, Rounds::OneDirection, k);
            let (dimension, k) = at_step.unwrap_or((0, 0));
            let stride: u32 = sides[dimension + 1..].iter().product();
            // Of the lines before it in the same place, and all that they gathered.
            let mut ranges = vec![at(0); dimension];
            ranges.push(at((sides[dimension] - k) % sides[dimension]));
            ranges.extend(sides[dimension + 1..].iter().map(|side| span(0, *side)));
            Pattern::plain(0, stride, brick(of, &ranges))
        })
    }
}
