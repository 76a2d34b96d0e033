//! The measures of a step on links of classes.

use std::collections::HashMap;

use smallvec::smallvec;

use super::{Traffic, at_home};
use crate::checker::{End, Orbit};
use crate::schedule::{ByClass, Charge, Classed, Shared};
use crate::topology::Vertex;

impl Traffic<'_> {
    /// The hops of the message that was followed last.
    pub(super) fn hops_by_class<O: Orbit>(&self, orbit: &O) -> ByClass<u64> {
        let mut hops: ByClass<u64> = smallvec![0; self.topology.classes().len() + 1];
        self.each_link(orbit, |_, class| hops[class] += 1);
        hops
    }

    /// The links of the message that was followed last, with their classes, counted from 1; 0 is none.
    fn each_link<O: Orbit>(&self, orbit: &O, mut visit: impl FnMut(u64, usize)) {
        let network = self.topology.network();
        for hop in self.route.windows(2) {
            let (_, (u, v)) = at_home(orbit, self.topology.nodes(), (hop[0], hop[1]));
            if let Some(link) = network.link(u, v) {
                visit(link, network.class(link).map_or(0, |class| class + 1));
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
        let classes = self.topology.classes().len() + 1;
        let one_port = self.ports.is_some();
        let ends = [End::Sender, End::Receiver];
        let port = |end, message: &O::Message| -> Vertex {
            let (from, to) = orbit.ends_at(end, message);
            if end == End::Sender { from } else { to }
        };
        // All blocks of a link and those of its largest message; the blocks of a port by their first or last
        // links.
        let mut links: HashMap<u64, (u128, u128)> = HashMap::new();
        let mut ports: HashMap<(bool, Vertex), ByClass<u128>> = HashMap::new();
        for message in messages {
            if self.resolve::<O>(message).is_err() {
                continue;
            }
            let blocks = orbit.size(message);
            let mut own = Vec::new();
            self.each_link(orbit, |link, class| {
                let (all, largest) = links.entry(link).or_default();
                *all += blocks;
                *largest = blocks.max(*largest);
                own.push(class);
            });
            for (end, class) in ends.iter().zip([own.first(), own.last()]) {
                if let Some(class) = class.filter(|_| one_port) {
                    let key = (*end == End::Sender, port(*end, message));
                    ports.entry(key).or_insert_with(|| smallvec![0; classes])[*class] += blocks;
                }
            }
        }
        for message in messages {
            if self.resolve::<O>(message).is_err() {
                continue;
            }
            let hops = self.hops_by_class(orbit);
            self.each_link(orbit, |link, class| {
                let (all, largest) = links.get(&link).copied().unwrap_or_default();
                let load = Shared::of_link(all, largest, self.topology.network().capacity(link));
                measure.add_shared(Charge::of_link(&hops, class, load));
            });
            for end in ends {
                let key = (end == End::Sender, port(end, message));
                if let Some(blocks) = ports.get(&key) {
                    let (hops, blocks) = (hops.clone(), blocks.clone());
                    measure.add_shared(Charge { hops, blocks, lanes: 1 });
                }
            }
        }
    }
}
