//! Rotated exchange: d dimension exchanges at once, each with a d-th of every block.
//!
//! Step k: in copy j nodes that differ in bit k + j mod d exchange piece j of all that is for the
//! other's half. Cost: d t_s + m t_w p/2, p = 2^d > 1, with all ports, which is what the links
//! between two halves take at least. Source: literature, Johnsson and Ho 1989.

use super::dimension_exchange::DIMENSION_EXCHANGE;
use crate::planner::Algorithm;
use crate::planner::algorithm::{Formula, Need, Pieces, Plan, Requirement};
use crate::topology::Feature;

pub(in crate::planner) static ROTATED_EXCHANGE: Algorithm = Algorithm {
    name: "rotated-exchange",
    collective: "all-to-all",
    about: "d pieces, each by dimension exchange with its dimensions rotated, all at once",
    source: "Johnsson and Ho 1989",
    needs: &[Need::of(Feature::Cube, "p = 2^d; d pieces; --ports all")],
    requires: &[Requirement::AllPorts],
    pieces: Pieces::Dimensions,
    cost: Formula::Text("d t_s + floor(p/2) m t_w"),
    plan: Plan::Rotated(&DIMENSION_EXCHANGE),
    ..Algorithm::COMMON
};
