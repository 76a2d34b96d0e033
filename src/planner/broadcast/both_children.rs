//! Both children at once: every node of a tree sends to its two children in one step. Wrong.
//!
//! Step k: each node at depth k sends to both its children, two messages from one port. With
//! `--ports all` it is right. Source: the lecture notes' diagram of the binary tree, "0 -> 1, 2".

use crate::planner::Algorithm;
use crate::planner::algorithm::{Fails, Plan, Requirement};
use crate::schedule::{Message, Runs, Step, Steps};

pub(in crate::planner) static BOTH_CHILDREN: Algorithm = Algorithm {
    name: "both-children",
    collective: "broadcast",
    about: "every node that has the message sends it to both its children in one step",
    source: "CS3006 lecture notes, diagram of the balanced binary tree",
    needs: &[],
    fails: Fails {
        on: &["node-tree"],
        why: "root 0; two sends in a step, which one port does not allow",
    },
    requires: &[Requirement::RootZero],
    plan: Plan::Made(|request| {
        let blocks = request.instance.all_blocks();
        Box::new(Messages { nodes: request.topology.nodes(), blocks })
    }),
    ..Algorithm::COMMON
};

struct Messages {
    nodes: u32,
    blocks: Runs,
}

impl Steps for Messages {
    fn count(&self) -> usize {
        self.nodes.ilog2() as usize
    }

    fn messages(&self) -> u128 {
        u128::from(self.nodes) - 1
    }

    fn step_into(&self, k: usize, step: &mut Step) {
        step.messages.clear();
        // In heap order depth k + 1 is the nodes from 2^(k+1) - 1 on, as many as there are.
        let first = (2 << k) - 1;
        let children = first..(2 * first + 1).min(self.nodes);
        let message = |child| Message::plain((child - 1) / 2, child, self.blocks.clone());
        step.messages.extend(children.map(message));
    }
}
