//! Halving of the subtrees of a balanced tree, whose leaves are the nodes.

use crate::planner::Request;
use crate::planner::halving::step_count;
use crate::schedule::{Message, Runs, Step, Steps};
use crate::topology::Vertex;

/// A subtree's holder sends into its other half.
pub(super) struct Subtrees {
    nodes: u32,
    root: Vertex,
    blocks: Runs,
}

impl Subtrees {
    pub(super) fn new(request: &Request) -> Self {
        let of = &request.instance;
        Subtrees { nodes: of.nodes, root: of.root, blocks: of.all_blocks() }
    }
}

impl Steps for Subtrees {
    fn count(&self) -> usize {
        step_count(self.nodes)
    }

    fn messages(&self) -> u128 {
        u128::from(self.nodes) - 1
    }

    fn step_into(&self, k: usize, step: &mut Step) {
        step.messages.clear();
        // A subtree's first leaf, one past its last, its holder, and how deep it lies above step k.
        let mut open = vec![(0, self.nodes, self.root, k)];
        while let Some((first, end, holder, above)) = open.pop() {
            if end - first < 2 {
                continue;
            }
            let middle = first + (end - first).div_ceil(2);
            let other = if holder < middle {
                (holder - first + middle).min(end - 1)
            } else {
                holder - middle + first
            };
            if above == 0 {
                step.messages.push(Message::plain(holder, other, self.blocks.clone()));
            } else {
                let (left, right) = if holder < middle { (holder, other) } else { (other, holder) };
                open.push((middle, end, right, above - 1));
                open.push((first, middle, left, above - 1));
            }
        }
    }
}
