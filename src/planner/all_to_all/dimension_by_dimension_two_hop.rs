//! Along all rows, then along all columns, two hops at a time on the even sides of a torus.
//!
//! Cost for each even side k >= 4: (k/2 + 1) t_s + p(k+2)/8 m t_w; along odd sides it is the
//! shorter way round, (k - 1) t_s + p(k^2-1)/(4k) m t_w. Source: derived here, after Hinrichs et
//! al. 1994.

use super::along_the_lines;
use super::rounds::Rounds;
use crate::planner::template::Planned;
use crate::planner::{Algorithm, ClosedForm, Request, StepCosts, Use, over_sides};
use crate::schedule::Steps;
use crate::topology::Family;

pub(super) struct DimensionByDimensionTwoHop;

impl Algorithm for DimensionByDimensionTwoHop {
    fn name(&self) -> &'static str {
        "dimension-by-dimension-two-hop"
    }

    fn collective(&self) -> &'static str {
        "all-to-all"
    }

    fn about(&self) -> &'static str {
        "along all rows, then along all columns, on even sides two hops at a time both ways"
    }

    fn source(&self) -> &'static str {
        "derived here, after Hinrichs et al. 1994"
    }

    fn on(&self, family: &'static dyn Family) -> Option<Use> {
        let constraint = "any sides; along odd ones the shorter way";
        (family.name() == "torus").then_some(Use::further(constraint))
    }

    fn closed_form(&self, _family: &'static dyn Family, sides: usize) -> Option<ClosedForm> {
        let steps = over_sides(sides, |i| {
            let even = format!("(k_{i}/2 + min(1, k_{i}/2 - 1))");
            format!("(k_{i} mod 2) (k_{i} - 1) + (1 - (k_{i} mod 2)) {even}")
        });
        let words = over_sides(sides, |i| {
            let odd = format!("(k_{i} mod 2) (k_{i}^2 - 1)/4");
            format!("p ({odd} + (1 - (k_{i} mod 2)) k_{i} (k_{i} + 2)/8)/k_{i}")
        });
        let formula = format!("({steps}) t_s + ({words}) m t_w");
        Some(ClosedForm { formula, source: self.source(), textbook: None })
    }

    fn step_costs(&self, _family: &'static dyn Family, sides: usize) -> Option<StepCosts> {
        let none = StepCosts::steps("0", "t_s");
        Some((1..=sides).rev().fold(none, |all, j| {
            let side = format!("k_{j}");
            all.then(super::round_the_tour::two_hop_costs(&side, &format!("p m t_w/{side}")))
        }))
    }

    fn steps(&self, request: &Request) -> Box<dyn Steps> {
        along_the_lines::steps(request, Rounds::TwoHop)
    }

    fn templates(&self, request: &Request) -> Option<Planned> {
        along_the_lines::templates(request, Rounds::TwoHop)
    }
}
