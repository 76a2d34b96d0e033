//! Rows, then columns: the ring algorithm along one dimension after another.
//!
//! The last coordinate first; along each further dimension everyone hands on all that its line of
//! the earlier ones gathered. Cost: (k_1 + k_2 + .. - their number) t_s + (p - 1) m t_w for sides
//! k_1, k_2, ..; any sides, with and without wraparound: on an open line the message from its end
//! to its beginning uses the links that the others leave free. Source: Grama et al. 2003,
//! Algorithm 4.6, Figure 4.10.

use super::along_the_lines;
use super::rounds::Rounds;
use crate::planner::algorithm::{Formula, Need, Plan, Taught};
use crate::planner::template::{self, at, brick, span};
use crate::planner::{Algorithm, StepCosts, Textbook};
use crate::schedule::Pattern;
use crate::topology::{Feature, Translations};

/// For a square mesh; with sides that differ it is another number.
const SQUARE: Textbook = Textbook {
    formula: "2 t_s (sqrt(p) - 1) + m t_w (p - 1)",
    source: "Grama et al. 2003, section 4.2.2",
};

pub(in crate::planner) static DIMENSION_BY_DIMENSION: Algorithm = Algorithm {
    name: "dimension-by-dimension",
    collective: "all-gather",
    about: "the ring algorithm along all rows, then along all columns, and so on",
    source: "Grama et al. 2003, Algorithm 4.6",
    needs: &[Need::of(Feature::Sides, "any sides")],
    textbook: &["mesh", "torus"],
    cost: Formula::Text("({k_j} - {sides}) t_s + (p - 1) m t_w"),
    taught: Taught::TwoSides(SQUARE),
    step_costs: |_, sides| Some(StepCosts::rings_by_dimension(sides, "m t_w")),
    plan: Plan::Made(|request| along_the_lines::steps(request, Rounds::OneDirection)),
    templates: |request| {
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
    },
    ..Algorithm::COMMON
};
