//! Directly: everyone sends to its target in one step.
//!
//! Cost: t_s + m t_w, and nothing where all stay; computed, for that depends on the map. Any map,
//! wherever each pair has a way of its own. Source: literature, folklore.

use super::targets;
use crate::planner::algorithm::{Need, Plan};
use crate::planner::{Algorithm, Request};
use crate::schedule::{Listed, Message, Step, Steps};
use crate::topology::Feature;

pub(in crate::planner) static DIRECT: Algorithm = Algorithm {
    name: "direct",
    collective: "permute",
    about: "everyone sends to its target in one step",
    source: "folklore",
    needs: &[Need::of(Feature::Pairs, "any p, any map")],
    plan: Plan::Made(steps),
    ..Algorithm::COMMON
};

/// The steps of any permutation.
pub(in crate::planner) fn steps(request: &Request) -> Box<dyn Steps> {
    let of = &request.instance;
    let moving = (0..).zip(targets(of)).filter(|(from, to)| from != to);
    let messages: Vec<Message> =
        moving.map(|(from, to)| Message::plain(from, to, of.blocks_of(from))).collect();
    let steps = if messages.is_empty() { vec![] } else { vec![Step { messages }] };
    Box::new(Listed(steps))
}
