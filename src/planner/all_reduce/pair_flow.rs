//! Pair flow round the ring: reduce-scatter there, all-gather back.
//!
//! The vector is cut in p pieces. Pair flow run backwards leaves piece j summed up at node j, pair
//! flow brings all pieces to all. Cost: 2 (2 + ceil((p - 2)/4)) t_s + 2 m t_w (p - 1)/p on a ring of
//! even p >= 4, 2 t_s + m t_w for p = 2: a quarter of the ring algorithm's steps, and the fewest
//! words there are. Sums wrap round, so the operator must commute. Derived here.

use crate::planner::algorithm::{Formula, Need, Pieces, Plan, Requirement};
use crate::planner::{Algorithm, all_gather, scattered};
use crate::topology::Feature;

pub(in crate::planner) static PAIR_FLOW: Algorithm = Algorithm {
    name: "pair-flow",
    collective: "all-reduce",
    about: "p pieces, summed up by pair flow both ways round the ring and handed out likewise",
    source: "derived here",
    needs: &[Need::of(Feature::ClosedRing, "even p; p pieces")],
    requires: &[Requirement::Even],
    pieces: Pieces::Nodes,
    cost: Formula::Text("2 min(p - 1, 2 + ceil((p - 2)/4)) t_s + 2 m t_w (p - 1)/p"),
    plan: Plan::Made(|request| scattered::all_reduce(&all_gather::PAIR_FLOW, request)),
    ..Algorithm::COMMON
};
