//! Scatter: from one node a block of its own to everyone.

mod dimension_halving;
mod interval_halving;
mod rotated_halving;

use super::Algorithm;

pub(super) use dimension_halving::DIMENSION_HALVING;
pub(super) use interval_halving::INTERVAL_HALVING;
pub(super) use rotated_halving::ROTATED_HALVING;

pub(super) static ALGORITHMS: &[&Algorithm] =
    &[&INTERVAL_HALVING, &DIMENSION_HALVING, &ROTATED_HALVING];

/// The textbook's cost of scatter and gather on any of its topologies.
const SECTION_4_4: super::Textbook = super::Textbook {
    formula: "t_s log p + m t_w (p - 1)",
    source: "Grama et al. 2003, section 4.4",
};
