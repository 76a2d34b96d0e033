//! Permute: node i's block goes to node map[i]. Shifts are permutations too, and use these algorithms.

mod benes;
mod edge_colouring;
pub(super) mod first_fit;
pub(super) mod interval_colouring;
mod three_phase;

use super::prelude::*;
use super::rules::blocks_that_move;

pub(super) static ALGORITHMS: &[Algorithm] = &[
    // Direct: each node sends to its target in one step.
    //
    // Cost: t_s + m t_w, or nothing if no block moves; computed, because it depends on the map. Any map, on
    // topologies with disjoint routes for all pairs. Source: literature, folklore.
    Algorithm::by_rule("permute", "direct", &Straight(Pace::AllAtOnce))
        .does("each node sends directly to its target, in one step")
        .with_source("folklore")
        .with_needs(&[Need::Of(Feature::Pairs, "any p, any map")]),
    benes::BENES,
    three_phase::THREE_PHASE,
    interval_colouring::INTERVAL_COLOURING,
    first_fit::FIRST_FIT,
    // One message in each step, on its default route.
    //
    // Cost: t_s + m t_w for each block that moves; computed, because it depends on the map. Any map, on every
    // connected graph. Source: literature, the naive method.
    Algorithm::by_rule("permute", "sequential", &Straight(Pace::OneByOne))
        .does("one message in each step")
        .with_source("folklore (naive)")
        .with_needs(&[Need::Tour("any p, any map")])
        .with_at_least(blocks_that_move),
];
