//! One child after the other: every node of a tree sends to its left child, then to its right.
//!
//! What the diagram of both children at once costs with one port. A node that has the message
//! after step t sends left in step t + 1 and right in step t + 2. With D = floor(log2 p), the last
//! node to hear is the last of depth D - 1, after 2(D - 1) steps, or one of depth D: the
//! J + 1 = p - 2^D + 1 nodes there are j = 0..J counted from the left, and j hears after D steps
//! and one more for each right turn, of which the most is floor(log2(J + 1)). Source: mended from
//! the lecture notes' diagram.

use crate::planner::{
    Algorithm, ClosedForm, PlanError, Request, StepCosts, Use, no_order, root_zero,
};
use crate::schedule::{Message, Runs, Step, Steps};
use crate::topology::Family;

pub(in crate::planner) struct ChildByChild;

impl Algorithm for ChildByChild {
    fn name(&self) -> &'static str {
        "child-by-child"
    }

    fn collective(&self) -> &'static str {
        "broadcast"
    }

    fn about(&self) -> &'static str {
        "every node sends to its left child and then to its right child"
    }

    fn source(&self) -> &'static str {
        "derived here from the CS3006 lecture notes' diagram"
    }

    fn on(&self, family: &'static dyn Family) -> Option<Use> {
        (family.name() == "node-tree").then_some(Use::further("any p, root 0"))
    }

    fn fits(&self, request: &Request) -> Result<(), PlanError> {
        no_order(self.name(), request)?;
        root_zero(self.name(), request)
    }

    fn closed_form(&self, _family: &'static dyn Family, _sides: usize) -> Option<ClosedForm> {
        let depth = "floor(log2 p)";
        let last = format!("{depth} + floor(log2(p - 2^{depth} + 1))");
        let formula = format!("max(2 {depth} - 2, {last}) (t_s + m t_w)");
        Some(ClosedForm { formula, source: self.source(), textbook: None })
    }

    fn step_costs(&self, _family: &'static dyn Family, _sides: usize) -> Option<StepCosts> {
        let depth = "floor(log2 p)";
        let last = format!("{depth} + floor(log2(p - 2^{depth} + 1))");
        Some(StepCosts::steps(&format!("max(2 {depth} - 2, {last})"), "t_s + m t_w"))
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

/// After which step a node has the message: a step for each left turn from the root, two for each
/// right turn. The bits of v + 1 after the first are the turns.
fn heard(node: u32) -> usize {
    let turns = node + 1;
    (turns.ilog2() + turns.count_ones() - 1) as usize
}

impl Steps for Plan {
    fn count(&self) -> usize {
        (self.nodes / 2..self.nodes).map(heard).max().unwrap_or(0)
    }

    fn messages(&self) -> u128 {
        u128::from(self.nodes) - 1
    }

    fn step_into(&self, k: usize, step: &mut Step) {
        step.messages.clear();
        let now = (1..self.nodes).filter(|child| heard(*child) == k + 1);
        let message = |child| Message::plain((child - 1) / 2, child, self.blocks.clone());
        step.messages.extend(now.map(message));
    }
}
