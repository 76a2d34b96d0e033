//! Interval colouring: messages whose intervals of a tour are disjoint share a step.
//!
//! As for a permutation: a shift on a machine whose nodes are not numbered along a tour is one like
//! any other. At most floor(p/2) steps each way, t_s + m t_w each; how many depends on the
//! numbering, so the cost is computed. Source: literature, interval-graph colouring.

use crate::planner::Algorithm;
use crate::planner::algorithm::{Need, Plan};
use crate::planner::permute::interval_colouring;

pub(in crate::planner) static INTERVAL_COLOURING: Algorithm = Algorithm {
    name: "interval-colouring",
    collective: "shift",
    about: "each block goes directly along a tour, in a step with those whose intervals it leaves free",
    source: "interval-graph colouring; any graph by Lemma U",
    needs: &[Need::tour("any p, any q")],
    at_least: interval_colouring::at_least,
    plan: Plan::Made(interval_colouring::steps),
    ..Algorithm::COMMON
};
