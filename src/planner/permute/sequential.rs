//! One message at a time, each on its default route.
//!
//! Cost: t_s + m t_w for each block that moves; any map, on every connected graph. Source: the
//! naive way, folklore.

use super::targets;
use crate::planner::{Algorithm, ClosedForm, Request, Use};
use crate::schedule::{Listed, Message, Step, Steps};
use crate::topology::Family;

pub(in crate::planner) struct Sequential {
    /// `shift` or `permute`.
    pub(in crate::planner) collective: &'static str,
}

impl Algorithm for Sequential {
    fn name(&self) -> &'static str {
        "sequential"
    }

    fn collective(&self) -> &'static str {
        self.collective
    }

    fn about(&self) -> &'static str {
        "one message at a time"
    }

    fn source(&self) -> &'static str {
        "folklore (naive)"
    }

    fn on(&self, _family: &'static dyn Family) -> Option<Use> {
        let shifts = self.collective == "shift";
        Some(Use::further(if shifts { "any p, any q" } else { "any p, any map" }))
    }

    /// For a map it is computed: it depends on how many blocks move.
    fn closed_form(&self, _family: &'static dyn Family, _sides: usize) -> Option<ClosedForm> {
        let formula = "p min(1, q) (t_s + m t_w)".to_owned();
        let form = ClosedForm { formula, source: self.source(), textbook: None };
        (self.collective == "shift").then_some(form)
    }

    fn steps(&self, request: &Request) -> Box<dyn Steps> {
        let of = &request.instance;
        let moving = (0..).zip(targets(of)).filter(|(from, to)| from != to);
        let step =
            |(from, to)| Step { messages: vec![Message::plain(from, to, of.blocks_of(from))] };
        Box::new(Listed(moving.map(step).collect()))
    }
}
