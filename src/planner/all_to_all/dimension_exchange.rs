//! Dimension exchange: one dimension a step, everyone sends all that is for the other side.
//!
//! Step i: nodes that differ in bit i exchange the p/2 blocks that are for the other's half. Cost:
//! (t_s + m t_w p/2) log p, p = 2^d. Source: textbook, Grama et al. 2003, section 4.5.3, Figure
//! 4.20; beside pairwise exchange it has fewer steps and more words.

use super::cube_exchange;
use crate::planner::algorithm::{Formula, Need, Plan, Requirement};
use crate::planner::{Algorithm, StepCosts};
use crate::topology::Feature;

pub(in crate::planner) static DIMENSION_EXCHANGE: Algorithm = Algorithm {
    name: "dimension-exchange",
    collective: "all-to-all",
    about: "step i: nodes that differ in bit i exchange all that is for the other's half",
    source: "Grama et al. 2003, section 4.5.3, Figure 4.20",
    needs: &[Need::of(Feature::Shifts, "p = 2^d")],
    requires: &[Requirement::PowerOfTwo],
    cost: Formula::Text("(t_s + m t_w p/2) log p"),
    step_costs: |_, _| Some(StepCosts::steps("log p", "t_s + m t_w p/2").powers_of_two()),
    plan: Plan::Made(|request| {
        let d = request.instance.nodes.trailing_zeros();
        cube_exchange::steps(request, vec![1; d as usize])
    }),
    templates: |request| {
        let d = request.instance.nodes.trailing_zeros();
        cube_exchange::templates(request, vec![1; d as usize])
    },
    ..Algorithm::COMMON
};
