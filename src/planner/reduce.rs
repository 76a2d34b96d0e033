//! Reduce: broadcast run backwards, each of its algorithms.

use super::{Algorithm, broadcast};

pub(super) static ALGORITHMS: &[Algorithm] = &[
    Algorithm::reversed("reduce", "recursive-doubling", &broadcast::RECURSIVE_DOUBLING)
        .does("far-first recursive doubling run backwards: neighbours first")
        .with_source("Grama et al. 2003, section 4.1.1, Figure 4.3; any graph by Lemma U"),
    Algorithm::reversed("reduce", "dimension-by-dimension", &broadcast::DIMENSION_BY_DIMENSION)
        .does("along every column, then along the root's row")
        .with_source("Grama et al. 2003, section 4.1.2"),
    Algorithm::reversed("reduce", "binomial", &broadcast::BINOMIAL)
        .does("one dimension a step, the lowest first or in any --order")
        .with_source("Grama et al. 2003, Algorithm 4.3, eq. 4.1"),
    Algorithm::reversed("reduce", "leaf-halving", &broadcast::LEAF_HALVING)
        .does("in every subtree one half's leaf sends to the other half's")
        .with_source("Grama et al. 2003, section 4.1.4"),
    Algorithm::reversed("reduce", "near-first-doubling", &broadcast::NEAR_FIRST_DOUBLING)
        .does("near-first doubling run backwards: the far half sends first")
        .with_source("Lawlor, CS 641, Building Broadcast From Point-to-Point"),
    Algorithm::reversed("reduce", "chain", &broadcast::CHAIN)
        .does("each node adds its own to what came and hands the sum on")
        .with_source("CS3006 lecture notes, naive method on an array"),
    Algorithm::reversed("reduce", "sequential", &broadcast::SEQUENTIAL)
        .does("one node after another sends to the root")
        .with_source("Grama et al. 2003, section 4.1.1 (naive)"),
    Algorithm::reversed("reduce", "child-by-child", &broadcast::CHILD_BY_CHILD)
        .does("every node receives from its right child and then from its left child")
        .with_source("derived here from the CS3006 lecture notes' diagram"),
    Algorithm::reversed("reduce", "both-children", &broadcast::BOTH_CHILDREN)
        .does("every node receives from both its children in one step")
        .with_source("CS3006 lecture notes, diagram of the balanced binary tree"),
    Algorithm::reversed("reduce", "reduce-scatter-gather", &broadcast::SCATTER_ALL_GATHER)
        .does("p pieces: reduce-scatter by recursive halving, then gather by dimensions")
        .with_source("Grama et al. 2003, section 4.7.1"),
    Algorithm::reversed("reduce", "bruck-gather", &broadcast::SCATTER_BRUCK)
        .does(
            "p pieces: reduce-scatter by cyclic shifts, the farthest first, then gather by \
             interval halving",
        )
        .with_source("Barnett et al. 1994, reversed, with Bruck et al. 1997; cf. Traeff 2024"),
    Algorithm::reversed("reduce", "ring-gather", &broadcast::SCATTER_RING)
        .does("p pieces: reduce-scatter round the ring, then gather by interval halving")
        .with_source("Barnett et al. 1994, reversed; any graph by Lemma U"),
    Algorithm::reversed(
        "reduce",
        "ring-by-dimension-gather",
        &broadcast::SCATTER_RING_BY_DIMENSION,
    )
    .does(
        "p pieces: reduce-scatter along columns, rows and so on, then gather by \
             interval halving",
    )
    .with_source(
        "Barnett et al. 1994, reversed, with the rings of Grama et al. 2003, Algorithm 4.6",
    ),
    Algorithm::reversed("reduce", "pipelined-chain", &broadcast::PIPELINED_CHAIN)
        .does("n pieces follow each other to the root, each node adding its own, as --pieces says")
        .with_source("folklore; any graph by Lemma U"),
    Algorithm::reversed("reduce", "n-block", &broadcast::N_BLOCK)
        .does("n pieces, one dimension a step, everyone passing on a sum in each, as --pieces says")
        .with_source("Johnsson and Ho 1989, reversed; Bar-Noy and Kipnis 1994"),
    Algorithm::reversed("reduce", "rotated-binomial", &broadcast::ROTATED_BINOMIAL)
        .does("d pieces, each up a binomial tree of its own whose dimensions are rotated")
        .with_source("Johnsson and Ho 1989, reversed"),
    Algorithm::reversed("reduce", "circulant-n-block", &broadcast::CIRCULANT_N_BLOCK)
        .does("n pieces, one skip a step, everyone passing on a sum in each, as --pieces says")
        .with_source("Traeff 2024, reversed"),
];
