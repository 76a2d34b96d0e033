//! Gather: scatter run backwards, each of its algorithms.
//!
//! Reversed, what was split first arrives last, so that halves of different sizes end together
//! and a step's messages stay as short as they were (specs/lemmas.md, Duality).

use super::{Algorithm, scatter};

const fn reversal(
    of: &'static Algorithm,
    name: &'static str,
    about: &'static str,
    source: &'static str,
) -> Algorithm {
    super::reversal::reversal(of, "gather", name, about, source)
}

pub(super) static ALGORITHMS: &[&Algorithm] = &[
    &reversal(
        &scatter::INTERVAL_HALVING,
        "interval-doubling",
        "the first node of each half sends all that it gathered to the first of the interval",
        "Grama et al. 2003, section 4.4; any graph by Lemma U",
    ),
    &reversal(
        &scatter::DIMENSION_HALVING,
        "dimension-doubling",
        "one dimension a step, the lowest first: one side sends all that it gathered to the other",
        "Grama et al. 2003, section 4.4, Figure 4.15, reversed",
    ),
    &reversal(
        &scatter::ROTATED_HALVING,
        "rotated-doubling",
        "d pieces, each by dimension doubling with its dimensions rotated, all at once",
        "Johnsson and Ho 1989, reversed",
    ),
];
