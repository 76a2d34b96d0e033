//! Dissemination: in step i everyone tells the node 2^i further on, round and round.
//!
//! After step i node v has heard of the 2^(i+1) nodes up to itself. Cost: ceil(log2 p) t_s, any p,
//! where every node has a way of its own to any other; on the hypercube too, where a cyclic shift
//! by E-cube routes is free of congestion (specs/lemmas.md, E-cube). Literature: Hensgen, Finkel and
//! Manber 1988.

use crate::planner::template::{self, Planned, brick};
use crate::planner::{Algorithm, ClosedForm, Request, StepCosts, Use, ceil_log2};
use crate::schedule::{Message, Pattern, Runs, Step, Steps};
use crate::topology::Family;

pub(in crate::planner) struct Dissemination;

impl Algorithm for Dissemination {
    fn name(&self) -> &'static str {
        "dissemination"
    }

    fn collective(&self) -> &'static str {
        "barrier"
    }

    fn about(&self) -> &'static str {
        "in step i everyone tells the node 2^i further on of all it has heard of"
    }

    fn source(&self) -> &'static str {
        "Hensgen, Finkel and Manber 1988"
    }

    fn on(&self, family: &'static dyn Family) -> Option<Use> {
        let applies = matches!(family.name(), "complete" | "star" | "switch" | "hypercube");
        applies.then_some(Use::further("any p"))
    }

    fn closed_form(&self, _family: &'static dyn Family, _sides: usize) -> Option<ClosedForm> {
        let formula = "ceil(log2 p) t_s".to_owned();
        Some(ClosedForm { formula, source: self.source(), textbook: None })
    }

    fn step_costs(&self, _family: &'static dyn Family, _sides: usize) -> Option<StepCosts> {
        Some(StepCosts::steps("ceil(log2 p)", "t_s"))
    }

    fn steps(&self, request: &Request) -> Box<dyn Steps> {
        let instance = &request.instance;
        Box::new(Plan { nodes: instance.nodes, blocks: instance.all_blocks() })
    }

    fn templates(&self, request: &Request) -> Option<Planned> {
        let by = template::round(&request.topology);
        let p = request.instance.nodes;
        template::one_each(request, by, ceil_log2(p) as usize, |of, k| {
            Pattern::plain(0, 1 << k, brick(of, &[]))
        })
    }
}

struct Plan {
    nodes: u32,
    blocks: Runs,
}

impl Steps for Plan {
    fn count(&self) -> usize {
        ceil_log2(self.nodes) as usize
    }

    fn messages(&self) -> u128 {
        self.count() as u128 * u128::from(self.nodes)
    }

    fn step_into(&self, k: usize, step: &mut Step) {
        step.messages.clear();
        let p = self.nodes;
        step.messages.extend((0..p).map(|v| {
            // Below 2^k + p, and 2^k < p <= 2^25.
            Message::plain(v, (v + (1 << k)) % p, self.blocks.clone())
        }));
    }
}
