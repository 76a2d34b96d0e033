//! Scatter, then Bruck's all-gather: the improved broadcast of long vectors for any p.
//!
//! The vector is cut in p pieces. Interval halving brings piece j to node j, Bruck's cyclic shifts
//! bring all to all. Cost: 2 ceil(log2 p) t_s + 2 m t_w (p - 1)/p, any p and root, where every node has a
//! way of its own to any other; on the hypercube `scatter_all_gather.rs` comes to the same. Literature:
//! Barnett et al. 1994, van de Geijn, with the all-gather of Bruck et al. 1997; after Grama et al. 2003,
//! section 4.7.1, there for p = 2^d.

use crate::planner::algorithm::{Formula, Need, Pieces, Plan, Taught};
use crate::planner::scattered::{self, IMPROVED};
use crate::planner::{Algorithm, StepCosts, all_gather};
use crate::topology::Feature;

pub(in crate::planner) static SCATTER_BRUCK: Algorithm = Algorithm {
    name: "scatter-bruck",
    collective: "broadcast",
    about: "p pieces: scatter by interval halving, then all-gather by Bruck's cyclic shifts",
    source: "Barnett et al. 1994, with Bruck et al. 1997",
    needs: &[Need::of(Feature::Pairs, "any p, any root; p pieces")],
    pieces: Pieces::Nodes,
    cost: Formula::Text("2 ceil(log2 p) t_s + 2 m t_w (p - 1)/p"),
    taught: Taught::Everywhere(IMPROVED),
    step_costs: |_, _| {
        let last = "max(0, ceil(log2 p) - 1)";
        let doubling = StepCosts::steps(last, "t_s + 2^i m t_w/p");
        let rest = StepCosts::from_to(last, "ceil(log2 p)", "t_s + (p - 2^i) m t_w/p");
        Some(StepCosts::halving("m t_w/p").then(doubling).then(rest))
    },
    plan: Plan::Made(|request| scattered::broadcast(&all_gather::BRUCK, request)),
    ..Algorithm::COMMON
};
