//! Along all rows, then along all columns: the ring algorithm one dimension after another.
//!
//! The last coordinate first; along each dimension blocks travel to their target's coordinate in
//! it, on an open line round its end too. Cost: (k_1 + k_2 + .. - their number)(t_s + m t_w p/2)
//! for any sides k_1, k_2, .., with and without wraparound. Source: textbook, Grama et al. 2003,
//! section 4.5.2, Figure 4.19.

use super::along_the_lines;
use super::rounds::Rounds;
use crate::planner::algorithm::{Formula, Need, Plan, Taught};
use crate::planner::{Algorithm, StepCosts, Textbook};
use crate::topology::Feature;

/// For a square mesh; with sides that differ it is another number.
const SQUARE: Textbook = Textbook {
    formula: "(2 t_s + m t_w p) (sqrt(p) - 1)",
    source: "Grama et al. 2003, section 4.5.2",
};

pub(in crate::planner) static DIMENSION_BY_DIMENSION: Algorithm = Algorithm {
    name: "dimension-by-dimension",
    collective: "all-to-all",
    about: "the ring algorithm along all rows, then along all columns, and so on",
    source: "Grama et al. 2003, section 4.5.2",
    needs: &[Need::of(Feature::Sides, "any sides")],
    textbook: &["mesh", "torus"],
    cost: Formula::Text("({k_j} - {sides}) (t_s + m t_w p/2)"),
    taught: Taught::TwoSides(SQUARE),
    step_costs: |_, sides| {
        let none = StepCosts::steps("0", "t_s");
        Some((1..=sides).rev().fold(none, |all, j| {
            let cost = format!("t_s + p (k_{j} - 1 - i) m t_w/k_{j}");
            all.then(StepCosts::steps(&format!("k_{j} - 1"), &cost))
        }))
    },
    plan: Plan::Made(|request| along_the_lines::steps(request, Rounds::OneDirection)),
    templates: |request| along_the_lines::templates(request, Rounds::OneDirection),
    ..Algorithm::COMMON
};
