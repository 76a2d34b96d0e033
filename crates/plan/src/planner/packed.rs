//! Packed trees, as algorithms: those of one root, those of all nodes, and spanning trees of sums (`trees/`).

use super::algorithm::Str;
use super::prelude::*;
use super::trees::Forest;

const NEEDS: &[Need] = &[Need::Tour("any p, any root; n pieces")];
const SOURCE: Str = "Edmonds 1973";
const SOURCE_OF_ALL: Str = "Zhao et al. 2024 (ForestColl); Berczi and Frank 2010";

/// Trees from the root that share no link; each piece takes one of them.
///
/// Cost: (h + n/k) (t_s + m t_w/n) with k trees of which the deepest takes h + 1 steps, any root, any n, with all ports.
/// Source: Edmonds 1973.
const BROADCAST: Algorithm = Algorithm::by_trees("broadcast", Forest::Root)
    .does("n pieces (--pieces) down as many trees from the root as share no link")
    .with_source(SOURCE)
    .with_needs(NEEDS);

const ALL_GATHER: Algorithm = Algorithm::by_trees("all-gather", Forest::Blocks)
    .does(
        "n pieces (--pieces) of each block down trees of all nodes, which take turns on the links",
    )
    .with_source(SOURCE_OF_ALL)
    .with_needs(NEEDS);

/// Spanning trees, each of which sums its pieces up to its middle and brings the sums down again.
const ALL_REDUCE: Algorithm = Algorithm::by_trees("all-reduce", Forest::Sums)
    .does("n pieces (--pieces) up spanning trees and down again, which take turns on the links")
    .with_source("derived here; trees by Nash-Williams 1961 and Tutte 1961")
    .with_needs(NEEDS);

pub(super) static ALGORITHMS: &[Algorithm] = &[
    BROADCAST,
    Algorithm::reversed("reduce", "trees", &BROADCAST)
        .does("n pieces (--pieces) up as many trees to the root as share no link"),
    ALL_GATHER,
    Algorithm::reversed("reduce-scatter", "trees", &ALL_GATHER).does(
        "n pieces (--pieces) of each block up trees to all nodes, which take turns on the links",
    ),
    ALL_REDUCE,
];
