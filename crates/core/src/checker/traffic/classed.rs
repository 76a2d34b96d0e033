//! The measures of a step on links of classes.

use std::collections::HashMap;

use smallvec::{SmallVec, smallvec};

use super::{Traffic, at_home};
use crate::checker::{End, Orbit, Pair};
use crate::collective::Ports;
use crate::schedule::{ByClass, Charge, Classed, Shared};
use crate::topology::{LinkLoad, Vertex};
use hockney_base::number::saturated;

impl Traffic<'_> {
    /// The hops of the message that was followed last.
    pub(super) fn hops_by_class<O: Orbit>(&self, orbit: &O) -> ByClass<u64> {
        let mut hops: ByClass<u64> = smallvec![0; self.topology.classes().len() + 1];
        self.each_link(orbit, |_, class, _| hops[class] += 1);
        hops
    }

    /// The links of the message that was followed last, with their classes, counted from 1; 0 is none.
    fn each_link<O: Orbit>(&self, orbit: &O, mut visit: impl FnMut(u64, usize, Pair)) {
        let network = self.topology.network();
        let class = |link| self.topology.class_place(link).map_or(0, |class| class + 1);
        for hop in self.route.windows(2) {
            let (_, (u, v)) = at_home(orbit, (hop[0], hop[1]));
            if let Some(link) = network.link(u, v) {
                visit(link, class(link), (u, v));
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
        let mut sent: Vec<Followed> = Vec::with_capacity(messages.len());
        let mut links: HashMap<u64, LinkLoad> = HashMap::new();
        let mut ports: HashMap<(bool, Vertex), (u64, ByClass<LinkLoad>)> = HashMap::new();
        for message in messages {
            self.follow::<O>(message);
            let (blocks, mut own): (_, Links) = (orbit.size(message), SmallVec::new());
            self.each_link(orbit, |link, class, hop| {
                own.push((link, class));
                links.entry(link).or_default().add(blocks, orbit.fixed(hop).into());
            });
            let ends =
                [orbit.ends_at(End::Sender, message).0, orbit.ends_at(End::Receiver, message).1];
            for ((sends, node), link) in ports_of(ends).zip([own.first(), own.last()]) {
                if let Some((_, class)) = link.filter(|_| self.most != Ports::All) {
                    let none = || (0, ByClass::from_elem(LinkLoad::default(), classes));
                    let (count, loads) = ports.entry((sends, node)).or_insert_with(none);
                    *count += 1;
                    loads[*class].add(blocks, 1);
                }
            }
            sent.push((ends, own));
        }
        for (ends, own) in sent {
            let mut hops: ByClass<u64> = ByClass::from_elem(0, classes);
            own.iter().for_each(|(_, class)| hops[*class] += 1);
            for (link, class) in own {
                let load = links.get(&link).copied().unwrap_or_default();
                let load = Shared::of(load, self.topology.capacity(link));
                measure.add_shared(Charge::of_link(&hops, class, load));
            }
            for port in ports_of(ends) {
                let Some((count, loads)) = ports.get(&port) else { continue };
                let lanes = saturated(self.most.at_most(*count));
                let blocks = loads.iter().map(|load| load.all).collect();
                measure.add_shared(Charge { hops: hops.clone(), blocks, lanes });
                // Not less than for its greatest message.
                for (class, load) in loads.iter().enumerate() {
                    let largest = Shared::from(load.largest);
                    measure.add_shared(Charge::of_link(&hops, class, largest));
                }
            }
        }
    }
}

/// The ends and the links of a message.
type Followed = ([Vertex; 2], Links);

/// The links of a message with their classes.
type Links = SmallVec<[(u64, usize); 4]>;

/// The sending port of the first end, and the receiving port of the second.
fn ports_of(ends: [Vertex; 2]) -> impl Iterator<Item = (bool, Vertex)> {
    [true, false].into_iter().zip(ends)
}
