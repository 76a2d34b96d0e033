//! Scatter: from one node a different block to each node.

use super::prelude::*;

/// The textbook cost of scatter and gather on any of its topologies.
const SECTION_4_4: Textbook =
    Textbook { formula: "t_s log p + m t_w (p - 1)", source: "Grama et al. 2003, section 4.4" };

/// Along the tour from the root on.
pub(super) const INTERVALS_RULE: Rule = Halving(Tour, TheirHalf);

/// With the root moved to node 0 by XOR, intervals are subcubes, and each step uses one dimension.
pub(super) const DIMENSIONS_RULE: Rule = Halving(Cube, TheirHalf);

/// The same in any order of the dimensions.
const BIT_BY_BIT_RULE: Rule = Halving(CubeInOrder, TheirHalf);

/// The binomial tree of MPI: a subtree has as many positions as its distance, but the last may be cut off. The
/// root's first message is the only one of its step.
pub(super) const BINOMIAL_RULE: Rule = Turns(
    Pairs,
    &[
        Turn::times(
            "min(1, p - 1)",
            &[Send::one(
                "0",
                Ahead("2^(ceil(log2 p) - 1)"),
                Interval("2^(ceil(log2 p) - 1)", "p - 1"),
            )],
        ),
        Turn::times(
            "max(0, ceil(log2 p) - 1)",
            &[Send::each(
                "0",
                "2^(ceil(log2 p) - 1 - i)",
                "p - 1 - 2^(ceil(log2 p) - 2 - i)",
                Ahead("2^(ceil(log2 p) - 2 - i)"),
                Clipped("2^(ceil(log2 p) - 2 - i)", "2^(ceil(log2 p) - 1 - i) - 1"),
            )],
        ),
    ],
);

pub(super) const SEQUENTIAL_RULE: Rule =
    Turns(RootFirst, &[Turn::new("1", "p", &[Send::one("0", Ahead("i"), Interval("i", "i"))])]);

/// The binomial tree for any p, in the order of MPI libraries.
///
/// Step k: as far-first-doubling of broadcast, with the blocks of the receiver's subtree. Cost: ceil(log2 p)
/// t_s + (p - 1) m t_w, any p and root, with disjoint routes for all pairs. Source: Thakur, Rabenseifner and
/// Gropp 2005.
pub(super) const BINOMIAL: Algorithm =
    Algorithm::by_rule("scatter", "binomial-halving", &BINOMIAL_RULE)
        .does("MPI's binomial tree: each holder sends the blocks of a subtree 2^k ahead, far first")
        .with_source("Thakur, Rabenseifner and Gropp 2005")
        .with_needs(&[Need::Of(Feature::Pairs, "any p, any root")])
        .with_cost("ceil(log2 p) t_s + (p - 1) m t_w");

/// Sequential sends: the root sends every node its block.
///
/// Cost: (p - 1) (t_s + m t_w), any p and root. Literature: folklore; the linear scatter of MPI libraries.
pub(super) const SEQUENTIAL: Algorithm =
    Algorithm::by_rule("scatter", "sequential", &SEQUENTIAL_RULE)
        .does("the root sends each other node its block, one in each step")
        .with_source("folklore")
        .with_needs(&[Need::Of(Feature::Pairs, "any p, any root")])
        .with_cost("(p - 1) (t_s + m t_w)");

/// Interval halving: the holder of an interval sends half of its blocks to the other half.
///
/// Step k: the first node of each interval of the tour sends to the first node of its second half
/// the blocks of that half. Cost: ceil(log2 p) t_s + (p - 1) m t_w, for any p and root, on every
/// connected graph without congestion (specs/lemmas.md, Lemma U). Source: textbook, Grama et al. 2003,
/// section 4.4, there for p = 2^d; any p and any graph by Lemma U.
pub(super) const INTERVAL_HALVING: Algorithm =
    Algorithm::by_rule("scatter", "interval-halving", &INTERVALS_RULE)
        .does("each holder sends the blocks of half its interval to that half's first node")
        .with_source("Grama et al. 2003, section 4.4; any graph by Lemma U")
        .with_needs(&[Need::Tour("any p, any root")])
        .with_textbook(&["linear-array", "ring", "mesh", "torus"])
        .with_cost("ceil(log2 p) t_s + (p - 1) m t_w")
        .with_taught(Taught::Everywhere(SECTION_4_4));

/// The binomial tree on the hypercube, with half of the blocks going along with each message.
///
/// Step k: each holder sends along the k-th highest dimension the blocks of the subcube on that
/// side. The root becomes node 0 by XOR. Cost: t_s log p + m t_w (p - 1). Source: textbook, Grama
/// et al. 2003, section 4.4, Figure 4.15.
pub(super) const DIMENSION_HALVING: Algorithm =
    Algorithm::by_rule("scatter", "dimension-halving", &DIMENSIONS_RULE)
        .does("one dimension a step, the highest first: holders send the other side's blocks")
        .with_source("Grama et al. 2003, section 4.4, Figure 4.15")
        .with_needs(&[Need::Of(Feature::Cube, "any root")])
        .with_textbook(&["hypercube"])
        .with_cost("t_s log p + m t_w (p - 1)");

/// Rotated halving: d binomial trees on the hypercube at once, each with a d-th of every block.
///
/// Step k: tree j sends along dimension d - 1 - k + j mod d piece j of the blocks of the other side.
/// Cost: d t_s + m t_w (p - 1)/d, p = 2^d > 1, with all ports, which is what the root's ports take
/// at least. Source: literature, Johnsson and Ho 1989.
pub(super) const ROTATED_HALVING: Algorithm =
    Algorithm::rotated("scatter", "rotated-halving", &Rotated(&BIT_BY_BIT_RULE))
        .does("d pieces at once, each by dimension halving in a rotated dimension order")
        .with_needs(&[Need::Of(Feature::Cube, "any root; d pieces; --ports all")])
        .with_cost("d t_s + m t_w (p - 1)/max(1, d)");

/// All blocks at once.
pub(super) const DIRECT: Algorithm = Algorithm::at_once("scatter", &SEQUENTIAL_RULE)
    .does("the root sends each other node its block directly, in one step");

pub(super) static ALGORITHMS: &[Algorithm] =
    &[INTERVAL_HALVING, DIMENSION_HALVING, ROTATED_HALVING, BINOMIAL, SEQUENTIAL, DIRECT];
