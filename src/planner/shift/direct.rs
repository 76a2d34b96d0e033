//! Directly: everyone sends to its target in one step.
//!
//! Cost: t_s + m t_w, and nothing for q = 0. Shifts are free of congestion on the E-cube routes of
//! the hypercube (specs/lemmas.md), and wherever each pair has a way of its own. Source:
//! textbook, Grama et al. 2003, section 4.6.2.

use crate::planner::algorithm::{Formula, Need, Plan};
use crate::planner::permute::direct;
use crate::planner::{Algorithm, StepCosts};
use crate::topology::Feature;

pub(in crate::planner) static DIRECT: Algorithm = Algorithm {
    name: "direct",
    collective: "shift",
    about: "everyone sends to its target in one step",
    source: "Grama et al. 2003, section 4.6.2",
    needs: &[Need::of(Feature::Cube, "any q"), Need::of(Feature::Pairs, "any p, any q")],
    textbook: &["hypercube"],
    cost: Formula::Text("min(1, q) (t_s + m t_w)"),
    step_costs: |_, _| Some(StepCosts::steps("min(1, q)", "t_s + m t_w")),
    plan: Plan::Made(direct::steps),
    ..Algorithm::COMMON
};
