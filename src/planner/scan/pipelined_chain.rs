//! The pipelined chain: each node hands on what it received with its own, piece after piece.
//!
//! Step t: node x sends the prefix of piece t - x to node x + 1, as the pieces of a broadcast from node
//! 0 go. Cost: (p - 2 + n)(t_s + m t_w/n) for n pieces, nothing for one node; any p, wherever the
//! nodes are numbered along a tour; inclusive and exclusive. The operator need not commute.
//! Literature: folklore.

use super::along_a_tour;
use crate::planner::{
    Algorithm, ClosedForm, PlanError, Request, StepCosts, Use, broadcast, no_order,
};
use crate::schedule::Steps;
use crate::topology::Family;

pub(in crate::planner) struct PipelinedChain;

impl Algorithm for PipelinedChain {
    fn name(&self) -> &'static str {
        "pipelined-chain"
    }

    fn collective(&self) -> &'static str {
        "scan"
    }

    fn about(&self) -> &'static str {
        "n prefixes follow each other from node to node, as many as --pieces says"
    }

    fn source(&self) -> &'static str {
        "folklore; along a tour by Lemma U"
    }

    fn on(&self, family: &'static dyn Family) -> Option<Use> {
        let elsewhere = matches!(family.name(), "node-tree" | "graph");
        let numbered = "numbered along a tour; n pieces";
        Some(Use::further(if elsewhere { numbered } else { "any p; n pieces" }))
    }

    fn fits(&self, request: &Request) -> Result<(), PlanError> {
        no_order(self.name(), request)?;
        along_a_tour(self.name(), request)
    }

    fn closed_form(&self, _family: &'static dyn Family, _sides: usize) -> Option<ClosedForm> {
        let formula = "min(1, p - 1) (p - 2 + n) (t_s + m t_w/n)".to_owned();
        Some(ClosedForm { formula, source: self.source(), textbook: None })
    }

    fn step_costs(&self, _family: &'static dyn Family, _sides: usize) -> Option<StepCosts> {
        Some(StepCosts::steps("min(1, p - 1) (p - 2 + n)", "t_s + m t_w/n"))
    }

    fn steps(&self, request: &Request) -> Box<dyn Steps> {
        // A scan has root 0, the first node.
        broadcast::PipelinedChain.steps(request)
    }
}
