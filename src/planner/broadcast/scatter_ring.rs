//! Scatter, then the ring all-gather: a broadcast of long vectors on any graph.
//!
//! The vector is cut in p pieces. Interval halving along the tour brings piece j to node j, the
//! ring all-gather brings all to all. Cost: (ceil(log2 p) + p - 1) t_s + 2 m t_w (p - 1)/p, any p and
//! root, on every connected graph (specs/lemmas.md, Lemma U). Literature: Barnett et al. 1994, van de
//! Geijn; after Grama et al. 2003, section 4.7.1.

use crate::planner::algorithm::{Formula, Need, Pieces, Plan};
use crate::planner::{Algorithm, StepCosts, all_gather, scattered};

pub(in crate::planner) static SCATTER_RING: Algorithm = Algorithm {
    name: "scatter-ring",
    collective: "broadcast",
    about: "p pieces: scatter by interval halving, then all-gather round the ring",
    source: "Barnett et al. 1994; any graph by Lemma U",
    needs: &[Need::tour("any p, any root; p pieces")],
    pieces: Pieces::Nodes,
    cost: Formula::Text("(ceil(log2 p) + p - 1) t_s + 2 m t_w (p - 1)/p"),
    step_costs: |_, _| {
        let ring = StepCosts::steps("p - 1", "t_s + m t_w/p");
        Some(StepCosts::halving("m t_w/p").then(ring))
    },
    plan: Plan::Made(|request| scattered::broadcast(&all_gather::RING, request)),
    ..Algorithm::COMMON
};
