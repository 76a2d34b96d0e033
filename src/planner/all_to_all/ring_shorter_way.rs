//! The shorter way round the ring: forwards up to half-way, then backwards for the others.
//!
//! First floor(p/2) steps forwards, then the rest backwards, each as on the ring. Cost:
//! (p - 1) t_s + floor(p^2/4) m t_w, any p, on every connected graph: a step goes all one way round
//! (specs/lemmas.md, Lemma U). On arrays and trees a cut in the middle asks for as many words. Source:
//! derived here, from Grama et al. 2003, section 4.5.1.

use super::round_the_tour;
use super::rounds::Rounds;
use crate::planner::template::Planned;
use crate::planner::{Algorithm, ClosedForm, Request, StepCosts, Use};
use crate::schedule::Steps;
use crate::topology::Family;

pub(super) struct RingShorterWay;

impl Algorithm for RingShorterWay {
    fn name(&self) -> &'static str {
        "ring-shorter-way"
    }

    fn collective(&self) -> &'static str {
        "all-to-all"
    }

    fn about(&self) -> &'static str {
        "round a tour forwards for those up to half-way ahead, then backwards for the others"
    }

    fn source(&self) -> &'static str {
        "derived here: the ring algorithm in both directions"
    }

    fn on(&self, _family: &'static dyn Family) -> Option<Use> {
        Some(Use::further("any p"))
    }

    fn closed_form(&self, _family: &'static dyn Family, _sides: usize) -> Option<ClosedForm> {
        let formula = "(p - 1) t_s + floor(p^2/4) m t_w".to_owned();
        Some(ClosedForm { formula, source: self.source(), textbook: None })
    }

    fn step_costs(&self, _family: &'static dyn Family, _sides: usize) -> Option<StepCosts> {
        let ahead = StepCosts::steps("floor(p/2)", "t_s + (floor(p/2) - i) m t_w");
        let back = "p - 1 - floor(p/2)";
        Some(ahead.then(StepCosts::steps(back, &format!("t_s + ({back} - i) m t_w"))))
    }

    fn steps(&self, request: &Request) -> Box<dyn Steps> {
        round_the_tour::steps(request, Rounds::ShorterWay)
    }

    fn templates(&self, request: &Request) -> Option<Planned> {
        round_the_tour::templates(request, Rounds::ShorterWay)
    }
}
