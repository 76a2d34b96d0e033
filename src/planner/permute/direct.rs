//! Directly: everyone sends to its target in one step.
//!
//! Cost: t_s + m t_w, and nothing where all stay. For any map wherever each pair has a way of its
//! own; for shifts also on E-cube routes of the hypercube (theory.md, section 1). Source: for
//! shifts textbook, Grama et al. 2003, section 4.6.2.

use super::targets;
use crate::planner::{Algorithm, ClosedForm, Request, Use};
use crate::schedule::{Listed, Message, Step, Steps};
use crate::topology::Family;

pub(in crate::planner) struct Direct {
    /// `shift` or `permute`.
    pub(in crate::planner) collective: &'static str,
}

impl Direct {
    fn shifts(&self) -> bool {
        self.collective == "shift"
    }
}

impl Algorithm for Direct {
    fn name(&self) -> &'static str {
        "direct"
    }

    fn collective(&self) -> &'static str {
        self.collective
    }

    fn about(&self) -> &'static str {
        "everyone sends to its target in one step"
    }

    fn source(&self) -> &'static str {
        if self.shifts() { "Grama et al. 2003, section 4.6.2" } else { "folklore" }
    }

    fn on(&self, family: &'static dyn Family) -> Option<Use> {
        match family.name() {
            "hypercube" if self.shifts() => Some(Use::textbook("any q")),
            "complete" | "star" | "switch" if self.shifts() => Some(Use::further("any p, any q")),
            "complete" | "star" | "switch" => Some(Use::further("any p, any map")),
            _ => None,
        }
    }

    /// For a map it is computed: it depends on whether anything moves.
    fn closed_form(&self, _family: &'static dyn Family, _sides: usize) -> Option<ClosedForm> {
        let formula = "min(1, q) (t_s + m t_w)".to_owned();
        self.shifts().then(|| ClosedForm { formula, source: self.source(), textbook: None })
    }

    fn steps(&self, request: &Request) -> Box<dyn Steps> {
        let of = &request.instance;
        let moving = (0..).zip(targets(of)).filter(|(from, to)| from != to);
        let messages: Vec<Message> =
            moving.map(|(from, to)| Message::plain(from, to, of.blocks_of(from))).collect();
        let steps = if messages.is_empty() { vec![] } else { vec![Step { messages }] };
        Box::new(Listed(steps))
    }
}
