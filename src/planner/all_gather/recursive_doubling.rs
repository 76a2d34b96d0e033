//! Recursive doubling, the hypercube exchange: partners swap all they have, twice as much a step.
//!
//! Step i: node v and node v XOR 2^i exchange the 2^i blocks that each has. Cost:
//! t_s log p + m t_w (p - 1), p = 2^d, where each pair has a way of its own. Laid on a ring, array,
//! grid or tree it is congested from the second step on (Figure 4.12). Source: Grama et al. 2003,
//! Algorithm 4.7, Figure 4.11.

use crate::collective::Instance;
use crate::planner::algorithm::{Fails, Formula, Need, Plan, Requirement};
use crate::planner::template::{self, brick, span};
use crate::planner::{Algorithm, StepCosts};
use crate::schedule::{Message, Pattern, Runs, Step, Steps, Visit, in_parts_of};
use crate::topology::{Feature, Translations, Vertex};

pub(in crate::planner) static RECURSIVE_DOUBLING: Algorithm = Algorithm {
    name: "recursive-doubling",
    collective: "all-gather",
    about: "hypercube exchange: in step i nodes that differ in bit i swap all that they have",
    source: "Grama et al. 2003, Algorithm 4.7",
    needs: &[Need::of(Feature::Shifts, "p = 2^d")],
    textbook: &["hypercube"],
    fails: Fails {
        on: &["linear-array", "ring", "mesh", "torus", "tree", "node-tree", "graph"],
        why: "p = 2^d; congested but for a few small p (Figure 4.12)",
    },
    requires: &[Requirement::PowerOfTwo],
    cost: Formula::Text("t_s log p + m t_w (p - 1)"),
    step_costs: |_, _| Some(StepCosts::steps("log p", "t_s + 2^i m t_w").powers_of_two()),
    plan: Plan::Made(|request| Box::new(Messages { instance: request.instance.clone() })),
    templates: |request| {
        let p = request.instance.nodes;
        let by = Translations::xor(p);
        template::one_each(request, by, p.trailing_zeros() as usize, |of, k| {
            Pattern::plain(0, 1 << k, brick(of, &[span(0, 1 << k)]))
        })
    },
    ..Algorithm::COMMON
};

struct Messages {
    instance: Instance,
}

impl Steps for Messages {
    fn count(&self) -> usize {
        self.instance.nodes.trailing_zeros() as usize
    }

    fn messages(&self) -> u128 {
        self.count() as u128 * u128::from(self.instance.nodes)
    }

    fn step_into(&self, k: usize, step: &mut Step) {
        step.messages.clear();
        step.messages.extend((0..self.instance.nodes).map(|node| self.message(k, node)));
    }

    fn in_parts(&self, k: usize, step: &mut Step, visit: &mut Visit<'_>) -> bool {
        in_parts_of(self.instance.nodes, step, |node| self.message(k, node), visit)
    }
}

impl Messages {
    fn message(&self, k: usize, node: Vertex) -> Message {
        let pieces = u64::from(self.instance.pieces);
        let first = u64::from(node >> k << k);
        let blocks = Runs::range(first * pieces, (first + (1 << k)) * pieces);
        Message::plain(node, node ^ (1 << k), blocks)
    }
}
