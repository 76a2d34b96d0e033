//! Directly: everyone sends to its target in one step.
//!
//! Cost: t_s + m t_w, and nothing where all stay; computed, for that depends on the map. Any map,
//! wherever each pair has a way of its own. Source: literature, folklore.

use super::targets;
use crate::planner::{Algorithm, ClosedForm, Request, Use};
use crate::schedule::{Listed, Message, Step, Steps};
use crate::topology::Family;

pub(super) struct Direct;

impl Algorithm for Direct {
    fn name(&self) -> &'static str {
        "direct"
    }

    fn collective(&self) -> &'static str {
        "permute"
    }

    fn about(&self) -> &'static str {
        "everyone sends to its target in one step"
    }

    fn source(&self) -> &'static str {
        "folklore"
    }

    fn on(&self, family: &'static dyn Family) -> Option<Use> {
        matches!(family.name(), "complete" | "star" | "switch")
            .then_some(Use::further("any p, any map"))
    }

    fn closed_form(&self, _family: &'static dyn Family, _sides: usize) -> Option<ClosedForm> {
        None
    }

    fn steps(&self, request: &Request) -> Box<dyn Steps> {
        steps(request)
    }
}

/// The steps of any permutation.
pub(in crate::planner) fn steps(request: &Request) -> Box<dyn Steps> {
    let of = &request.instance;
    let moving = (0..).zip(targets(of)).filter(|(from, to)| from != to);
    let messages: Vec<Message> =
        moving.map(|(from, to)| Message::plain(from, to, of.blocks_of(from))).collect();
    let steps = if messages.is_empty() { vec![] } else { vec![Step { messages }] };
    Box::new(Listed(steps))
}
