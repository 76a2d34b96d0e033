//! Interval colouring: messages whose intervals of a tour are disjoint share a step.
//!
//! As for a permutation: a shift on a machine whose nodes are not numbered along a tour is one like
//! any other. At most floor(p/2) steps each way, t_s + m t_w each; how many depends on the
//! numbering, so the cost is computed. Source: literature, interval-graph colouring.

use crate::planner::permute::interval_colouring;
use crate::planner::{Algorithm, ClosedForm, Request, Use};
use crate::schedule::Steps;
use crate::topology::Family;

pub(super) struct IntervalColouring;

impl Algorithm for IntervalColouring {
    fn name(&self) -> &'static str {
        "interval-colouring"
    }

    fn collective(&self) -> &'static str {
        "shift"
    }

    fn about(&self) -> &'static str {
        "each block goes directly along a tour, in a step with those whose intervals it leaves free"
    }

    fn source(&self) -> &'static str {
        "interval-graph colouring; any graph by Lemma U"
    }

    fn on(&self, _family: &'static dyn Family) -> Option<Use> {
        Some(Use::further("any p, any q"))
    }

    fn closed_form(&self, _family: &'static dyn Family, _sides: usize) -> Option<ClosedForm> {
        None
    }

    fn at_least(&self, request: &Request) -> usize {
        interval_colouring::at_least(request)
    }

    fn steps(&self, request: &Request) -> Box<dyn Steps> {
        interval_colouring::steps(request)
    }
}
