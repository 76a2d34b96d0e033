//! Recursive doubling: partners swap their sums, across one dimension after another.
//!
//! Step i: node v and node v XOR 2^i exchange the sums of their subcubes of 2^i nodes. Cost:
//! (t_s + m t_w) log p, p = 2^d, where each pair has a way of its own; the operator need not
//! commute. : Grama et al. 2003, section 4.3.

use crate::planner::algorithm::{Formula, Need, Plan, Requirement};
use crate::planner::exchange::{self, Exchange};
use crate::planner::{Algorithm, StepCosts};
use crate::topology::Feature;

pub(in crate::planner) static RECURSIVE_DOUBLING: Algorithm = Algorithm {
    name: "recursive-doubling",
    collective: "all-reduce",
    about: "in step i nodes that differ in bit i swap the sums of their subcubes",
    source: "Grama et al. 2003, section 4.3",
    needs: &[Need::of(Feature::Shifts, "p = 2^d")],
    textbook: &["hypercube"],
    requires: &[Requirement::PowerOfTwo],
    cost: Formula::Text("(t_s + m t_w) log p"),
    step_costs: |_, _| Some(StepCosts::steps("log p", "t_s + m t_w").powers_of_two()),
    plan: Plan::Made(|request| {
        let instance = &request.instance;
        Box::new(Exchange { nodes: instance.nodes, blocks: instance.all_blocks() })
    }),
    templates: exchange::templates,
    ..Algorithm::COMMON
};
