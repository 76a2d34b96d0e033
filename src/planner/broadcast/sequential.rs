//! Sequential sends: the source sends to one node after another.
//!
//! Step k: the source sends to the k-th other node. Cost: (p - 1)(t_s + m t_w). Source: the naive
//! way of Grama et al. 2003, section 4.1.1. The source is the bottleneck and one link is in use.

use crate::planner::algorithm::{Formula, Need, Plan};
use crate::planner::{Algorithm, StepCosts};
use crate::schedule::{Message, Runs, Step, Steps};
use crate::topology::Vertex;

pub(in crate::planner) static SEQUENTIAL: Algorithm = Algorithm {
    name: "sequential",
    collective: "broadcast",
    about: "the source sends to one node after another",
    source: "Grama et al. 2003, section 4.1.1 (naive)",
    needs: &[Need::tour("any p, any root")],
    cost: Formula::Text("(p - 1) (t_s + m t_w)"),
    step_costs: |_, _| Some(StepCosts::steps("p - 1", "t_s + m t_w")),
    plan: Plan::Made(|request| {
        Box::new(Messages {
            nodes: request.topology.nodes(),
            root: request.instance.root,
            blocks: request.instance.all_blocks(),
        })
    }),
    ..Algorithm::COMMON
};

struct Messages {
    nodes: u32,
    root: Vertex,
    blocks: Runs,
}

impl Steps for Messages {
    fn count(&self) -> usize {
        self.nodes as usize - 1
    }

    fn messages(&self) -> u128 {
        u128::from(self.nodes) - 1
    }

    fn step_into(&self, k: usize, step: &mut Step) {
        step.messages.clear();
        let k = u32::try_from(k).unwrap_or(u32::MAX);
        // The others are the numbers below the root and those above it.
        let to = if k < self.root { k } else { k + 1 };
        step.messages.push(Message::plain(self.root, to, self.blocks.clone()));
    }
}
