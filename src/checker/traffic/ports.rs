//! The port rules: a node sends at most one message in a step, and receives at most one.

use std::collections::HashMap;

use crate::checker::report::violation::{BrokenRule, Listing, Place};
use crate::checker::report::{At, Findings};
use crate::checker::traffic::counter::Counter;
use crate::schedule::{Message, StepMeasure};
use crate::topology::Vertex;

/// How often each node has sent and received in the step.
pub(crate) struct PortUse {
    sent: Counter,
    received: Counter,
    shared: bool,
}

impl PortUse {
    pub(crate) fn new(nodes: u32) -> Self {
        let counter = || Counter::below(u64::from(nodes));
        PortUse { sent: counter(), received: counter(), shared: false }
    }

    pub(crate) fn next_step(&mut self) {
        self.sent.next_step();
        self.received.next_step();
        self.shared = false;
    }

    pub(crate) fn add(&mut self, message: &Message) {
        self.shared |= self.sent.add(u64::from(message.from)) > 1;
        self.shared |= self.received.add(u64::from(message.to)) > 1;
    }

    /// Reports the ports that were used more than once. Only where there are any are the messages
    /// gone through again.
    pub(crate) fn judge<'a, I: Iterator<Item = (&'a Message, u128)>>(
        &self,
        messages: impl Fn() -> I,
        at: At,
        measure: &mut StepMeasure,
        findings: &mut Findings,
    ) {
        if !self.shared {
            return;
        }
        let sends = messages().map(|(message, blocks)| (message.from, message.to, blocks));
        for (node, port) in shared_ports(&self.sent, sends) {
            measure.contended = measure.contended.max(port.blocks);
            findings.add(at, Place::Node(node), BrokenRule::SendPort { to: port.partners });
        }
        let receives = messages().map(|(message, blocks)| (message.to, message.from, blocks));
        for (node, port) in shared_ports(&self.received, receives) {
            measure.contended = measure.contended.max(port.blocks);
            findings.add(at, Place::Node(node), BrokenRule::ReceivePort { from: port.partners });
        }
    }
}

/// A port that is used more than once in the step.
struct Shared {
    partners: Listing<Vertex>,
    blocks: u128,
}

/// The ports that are used more than once, rising by their nodes; from the node, its partner and
/// the blocks of every message.
fn shared_ports(
    counter: &Counter,
    messages: impl Iterator<Item = (Vertex, Vertex, u128)>,
) -> Vec<(Vertex, Shared)> {
    let mut ports: HashMap<Vertex, Shared> = HashMap::new();
    for (node, partner, blocks) in messages {
        if counter.get(u64::from(node)) > 1 {
            let nothing = || Shared { partners: Listing::new(), blocks: 0 };
            let port = ports.entry(node).or_insert_with(nothing);
            port.partners.push(partner);
            port.blocks += blocks;
        }
    }
    let mut ports: Vec<(Vertex, Shared)> = ports.into_iter().collect();
    ports.sort_unstable_by_key(|(node, _)| *node);
    ports
}
