//! Rotated doubling: d hypercube exchanges at once, each with a d-th of the data.
//!
//! Step k: in copy j nodes that differ in bit k + j mod d swap their sums of piece j. Cost:
//! d t_s + m t_w, p = 2^d > 1, with all ports; the operator must commute, since a rotated subcube
//! is no run of nodes. Source: literature, Johnsson and Ho 1989.

use super::RecursiveDoubling;
use crate::planner::rotated::RotatedCopies;

pub(super) static ROTATED_DOUBLING: RotatedCopies = RotatedCopies {
    of: &RecursiveDoubling,
    name: "rotated-doubling",
    about: "d pieces, each by recursive doubling with its dimensions rotated, all at once",
    source: "Johnsson and Ho 1989",
    constraint: "p = 2^d; d pieces; --ports all",
    formula: "d t_s + min(1, d) m t_w",
};
