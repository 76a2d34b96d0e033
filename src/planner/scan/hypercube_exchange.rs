//! The hypercube's prefix sums: partners swap the sums of their subcubes, and each adds those from
//! below to its result.
//!
//! Step i: node v and node v XOR 2^i swap the sums of their subcubes of 2^i nodes, which both add to
//! what they send next, and the higher of them to its result too. Cost: (t_s + m t_w) log p, p =
//! 2^d, where each pair has a way of its own; inclusive and exclusive. The result is formed of the
//! values received from below, so the operator need not commute. : Grama et al. 2003,
//! Algorithm 4.9.

use crate::planner::algorithm::{Formula, Need, Plan, Requirement};
use crate::planner::exchange::Exchange;
use crate::planner::{Algorithm, StepCosts};
use crate::topology::Feature;

pub(in crate::planner) static HYPERCUBE_EXCHANGE: Algorithm = Algorithm {
    name: "hypercube-exchange",
    collective: "scan",
    about: "in step i partners swap the sums of their subcubes; the higher one adds it to its result",
    source: "Grama et al. 2003, Algorithm 4.9",
    needs: &[Need::of(Feature::Shifts, "p = 2^d")],
    textbook: &["hypercube"],
    requires: &[Requirement::PowerOfTwo],
    cost: Formula::Text("(t_s + m t_w) log p"),
    step_costs: |_, _| Some(StepCosts::steps("log p", "t_s + m t_w").powers_of_two()),
    plan: Plan::Made(|request| {
        let instance = &request.instance;
        Box::new(Exchange { nodes: instance.nodes, blocks: instance.all_blocks() })
    }),
    ..Algorithm::COMMON
};
