//! The pipelined chain: each node hands on what it received with its own, piece after piece.
//!
//! Step t: node x sends the prefix of piece t - x to node x + 1, as the pieces of a broadcast from node
//! 0 go. Cost: (p - 2 + n)(t_s + m t_w/n) for n pieces, nothing for one node; any p, wherever the
//! nodes are numbered along a tour; inclusive and exclusive. The operator need not commute.
//! Literature: folklore.

use crate::planner::algorithm::{Formula, Need, Plan, Requirement};
use crate::planner::{Algorithm, StepCosts, broadcast};
use crate::topology::Feature;

pub(in crate::planner) static PIPELINED_CHAIN: Algorithm = Algorithm {
    name: "pipelined-chain",
    collective: "scan",
    about: "n prefixes follow each other from node to node, as many as --pieces says",
    source: "folklore; along a tour by Lemma U",
    needs: &[
        Need::of(Feature::Numbered, "any p; n pieces"),
        Need::tour("numbered along a tour; n pieces"),
    ],
    requires: &[Requirement::AlongATour],
    cost: Formula::Text("min(1, p - 1) (p - 2 + n) (t_s + m t_w/n)"),
    step_costs: |_, _| Some(StepCosts::steps("min(1, p - 1) (p - 2 + n)", "t_s + m t_w/n")),
    plan: Plan::Made(|request| // A scan has root 0, the first node.
        broadcast::PIPELINED_CHAIN.steps(request)),
    ..Algorithm::COMMON
};
