//! Both children at once: every node of a tree sends to its two children in one step. Wrong.
//!
//! Step k: each node at depth k sends to both its children, two messages from one port. With
//! `--ports all` it is right. Source: the lecture notes' diagram of the binary tree, "0 -> 1, 2".

use crate::planner::{Algorithm, ClosedForm, PlanError, Request, Use, no_order, root_zero};
use crate::schedule::{Message, Runs, Step, Steps};
use crate::topology::Family;

pub(in crate::planner) struct BothChildren;

impl Algorithm for BothChildren {
    fn name(&self) -> &'static str {
        "both-children"
    }

    fn collective(&self) -> &'static str {
        "broadcast"
    }

    fn about(&self) -> &'static str {
        "every node that has the message sends it to both its children in one step"
    }

    fn source(&self) -> &'static str {
        "CS3006 lecture notes, diagram of the balanced binary tree"
    }

    fn on(&self, family: &'static dyn Family) -> Option<Use> {
        let why = "root 0; two sends in a step, which one port does not allow";
        (family.name() == "node-tree").then_some(Use::counterexample(why))
    }

    fn fits(&self, request: &Request) -> Result<(), PlanError> {
        no_order(self.name(), request)?;
        root_zero(self.name(), request)
    }

    fn closed_form(&self, _family: &'static dyn Family, _sides: usize) -> Option<ClosedForm> {
        None
    }

    fn steps(&self, request: &Request) -> Box<dyn Steps> {
        let blocks = request.instance.all_blocks();
        Box::new(Plan { nodes: request.topology.nodes(), blocks })
    }
}

struct Plan {
    nodes: u32,
    blocks: Runs,
}

impl Steps for Plan {
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
