//! Ports and links that several messages of a step share: their loads and violations.
//!
//! Only in such a step are the messages followed again: once to add up the loads, and once more to list them
//! while violations are still reported with their places.

use std::collections::{BTreeMap, HashMap, VecDeque};

use super::{Traffic, at_home};
use crate::checker::{
    BrokenRule, CheckerRule, Detour, Findings, Listing, Orbit, Pair, ViolationPlace,
};
use crate::schedule::{Shared, StepMeasure};
use crate::topology::{LinkLoad, Vertex};
use hockney_base::number::saturated;

/// The maximum number of vertices of a topology for the search of a detour.
const MOST_FOR_DETOUR: u32 = 4096;

/// A port that several messages of a step use.
#[derive(Default)]
struct SharedPort {
    partners: Listing<Vertex>,
    load: LinkLoad,
}

/// A link that several messages of a step use.
struct SharedLink {
    hop: Pair,
    messages: u32,
    capacity: u32,
    /// The number of translations that leave it in place.
    fixed: u32,
    load: LinkLoad,
}

impl Traffic<'_> {
    /// Reports the ports that are used more than once, by ascending nodes.
    pub(super) fn judge_ports<O: Orbit>(
        &self,
        orbit: &O,
        messages: &[O::Message],
        measure: &mut StepMeasure,
        findings: &mut Findings,
    ) {
        for (port, sends) in self.ports.iter().flatten().zip([true, false]) {
            let mut shared: BTreeMap<Vertex, SharedPort> = BTreeMap::new();
            for message in messages {
                let (from, to) = O::ends(message);
                let (node, partner) = if sends { (from, to) } else { (to, from) };
                let (node, partner) = orbit.moved(orbit.home(node), (node, partner));
                if port.get(u64::from(node)) > 1 {
                    let port = shared.entry(node).or_default();
                    port.partners.push(partner);
                    port.load.add(orbit.size(message), 1);
                }
            }
            for (node, SharedPort { partners, load }) in shared {
                let most = self.most.at_most(partners.count);
                measure.share(Shared::of(load, saturated(most)));
                measure.in_turn = measure.in_turn.max(partners.count.div_ceil(most));
                if partners.count <= most {
                    continue;
                }
                let rule = if sends {
                    BrokenRule::SendPort { to: partners }
                } else {
                    BrokenRule::ReceivePort { from: partners }
                };
                findings.add(ViolationPlace::Node(node), rule);
            }
        }
    }

    /// Reports the congested links.
    pub(super) fn judge_links<O: Orbit>(
        &mut self,
        orbit: &O,
        messages: &[O::Message],
        measure: &mut StepMeasure,
        findings: &mut Findings,
    ) {
        let shared = self.shared_links(orbit, messages);
        for SharedLink { load, capacity, .. } in shared.values() {
            measure.share(Shared::of(*load, *capacity));
        }
        let mut too_full: Vec<&SharedLink> =
            shared.values().filter(|shared| shared.messages > shared.capacity).collect();
        too_full.sort_unstable_by_key(|shared| shared.hop);
        let (named, counted) = too_full.split_at(findings.places_left().min(too_full.len()));
        for (shared, messages) in named.iter().zip(self.messages_on(orbit, named, messages)) {
            let SharedLink { hop: (u, v), capacity, .. } = **shared;
            let detour = self.detour::<O>(capacity, &messages);
            let rule = BrokenRule::Congestion { capacity, messages, detour };
            findings.add(ViolationPlace::Link(u, v), rule);
        }
        findings.count(CheckerRule::Congestion, counted.len() as u64);
        for shared in &too_full {
            findings.fewer_copies(shared.fixed);
        }
    }

    /// The shared links, with their loads.
    fn shared_links<O: Orbit>(
        &mut self,
        orbit: &O,
        messages: &[O::Message],
    ) -> BTreeMap<u64, SharedLink> {
        let (topology, mut all) = (self.topology, BTreeMap::new());
        for message in messages {
            let blocks = orbit.size(message);
            self.follow_shared(orbit, message, |_, hop, link, messages| {
                let shared = all.entry(link).or_insert_with(|| SharedLink {
                    hop,
                    messages,
                    capacity: topology.capacity(link),
                    fixed: orbit.fixed(hop),
                    load: LinkLoad::default(),
                });
                shared.load.add(blocks, shared.fixed.into());
            });
        }
        all
    }

    /// The messages that use each of these links, in the order of their hops.
    fn messages_on<O: Orbit>(
        &mut self,
        orbit: &O,
        links: &[&SharedLink],
        messages: &[O::Message],
    ) -> Vec<Listing<Pair>> {
        let mut users: Vec<Listing<Pair>> = links.iter().map(|_| Listing::default()).collect();
        if users.is_empty() {
            return users;
        }
        for message in messages {
            self.follow_shared(orbit, message, |by, hop, _, _| {
                if let Ok(place) = links.binary_search_by_key(&hop, |shared| shared.hop) {
                    let ends = orbit.moved(by, O::ends(message));
                    orbit.each_fixed(hop, &mut |g| users[place].push(orbit.moved(g, ends)));
                }
            });
        }
        users
    }

    /// Follows a message again along the links that it shares: the translation, the hop, the link and its
    /// messages.
    fn follow_shared<O: Orbit>(
        &mut self,
        orbit: &O,
        message: &O::Message,
        mut visit: impl FnMut(Vertex, Pair, u64, u32),
    ) {
        self.follow::<O>(message);
        for hop in self.route.windows(2) {
            let (by, (u, v)) = at_home(orbit, (hop[0], hop[1]));
            if let Some(link) = self.topology.network().link(u, v) {
                let load = self.links.get(link);
                if load > 1 {
                    // A half-duplex link has one name for both directions.
                    let both_ways = self.topology.is_half_duplex(u, v);
                    let hop = if both_ways { (u.min(v), u.max(v)) } else { (u, v) };
                    visit(by, hop, link, load);
                }
            }
        }
    }

    /// If a link carries exactly one message too many, a route for one of them over links with free capacity:
    /// for the first message that has one, with the fewest hops, at most twice those of its default route. If a message represents several, all of them
    /// would need another route.
    fn detour<O: Orbit>(&self, capacity: u32, messages: &Listing<Pair>) -> Option<Detour> {
        let one_too_many = u64::from(capacity) + 1 == messages.count;
        if O::STANDS_FOR_OTHERS || !one_too_many || self.topology.vertices() > MOST_FOR_DETOUR {
            return None;
        }
        messages.first.iter().find_map(|message| {
            let hops = self.topology.network().hops(message.0, message.1, &mut Vec::new());
            let via = self.free_route(*message).filter(|via| (via.len() as u64) < 2 * hops)?;
            Some(Detour { message: *message, via })
        })
    }

    fn free_route(&self, (from, to): Pair) -> Option<Vec<Vertex>> {
        let network = self.topology.network();
        let free = |u: Vertex, v: Vertex| {
            network
                .link(u, v)
                .is_some_and(|link| self.links.get(link) < self.topology.capacity(link))
        };
        let mut came_from: HashMap<Vertex, Vertex> = HashMap::from([(from, from)]);
        let mut open = VecDeque::from([from]);
        let mut neighbours = Vec::new();
        while let Some(at) = open.pop_front() {
            neighbours.clear();
            network.neighbours(at, &mut neighbours);
            for next in neighbours.iter().copied().filter(|next| free(at, *next)) {
                came_from.entry(next).or_insert_with(|| {
                    open.push_back(next);
                    at
                });
            }
            if came_from.contains_key(&to) {
                let back = |at: &Vertex| came_from.get(at).copied().filter(|at| *at != from);
                let mut via: Vec<Vertex> = std::iter::successors(back(&to), back).collect();
                via.reverse();
                return Some(via);
            }
        }
        None
    }
}
