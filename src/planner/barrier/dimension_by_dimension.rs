//! Rows, then columns: everyone hears of its line by way of a few, along one dimension after another.
//!
//! The last dimension first; along each the step rule is that of `planner/parts.rs`. Cost:
//! (u(k_1) + u(k_2) + ..) t_s for sides k_1, k_2, .., with the u of a linear array or, with
//! wraparound, of a ring; any sides. Derived here.

use crate::planner::algorithm::{Formula, Need, Plan};
use crate::planner::in_turn::InTurn;
use crate::planner::{Algorithm, StepCosts, over_sides, parts};
use crate::topology::Feature;

pub(in crate::planner) static DIMENSION_BY_DIMENSION: Algorithm = Algorithm {
    name: "dimension-by-dimension",
    collective: "barrier",
    about: "by way of a few nodes of each row, then of each column, and so on",
    source: "derived here",
    needs: &[Need::of(Feature::Sides, "any sides")],
    cost: Formula::Made(|family, sides| {
        let shape = parts::line_shape(family.offers().contains(&Feature::ClosedSides));
        let sum = over_sides(sides, |i| shape.steps_of(&format!("k_{i}")));
        format!("({sum}) t_s")
    }),
    step_costs: |family, sides| {
        let shape = parts::line_shape(family.offers().contains(&Feature::ClosedSides));
        let count = |j| shape.steps_of(&format!("k_{j}"));
        Some(StepCosts::by_dimension(sides, count, "t_s"))
    },
    plan: Plan::Made(|request| {
        let blocks = request.instance.all_blocks();
        Box::new(InTurn(parts::by_dimension(&request.topology, &blocks, false)))
    }),
    ..Algorithm::COMMON
};
