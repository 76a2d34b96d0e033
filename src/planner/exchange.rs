//! The hypercube exchange: in step k the partners across dimension k swap all that they know.
//!
//! After step k every node knows of the subcube of its lowest k + 1 dimensions, its own half of it
//! and what it received, which share no contributor: a plain block stands for the subcube's sum.

use super::Request;
use super::template::{self, Planned, brick};
use crate::schedule::{Message, Pattern, Runs, Step, Steps, Visit, in_parts_of};
use crate::topology::{Translations, Vertex};

/// log p steps of p messages, p a power of two.
pub(super) struct Exchange {
    pub(super) nodes: u32,
    pub(super) blocks: Runs,
}

/// The same as templates.
pub(super) fn templates(request: &Request) -> Option<Planned> {
    let p = request.instance.nodes;
    template::one_each(request, Translations::xor(p), p.trailing_zeros() as usize, |of, k| {
        Pattern::plain(0, 1 << k, brick(of, &[]))
    })
}

impl Steps for Exchange {
    fn count(&self) -> usize {
        self.nodes.trailing_zeros() as usize
    }

    fn messages(&self) -> u128 {
        self.count() as u128 * u128::from(self.nodes)
    }

    fn step_into(&self, k: usize, step: &mut Step) {
        step.messages.clear();
        step.messages.extend((0..self.nodes).map(|v| self.message(k, v)));
    }

    fn in_parts(&self, k: usize, step: &mut Step, visit: &mut Visit<'_>) -> bool {
        in_parts_of(self.nodes, step, |v| self.message(k, v), visit)
    }
}

impl Exchange {
    fn message(&self, k: usize, v: Vertex) -> Message {
        Message::plain(v, v ^ (1 << k), self.blocks.clone())
    }
}
