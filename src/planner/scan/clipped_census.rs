//! The exclusive scan without a shift: sums of those before one, doubled along the bits of p - 1.
//!
//! Node v has the sum of the k nodes before it, or of all from 0 on; the step rule is that of
//! `planner/census.rs`. Cost: ceil(log2 p)(t_s + m t_w), any p, where every node has a way of its own
//! to any other; exclusive. What arrives lies wholly before what is there, so the operator need not
//! commute. Derived here from the census of Bar-Noy, Kipnis and Schieber 1993; cf. Traeff 2025.

use crate::planner::algorithm::{Formula, Need, Plan, Requirement};
use crate::planner::census::{Census, Ends};
use crate::planner::{Algorithm, StepCosts};
use crate::topology::Feature;

pub(in crate::planner) static CLIPPED_CENSUS: Algorithm = Algorithm {
    name: "clipped-census",
    collective: "scan",
    about: "everyone doubles the number of nodes before it that it has summed up; exclusive",
    source: "derived here from Bar-Noy, Kipnis and Schieber 1993",
    needs: &[Need::of(Feature::Pairs, "any p; exclusive")],
    requires: &[Requirement::Exclusive],
    cost: Formula::Text("ceil(log2 p) (t_s + m t_w)"),
    step_costs: |_, _| Some(StepCosts::steps("ceil(log2 p)", "t_s + m t_w")),
    plan: Plan::Made(|request| {
        let instance = &request.instance;
        Box::new(Census { nodes: instance.nodes, blocks: instance.all_blocks(), ends: Ends::Open })
    }),
    ..Algorithm::COMMON
};
