//! One child after the other: every node of a tree sends to its left child, then to its right.
//!
//! What the diagram of both children at once costs with one port. A node that has the message
//! after step t sends left in step t + 1 and right in step t + 2. With D = floor(log2 p), the last
//! node to hear is the last of depth D - 1, after 2(D - 1) steps, or one of depth D: the
//! J + 1 = p - 2^D + 1 nodes there are j = 0..J counted from the left, and j hears after D steps
//! and one more for each right turn, of which the most is floor(log2(J + 1)). Source: mended from
//! the lecture notes' diagram.

use crate::planner::algorithm::{Formula, Need, Plan, Requirement};
use crate::planner::{Algorithm, StepCosts};
use crate::schedule::{Message, Runs, Step, Steps};
use crate::topology::Feature;

pub(in crate::planner) static CHILD_BY_CHILD: Algorithm = Algorithm {
    name: "child-by-child",
    collective: "broadcast",
    about: "every node sends to its left child and then to its right child",
    source: "derived here from the CS3006 lecture notes' diagram",
    needs: &[Need::of(Feature::HeapOrder, "any p, root 0")],
    requires: &[Requirement::RootZero],
    cost: Formula::Text(
        "max(2 floor(log2 p) - 2, floor(log2 p) + floor(log2(p - 2^floor(log2 p) + 1))) (t_s + m t_w)",
    ),
    step_costs: |_, _| {
        let depth = "floor(log2 p)";
        let last = format!("{depth} + floor(log2(p - 2^{depth} + 1))");
        Some(StepCosts::steps(&format!("max(2 {depth} - 2, {last})"), "t_s + m t_w"))
    },
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

/// After which step a node has the message: a step for each left turn from the root, two for each
/// right turn. The bits of v + 1 after the first are the turns.
fn heard(node: u32) -> usize {
    let turns = node + 1;
    (turns.ilog2() + turns.count_ones() - 1) as usize
}

impl Steps for Messages {
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
