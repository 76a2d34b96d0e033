//! Time reversal: what spread data combines it when it runs backwards.
//!
//! Reversing a schedule that copies, in which nobody receives a block twice, gives one that
//! combines: broadcast becomes reduce, all-gather becomes reduce-scatter (specs/lemmas.md, Duality).

use super::{Message, Route, Step, Steps};
use crate::topology::Topology;

/// A schedule run backwards: last step first, receivers send, routes turned round.
///
/// It is the *resolved* routes that are turned round: the way back of a default route need not be
/// a default route.
pub struct Reversed {
    forward: Box<dyn Steps>,
    topology: Topology,
}

impl Reversed {
    /// The reversal of a schedule on this topology.
    pub fn new(forward: Box<dyn Steps>, topology: Topology) -> Self {
        Reversed { forward, topology }
    }
}

impl Steps for Reversed {
    fn count(&self) -> usize {
        self.forward.count()
    }

    fn messages(&self) -> u128 {
        self.forward.messages()
    }

    fn step_into(&self, k: usize, step: &mut Step) {
        self.forward.step_into(self.forward.count() - 1 - k, step);
        let network = self.topology.network();
        let (mut via, mut scratch) = (Vec::new(), Vec::new());
        for message in &mut step.messages {
            let Message { from, to, .. } = *message;
            if message.route != Route::Default || !network.back_is_default(from, to) {
                via.clear();
                message.via_into(network, &mut via);
                via.reverse();
                message.route = Route::through(network, to, from, &via, &mut scratch);
            }
            (message.from, message.to) = (to, from);
        }
    }
}
