//! One message at a time, each on its default route.
//!
//! Cost: t_s + m t_w for each block that moves; computed, for that depends on the map. Any map, on
//! every connected graph. Source: literature, the naive way.

use super::targets;
use crate::planner::{Algorithm, ClosedForm, Request, Use};
use crate::schedule::{Listed, Message, Step, Steps};
use crate::topology::Family;

pub(super) struct Sequential;

impl Algorithm for Sequential {
    fn name(&self) -> &'static str {
        "sequential"
    }

    fn collective(&self) -> &'static str {
        "permute"
    }

    fn about(&self) -> &'static str {
        "one message at a time"
    }

    fn source(&self) -> &'static str {
        "folklore (naive)"
    }

    fn on(&self, _family: &'static dyn Family) -> Option<Use> {
        Some(Use::further("any p, any map"))
    }

    fn closed_form(&self, _family: &'static dyn Family, _sides: usize) -> Option<ClosedForm> {
        None
    }

    fn at_least(&self, request: &Request) -> usize {
        at_least(request)
    }

    fn steps(&self, request: &Request) -> Box<dyn Steps> {
        steps(request)
    }
}

/// As many steps as blocks that move.
pub(in crate::planner) fn at_least(request: &Request) -> usize {
    (0..).zip(targets(&request.instance)).filter(|(from, to)| from != to).count()
}

/// The steps of any permutation.
pub(in crate::planner) fn steps(request: &Request) -> Box<dyn Steps> {
    let of = &request.instance;
    let moving = (0..).zip(targets(of)).filter(|(from, to)| from != to);
    let step = |(from, to)| Step { messages: vec![Message::plain(from, to, of.blocks_of(from))] };
    Box::new(Listed(moving.map(step).collect()))
}
