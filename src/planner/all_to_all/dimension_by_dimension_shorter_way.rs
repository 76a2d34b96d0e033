//! Along all rows, then along all columns, each block the shorter way round.
//!
//! As dimension by dimension, forwards for targets up to half-way ahead and then backwards for the
//! others. Cost: (k_1 + k_2 + .. - their number) t_s, and for each side k p floor(k^2/4)/k m t_w;
//! any sides, with and without wraparound. Source: derived here, from Grama et al. 2003, section
//! 4.5.2.

use super::along_the_lines;
use super::rounds::Rounds;
use crate::planner::algorithm::{Formula, Need, Plan};
use crate::planner::{Algorithm, StepCosts};
use crate::topology::Feature;

pub(in crate::planner) static DIMENSION_BY_DIMENSION_SHORTER_WAY: Algorithm = Algorithm {
    name: "dimension-by-dimension-shorter-way",
    collective: "all-to-all",
    about: "along all rows, then along all columns, each block the shorter way round",
    source: "derived here: section 4.5.2 in both directions",
    needs: &[Need::of(Feature::Sides, "any sides")],
    cost: Formula::Text("({k_j} - {sides}) t_s + ({p floor(k_j^2/4)/k_j}) m t_w"),
    step_costs: |_, sides| {
        let none = StepCosts::steps("0", "t_s");
        Some((1..=sides).rev().fold(none, |all, j| {
            let (ahead, back) = (format!("floor(k_{j}/2)"), format!("k_{j} - 1 - floor(k_{j}/2)"));
            let cost = |of: &str| format!("t_s + p ({of} - i) m t_w/k_{j}");
            let all = all.then(StepCosts::steps(&ahead, &cost(&ahead)));
            all.then(StepCosts::steps(&back, &cost(&back)))
        }))
    },
    plan: Plan::Made(|request| along_the_lines::steps(request, Rounds::ShorterWay)),
    templates: |request| along_the_lines::templates(request, Rounds::ShorterWay),
    ..Algorithm::COMMON
};
