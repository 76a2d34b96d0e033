//! Along all rows, then along all columns, two hops at a time on the even sides of a torus.
//!
//! Cost for each even side k >= 4: (k/2 + 1) t_s + p(k+2)/8 m t_w; along odd sides it is the
//! shorter way round, (k - 1) t_s + p(k^2-1)/(4k) m t_w. Source: derived here, after Hinrichs et
//! al. 1994.

use super::along_the_lines;
use super::rounds::Rounds;
use crate::planner::algorithm::{Formula, Need, Plan};
use crate::planner::{Algorithm, StepCosts};
use crate::topology::Feature;

pub(in crate::planner) static DIMENSION_BY_DIMENSION_TWO_HOP: Algorithm = Algorithm {
    name: "dimension-by-dimension-two-hop",
    collective: "all-to-all",
    about: "along all rows, then along all columns, on even sides two hops at a time both ways",
    source: "derived here, after Hinrichs et al. 1994",
    needs: &[Need::of(Feature::ClosedSides, "any sides; along odd ones the shorter way")],
    cost: Formula::Text(
        "({(k_j mod 2) (k_j - 1) + (1 - (k_j mod 2)) (k_j/2 + min(1, k_j/2 - 1))}) t_s \
 + ({p ((k_j mod 2) (k_j^2 - 1)/4 + (1 - (k_j mod 2)) k_j (k_j + 2)/8)/k_j}) m t_w",
    ),
    step_costs: |_, sides| {
        let none = StepCosts::steps("0", "t_s");
        Some((1..=sides).rev().fold(none, |all, j| {
            let side = format!("k_{j}");
            all.then(super::round_the_tour::two_hop_costs(&side, &format!("p m t_w/{side}")))
        }))
    },
    plan: Plan::Made(|request| along_the_lines::steps(request, Rounds::TwoHop)),
    templates: |request| along_the_lines::templates(request, Rounds::TwoHop),
    ..Algorithm::COMMON
};
