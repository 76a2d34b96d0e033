//! Links that several messages of a step share: what passes them, and which carry too much.
//!
//! Only in a step that has such links are its messages followed again: once to add up what passes
//! each, and once more, while violations are still reported with their places, to name them.

use std::collections::{HashMap, VecDeque};

use smallvec::{SmallVec, smallvec};

use crate::checker::report::violation::{BrokenRule, Detour, Listing, Place, Rule};
use crate::checker::report::{At, Findings, MOST_PLACES};
use crate::checker::traffic::counter::Counter;
use crate::checker::traffic::links::{Hop, LinkUse, Lost};
use crate::schedule::{Message, StepMeasure};
use crate::topology::Vertex;

/// The most vertices of a topology in which a detour is looked for.
const MOST_FOR_DETOUR: u32 = 4096;

/// A link that several messages of a step use.
struct Shared {
    hop: Hop,
    load: u32,
    capacity: u32,
    /// What the messages on each of the parallel links carry.
    lanes: SmallVec<[u128; 1]>,
}

impl LinkUse<'_> {
    pub(crate) fn judge_shared<'m, I: Iterator<Item = (&'m Message, u128)>>(
        &mut self,
        messages: impl Fn() -> I,
        at: At,
        measure: &mut StepMeasure,
        findings: &mut Findings,
    ) -> Result<(), Lost> {
        let shared = self.shared_links(messages())?;
        let most = shared.iter().flat_map(|shared| &shared.lanes).max();
        measure.contended = measure.contended.max(most.copied().unwrap_or(0));
        let mut too_full: Vec<&Shared> =
            shared.iter().filter(|shared| shared.load > shared.capacity).collect();
        too_full.sort_unstable_by_key(|shared| shared.hop);
        let places = MOST_PLACES.saturating_sub(findings.report.violations.len());
        let (named, counted) = too_full.split_at(places.min(too_full.len()));
        for (shared, messages) in named.iter().zip(self.messages_on(named, messages())?) {
            let Shared { hop: (u, v), capacity, .. } = **shared;
            let detour = self.detour(capacity, &messages);
            let rule = BrokenRule::Congestion { capacity, messages, detour };
            findings.add(at, Place::Link(u, v), rule);
        }
        findings.count(Rule::Congestion, counted.len() as u64);
        Ok(())
    }

    /// The links that several messages use, with what they carry.
    fn shared_links<'m>(
        &mut self,
        messages: impl Iterator<Item = (&'m Message, u128)>,
    ) -> Result<Vec<Shared>, Lost> {
        let network = self.topology.network();
        let mut shared_at =
            self.shared_at.take().unwrap_or_else(|| Counter::below(network.link_slots()));
        shared_at.next_step();
        let mut all: Vec<Shared> = Vec::new();
        for (message, blocks) in messages {
            self.follow_shared(message, |hop, link, load| {
                let place = match shared_at.get(link) {
                    0 => {
                        let capacity = network.capacity(link);
                        let lanes = smallvec![0; capacity.clamp(1, load) as usize];
                        all.push(Shared { hop, load, capacity, lanes });
                        // There are no more shared links than uses of them, which fit.
                        let place = u32::try_from(all.len()).unwrap_or(u32::MAX);
                        shared_at.set(link, place);
                        place
                    }
                    place => place,
                };
                let lanes = all.get_mut(place as usize - 1).map(|shared| &mut shared.lanes);
                let least = lanes.and_then(|lanes| lanes.iter_mut().min_by_key(|lane| **lane));
                if let Some(least) = least {
                    *least += blocks;
                }
            })?;
        }
        self.shared_at = Some(shared_at);
        Ok(all)
    }

    /// The messages that use each of these links, which are in the order of their hops.
    fn messages_on<'m>(
        &mut self,
        links: &[&Shared],
        messages: impl Iterator<Item = (&'m Message, u128)>,
    ) -> Result<Vec<Listing<Hop>>, Lost> {
        let mut users: Vec<Listing<Hop>> = links.iter().map(|_| Listing::new()).collect();
        if users.is_empty() {
            return Ok(users);
        }
        for (message, _) in messages {
            self.follow_shared(message, |hop, _, _| {
                if let Ok(place) = links.binary_search_by_key(&hop, |shared| shared.hop) {
                    users[place].push((message.from, message.to));
                }
            })?;
        }
        Ok(users)
    }

    /// Where a link carries just one message too many, a way for one of them over links that can
    /// all carry one more; the first message that has one, with the fewest hops.
    fn detour(&self, capacity: u32, messages: &Listing<Hop>) -> Option<Detour> {
        let one_too_many = u64::from(capacity) + 1 == messages.count;
        if !one_too_many || self.topology.vertices() > MOST_FOR_DETOUR {
            return None;
        }
        messages.first.iter().find_map(|message| {
            self.free_way(*message).map(|via| Detour { message: *message, via })
        })
    }

    fn free_way(&self, (from, to): Hop) -> Option<Vec<Vertex>> {
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
