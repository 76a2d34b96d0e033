//! Rotated halving: d binomial trees on the hypercube at once, each with a d-th of every block.
//!
//! Step k: tree j sends along dimension d - 1 - k + j mod d piece j of the blocks of the other side.
//! Cost: d t_s + m t_w (p - 1)/d, p = 2^d > 1, with all ports, which is what the root's ports take
//! at least. Source: literature, Johnsson and Ho 1989.

use super::DIMENSION_HALVING;
use crate::planner::Algorithm;
use crate::planner::algorithm::{Formula, Need, Pieces, Plan, Requirement};
use crate::topology::Feature;

pub(in crate::planner) static ROTATED_HALVING: Algorithm = Algorithm {
    name: "rotated-halving",
    collective: "scatter",
    about: "d pieces, each by dimension halving with its dimensions rotated, all at once",
    source: "Johnsson and Ho 1989",
    needs: &[Need::of(Feature::Cube, "any root; d pieces; --ports all")],
    requires: &[Requirement::AllPorts],
    pieces: Pieces::Dimensions,
    cost: Formula::Text("d t_s + m t_w (p - 1)/max(1, d)"),
    plan: Plan::Rotated(&DIMENSION_HALVING),
    ..Algorithm::COMMON
};
