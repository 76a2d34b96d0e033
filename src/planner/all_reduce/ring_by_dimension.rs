//! Round the rings of one dimension after another: reduce-scatter there, all-gather back.
//!
//! The vector is cut in p pieces. The dimension by dimension reduce-scatter leaves piece j summed up
//! at node j, the all-gather runs through the dimensions the other way. Cost: 2 (k_1 + k_2 + .. -
//! their number) t_s + 2 m t_w (p - 1)/p for sides k_1, k_2, ..; any sides, with and without
//! wraparound. Literature: Grama et al. 2003, section 4.7.1, on meshes.

use crate::planner::algorithm::{Formula, Need, Pieces, Plan};
use crate::planner::{Algorithm, StepCosts, all_gather, scattered};
use crate::topology::Feature;

pub(in crate::planner) static RING_BY_DIMENSION: Algorithm = Algorithm {
    name: "ring-by-dimension",
    collective: "all-reduce",
    about: "p pieces, summed up and handed round along rows, columns and so on",
    source: "Grama et al. 2003, section 4.7.1, with the rings of Algorithm 4.6",
    needs: &[Need::of(Feature::Sides, "any sides; p pieces")],
    pieces: Pieces::Nodes,
    cost: Formula::Text("2 ({k_j} - {sides}) t_s + 2 m t_w (p - 1)/p"),
    step_costs: |_, sides| {
        let all_gather = StepCosts::rings_by_dimension(sides, "m t_w/p");
        Some(all_gather.clone().backwards().then(all_gather))
    },
    plan: Plan::Made(|request| scattered::all_reduce(&all_gather::DIMENSION_BY_DIMENSION, request)),
    ..Algorithm::COMMON
};
