//! Census: everyone sums up those before it, round and round, as many as p - 1 has in binary.
//!
//! Node v has S_k, the sum of the k nodes before it. Along the bits of p - 1, the highest first: for
//! a 0 everyone sends S_k to the node k further on, which then has S_2k; for a 1 everyone sends S_k
//! with its own to the node k + 1 further on, which then has S_(2k+1). Cost: ceil(log2 p)(t_s + m
//! t_w), any p, where every node has a way of its own to any other; sums wrap round, so the operator
//! must commute. Literature: Bar-Noy, Kipnis and Schieber 1993; Bruck and Ho 1993.

use crate::planner::algorithm::{Formula, Need, Plan};
use crate::planner::census::{Census as Messages, Ends};
use crate::planner::{Algorithm, StepCosts};
use crate::topology::Feature;

pub(in crate::planner) static CENSUS: Algorithm = Algorithm {
    name: "census",
    collective: "all-reduce",
    about: "everyone doubles the number of nodes before it that it has summed up, along the bits of p - 1",
    source: "Bar-Noy, Kipnis and Schieber 1993",
    needs: &[Need::of(Feature::Pairs, "any p")],
    cost: Formula::Text("ceil(log2 p) (t_s + m t_w)"),
    step_costs: |_, _| Some(StepCosts::steps("ceil(log2 p)", "t_s + m t_w")),
    plan: Plan::Made(|request| {
        let instance = &request.instance;
        Box::new(Messages {
            nodes: instance.nodes,
            blocks: instance.all_blocks(),
            ends: Ends::Joined,
        })
    }),
    ..Algorithm::COMMON
};
