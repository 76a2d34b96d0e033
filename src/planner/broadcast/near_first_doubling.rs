//! Doubling, nearest first: nodes 0 to 2^k - 1 send to those 2^k further on.
//!
//! Right where any two nodes have a way of their own (hypercube, complete, star, switch), for any
//! p and root; congested on arrays, rings, grids and trees, which is what the textbook's warning
//! in section 4.1.1 is about. Cost where right: ceil(log2 p)(t_s + m t_w). Source: the hypercube
//! broadcast of Lawlor's CS 641 notes; Grama et al. 2003, section 4.1.3.

use crate::planner::algorithm::{Fails, Formula, Need, Plan, Taught};
use crate::planner::{Algorithm, EQUATION_4_1, StepCosts, ceil_log2};
use crate::schedule::{Message, Runs, Step, Steps};
use crate::topology::{Feature, Vertex};

pub(in crate::planner) static NEAR_FIRST_DOUBLING: Algorithm = Algorithm {
    name: "near-first-doubling",
    collective: "broadcast",
    about: "near first: the 2^k nodes that have the message send it 2^k further on",
    source: "Lawlor, CS 641, Building Broadcast From Point-to-Point",
    needs: &[
        Need::of(Feature::Cube, "p = 2^d, any root"),
        Need::of(Feature::Pairs, "any p, any root"),
    ],
    fails: Fails {
        on: &["linear-array", "ring", "mesh", "torus", "tree", "node-tree", "graph"],
        why: "congested but for a few small p",
    },
    cost: Formula::Text("ceil(log2 p) (t_s + m t_w)"),
    taught: Taught::Everywhere(EQUATION_4_1),
    step_costs: |_, _| Some(StepCosts::steps("ceil(log2 p)", "t_s + m t_w")),
    plan: Plan::Made(|request| {
        Box::new(Messages {
            nodes: request.topology.nodes(),
            root: request.instance.root,
            by_xor: request.topology.offers(Feature::Cube),
            blocks: request.instance.all_blocks(),
        })
    }),
    ..Algorithm::COMMON
};

struct Messages {
    nodes: u32,
    root: Vertex,
    /// On a hypercube the source is made node 0 by XOR, which keeps neighbours neighbours; else
    /// by counting round.
    by_xor: bool,
    blocks: Runs,
}

impl Messages {
    fn node(&self, relative: u32) -> Vertex {
        if self.by_xor {
            relative ^ self.root
        } else {
            let wrapped = (u64::from(relative) + u64::from(self.root)) % u64::from(self.nodes);
            u32::try_from(wrapped).unwrap_or(0)
        }
    }
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
        let have = 1_u32 << k;
        let message = |j| Message::plain(self.node(j), self.node(j + have), self.blocks.clone());
        step.messages.extend((0..have.min(self.nodes - have)).map(message));
    }
}
