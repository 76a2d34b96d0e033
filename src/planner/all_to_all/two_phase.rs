//! Two phases: pairwise exchanges in one half of the dimensions, then in the other.
//!
//! Between dimension exchange and pairwise exchange in steps and in words. Cost:
//! (2^ceil(d/2) + 2^floor(d/2) - 2) t_s + (2p - 2^ceil(d/2) - 2^floor(d/2)) m t_w, p = 2^d. Source:
//! literature, multiphase exchange, Bokhari 1991; Ho and Raghunath 1992.

use super::cube_exchange;
use crate::planner::template::Planned;
use crate::planner::{
    Algorithm, ClosedForm, PlanError, Request, StepCosts, Use, no_order, power_of_two,
};
use crate::schedule::Steps;
use crate::topology::Family;

pub(super) struct TwoPhase;

impl Algorithm for TwoPhase {
    fn name(&self) -> &'static str {
        "two-phase"
    }

    fn collective(&self) -> &'static str {
        "all-to-all"
    }

    fn about(&self) -> &'static str {
        "pairwise exchanges in the lower half of the dimensions, then in the upper half"
    }

    fn source(&self) -> &'static str {
        "Bokhari 1991; Ho and Raghunath 1992 (multiphase)"
    }

    fn on(&self, family: &'static dyn Family) -> Option<Use> {
        cube_exchange::further(family)
    }

    fn fits(&self, request: &Request) -> Result<(), PlanError> {
        no_order(self.name(), request)?;
        power_of_two(self.name(), request)
    }

    fn closed_form(&self, _family: &'static dyn Family, _sides: usize) -> Option<ClosedForm> {
        let formula =
            "(2^ceil(d/2) + 2^floor(d/2) - 2) t_s + (2 p - 2^ceil(d/2) - 2^floor(d/2)) m t_w"
                .to_owned();
        Some(ClosedForm { formula, source: self.source(), textbook: None })
    }

    fn step_costs(&self, _family: &'static dyn Family, _sides: usize) -> Option<StepCosts> {
        let first = StepCosts::steps("2^ceil(d/2) - 1", "t_s + p m t_w/2^ceil(d/2)");
        let second = StepCosts::steps("2^floor(d/2) - 1", "t_s + p m t_w/2^floor(d/2)");
        Some(first.then(second).powers_of_two())
    }

    fn steps(&self, request: &Request) -> Box<dyn Steps> {
        let d = request.instance.nodes.trailing_zeros();
        cube_exchange::steps(request, vec![d.div_ceil(2), d / 2])
    }

    fn templates(&self, request: &Request) -> Option<Planned> {
        let d = request.instance.nodes.trailing_zeros();
        cube_exchange::templates(request, vec![d.div_ceil(2), d / 2])
    }
}
