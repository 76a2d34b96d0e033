//! Round the ring: everyone hands on to the next all that is not yet there.
//!
//! Step t: each node of the tour sends to the next what came last, without the block that was for
//! it. Cost: (p - 1)(t_s + m t_w p/2), any p, on every connected graph: a step goes all one way
//! round (specs/lemmas.md, Lemma U). Source: textbook, Grama et al. 2003, section 4.5.1, Figure 4.18.

use super::round_the_tour;
use super::rounds::Rounds;
use crate::planner::template::Planned;
use crate::planner::{Algorithm, ClosedForm, Request, StepCosts, Use};
use crate::schedule::Steps;
use crate::topology::Family;

pub(super) struct Ring;

impl Algorithm for Ring {
    fn name(&self) -> &'static str {
        "ring"
    }

    fn collective(&self) -> &'static str {
        "all-to-all"
    }

    fn about(&self) -> &'static str {
        "everyone hands on to the next all that is not yet there, round a tour of all nodes"
    }

    fn source(&self) -> &'static str {
        "Grama et al. 2003, section 4.5.1; any graph by Lemma U"
    }

    fn on(&self, family: &'static dyn Family) -> Option<Use> {
        Some(match family.name() {
            "linear-array" | "ring" => Use::textbook("any p"),
            _ => Use::further("any p"),
        })
    }

    fn closed_form(&self, _family: &'static dyn Family, _sides: usize) -> Option<ClosedForm> {
        let formula = "(p - 1) (t_s + m t_w p/2)".to_owned();
        Some(ClosedForm { formula, source: self.source(), textbook: None })
    }

    fn step_costs(&self, _family: &'static dyn Family, _sides: usize) -> Option<StepCosts> {
        Some(StepCosts::steps("p - 1", "t_s + (p - 1 - i) m t_w"))
    }

    fn steps(&self, request: &Request) -> Box<dyn Steps> {
        round_the_tour::steps(request, Rounds::OneDirection)
    }

    fn templates(&self, request: &Request) -> Option<Planned> {
        round_the_tour::templates(request, Rounds::OneDirection)
    }
}
