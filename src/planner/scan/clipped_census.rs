//! The exclusive scan without a shift: sums of those before one, doubled along the bits of p - 1.
//!
//! Node v has the sum of the k nodes before it, or of all from 0 on; the step rule is that of
//! `planner/census.rs`. Cost: ceil(log2 p)(t_s + m t_w), any p, where every node has a way of its own
//! to any other; exclusive. What arrives lies wholly before what is there, so the operator need not
//! commute. Derived here from the census of Bar-Noy, Kipnis and Schieber 1993; cf. Traeff 2025.

use super::exclusive;
use crate::planner::census::{Census, Ends};
use crate::planner::{Algorithm, ClosedForm, PlanError, Request, StepCosts, Use, no_order};
use crate::schedule::Steps;
use crate::topology::Family;

pub(in crate::planner) struct ClippedCensus;

impl Algorithm for ClippedCensus {
    fn name(&self) -> &'static str {
        "clipped-census"
    }

    fn collective(&self) -> &'static str {
        "scan"
    }

    fn about(&self) -> &'static str {
        "everyone doubles the number of nodes before it that it has summed up; exclusive"
    }

    fn source(&self) -> &'static str {
        "derived here from Bar-Noy, Kipnis and Schieber 1993"
    }

    fn on(&self, family: &'static dyn Family) -> Option<Use> {
        let applies = matches!(family.name(), "complete" | "star" | "switch");
        applies.then_some(Use::further("any p; exclusive"))
    }

    fn fits(&self, request: &Request) -> Result<(), PlanError> {
        no_order(self.name(), request)?;
        exclusive(self.name(), request)
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
        Box::new(Census { nodes: instance.nodes, blocks: instance.all_blocks(), ends: Ends::Open })
    }
}
