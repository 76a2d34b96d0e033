//! Reduce: broadcast run backwards, each of its algorithms.

use super::{Algorithm, broadcast};

const fn reversal(
    of: &'static Algorithm,
    name: &'static str,
    about: &'static str,
    source: &'static str,
) -> Algorithm {
    super::reversal::reversal(of, "reduce", name, about, source)
}

pub(super) static ALGORITHMS: &[&Algorithm] = &[
    &reversal(
        &broadcast::RECURSIVE_DOUBLING,
        "recursive-doubling",
        "far-first recursive doubling run backwards: neighbours first",
        "Grama et al. 2003, section 4.1.1, Figure 4.3; any graph by Lemma U",
    ),
    &reversal(
        &broadcast::DIMENSION_BY_DIMENSION,
        "dimension-by-dimension",
        "along every column, then along the root's row",
        "Grama et al. 2003, section 4.1.2",
    ),
    &reversal(
        &broadcast::BINOMIAL,
        "binomial",
        "one dimension a step, the lowest first or in any --order",
        "Grama et al. 2003, Algorithm 4.3, eq. 4.1",
    ),
    &reversal(
        &broadcast::LEAF_HALVING,
        "leaf-halving",
        "in every subtree one half's leaf sends to the other half's",
        "Grama et al. 2003, section 4.1.4",
    ),
    &reversal(
        &broadcast::NEAR_FIRST_DOUBLING,
        "near-first-doubling",
        "near-first doubling run backwards: the far half sends first",
        "Lawlor, CS 641, Building Broadcast From Point-to-Point",
    ),
    &reversal(
        &broadcast::CHAIN,
        "chain",
        "each node adds its own to what came and hands the sum on",
        "CS3006 lecture notes, naive method on an array",
    ),
    &reversal(
        &broadcast::SEQUENTIAL,
        "sequential",
        "one node after another sends to the root",
        "Grama et al. 2003, section 4.1.1 (naive)",
    ),
    &reversal(
        &broadcast::CHILD_BY_CHILD,
        "child-by-child",
        "every node receives from its right child and then from its left child",
        "derived here from the CS3006 lecture notes' diagram",
    ),
    &reversal(
        &broadcast::BOTH_CHILDREN,
        "both-children",
        "every node receives from both its children in one step",
        "CS3006 lecture notes, diagram of the balanced binary tree",
    ),
    &reversal(
        &broadcast::SCATTER_ALL_GATHER,
        "reduce-scatter-gather",
        "p pieces: reduce-scatter by recursive halving, then gather by dimensions",
        "Grama et al. 2003, section 4.7.1",
    ),
    &reversal(
        &broadcast::SCATTER_BRUCK,
        "bruck-gather",
        "p pieces: reduce-scatter by cyclic shifts, the farthest first, then gather by interval halving",
        "Barnett et al. 1994, reversed, with Bruck et al. 1997; cf. Traeff 2024",
    ),
    &reversal(
        &broadcast::SCATTER_RING,
        "ring-gather",
        "p pieces: reduce-scatter round the ring, then gather by interval halving",
        "Barnett et al. 1994, reversed; any graph by Lemma U",
    ),
    &reversal(
        &broadcast::SCATTER_RING_BY_DIMENSION,
        "ring-by-dimension-gather",
        "p pieces: reduce-scatter along columns, rows and so on, then gather by interval halving",
        "Barnett et al. 1994, reversed, with the rings of Grama et al. 2003, Algorithm 4.6",
    ),
    &reversal(
        &broadcast::PIPELINED_CHAIN,
        "pipelined-chain",
        "n pieces follow each other to the root, each node adding its own, as --pieces says",
        "folklore; any graph by Lemma U",
    ),
    &reversal(
        &broadcast::N_BLOCK,
        "n-block",
        "n pieces, one dimension a step, everyone passing on a sum in each, as --pieces says",
        "Johnsson and Ho 1989, reversed; Bar-Noy and Kipnis 1994",
    ),
    &reversal(
        &broadcast::ROTATED_BINOMIAL,
        "rotated-binomial",
        "d pieces, each up a binomial tree of its own whose dimensions are rotated",
        "Johnsson and Ho 1989, reversed",
    ),
    &reversal(
        &broadcast::CIRCULANT_N_BLOCK,
        "circulant-n-block",
        "n pieces, one skip a step, everyone passing on a sum in each, as --pieces says",
        "Traeff 2024, reversed",
    ),
];
