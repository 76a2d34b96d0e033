//! Two hops at a time round the closed ring, both ways at once.
//!
//! Even nodes send two ahead while odd ones send two back, so that all links are busy; then the
//! other way about; single hops at last. Cost for even p >= 4: (p/2 + 1) t_s + p(p+2)/8 m t_w; for
//! odd p it is the shorter way round. Source: derived here, after Hinrichs et al. 1994.

use super::round_the_tour;
use super::rounds::Rounds;
use crate::planner::template::Planned;
use crate::planner::{Algorithm, ClosedForm, Request, StepCosts, Use};
use crate::schedule::Steps;
use crate::topology::Family;

/// For even p in pairs of hops; for odd p it is the shorter way.
const TWO_HOP_FORM: &str = "((p mod 2) (p - 1) + (1 - (p mod 2)) (p/2 + min(1, p/2 - 1))) t_s \
                            + ((p mod 2) (p^2 - 1)/4 + (1 - (p mod 2)) p (p + 2)/8) m t_w";

pub(super) struct RingTwoHop;

impl Algorithm for RingTwoHop {
    fn name(&self) -> &'static str {
        "ring-two-hop"
    }

    fn collective(&self) -> &'static str {
        "all-to-all"
    }

    fn about(&self) -> &'static str {
        "even nodes send two ahead while odd ones send two back, then the other way about"
    }

    fn source(&self) -> &'static str {
        "derived here, after Hinrichs et al. 1994"
    }

    fn on(&self, family: &'static dyn Family) -> Option<Use> {
        let constraint = "any p; for odd p the shorter way";
        (family.name() == "ring").then_some(Use::further(constraint))
    }

    fn closed_form(&self, _family: &'static dyn Family, _sides: usize) -> Option<ClosedForm> {
        let formula = TWO_HOP_FORM.to_owned();
        Some(ClosedForm { formula, source: self.source(), textbook: None })
    }

    fn step_costs(&self, _family: &'static dyn Family, _sides: usize) -> Option<StepCosts> {
        Some(round_the_tour::two_hop_costs("p", "m t_w"))
    }

    fn steps(&self, request: &Request) -> Box<dyn Steps> {
        round_the_tour::steps(request, Rounds::TwoHop)
    }

    fn templates(&self, request: &Request) -> Option<Planned> {
        round_the_tour::templates(request, Rounds::TwoHop)
    }
}
