//! Rotated binomial trees: d trees on the hypercube at once, each with a d-th of the message.
//!
//! Step k: tree j sends piece j of d along dimension d - 1 - k + j mod d, from all who have it;
//! with all ports no tree is in another's way. Cost: d t_s + m t_w, p = 2^d > 1. Source: literature,
//! Johnsson and Ho 1989.

use super::Binomial;
use crate::planner::rotated::RotatedCopies;

pub(in crate::planner) static ROTATED_BINOMIAL: RotatedCopies = RotatedCopies {
    of: &Binomial,
    name: "rotated-binomial",
    about: "d pieces, each down a binomial tree of its own whose dimensions are rotated",
    source: "Johnsson and Ho 1989",
    constraint: "any root; d pieces; --ports all",
    formula: "d t_s + min(1, d) m t_w",
};
