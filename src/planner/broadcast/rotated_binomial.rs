//! Rotated binomial trees: d trees on the hypercube at once, each with a d-th of the message.
//!
//! Step k: tree j sends piece j of d along dimension d - 1 - k + j mod d, from all who have it;
//! with all ports no tree is in another's way. Cost: d t_s + m t_w, p = 2^d > 1. Source: literature,
//! Johnsson and Ho 1989.

use super::BINOMIAL;
use crate::planner::Algorithm;
use crate::planner::algorithm::{Formula, Need, Pieces, Plan, Requirement};
use crate::topology::Feature;

pub(in crate::planner) static ROTATED_BINOMIAL: Algorithm = Algorithm {
    name: "rotated-binomial",
    collective: "broadcast",
    about: "d pieces, each down a binomial tree of its own whose dimensions are rotated",
    source: "Johnsson and Ho 1989",
    needs: &[Need::of(Feature::Cube, "any root; d pieces; --ports all")],
    requires: &[Requirement::AllPorts],
    pieces: Pieces::Dimensions,
    cost: Formula::Text("d t_s + min(1, d) m t_w"),
    plan: Plan::Rotated(&BINOMIAL),
    ..Algorithm::COMMON
};
