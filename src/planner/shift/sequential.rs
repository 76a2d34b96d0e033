//! One message at a time, each on its default route.
//!
//! Cost: p (t_s + m t_w), and nothing for q = 0; on every connected graph. Source: literature, the
//! naive way.

use crate::planner::permute::sequential;
use crate::planner::{Algorithm, ClosedForm, Request, StepCosts, Use};
use crate::schedule::Steps;
use crate::topology::Family;

pub(super) struct Sequential;

impl Algorithm for Sequential {
    fn name(&self) -> &'static str {
        "sequential"
    }

    fn collective(&self) -> &'static str {
        "shift"
    }

    fn about(&self) -> &'static str {
        "one message at a time"
    }

    fn source(&self) -> &'static str {
        "folklore (naive)"
    }

    fn on(&self, _family: &'static dyn Family) -> Option<Use> {
        Some(Use::further("any p, any q"))
    }

    fn closed_form(&self, _family: &'static dyn Family, _sides: usize) -> Option<ClosedForm> {
        let formula = "p min(1, q) (t_s + m t_w)".to_owned();
        Some(ClosedForm { formula, source: self.source(), textbook: None })
    }

    fn at_least(&self, request: &Request) -> usize {
        sequential::at_least(request)
    }

    fn step_costs(&self, _family: &'static dyn Family, _sides: usize) -> Option<StepCosts> {
        Some(StepCosts::steps("p min(1, q)", "t_s + m t_w"))
    }

    fn steps(&self, request: &Request) -> Box<dyn Steps> {
        sequential::steps(request)
    }
}
