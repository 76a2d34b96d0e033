//! Scatter, then the rings of one dimension after another: a broadcast of long vectors on grids.
//!
//! The vector is cut in p pieces. Interval halving along the tour brings piece j to node j, the
//! dimension by dimension all-gather brings all to all. Cost: (ceil(log2 p) + k_1 + k_2 + .. - their
//! number) t_s + 2 m t_w (p - 1)/p for sides k_1, k_2, ..; any root. Literature: van de Geijn on
//! meshes, after Grama et al. 2003, section 4.7.1.

use crate::planner::algorithm::{Formula, Need, Pieces, Plan};
use crate::planner::{Algorithm, StepCosts, all_gather, scattered};
use crate::topology::Feature;

pub(in crate::planner) static SCATTER_RING_BY_DIMENSION: Algorithm = Algorithm {
    name: "scatter-ring-by-dimension",
    collective: "broadcast",
    about: "p pieces: scatter by interval halving, then all-gather along rows, columns and so on",
    source: "Barnett et al. 1994, with the rings of Grama et al. 2003, Algorithm 4.6",
    needs: &[Need::of(Feature::Sides, "any sides, any root; p pieces")],
    pieces: Pieces::Nodes,
    cost: Formula::Text("(ceil(log2 p) + {k_j} - {sides}) t_s + 2 m t_w (p - 1)/p"),
    step_costs: |_, sides| {
        let rings = StepCosts::rings_by_dimension(sides, "m t_w/p");
        Some(StepCosts::halving("m t_w/p").then(rings))
    },
    plan: Plan::Made(|request| scattered::broadcast(&all_gather::DIMENSION_BY_DIMENSION, request)),
    ..Algorithm::COMMON
};
