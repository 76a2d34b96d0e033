//! p broadcasts, one after another.
//!
//! Node 0 broadcasts its block by recursive doubling, then node 1, and so on. Cost:
//! p ceil(log2 p)(t_s + m t_w), any p, on every connected graph. Source: the naive way of the
//! CS3006 lecture on all-to-all broadcast.

use crate::collective::Instance;
use crate::planner::broadcast::TourHalving;
use crate::planner::tour::Tour;
use crate::planner::{Algorithm, ClosedForm, Request, StepCosts, Textbook, Use, halving};
use crate::schedule::{Step, Steps};
use crate::topology::{Family, Topology};

pub(in crate::planner) struct SequentialBroadcasts;

const LECTURE: Textbook =
    Textbook { formula: "p log p (t_s + m t_w)", source: "CS3006 lecture 12, naive broadcasts" };

impl Algorithm for SequentialBroadcasts {
    fn name(&self) -> &'static str {
        "sequential-broadcasts"
    }

    fn collective(&self) -> &'static str {
        "all-gather"
    }

    fn about(&self) -> &'static str {
        "one broadcast by recursive doubling after another"
    }

    fn source(&self) -> &'static str {
        "CS3006 lecture 12 (naive)"
    }

    fn on(&self, _family: &'static dyn Family) -> Option<Use> {
        Some(Use::further("any p"))
    }

    fn closed_form(&self, _family: &'static dyn Family, _sides: usize) -> Option<ClosedForm> {
        let formula = "p ceil(log2 p) (t_s + m t_w)".to_owned();
        Some(ClosedForm { formula, source: self.source(), textbook: Some(LECTURE) })
    }

    fn step_costs(&self, _family: &'static dyn Family, _sides: usize) -> Option<StepCosts> {
        let one = StepCosts::steps("ceil(log2 p)", "t_s + m t_w");
        Some(one.repeated("p"))
    }

    fn steps(&self, request: &Request) -> Box<dyn Steps> {
        let topology = request.topology.clone();
        Box::new(Plan { topology, instance: request.instance.clone() })
    }
}

struct Plan {
    topology: Topology,
    instance: Instance,
}

impl Plan {
    fn steps_each(&self) -> usize {
        halving::step_count(self.topology.nodes())
    }
}

impl Steps for Plan {
    fn count(&self) -> usize {
        self.topology.nodes() as usize * self.steps_each()
    }

    fn messages(&self) -> u128 {
        let p = u128::from(self.topology.nodes());
        p * (p - 1)
    }

    fn step_into(&self, k: usize, step: &mut Step) {
        let root = u32::try_from(k / self.steps_each()).unwrap_or(0);
        let blocks = self.instance.blocks_of(root);
        TourHalving::new(Tour::new(&self.topology), root, blocks)
            .step_into(k % self.steps_each(), step);
    }
}
