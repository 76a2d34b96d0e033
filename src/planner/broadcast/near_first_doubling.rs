//! Doubling, nearest first: nodes 0 to 2^k - 1 send to those 2^k further on.
//!
//! Right where any two nodes have a way of their own (hypercube, complete, star, switch), for any
//! p and root; congested on arrays, rings, grids and trees, which is what the textbook's warning
//! in section 4.1.1 is about. Cost where right: ceil(log2 p)(t_s + m t_w). Source: the hypercube
//! broadcast of Lawlor's CS 641 notes; Grama et al. 2003, section 4.1.3.

use crate::planner::{
    Algorithm, ClosedForm, EQUATION_4_1, Request, Role, StepCosts, Use, ceil_log2,
};
use crate::schedule::{Message, Runs, Step, Steps};
use crate::topology::{Family, Vertex};

pub(in crate::planner) struct NearFirstDoubling;

impl Algorithm for NearFirstDoubling {
    fn name(&self) -> &'static str {
        "near-first-doubling"
    }

    fn collective(&self) -> &'static str {
        "broadcast"
    }

    fn about(&self) -> &'static str {
        "near first: the 2^k nodes that have the message send it 2^k further on"
    }

    fn source(&self) -> &'static str {
        "Lawlor, CS 641, Building Broadcast From Point-to-Point"
    }

    fn on(&self, family: &'static dyn Family) -> Option<Use> {
        Some(match family.name() {
            "hypercube" => Use::further("p = 2^d, any root"),
            "complete" | "star" | "switch" => Use::further("any p, any root"),
            _ => Use::counterexample("congested but for a few small p"),
        })
    }

    fn closed_form(&self, family: &'static dyn Family, _sides: usize) -> Option<ClosedForm> {
        if self.on(family)?.role == Role::Counterexample {
            return None;
        }
        let formula = "ceil(log2 p) (t_s + m t_w)".to_owned();
        Some(ClosedForm { formula, source: self.source(), textbook: Some(EQUATION_4_1) })
    }

    fn step_costs(&self, family: &'static dyn Family, sides: usize) -> Option<StepCosts> {
        self.closed_form(family, sides)?;
        Some(StepCosts::steps("ceil(log2 p)", "t_s + m t_w"))
    }

    fn steps(&self, request: &Request) -> Box<dyn Steps> {
        Box::new(Plan {
            nodes: request.topology.nodes(),
            root: request.instance.root,
            by_xor: request.topology.is("hypercube"),
            blocks: request.instance.all_blocks(),
        })
    }
}

struct Plan {
    nodes: u32,
    root: Vertex,
    /// On a hypercube the source is made node 0 by XOR, which keeps neighbours neighbours; else
    /// by counting round.
    by_xor: bool,
    blocks: Runs,
}

impl Plan {
    fn node(&self, relative: u32) -> Vertex {
        if self.by_xor {
            relative ^ self.root
        } else {
            let wrapped = (u64::from(relative) + u64::from(self.root)) % u64::from(self.nodes);
            u32::try_from(wrapped).unwrap_or(0)
        }
    }
}

impl Steps for Plan {
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
