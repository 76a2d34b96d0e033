//! Rotated halving: d binomial trees on the hypercube at once, each with a d-th of every block.
//!
//! Step k: tree j sends along dimension d - 1 - k + j mod d piece j of the blocks of the other side.
//! Cost: d t_s + m t_w (p - 1)/d, p = 2^d > 1, with all ports, which is what the root's ports take
//! at least. Source: literature, Johnsson and Ho 1989.

use super::DimensionHalving;
use crate::planner::rotated::RotatedCopies;

pub(in crate::planner) static ROTATED_HALVING: RotatedCopies = RotatedCopies {
    of: &DimensionHalving,
    name: "rotated-halving",
    about: "d pieces, each by dimension halving with its dimensions rotated, all at once",
    source: "Johnsson and Ho 1989",
    constraint: "any root; d pieces; --ports all",
    formula: "d t_s + m t_w (p - 1)/max(1, d)",
};
