//! One message at a time, each on its default route.
//!
//! Cost: t_s + m t_w for each block that moves; computed, for that depends on the map. Any map, on
//! every connected graph. Source: literature, the naive way.

use super::targets;
use crate::planner::algorithm::{Need, Plan};
use crate::planner::{Algorithm, Request};
use crate::schedule::{Listed, Message, Step, Steps};

pub(in crate::planner) static SEQUENTIAL: Algorithm = Algorithm {
    name: "sequential",
    collective: "permute",
    about: "one message at a time",
    source: "folklore (naive)",
    needs: &[Need::tour("any p, any map")],
    at_least: at_least,
    plan: Plan::Made(steps),
    ..Algorithm::COMMON
};

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
