//! First fit: each block goes directly by its default route, in the first step that has it free.
//!
//! The longest routes first. t_s + m t_w for each step; how many there are depends on the map, so
//! the cost is computed. Any map, on every connected graph. Source: derived here, greedy colouring
//! of the graph of routes that collide.

use super::targets;
use crate::planner::{Algorithm, ClosedForm, Request, Use};
use crate::schedule::{Listed, Message, Step, Steps};
use crate::topology::{Family, Network, Vertex};

pub(super) struct FirstFit;

impl Algorithm for FirstFit {
    fn name(&self) -> &'static str {
        "first-fit"
    }

    fn collective(&self) -> &'static str {
        "permute"
    }

    fn about(&self) -> &'static str {
        "each block goes by its default route in the first step where that is free, longest first"
    }

    fn source(&self) -> &'static str {
        "derived here"
    }

    fn on(&self, family: &'static dyn Family) -> Option<Use> {
        match family.name() {
            // One step is enough there.
            "complete" | "star" | "switch" => None,
            _ => Some(Use::further("any p, any map")),
        }
    }

    fn closed_form(&self, _family: &'static dyn Family, _sides: usize) -> Option<ClosedForm> {
        None
    }

    fn steps(&self, request: &Request) -> Box<dyn Steps> {
        steps(request)
    }
}

/// The steps of any permutation.
pub(in crate::planner) fn steps(request: &Request) -> Box<dyn Steps> {
    let of = &request.instance;
    let network = request.topology.network();
    let mut way = Vec::new();
    let mut moving: Vec<(usize, Vertex, Vertex)> = Vec::new();
    for (from, to) in (0..).zip(targets(of)).filter(|(from, to)| from != to) {
        way.clear();
        network.route(from, to, &mut way);
        moving.push((usize::MAX - way.len(), from, to));
    }
    moving.sort_unstable();
    let mut steps: Vec<Step> = Vec::new();
    let mut taken: Vec<Taken> = Vec::new();
    for (_, from, to) in moving {
        let links = links(network, from, to);
        let free = taken.iter().position(|taken| links.iter().all(|link| !taken.has(*link)));
        let first = free.unwrap_or(taken.len());
        if free.is_none() {
            taken.push(Taken::none(network));
            steps.push(Step::default());
        }
        for link in links {
            taken[first].take(link);
        }
        steps[first].messages.push(Message::plain(from, to, of.blocks_of(from)));
    }
    Box::new(Listed(steps))
}

/// The directed links that the messages of a step use, a bit each: at most one message for each.
pub(super) struct Taken(Vec<u64>);

impl Taken {
    pub(super) fn none(network: &dyn Network) -> Self {
        let words = usize::try_from(network.link_slots().div_ceil(64)).unwrap_or(0);
        Taken(vec![0; words])
    }

    pub(super) fn has(&self, link: u64) -> bool {
        let word = usize::try_from(link / 64).ok().and_then(|word| self.0.get(word));
        word.is_none_or(|word| word >> (link % 64) & 1 == 1)
    }

    pub(super) fn take(&mut self, link: u64) {
        if let Some(word) = usize::try_from(link / 64).ok().and_then(|word| self.0.get_mut(word)) {
            *word |= 1 << (link % 64);
        }
    }
}

/// The directed links of the default route.
pub(super) fn links(network: &dyn Network, from: Vertex, to: Vertex) -> Vec<u64> {
    let mut way = vec![from];
    network.route(from, to, &mut way);
    way.push(to);
    way.windows(2).filter_map(|hop| network.link(hop[0], hop[1])).collect()
}
