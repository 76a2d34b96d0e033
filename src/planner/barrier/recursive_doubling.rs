//! Recursive doubling: in step i partners across dimension i tell each other.
//!
//! After step i everyone has heard of its subcube of 2^(i+1) nodes. Cost: t_s log p, p = 2^d, where
//! each pair has a way of its own. : Grama et al. 2003, section 4.3, all-reduce as a
//! barrier.

use crate::planner::algorithm::{Formula, Need, Plan, Requirement};
use crate::planner::exchange::{self, Exchange};
use crate::planner::{Algorithm, StepCosts};
use crate::topology::Feature;

pub(in crate::planner) static RECURSIVE_DOUBLING: Algorithm = Algorithm {
    name: "recursive-doubling",
    collective: "barrier",
    about: "in step i nodes that differ in bit i tell each other of all they have heard of",
    source: "Grama et al. 2003, section 4.3",
    needs: &[Need::of(Feature::Shifts, "p = 2^d")],
    textbook: &["hypercube"],
    requires: &[Requirement::PowerOfTwo],
    cost: Formula::Text("t_s log p"),
    step_costs: |_, _| Some(StepCosts::steps("log p", "t_s").powers_of_two()),
    plan: Plan::Made(|request| {
        let instance = &request.instance;
        Box::new(Exchange { nodes: instance.nodes, blocks: instance.all_blocks() })
    }),
    templates: exchange::templates,
    ..Algorithm::COMMON
};
