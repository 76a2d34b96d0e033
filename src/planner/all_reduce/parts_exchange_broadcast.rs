//! Parts, exchange, broadcast: a few nodes sum up their parts, swap the sums, and pass the
//! whole on.
//!
//! The step rule is that of `planner/parts.rs`; in the exchange the sums are kept apart. Cost:
//! u(p) (t_s + m t_w) with u(p) = min(2 ceil(log2 ceil(p/2)) + 1, 2 ceil(log2 ceil(p/3)) + 2) on every
//! connected graph, less with 5 or 7 parts of a linear array and with 4 or 6 of a ring; 0 for one
//! node and 1 for two; any p. Where the nodes are numbered along the tour, and it is no ring, every
//! sum is of a run, so the operator need not commute. Derived here.

use crate::planner::parts::{self, Parts};
use crate::planner::tour::Tour;
use crate::planner::{Algorithm, ClosedForm, Request, StepCosts, Use};
use crate::schedule::Steps;
use crate::topology::Family;

pub(in crate::planner) struct PartsExchangeBroadcast;

impl Algorithm for PartsExchangeBroadcast {
    fn name(&self) -> &'static str {
        "parts-exchange-broadcast"
    }

    fn collective(&self) -> &'static str {
        "all-reduce"
    }

    fn about(&self) -> &'static str {
        "a few parts reduce, their first nodes swap the sums and broadcast them"
    }

    fn source(&self) -> &'static str {
        "derived here; any graph by Lemma U"
    }

    fn on(&self, _family: &'static dyn Family) -> Option<Use> {
        Some(Use::further("any p"))
    }

    fn closed_form(&self, family: &'static dyn Family, _sides: usize) -> Option<ClosedForm> {
        let formula = format!("{} (t_s + m t_w)", parts::shape(family.name()).steps_of("p"));
        Some(ClosedForm { formula, source: self.source(), textbook: None })
    }

    fn step_costs(&self, family: &'static dyn Family, _sides: usize) -> Option<StepCosts> {
        let count = parts::shape(family.name()).steps_of("p");
        Some(StepCosts::steps(&count, "t_s + m t_w"))
    }

    fn steps(&self, request: &Request) -> Box<dyn Steps> {
        let tour = Tour::new(&request.topology);
        let shape = parts::shape(request.topology.family().name());
        Box::new(Parts::new(tour, shape, request.instance.all_blocks(), true))
    }
}
