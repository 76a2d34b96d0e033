//! A topology walked as a ring: its nodes in the order of an Euler tour, with routes along it.

use std::ops::Range;

use crate::schedule::{Message, Payload, Route, Run, Runs};
use crate::topology::{Topology, Vertex};

/// The nodes of a topology in the order of a closed Euler tour of a spanning tree.
///
/// Messages of a step whose arcs of the tour are disjoint share no directed link, on any connected
/// graph (specs/lemmas.md, Lemma U).
pub(super) struct Tour {
    topology: Topology,
}

impl Tour {
    pub(super) fn new(topology: &Topology) -> Self {
        Tour { topology: topology.clone() }
    }

    pub(super) fn len(&self) -> u32 {
        self.topology.nodes()
    }

    /// The node at a position, counted round and round.
    pub(super) fn node(&self, position: u32) -> Vertex {
        let p = self.len();
        let position = if position < p { position } else { position % p };
        self.topology.network().tour_order().map_or(position, |order| order[position as usize])
    }

    /// The position of a node.
    pub(super) fn position(&self, node: Vertex) -> u32 {
        let order = self.topology.network().tour_order();
        let found = order.and_then(|order| (0..).zip(order).find(|(_, n)| **n == node));
        found.map_or(node, |(position, _)| position)
    }

    /// The message between two positions along the tour.
    pub(super) fn message(&self, from: u32, to: u32, blocks: Runs) -> Message {
        self.carrying(from, to, Payload::Plain(blocks))
    }

    /// The same with any payload.
    pub(super) fn carrying(&self, from: u32, to: u32, payload: Payload) -> Message {
        let (from, to) = (self.node(from), self.node(to));
        Message { from, to, route: self.way(from, to), payload }
    }

    /// The way between two nodes along the tour.
    #[inline]
    pub(super) fn way(&self, from: Vertex, to: Vertex) -> Route {
        let network = self.topology.network();
        if network.tour_is_default(from, to) {
            return Route::Default;
        }
        let (mut via, mut scratch) = (Vec::new(), Vec::new());
        network.tour_route(from, to, &mut via);
        Route::through(network, from, to, &via, &mut scratch)
    }

    /// The way along the tour between two nodes, turned round: from the second to the first.
    #[inline]
    pub(super) fn way_back(&self, near: Vertex, far: Vertex) -> Route {
        let network = self.topology.network();
        if network.tour_is_default(near, far) && network.back_is_default(near, far) {
            return Route::Default;
        }
        let (mut via, mut scratch) = (Vec::new(), Vec::new());
        network.tour_route(near, far, &mut via);
        via.reverse();
        Route::through(network, far, near, &via, &mut scratch)
    }

    /// The message from `to` back to `from`, against the tour: the way of the one along it, turned
    /// round. In a step all of whose messages go back the lemma holds as it does along the tour.
    pub(super) fn back(&self, from: u32, to: u32, blocks: Runs) -> Message {
        let (near, far) = (self.node(from), self.node(to));
        let route = self.way_back(near, far);
        Message { from: far, to: near, route, payload: Payload::Plain(blocks) }
    }

    /// The message between two positions against the tour: the way of [`Tour::message`] back.
    pub(super) fn message_back(&self, from: u32, to: u32, blocks: Runs) -> Message {
        self.back(to, from, blocks)
    }

    /// The nodes at the positions from `start` to just before `end`, as contributors.
    pub(super) fn contributors(&self, start: u32, end: u32) -> Runs {
        (start..end).map(|position| u64::from(self.node(position))).collect()
    }

    /// The position of every node.
    pub(super) fn positions(&self) -> Vec<u32> {
        let mut positions: Vec<u32> = (0..self.len()).collect();
        for (position, node) in (0..).zip(self.topology.network().tour_order().unwrap_or(&[])) {
            positions[*node as usize] = position;
        }
        positions
    }

    /// The nodes at so many positions from the first on, counted round and round.
    pub(super) fn nodes(&self, first: u32, count: u32) -> Runs {
        self.nodes_with(first, count, &mut Vec::new())
    }

    /// The same; `scratch` is any buffer, so that a loop over messages need not get one for each.
    pub(super) fn nodes_with(
        &self,
        first: u32,
        count: u32,
        scratch: &mut Vec<Range<Vertex>>,
    ) -> Runs {
        let (p, first) = (self.len(), if first < self.len() { first } else { first % self.len() });
        let (end, network) = (first + count, self.topology.network());
        scratch.clear();
        network.tour_nodes(first..end.min(p), scratch);
        if end > p {
            network.tour_nodes(0..end - p, scratch);
            // Rising numbers make a set at once.
            scratch.sort_unstable_by_key(|range| range.start);
        }
        let run = |range: &Range<Vertex>| Run { start: range.start.into(), end: range.end.into() };
        scratch.iter().map(run).collect()
    }
}
