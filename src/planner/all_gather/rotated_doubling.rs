//! Rotated doubling: d hypercube exchanges at once, each with a d-th of every block.
//!
//! Step k: in copy j nodes that differ in bit k + j mod d swap piece j of all blocks that they have
//! got. Cost: d t_s + m t_w (p - 1)/d, p = 2^d > 1, with all ports, which is what a node's ports
//! take at least. Source: literature, Johnsson and Ho 1989.

use super::RECURSIVE_DOUBLING;
use crate::planner::Algorithm;
use crate::planner::algorithm::{Formula, Need, Pieces, Plan, Requirement};
use crate::topology::Feature;

pub(in crate::planner) static ROTATED_DOUBLING: Algorithm = Algorithm {
    name: "rotated-doubling",
    collective: "all-gather",
    about: "d pieces, each by recursive doubling with its dimensions rotated, all at once",
    source: "Johnsson and Ho 1989",
    needs: &[Need::of(Feature::Cube, "p = 2^d; d pieces; --ports all")],
    requires: &[Requirement::AllPorts],
    pieces: Pieces::Dimensions,
    cost: Formula::Text("d t_s + m t_w (p - 1)/max(1, d)"),
    plan: Plan::Rotated(&RECURSIVE_DOUBLING),
    ..Algorithm::COMMON
};
