//! Rows, then columns: pair flow along the even sides of a torus, the ring algorithm along the odd.
//!
//! The last coordinate first, as in the textbook's algorithm; along an even side of k > 4 nodes
//! 2 + ceil((k - 2)/4) steps instead of k - 1, and along a side of 4, where that would be 3, the 2
//! steps of neighbour exchange. Cost: the sum of these t_s + (p - 1) m t_w, any sides. Derived here, after Grama et al. 2003, Algorithm 4.6.

use super::along_the_lines;
use super::rounds::Rounds;
use crate::planner::algorithm::{Formula, Need, Plan};
use crate::planner::{Algorithm, pair_flow_along};
use crate::topology::Feature;

pub(in crate::planner) static DIMENSION_BY_DIMENSION_PAIR_FLOW: Algorithm = Algorithm {
    name: "dimension-by-dimension-pair-flow",
    collective: "all-gather",
    about: "along all rows, then along all columns, on even sides in pairs both ways",
    source: "derived here, after Grama et al. 2003, Algorithm 4.6",
    needs: &[Need::of(Feature::ClosedSides, "any sides; along odd ones the ring algorithm")],
    cost: Formula::Made(|_, sides| format!("({}) t_s + (p - 1) m t_w", pair_flow_along(sides))),
    plan: Plan::Made(|request| along_the_lines::steps(request, Rounds::FewestSteps)),
    ..Algorithm::COMMON
};
