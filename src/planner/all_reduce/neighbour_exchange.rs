//! Neighbour exchange round the ring: reduce-scatter there, all-gather back.
//!
//! The vector is cut in p pieces. Neighbour exchange run backwards leaves piece j summed up at node j,
//! neighbour exchange brings all pieces to all. Cost: p t_s + 2 m t_w (p - 1)/p on a ring of even p:
//! half the ring algorithm's steps, and the fewest words there are. Sums wrap round, so the
//! operator must commute. Derived here, from Chen et al. 2005.

use crate::planner::algorithm::{Formula, Need, Pieces, Plan, Requirement};
use crate::planner::{Algorithm, all_gather, scattered};
use crate::topology::Feature;

pub(in crate::planner) static NEIGHBOUR_EXCHANGE: Algorithm = Algorithm {
    name: "neighbour-exchange",
    collective: "all-reduce",
    about: "p pieces, summed up and handed out by swaps with one neighbour, then with the other",
    source: "derived here, from Chen et al. 2005",
    needs: &[Need::of(Feature::ClosedRing, "even p; p pieces")],
    requires: &[Requirement::Even],
    pieces: Pieces::Nodes,
    cost: Formula::Text("p t_s + 2 m t_w (p - 1)/p"),
    plan: Plan::Made(|request| scattered::all_reduce(&all_gather::NEIGHBOUR_EXCHANGE, request)),
    ..Algorithm::COMMON
};
