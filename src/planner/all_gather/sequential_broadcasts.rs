//! p broadcasts, one after another.
//!
//! Node 0 broadcasts its block by recursive doubling, then node 1, and so on. Cost:
//! p ceil(log2 p)(t_s + m t_w), any p, on every connected graph. Source: the naive way of the
//! CS3006 lecture on all-to-all broadcast.

use crate::collective::Instance;
use crate::planner::algorithm::{Formula, Need, Plan, Taught};
use crate::planner::broadcast::TourHalving;
use crate::planner::tour::Tour;
use crate::planner::{Algorithm, StepCosts, Textbook, halving};
use crate::schedule::{Step, Steps};
use crate::topology::Topology;

const LECTURE: Textbook =
    Textbook { formula: "p log p (t_s + m t_w)", source: "CS3006 lecture 12, naive broadcasts" };

pub(in crate::planner) static SEQUENTIAL_BROADCASTS: Algorithm = Algorithm {
    name: "sequential-broadcasts",
    collective: "all-gather",
    about: "one broadcast by recursive doubling after another",
    source: "CS3006 lecture 12 (naive)",
    needs: &[Need::tour("any p")],
    cost: Formula::Text("p ceil(log2 p) (t_s + m t_w)"),
    taught: Taught::Everywhere(LECTURE),
    step_costs: |_, _| {
        let one = StepCosts::steps("ceil(log2 p)", "t_s + m t_w");
        Some(one.repeated("p"))
    },
    plan: Plan::Made(|request| {
        let topology = request.topology.clone();
        Box::new(Messages { topology, instance: request.instance.clone() })
    }),
    ..Algorithm::COMMON
};

struct Messages {
    topology: Topology,
    instance: Instance,
}

impl Messages {
    fn steps_each(&self) -> usize {
        halving::step_count(self.topology.nodes())
    }
}

impl Steps for Messages {
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
