//! Pair flow along the even sides of a torus, one dimension after another: there and back.
//!
//! The vector is cut in p pieces. The dimension by dimension reduce-scatter leaves piece j summed up
//! at node j, the all-gather runs through the dimensions the other way; along odd sides both are the
//! ring algorithm's, along sides of 4 neighbour exchange. Cost: 2 t_s times the sum of
//! 2 + ceil((k - 2)/4) for even sides k > 4, 2 for 4, and k - 1 for others, + 2 m t_w (p - 1)/p; any
//! sides. Sums wrap round, so the operator must commute. Derived here.

use crate::planner::algorithm::{Formula, Need, Pieces, Plan};
use crate::planner::{Algorithm, all_gather, pair_flow_along, scattered};
use crate::topology::Feature;

pub(in crate::planner) static PAIR_FLOW_BY_DIMENSION: Algorithm = Algorithm {
    name: "pair-flow-by-dimension",
    collective: "all-reduce",
    about: "p pieces, summed up and handed round along rows, columns and so on, on even sides in pairs",
    source: "derived here",
    needs: &[Need::of(
        Feature::ClosedSides,
        "any sides; along odd ones the ring algorithm; p pieces",
    )],
    pieces: Pieces::Nodes,
    cost: Formula::Made(|_, sides| {
        format!("2 ({}) t_s + 2 m t_w (p - 1)/p", pair_flow_along(sides))
    }),
    plan: Plan::Made(|request| {
        scattered::all_reduce(&all_gather::DIMENSION_BY_DIMENSION_PAIR_FLOW, request)
    }),
    ..Algorithm::COMMON
};
