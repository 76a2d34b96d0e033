//! The rules of links: a route uses links that there are, and no link more than it may carry.
//!
//! Every route is resolved and followed once. Only in a step in which messages share a link are
//! they followed again, to say which and to add up what they carry.

use std::collections::{HashMap, VecDeque};

use super::counter::Counter;
use super::no_answer::Malformed;
use super::report::{At, Findings};
use super::violation::{BrokenRule, Detour, Listing, Place, Rule};
use crate::schedule::{Message, Route, StepMeasure};
use crate::topology::{Topology, Vertex};

/// The most vertices of a topology in which a detour is looked for.
const MOST_FOR_DETOUR: u32 = 4096;

/// How often each directed link has been used in the step.
pub(super) struct LinkUse<'a> {
    topology: &'a Topology,
    loads: Counter,
    shared: bool,
    /// Hops without a link: the message, and the hop. The first few; the others are counted.
    missing: Vec<(Vertex, Vertex, Hop)>,
    more_missing: u64,
    via: Vec<Vertex>,
    sorted: Vec<Hop>,
    hops_left: u64,
}

/// Why a message could not be followed.
pub(super) enum Lost {
    /// The hops that are allowed in all have been followed.
    HopLimit,
    Malformed(Malformed),
}

/// A link in one direction.
type Hop = (Vertex, Vertex);

/// A link that several messages of a step use.
struct Shared {
    link: u64,
    messages: Listing<(Vertex, Vertex)>,
    /// What the messages on each of the parallel links carry.
    lanes: Vec<u128>,
    capacity: u32,
}

impl<'a> LinkUse<'a> {
    pub(super) fn new(topology: &'a Topology, hops_allowed: u64) -> Self {
        LinkUse {
            topology,
            loads: Counter::below(topology.network().link_slots()),
            shared: false,
            missing: Vec::new(),
            more_missing: 0,
            via: Vec::new(),
            sorted: Vec::new(),
            hops_left: hops_allowed,
        }
    }

    pub(super) fn next_step(&mut self) {
        self.loads.next_step();
        self.shared = false;
        self.missing.clear();
        self.more_missing = 0;
    }

    /// Follows a message, whose end points are nodes, and says how many hops it makes.
    pub(super) fn add(
        &mut self,
        message: &Message,
        measure: &mut StepMeasure,
        wants_places: bool,
    ) -> Result<u64, Lost> {
        self.resolve(message)?;
        let network = self.topology.network();
        let mut at = message.from;
        for next in self.via.iter().copied().chain([message.to]) {
            match network.link(at, next) {
                Some(link) => {
                    let load = self.loads.add(link);
                    self.shared |= load > 1;
                    measure.busiest = measure.busiest.max(u64::from(load));
                }
                None if wants_places && self.missing.len() < super::report::MOST_PLACES => {
                    self.missing.push((message.from, message.to, (at, next)));
                }
                None => self.more_missing += 1,
            }
            at = next;
        }
        Ok(self.via.len() as u64 + 1)
    }

    /// Writes the message's route to `via`.
    fn resolve(&mut self, message: &Message) -> Result<(), Lost> {
        self.via.clear();
        message.via_into(self.topology.network(), &mut self.via);
        let hops = self.via.len() as u64 + 1;
        self.hops_left = self.hops_left.checked_sub(hops).ok_or(Lost::HopLimit)?;
        match &message.route {
            // The topology's own routes are simple paths.
            Route::Default => Ok(()),
            Route::Via(_) => self.look_at_via(message).map_err(Lost::Malformed),
        }
    }

    /// What the reader has refused: vertices that do not exist, a directed link twice.
    fn look_at_via(&mut self, message: &Message) -> Result<(), Malformed> {
        let vertices = self.topology.vertices();
        if let Some(vertex) = self.via.iter().find(|vertex| **vertex >= vertices) {
            return Err(Malformed::NoSuchVertex(*vertex));
        }
        let starts = [message.from].into_iter().chain(self.via.iter().copied());
        let ends = self.via.iter().copied().chain([message.to]);
        self.sorted.clear();
        self.sorted.extend(starts.zip(ends));
        self.sorted.sort_unstable();
        match self.sorted.windows(2).find(|pair| pair[0] == pair[1]) {
            Some(pair) => Err(Malformed::LinkTwice(pair[0].0, pair[0].1)),
            None => Ok(()),
        }
    }

    /// Reports hops without a link and links that carry too much.
    pub(super) fn judge<'m>(
        &mut self,
        messages: impl Iterator<Item = (&'m Message, u64)>,
        at: At,
        measure: &mut StepMeasure,
        findings: &mut Findings,
    ) -> Result<(), Lost> {
        for (from, to, hop) in self.missing.drain(..) {
            findings.add(at, Place::Message { from, to }, BrokenRule::Link { hop });
        }
        findings.count(Rule::Link, self.more_missing);
        if !self.shared {
            return Ok(());
        }
        for ((u, v), shared) in self.shared_links(messages)? {
            let most = shared.lanes.iter().copied().max().unwrap_or(0);
            measure.contended = measure.contended.max(most);
            if self.loads.get(shared.link) <= shared.capacity {
                continue;
            }
            if findings.wants_places() {
                let detour = self.detour(&shared);
                let Shared { messages, capacity, .. } = shared;
                let rule = BrokenRule::Congestion { capacity, messages, detour };
                findings.add(at, Place::Link(u, v), rule);
            } else {
                findings.count(Rule::Congestion, 1);
            }
        }
        Ok(())
    }

    /// The links that several messages use, rising by their vertices.
    fn shared_links<'m>(
        &mut self,
        messages: impl Iterator<Item = (&'m Message, u64)>,
    ) -> Result<Vec<(Hop, Shared)>, Lost> {
        let network = self.topology.network();
        let mut links: HashMap<Hop, Shared> = HashMap::new();
        for (message, blocks) in messages {
            self.resolve(message)?;
            let mut at = message.from;
            for next in self.via.iter().copied().chain([message.to]) {
                let hop = (at, next);
                at = next;
                let Some(link) = network.link(hop.0, hop.1) else { continue };
                let load = self.loads.get(link);
                if load < 2 {
                    continue;
                }
                let shared = links.entry(hop).or_insert_with(|| {
                    let capacity = network.capacity(link);
                    let lanes = vec![0; capacity.clamp(1, load) as usize];
                    Shared { link, messages: Listing::new(), lanes, capacity }
                });
                shared.messages.push((message.from, message.to));
                if let Some(least) = shared.lanes.iter_mut().min_by_key(|lane| **lane) {
                    *least += u128::from(blocks);
                }
            }
        }
        let mut links: Vec<_> = links.into_iter().collect();
        links.sort_unstable_by_key(|(hop, _)| *hop);
        Ok(links)
    }

    /// Where a link carries just one message too many, a way for one of them over links that can
    /// all carry one more; the first message that has one, with the fewest hops.
    fn detour(&self, shared: &Shared) -> Option<Detour> {
        let one_too_many = u64::from(shared.capacity) + 1 == shared.messages.count;
        if !one_too_many || self.topology.vertices() > MOST_FOR_DETOUR {
            return None;
        }
        let messages = shared.messages.first.iter();
        messages
            .copied()
            .find_map(|message| self.free_way(message).map(|via| Detour { message, via }))
    }

    fn free_way(&self, (from, to): (Vertex, Vertex)) -> Option<Vec<Vertex>> {
        let network = self.topology.network();
        let free = |u: Vertex, v: Vertex| {
            network.link(u, v).is_some_and(|link| self.loads.get(link) < network.capacity(link))
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
