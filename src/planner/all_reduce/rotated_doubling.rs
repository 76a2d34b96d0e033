//! Rotated doubling: d hypercube exchanges at once, each with a d-th of the data.
//!
//! Step k: in copy j nodes that differ in bit k + j mod d swap their sums of piece j. Cost:
//! d t_s + m t_w, p = 2^d > 1, with all ports; the operator must commute, since a rotated subcube
//! is no run of nodes. Source: literature, Johnsson and Ho 1989.

use super::RECURSIVE_DOUBLING;
use crate::planner::Algorithm;
use crate::planner::algorithm::{Formula, Need, Pieces, Plan, Requirement};
use crate::topology::Feature;

pub(in crate::planner) static ROTATED_DOUBLING: Algorithm = Algorithm {
    name: "rotated-doubling",
    collective: "all-reduce",
    about: "d pieces, each by recursive doubling with its dimensions rotated, all at once",
    source: "Johnsson and Ho 1989",
    needs: &[Need::of(Feature::Cube, "p = 2^d; d pieces; --ports all")],
    requires: &[Requirement::AllPorts],
    pieces: Pieces::Dimensions,
    cost: Formula::Text("d t_s + min(1, d) m t_w"),
    plan: Plan::Rotated(&RECURSIVE_DOUBLING),
    ..Algorithm::COMMON
};
