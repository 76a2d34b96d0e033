//! Between the leaves of the balanced tree: each subtree's holder sends into the other half.
//!
//! Step k: in every subtree at depth k the one leaf that has the message sends to the leaf at the
//! same place in the other half, so each subtree's links carry one message. With p = 2^d and
//! labels in binary this is the hypercube's algorithm. Cost: ceil(log2 p)(t_s + m t_w), any p, any
//! root. Source: Grama et al. 2003, section 4.1.4, Figure 4.7.
//!
//! No rule: the holder in each subtree depends on the root, and halves differ in length.

use crate::planner::algorithm::{Formula, Need, Plan, Taught};
use crate::planner::{Algorithm, EQUATION_4_1, StepCosts, ceil_log2};
use crate::schedule::{Message, Runs, Step, Steps};
use crate::topology::{Feature, Vertex};

pub(in crate::planner) static LEAF_HALVING: Algorithm = Algorithm {
    name: "leaf-halving",
    collective: "broadcast",
    about: "in every subtree the leaf that has the message sends into the other half",
    source: "Grama et al. 2003, section 4.1.4",
    needs: &[Need::of(Feature::Leaves, "any p, any root")],
    textbook: &["tree"],
    cost: Formula::Text("ceil(log2 p) (t_s + m t_w)"),
    taught: Taught::Everywhere(EQUATION_4_1),
    step_costs: |_, _| Some(StepCosts::steps("ceil(log2 p)", "t_s + m t_w")),
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
        ceil_log2(self.nodes) as usize
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
