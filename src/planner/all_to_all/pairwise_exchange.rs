//! Pairwise exchange: each pair of nodes exchanges its two blocks directly.
//!
//! Step j: node v and node v XOR j exchange, on E-cube routes, which share no link. Cost:
//! (t_s + m t_w)(p - 1), p = 2^d. Source: textbook, Grama et al. 2003, section 4.5.3, Algorithm
//! 4.11, Figure 4.21.

use super::cube_exchange;
use crate::planner::algorithm::{Formula, Need, Plan, Requirement};
use crate::planner::{Algorithm, StepCosts};
use crate::topology::Feature;

pub(in crate::planner) static PAIRWISE_EXCHANGE: Algorithm = Algorithm {
    name: "pairwise-exchange",
    collective: "all-to-all",
    about: "step j: v and v XOR j exchange their blocks for each other, on E-cube routes",
    source: "Grama et al. 2003, Algorithm 4.11",
    needs: &[Need::of(Feature::Shifts, "p = 2^d")],
    textbook: &["hypercube"],
    requires: &[Requirement::PowerOfTwo],
    cost: Formula::Text("(p - 1) (t_s + m t_w)"),
    step_costs: |_, _| Some(StepCosts::steps("p - 1", "t_s + m t_w").powers_of_two()),
    plan: Plan::Made(|request| {
        let d = request.instance.nodes.trailing_zeros();
        cube_exchange::steps(request, vec![d])
    }),
    templates: |request| {
        let d = request.instance.nodes.trailing_zeros();
        cube_exchange::templates(request, vec![d])
    },
    ..Algorithm::COMMON
};
