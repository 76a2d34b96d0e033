//! Directly: everyone sends to its target in one step.
//!
//! Cost: t_s + m t_w, and nothing for q = 0. Shifts are free of congestion on the E-cube routes of
//! the hypercube (specs/lemmas.md), and wherever each pair has a way of its own. Source:
//! textbook, Grama et al. 2003, section 4.6.2.

use crate::planner::permute::direct;
use crate::planner::{Algorithm, ClosedForm, Request, StepCosts, Use};
use crate::schedule::Steps;
use crate::topology::Family;

pub(super) struct Direct;

impl Algorithm for Direct {
    fn name(&self) -> &'static str {
        "direct"
    }

    fn collective(&self) -> &'static str {
        "shift"
    }

    fn about(&self) -> &'static str {
        "everyone sends to its target in one step"
    }

    fn source(&self) -> &'static str {
        "Grama et al. 2003, section 4.6.2"
    }

    fn on(&self, family: &'static dyn Family) -> Option<Use> {
        match family.name() {
            "hypercube" => Some(Use::textbook("any q")),
            "complete" | "star" | "switch" => Some(Use::further("any p, any q")),
            _ => None,
        }
    }

    fn closed_form(&self, _family: &'static dyn Family, _sides: usize) -> Option<ClosedForm> {
        let formula = "min(1, q) (t_s + m t_w)".to_owned();
        Some(ClosedForm { formula, source: self.source(), textbook: None })
    }

    fn step_costs(&self, _family: &'static dyn Family, _sides: usize) -> Option<StepCosts> {
        Some(StepCosts::steps("min(1, q)", "t_s + m t_w"))
    }

    fn steps(&self, request: &Request) -> Box<dyn Steps> {
        direct::steps(request)
    }
}
