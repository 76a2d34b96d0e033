//! Two phases: pairwise exchanges in one half of the dimensions, then in the other.
//!
//! Between dimension exchange and pairwise exchange in steps and in words. Cost:
//! (2^ceil(d/2) + 2^floor(d/2) - 2) t_s + (2p - 2^ceil(d/2) - 2^floor(d/2)) m t_w, p = 2^d. Source:
//! literature, multiphase exchange, Bokhari 1991; Ho and Raghunath 1992.

use super::cube_exchange;
use crate::planner::algorithm::{Formula, Need, Plan, Requirement};
use crate::planner::{Algorithm, StepCosts};
use crate::topology::Feature;

pub(in crate::planner) static TWO_PHASE: Algorithm = Algorithm {
    name: "two-phase",
    collective: "all-to-all",
    about: "pairwise exchanges in the lower half of the dimensions, then in the upper half",
    source: "Bokhari 1991; Ho and Raghunath 1992 (multiphase)",
    needs: &[Need::of(Feature::Shifts, "p = 2^d")],
    requires: &[Requirement::PowerOfTwo],
    cost: Formula::Text(
        "(2^ceil(d/2) + 2^floor(d/2) - 2) t_s + (2 p - 2^ceil(d/2) - 2^floor(d/2)) m t_w",
    ),
    step_costs: |_, _| {
        let first = StepCosts::steps("2^ceil(d/2) - 1", "t_s + p m t_w/2^ceil(d/2)");
        let second = StepCosts::steps("2^floor(d/2) - 1", "t_s + p m t_w/2^floor(d/2)");
        Some(first.then(second).powers_of_two())
    },
    plan: Plan::Made(|request| {
        let d = request.instance.nodes.trailing_zeros();
        cube_exchange::steps(request, vec![d.div_ceil(2), d / 2])
    }),
    templates: |request| {
        let d = request.instance.nodes.trailing_zeros();
        cube_exchange::templates(request, vec![d.div_ceil(2), d / 2])
    },
    ..Algorithm::COMMON
};
