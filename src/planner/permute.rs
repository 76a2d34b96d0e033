//! Permute: node i's block goes to node map[i]. Shifts are permutations too, and take from here.

mod benes;
mod edge_colouring;
pub(super) mod first_fit;
pub(super) mod interval_colouring;
mod intervals;
mod three_phase;

use super::prelude::*;
use super::rules::blocks_that_move;

pub(super) static ALGORITHMS: &[Algorithm] = &[
    // Directly: everyone sends to its target in one step.
    //
    // Cost: t_s + m t_w, and nothing where all stay; computed, for that depends on the map. Any map,
    // wherever each pair has a way of its own. Source: literature, folklore.
    Algorithm::by_rule("permute", "direct", &Straight(Pace::AllAtOnce))
        .does("everyone sends to its target in one step")
        .with_source("folklore")
        .with_needs(&[Need::Of(Feature::Pairs, "any p, any map")]),
    benes::BENES,
    three_phase::THREE_PHASE,
    interval_colouring::INTERVAL_COLOURING,
    first_fit::FIRST_FIT,
    // One message at a time, each on its default route.
    //
    // Cost: t_s + m t_w for each block that moves; computed, for that depends on the map. Any map, on
    // every connected graph. Source: literature, the naive way.
    Algorithm::by_rule("permute", "sequential", &Straight(Pace::OneByOne))
        .does("one message at a time")
        .with_source("folklore (naive)")
        .with_needs(&[Need::Tour("any p, any map")])
        .with_at_least(blocks_that_move),
];
