//! Permute: node i's block goes to node map[i]. Shifts are permutations too, and take from here.

mod benes;
mod edge_colouring;
pub(super) mod first_fit;
pub(super) mod interval_colouring;
mod intervals;
mod three_phase;

use super::algorithm::{Need, Plan};
use super::{Algorithm, Request};
use crate::collective::{Instance, Parameter};
use crate::schedule::{Listed, Message, Step};
use crate::topology::Feature;

pub(super) static ALGORITHMS: &[&Algorithm] = &[
    &DIRECT,
    &benes::BENES,
    &three_phase::THREE_PHASE,
    &interval_colouring::INTERVAL_COLOURING,
    &first_fit::FIRST_FIT,
    &SEQUENTIAL,
];

/// Directly: everyone sends to its target in one step.
///
/// Cost: t_s + m t_w, and nothing where all stay; computed, for that depends on the map. Any map,
/// wherever each pair has a way of its own. Source: literature, folklore.
static DIRECT: Algorithm = Algorithm {
    name: "direct",
    collective: "permute",
    about: "everyone sends to its target in one step",
    source: "folklore",
    needs: &[Need::of(Feature::Pairs, "any p, any map")],
    plan: Plan::Made(|request| {
        let messages: Vec<Message> = moving(request).collect();
        let steps = if messages.is_empty() { vec![] } else { vec![Step { messages }] };
        Box::new(Listed(steps))
    }),
    ..Algorithm::COMMON
};

/// One message at a time, each on its default route.
///
/// Cost: t_s + m t_w for each block that moves; computed, for that depends on the map. Any map, on
/// every connected graph. Source: literature, the naive way.
static SEQUENTIAL: Algorithm = Algorithm {
    name: "sequential",
    collective: "permute",
    about: "one message at a time",
    source: "folklore (naive)",
    needs: &[Need::tour("any p, any map")],
    at_least: blocks_that_move,
    plan: Plan::Made(|request| {
        let step = |message| Step { messages: vec![message] };
        Box::new(Listed(moving(request).map(step).collect()))
    }),
    ..Algorithm::COMMON
};

/// As many steps as blocks that move.
pub(super) fn blocks_that_move(request: &Request) -> usize {
    moving(request).count()
}

/// The blocks that move, each on its default route.
fn moving(request: &Request) -> impl Iterator<Item = Message> {
    let of = &request.instance;
    let moving = (0..).zip(targets(of)).filter(|(from, to)| from != to);
    moving.map(|(from, to)| Message::plain(from, to, of.blocks_of(from)))
}

/// Where each node's block goes.
fn targets(of: &Instance) -> Vec<u32> {
    match of.map() {
        Some(map) if of.collective.parameter() == Some(Parameter::Map) => map.to_vec(),
        _ => (0..of.nodes).map(|node| (node + of.by) % of.nodes).collect(),
    }
}
