//! Parts, exchange, broadcast: two or three nodes sum up their parts, swap the sums, and pass the
//! whole on.
//!
//! The step rule is that of `planner/parts.rs`; with three parts the sums are kept apart. Cost:
//! u(p)(t_s + m t_w) with u(p) = min(2 ceil(log2 ceil(p/2)) + 1, 2 ceil(log2 ceil(p/3)) + 2), 0 for
//! one node and 1 for two; any p, on every connected graph. Where the nodes are numbered along the
//! tour every sum is of a run, so the operator need not commute. Derived here.

use crate::planner::parts::{self, Parts};
use crate::planner::tour::Tour;
use crate::planner::{Algorithm, ClosedForm, Request, Use};
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
        "two or three parts reduce, their first nodes swap the sums and broadcast them"
    }

    fn source(&self) -> &'static str {
        "derived here; any graph by Lemma U"
    }

    fn on(&self, _family: &'static dyn Family) -> Option<Use> {
        Some(Use::further("any p"))
    }

    fn closed_form(&self, _family: &'static dyn Family, _sides: usize) -> Option<ClosedForm> {
        let formula = format!("{} (t_s + m t_w)", parts::STEPS);
        Some(ClosedForm { formula, source: self.source(), textbook: None })
    }

    fn steps(&self, request: &Request) -> Box<dyn Steps> {
        let tour = Tour::new(&request.topology);
        Box::new(Parts::new(tour, request.instance.all_blocks(), true))
    }
}
