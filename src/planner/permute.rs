//! Permute: node i's block goes to node map[i]. Shifts are permutations too, and take from here.

mod benes;
mod edge_colouring;
pub(super) mod first_fit;
pub(super) mod interval_colouring;
mod intervals;
mod three_phase;

use super::Algorithm;
use super::algorithm::{Need, Plan};
use super::rules::blocks_that_move;
use crate::schedule::rule::{Pace, Rule};
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
    plan: Plan::Rule(&Rule::Straight(Pace::AllAtOnce)),
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
    plan: Plan::Rule(&Rule::Straight(Pace::OneByOne)),
    ..Algorithm::COMMON
};
