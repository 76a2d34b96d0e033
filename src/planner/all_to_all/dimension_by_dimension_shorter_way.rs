//! Along all rows, then along all columns, each block the shorter way round.
//!
//! As dimension by dimension, forwards for targets up to half-way ahead and then backwards for the
//! others. Cost: (k_1 + k_2 + .. - their number) t_s, and for each side k p floor(k^2/4)/k m t_w;
//! any sides, with and without wraparound. Source: derived here, from Grama et al. 2003, section
//! 4.5.2.

use super::along_the_lines;
use super::rounds::Rounds;
use crate::planner::template::Planned;
use crate::planner::{Algorithm, ClosedForm, Request, StepCosts, Use, over_sides};
use crate::schedule::Steps;
use crate::topology::Family;

pub(super) struct DimensionByDimensionShorterWay;

impl Algorithm for DimensionByDimensionShorterWay {
    fn name(&self) -> &'static str {
        "dimension-by-dimension-shorter-way"
    }

    fn collective(&self) -> &'static str {
        "all-to-all"
    }

    fn about(&self) -> &'static str {
        "along all rows, then along all columns, each block the shorter way round"
    }

    fn source(&self) -> &'static str {
        "derived here: section 4.5.2 in both directions"
    }

    fn on(&self, family: &'static dyn Family) -> Option<Use> {
        matches!(family.name(), "mesh" | "torus").then_some(Use::further("any sides"))
    }

    fn closed_form(&self, _family: &'static dyn Family, sides: usize) -> Option<ClosedForm> {
        let all = over_sides(sides, |i| format!("k_{i}"));
        let words = over_sides(sides, |i| format!("p floor(k_{i}^2/4)/k_{i}"));
        let formula = format!("({all} - {sides}) t_s + ({words}) m t_w");
        Some(ClosedForm { formula, source: self.source(), textbook: None })
    }

    fn step_costs(&self, _family: &'static dyn Family, sides: usize) -> Option<StepCosts> {
        let none = StepCosts::steps("0", "t_s");
        Some((1..=sides).rev().fold(none, |all, j| {
            let (ahead, back) = (format!("floor(k_{j}/2)"), format!("k_{j} - 1 - floor(k_{j}/2)"));
            let cost = |of: &str| format!("t_s + p ({of} - i) m t_w/k_{j}");
            let all = all.then(StepCosts::steps(&ahead, &cost(&ahead)));
            all.then(StepCosts::steps(&back, &cost(&back)))
        }))
    }

    fn steps(&self, request: &Request) -> Box<dyn Steps> {
        along_the_lines::steps(request, Rounds::ShorterWay)
    }

    fn templates(&self, request: &Request) -> Option<Planned> {
        along_the_lines::templates(request, Rounds::ShorterWay)
    }
}
