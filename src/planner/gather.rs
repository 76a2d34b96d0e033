//! Gather: scatter run backwards, each of its algorithms.
//!
//! Reversed, what was split first arrives last, so that halves of different sizes end together
//! and a step's messages stay as short as they were (specs/lemmas.md, Duality).

use super::{Algorithm, scatter};

pub(super) static ALGORITHMS: &[Algorithm] = &[
    Algorithm::reversed("gather", "interval-doubling", &scatter::INTERVAL_HALVING)
        .does("the first node of each half sends all that it gathered to the first of the interval")
        .with_source("Grama et al. 2003, section 4.4; any graph by Lemma U"),
    Algorithm::reversed("gather", "dimension-doubling", &scatter::DIMENSION_HALVING)
        .does(
            "one dimension a step, the lowest first: one side sends all that it gathered \
             to the other",
        )
        .with_source("Grama et al. 2003, section 4.4, Figure 4.15, reversed"),
    Algorithm::reversed("gather", "rotated-doubling", &scatter::ROTATED_HALVING)
        .does("d pieces, each by dimension doubling with its dimensions rotated, all at once")
        .with_source("Johnsson and Ho 1989, reversed"),
];
