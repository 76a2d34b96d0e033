//! The measures of a step on links of classes: the loads of links and ports that messages share, and what a message may
//! have to pay for there.

use std::collections::HashMap;

use smallvec::{SmallVec, smallvec};

use super::{Traffic, at_home};
use crate::checker::{End, Orbit, Pair};
use crate::collective::Ports;
use crate::schedule::{ByClass, Charge, Classed, Shared};
use crate::topology::{LinkLoad, Topology, Vertex};
use hockney_base::number::saturated;

/// The links of a message, each with the index of its class.
pub type ClassedLinks = SmallVec<[(u64, usize); 4]>;

/// The loads of the links and ports of a step.
pub struct SharedLoads<'a> {
    topology: &'a Topology,
    /// The most messages of a port.
    most: Ports,
    links: HashMap<u64, LinkLoad>,
    /// Of sending and receiving ports: the number of messages, and their load by the class of the link there.
    ports: HashMap<(bool, Vertex), (u64, ByClass<LinkLoad>)>,
}

impl<'a> SharedLoads<'a> {
    /// No loads.
    pub fn new(topology: &'a Topology, most: Ports) -> Self {
        SharedLoads { topology, most, links: HashMap::new(), ports: HashMap::new() }
    }

    fn classes(&self) -> usize {
        self.topology.classes().len() + 1
    }

    /// Adds the blocks of one of so many messages alike to a link.
    pub fn add_to_link(&mut self, link: u64, blocks: u128, messages: u128) {
        self.links.entry(link).or_default().add(blocks, messages);
    }

    /// Adds the blocks of a message from the first end to the second, over these links, to the ports.
    pub fn add_to_ports(&mut self, ends: [Vertex; 2], own: &[(u64, usize)], blocks: u128) {
        let classes = self.classes();
        for (port, link) in ports_of(ends).zip([own.first(), own.last()]) {
            if let Some((_, class)) = link.filter(|_| self.most != Ports::All) {
                let none = || (0, ByClass::from_elem(LinkLoad::default(), classes));
                let (count, loads) = self.ports.entry(port).or_insert_with(none);
                *count += 1;
                loads[*class].add(blocks, 1);
            }
        }
    }

    /// Adds what a message from the first end to the second, over these links, may have to pay.
    pub fn charge(&self, ends: [Vertex; 2], own: &[(u64, usize)], measure: &mut Classed) {
        let mut hops: ByClass<u64> = ByClass::from_elem(0, self.classes());
        for (_, class) in own {
            hops[*class] += 1;
        }
        for (link, class) in own {
            let load = self.links.get(link).copied().unwrap_or_default();
            let load = Shared::of(load, self.topology.capacity(*link));
            measure.add_shared(Charge::of_link(&hops, *class, load));
        }
        for (count, loads) in ports_of(ends).filter_map(|port| self.ports.get(&port)) {
            let most = self.most.at_most(*count);
            let (lanes, startups) = (saturated(most), count.div_ceil(most));
            let blocks = loads.iter().map(|load| load.all).collect();
            measure.add_shared(Charge { hops: hops.clone(), blocks, lanes, startups });
            // Not less than for its greatest message.
            for (class, load) in loads.iter().enumerate() {
                let largest = Shared::from(load.largest);
                measure.add_shared(Charge::of_link(&hops, class, largest));
            }
        }
    }
}

/// The sending port of the first end, and the receiving port of the second.
fn ports_of(ends: [Vertex; 2]) -> impl Iterator<Item = (bool, Vertex)> {
    [true, false].into_iter().zip(ends)
}

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
