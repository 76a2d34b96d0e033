//! Reduce: the reversed algorithms of broadcast.

use super::{Algorithm, broadcast};

pub(super) static ALGORITHMS: &[Algorithm] = &[
    Algorithm::reversed("reduce", "recursive-doubling", &broadcast::RECURSIVE_DOUBLING)
        .does("far-first recursive doubling reversed: neighbours first")
        .with_source("Grama et al. 2003, section 4.1.1, Figure 4.3; any graph by Lemma U"),
    Algorithm::reversed("reduce", "dimension-by-dimension", &broadcast::DIMENSION_BY_DIMENSION)
        .does("recursive doubling reversed in every column, then in the root's row")
        .with_source("Grama et al. 2003, section 4.1.2"),
    Algorithm::reversed("reduce", "binomial", &broadcast::BINOMIAL)
        .does("binomial tree: one dimension a step, the lowest first or in any --order")
        .with_source("Grama et al. 2003, Algorithm 4.3, eq. 4.1"),
    Algorithm::reversed("reduce", "leaf-halving", &broadcast::LEAF_HALVING)
        .does("in every subtree, the leaf of one half sends its sum to that of the other half")
        .with_source("Grama et al. 2003, section 4.1.4"),
    Algorithm::reversed("reduce", "near-first-doubling", &broadcast::NEAR_FIRST_DOUBLING)
        .does("near-first doubling reversed: the far half sends first")
        .with_source("Lawlor, CS 641, Building Broadcast From Point-to-Point"),
    Algorithm::reversed("reduce", "chain", &broadcast::CHAIN)
        .does("each node adds its vector to the received sum and passes it on")
        .with_source("CS3006 lecture notes, naive method on an array"),
    Algorithm::reversed("reduce", "sequential", &broadcast::SEQUENTIAL)
        .does("the other nodes send to the root, one in each step")
        .with_source("Grama et al. 2003, section 4.1.1 (naive)"),
    Algorithm::reversed("reduce", "child-by-child", &broadcast::CHILD_BY_CHILD)
        .does("each node receives from its right child, then from its left child")
        .with_source("derived here from the CS3006 lecture notes' diagram"),
    Algorithm::reversed("reduce", "both-children", &broadcast::BOTH_CHILDREN)
        .does("each node receives from both its children in one step")
        .with_source("CS3006 lecture notes, diagram of the balanced binary tree"),
    Algorithm::reversed("reduce", "reduce-scatter-gather", &broadcast::SCATTER_ALL_GATHER)
        .does("p pieces: reduce-scatter by recursive halving, then gather by dimension doubling")
        .with_source("Grama et al. 2003, section 4.7.1"),
    Algorithm::reversed("reduce", "bruck-gather", &broadcast::SCATTER_BRUCK)
        .does("p pieces: reduce-scatter by Bruck's shifts, then gather by interval doubling")
        .with_source("Barnett et al. 1994, reversed, with Bruck et al. 1997; cf. Traeff 2024"),
    Algorithm::reversed("reduce", "ring-gather", &broadcast::SCATTER_RING)
        .does("p pieces: reduce-scatter round the ring, then gather by interval doubling")
        .with_source("Barnett et al. 1994, reversed; any graph by Lemma U"),
    Algorithm::reversed(
        "reduce",
        "ring-by-dimension-gather",
        &broadcast::SCATTER_RING_BY_DIMENSION,
    )
    .does("p pieces: ring reduce-scatter in every dimension, gather by interval doubling")
    .with_source(
        "Barnett et al. 1994, reversed, with the rings of Grama et al. 2003, Algorithm 4.6",
    ),
    Algorithm::reversed("reduce", "pipelined-chain", &broadcast::PIPELINED_CHAIN)
        .does("n pieces (--pieces) follow each other to the root; each node adds its own")
        .with_source("folklore; any graph by Lemma U"),
    Algorithm::reversed("reduce", "n-block", &broadcast::N_BLOCK)
        .does("n pieces (--pieces): in each step, all nodes send a sum along one dimension")
        .with_source("Johnsson and Ho 1989, reversed; Bar-Noy and Kipnis 1994"),
    Algorithm::reversed("reduce", "rotated-binomial", &broadcast::ROTATED_BINOMIAL)
        .does("d pieces at once, each up its own binomial tree in a rotated dimension order")
        .with_source("Johnsson and Ho 1989, reversed"),
    Algorithm::reversed("reduce", "circulant-n-block", &broadcast::CIRCULANT_N_BLOCK)
        .does("n pieces (--pieces): in each step, all nodes send a sum over the same skip")
        .with_source("Traeff 2024, reversed"),
];
