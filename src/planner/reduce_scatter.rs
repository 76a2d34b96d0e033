//! Reduce-scatter: all-gather run backwards, and a reduce and a scatter one after the other.

use super::prelude::*;
use super::{all_gather, broadcast, scatter};

const REDUCE_THEN_SCATTER_RULE: Rule =
    Then(&[Backwards(&broadcast::HALVING_RULE), scatter::INTERVALS_RULE]);

pub(super) static ALGORITHMS: &[Algorithm] = &[
    Algorithm::reversed("reduce-scatter", "ring", &all_gather::RING)
        .does("everyone adds its own to the partial sum that came and hands it on, round a tour")
        .with_source("Grama et al. 2003, Algorithm 4.5"),
    Algorithm::reversed("reduce-scatter", "neighbour-exchange", &all_gather::NEIGHBOUR_EXCHANGE)
        .does(
            "neighbour exchange run backwards: sums of two blocks go to one neighbour, then to \
 the other",
        )
        .with_source("Chen et al. 2005, reversed"),
    Algorithm::reversed("reduce-scatter", "pair-flow", &all_gather::PAIR_FLOW)
        .does("pair flow run backwards: pairs swap; sums of pairs flow both ways; pairs swap")
        .with_source("derived here"),
    Algorithm::reversed(
        "reduce-scatter",
        "dimension-by-dimension",
        &all_gather::DIMENSION_BY_DIMENSION,
    )
    .does("the ring algorithm along all columns, then along all rows")
    .with_source("Grama et al. 2003, section 4.2.2, reversed"),
    Algorithm::reversed(
        "reduce-scatter",
        "dimension-by-dimension-pair-flow",
        &all_gather::DIMENSION_BY_DIMENSION_PAIR_FLOW,
    )
    .does("along all columns, then along all rows, on even sides in pairs both ways")
    .with_source("derived here, after Grama et al. 2003, section 4.2.2"),
    Algorithm::reversed("reduce-scatter", "recursive-halving", &all_gather::RECURSIVE_DOUBLING)
        .does(
            "nodes that differ in one bit swap the sums for each other's half, the highest \
             bit first",
        )
        .with_source("Grama et al. 2003, section 4.2.3, reversed"),
    // The whole vector to one node, and from there to everyone its own block: a reduce and a scatter.
    //
    // The first node of the tour sums up all p blocks by interval halving run backwards, and scatters
    // them by interval halving. Cost: 2 ceil(log2 p) t_s + (p ceil(log2 p) + p - 1) m t_w, any p, on
    // every connected graph (specs/lemmas.md, Lemma U). Few steps for short blocks. Literature: folklore.
    Algorithm::by_rule("reduce-scatter", "reduce-then-scatter", &REDUCE_THEN_SCATTER_RULE)
        .does("one node sums up the whole vector and scatters it")
        .with_source("folklore; any graph by Lemma U")
        .with_needs(&[Need::Tour("any p")])
        .with_cost("2 ceil(log2 p) t_s + (p ceil(log2 p) + p - 1) m t_w"),
    Algorithm::reversed(
        "reduce-scatter",
        "sequential-reductions",
        &all_gather::SEQUENTIAL_BROADCASTS,
    )
    .does("one reduction by recursive doubling after another")
    .with_source("CS3006 lecture 12 (naive), reversed"),
    // Traeff 2024 (arXiv 2410.14234) goes p halved and rounded up far, where this goes powers of two:
    // as many steps and words, so that it is not planned as well.
    Algorithm::reversed("reduce-scatter", "bruck", &all_gather::BRUCK)
        .does("Bruck's cyclic shifts run backwards, the farthest first")
        .with_source("Bruck et al. 1997, reversed; cf. Traeff 2024"),
    Algorithm::reversed("reduce-scatter", "rotated-halving", &all_gather::ROTATED_DOUBLING)
        .does("d pieces, each by recursive halving with its dimensions rotated, all at once")
        .with_source("Johnsson and Ho 1989, reversed"),
];
