//! First fit: each block goes directly by its default route, in the first step that has it free.
//!
//! As for a permutation, the longest routes first. t_s + m t_w for each step; how many there are is
//! computed. On every connected graph. Source: derived here, greedy colouring of the graph of
//! routes that collide.

use crate::planner::permute::first_fit;
use crate::planner::{Algorithm, ClosedForm, Request, Use};
use crate::schedule::Steps;
use crate::topology::Family;

pub(super) struct FirstFit;

impl Algorithm for FirstFit {
    fn name(&self) -> &'static str {
        "first-fit"
    }

    fn collective(&self) -> &'static str {
        "shift"
    }

    fn about(&self) -> &'static str {
        "each block goes by its default route in the first step where that is free, longest first"
    }

    fn source(&self) -> &'static str {
        "derived here"
    }

    fn on(&self, family: &'static dyn Family) -> Option<Use> {
        match family.name() {
            // One step is enough there.
            "complete" | "star" | "switch" => None,
            _ => Some(Use::further("any p, any q")),
        }
    }

    fn closed_form(&self, _family: &'static dyn Family, _sides: usize) -> Option<ClosedForm> {
        None
    }

    fn at_least(&self, request: &Request) -> usize {
        first_fit::at_least(request)
    }

    fn steps(&self, request: &Request) -> Box<dyn Steps> {
        first_fit::steps(request)
    }
}
