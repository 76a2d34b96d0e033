//! Parts, exchange, broadcast: two or three nodes hear of their parts, tell each other, and pass
//! it on.
//!
//! The step rule is that of `planner/parts.rs`. Cost: u(p) t_s with u(p) = min(2 ceil(log2
//! ceil(p/2)) + 1, 2 ceil(log2 ceil(p/3)) + 2), 0 for one node and 1 for two; any p, on every
//! connected graph; the fewest steps there are along the tour in one direction for p <= 11. Derived
//! here.

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
        "barrier"
    }

    fn about(&self) -> &'static str {
        "two or three parts gather word, their first nodes tell each other, and pass it on"
    }

    fn source(&self) -> &'static str {
        "derived here; any graph by Lemma U"
    }

    fn on(&self, _family: &'static dyn Family) -> Option<Use> {
        Some(Use::further("any p"))
    }

    fn closed_form(&self, _family: &'static dyn Family, _sides: usize) -> Option<ClosedForm> {
        let formula = format!("{} t_s", parts::STEPS);
        Some(ClosedForm { formula, source: self.source(), textbook: None })
    }

    fn steps(&self, request: &Request) -> Box<dyn Steps> {
        let tour = Tour::new(&request.topology);
        Box::new(Parts::new(tour, request.instance.all_blocks(), false))
    }
}
