//! Gather: the reversed algorithms of scatter.
//!
//! Reversed, the first split arrives last, so halves of different sizes end together and a step's messages
//! stay as short as they were (specs/lemmas.md, Duality).

use super::{Algorithm, scatter};

pub(super) static ALGORITHMS: &[Algorithm] = &[
    Algorithm::reversed("gather", "interval-doubling", &scatter::INTERVAL_HALVING)
        .does("the first node of each half sends all it gathered to the first of the interval")
        .with_source("Grama et al. 2003, section 4.4; any graph by Lemma U"),
    Algorithm::reversed("gather", "dimension-doubling", &scatter::DIMENSION_HALVING)
        .does("one dimension a step, the lowest first: one side sends all it gathered across")
        .with_source("Grama et al. 2003, section 4.4, Figure 4.15, reversed"),
    Algorithm::reversed("gather", "rotated-doubling", &scatter::ROTATED_HALVING)
        .does("d pieces at once, each by dimension doubling in a rotated dimension order")
        .with_source("Johnsson and Ho 1989, reversed"),
    Algorithm::reversed("gather", "binomial-doubling", &scatter::BINOMIAL)
        .does("MPI's binomial tree: each node sends all it gathered 2^k back, the smallest first"),
    Algorithm::reversed("gather", "sequential", &scatter::SEQUENTIAL)
        .does("each other node sends the root its block, one in each step"),
    Algorithm::reversed("gather", "direct", &scatter::DIRECT)
        .does("each other node sends the root its block directly, in one step"),
];
