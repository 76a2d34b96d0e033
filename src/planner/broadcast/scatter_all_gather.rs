//! Scatter, then all-gather: the improved broadcast of long vectors on the hypercube.
//!
//! The vector is cut in p pieces. The scatter halves what a node has to see to along one dimension
//! after another, the highest first; recursive doubling brings all pieces to all. Cost:
//! 2 t_s log p + 2 m t_w (p - 1)/p, p = 2^d, any root, where each pair has a way of its own.
//! : Grama et al. 2003, section 4.7.1, where the last factor is taken as 1.

use crate::planner::algorithm::{Formula, Need, Pieces, Plan, Requirement, Taught};
use crate::planner::scattered::{self, IMPROVED};
use crate::planner::{Algorithm, StepCosts, all_gather};
use crate::topology::Feature;

pub(in crate::planner) static SCATTER_ALL_GATHER: Algorithm = Algorithm {
    name: "scatter-all-gather",
    collective: "broadcast",
    about: "p pieces: scatter by dimensions, then all-gather by recursive doubling",
    source: "Grama et al. 2003, section 4.7.1",
    needs: &[Need::of(Feature::Shifts, "p = 2^d, any root; p pieces")],
    requires: &[Requirement::PowerOfTwo],
    pieces: Pieces::Nodes,
    cost: Formula::Text("2 t_s log p + 2 m t_w (p - 1)/p"),
    taught: Taught::Everywhere(IMPROVED),
    step_costs: |_, _| {
        let scatter = StepCosts::steps("log p", "t_s + m t_w/2^(i + 1)");
        let all_gather = StepCosts::steps("log p", "t_s + 2^i m t_w/p");
        Some(scatter.then(all_gather).powers_of_two())
    },
    plan: Plan::Made(|request| {
        scattered::broadcast_by_dimensions(&all_gather::RECURSIVE_DOUBLING, request)
    }),
    ..Algorithm::COMMON
};
