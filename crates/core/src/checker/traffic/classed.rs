//! The measures of a step on links of classes.

use smallvec::smallvec;

use super::loads::{ClassedLinks, SharedLoads};
use super::{Traffic, at_home};
use crate::checker::{End, Orbit, Pair};
use crate::schedule::{ByClass, Classed};
use crate::topology::Vertex;

impl Traffic<'_> {
    /// The hops of the message that was followed last.
    pub(super) fn hops_by_class<O: Orbit>(&self, orbit: &O) -> ByClass<u64> {
        let mut hops: ByClass<u64> = smallvec![0; self.topology.classes().len() + 1];
        self.each_link(orbit, |_, class, _| hops[class] += 1);
        hops
    }

    /// The links of the message that was followed last, with the indices of their classes.
    fn each_link<O: Orbit>(&self, orbit: &O, mut visit: impl FnMut(u64, usize, Pair)) {
        let network = self.topology.network();
        for hop in self.route.windows(2) {
            let (_, (u, v)) = at_home(orbit, (hop[0], hop[1]));
            if let Some(link) = network.link(u, v) {
                visit(link, self.topology.class_index(link), (u, v));
            }
        }
    }

    /// Adds the charges of messages that share links or ports.
    pub(super) fn share<O: Orbit>(
        &mut self,
        orbit: &O,
        messages: &[O::Message],
        measure: &mut Classed,
    ) {
        let mut loads = SharedLoads::new(self.topology, self.most);
        let mut sent: Vec<Followed> = Vec::with_capacity(messages.len());
        for message in messages {
            self.follow::<O>(message);
            let (blocks, mut own) = (orbit.size(message), ClassedLinks::new());
            self.each_link(orbit, |link, class, hop| {
                own.push((link, class));
                loads.add_to_link(link, blocks, orbit.fixed(hop).into());
            });
            let ends =
                [orbit.ends_at(End::Sender, message).0, orbit.ends_at(End::Receiver, message).1];
            loads.add_to_ports(ends, &own, blocks);
            sent.push((ends, own));
        }
        for (ends, own) in sent {
            loads.charge(ends, &own, measure);
        }
    }
}

/// The ends and the links of a message.
type Followed = ([Vertex; 2], ClassedLinks);
