//! Reduce-scatter: all-gather run backwards, and a reduce and a scatter one after the other.

use super::algorithm::{Formula, Need, Plan};
use super::{Algorithm, all_gather, broadcast, scatter};
use crate::schedule::rule::Rule;

const fn reversal(
    of: &'static Algorithm,
    name: &'static str,
    about: &'static str,
    source: &'static str,
) -> Algorithm {
    super::reversal::reversal(of, "reduce-scatter", name, about, source)
}

pub(super) static ALGORITHMS: &[&Algorithm] = &[
    &reversal(
        &all_gather::RING,
        "ring",
        "everyone adds its own to the partial sum that came and hands it on, round a tour",
        "Grama et al. 2003, Algorithm 4.5",
    ),
    &reversal(
        &all_gather::NEIGHBOUR_EXCHANGE,
        "neighbour-exchange",
        "neighbour exchange run backwards: sums of two blocks go to one neighbour, then to the other",
        "Chen et al. 2005, reversed",
    ),
    &reversal(
        &all_gather::PAIR_FLOW,
        "pair-flow",
        "pair flow run backwards: pairs swap; sums of pairs flow both ways; pairs swap",
        "derived here",
    ),
    &reversal(
        &all_gather::DIMENSION_BY_DIMENSION,
        "dimension-by-dimension",
        "the ring algorithm along all columns, then along all rows",
        "Grama et al. 2003, section 4.2.2, reversed",
    ),
    &reversal(
        &all_gather::DIMENSION_BY_DIMENSION_PAIR_FLOW,
        "dimension-by-dimension-pair-flow",
        "along all columns, then along all rows, on even sides in pairs both ways",
        "derived here, after Grama et al. 2003, section 4.2.2",
    ),
    &reversal(
        &all_gather::RECURSIVE_DOUBLING,
        "recursive-halving",
        "nodes that differ in one bit swap the sums for each other's half, the highest bit first",
        "Grama et al. 2003, section 4.2.3, reversed",
    ),
    &REDUCE_THEN_SCATTER,
    &reversal(
        &all_gather::SEQUENTIAL_BROADCASTS,
        "sequential-reductions",
        "one reduction by recursive doubling after another",
        "CS3006 lecture 12 (naive), reversed",
    ),
    // Traeff 2024 (arXiv 2410.14234) goes p halved and rounded up far, where this goes powers of two:
    // as many steps and words, so that it is not planned as well.
    &reversal(
        &all_gather::BRUCK,
        "bruck",
        "Bruck's cyclic shifts run backwards, the farthest first",
        "Bruck et al. 1997, reversed; cf. Traeff 2024",
    ),
    &reversal(
        &all_gather::ROTATED_DOUBLING,
        "rotated-halving",
        "d pieces, each by recursive halving with its dimensions rotated, all at once",
        "Johnsson and Ho 1989, reversed",
    ),
];

/// The whole vector to one node, and from there to everyone its own block: a reduce and a scatter.
///
/// The first node of the tour sums up all p blocks by interval halving run backwards, and scatters
/// them by interval halving. Cost: 2 ceil(log2 p) t_s + (p ceil(log2 p) + p - 1) m t_w, any p, on
/// every connected graph (specs/lemmas.md, Lemma U). Few steps for short blocks. Literature: folklore.
pub(super) static REDUCE_THEN_SCATTER: Algorithm = Algorithm {
    name: "reduce-then-scatter",
    collective: "reduce-scatter",
    about: "one node sums up the whole vector and scatters it",
    source: "folklore; any graph by Lemma U",
    needs: &[Need::tour("any p")],
    cost: Formula::Text("2 ceil(log2 p) t_s + (p ceil(log2 p) + p - 1) m t_w"),
    plan: Plan::Rule(&Rule::Then(&[
        Rule::Backwards(&broadcast::HALVING_RULE),
        scatter::INTERVALS_RULE,
    ])),
    ..Algorithm::COMMON
};
