//! Census: everyone sums up those before it, round and round, as many as p - 1 has in binary.
//!
//! Node v has S_k, the sum of the k nodes before it. Along the bits of p - 1, the highest first: for
//! a 0 everyone sends S_k to the node k further on, which then has S_2k; for a 1 everyone sends S_k
//! with its own to the node k + 1 further on, which then has S_(2k+1). Cost: ceil(log2 p)(t_s + m
//! t_w), any p, where every node has a way of its own to any other; sums wrap round, so the operator
//! must commute. Literature: Bar-Noy, Kipnis and Schieber 1993; Bruck and Ho 1993.

use crate::planner::census::{Census as Plan, Ends};
use crate::planner::{Algorithm, ClosedForm, Request, StepCosts, Use};
use crate::schedule::Steps;
use crate::topology::Family;

pub(in crate::planner) struct Census;

impl Algorithm for Census {
    fn name(&self) -> &'static str {
        "census"
    }

    fn collective(&self) -> &'static str {
        "all-reduce"
    }

    fn about(&self) -> &'static str {
        "everyone doubles the number of nodes before it that it has summed up, along the bits of p - 1"
    }

    fn source(&self) -> &'static str {
        "Bar-Noy, Kipnis and Schieber 1993"
    }

    fn on(&self, family: &'static dyn Family) -> Option<Use> {
        let crossbar = matches!(family.name(), "complete" | "star" | "switch");
        crossbar.then_some(Use::further("any p"))
    }

    fn closed_form(&self, _family: &'static dyn Family, _sides: usize) -> Option<ClosedForm> {
        let formula = "ceil(log2 p) (t_s + m t_w)".to_owned();
        Some(ClosedForm { formula, source: self.source(), textbook: None })
    }

    fn step_costs(&self, _family: &'static dyn Family, _sides: usize) -> Option<StepCosts> {
        Some(StepCosts::steps("ceil(log2 p)", "t_s + m t_w"))
    }

    fn steps(&self, request: &Request) -> Box<dyn Steps> {
        let instance = &request.instance;
        Box::new(Plan { nodes: instance.nodes, blocks: instance.all_blocks(), ends: Ends::Joined })
    }
}
