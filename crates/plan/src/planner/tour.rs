//! A topology as a ring: its nodes in the order of an Euler tour, with routes along it.

use hockney_core::schedule::{Message, Payload, Route, Run, Runs};
use hockney_core::topology::{Line, Topology, Vertex};
use std::ops::Range;
use std::sync::OnceLock;

/// The nodes of a topology in the order of a closed Euler tour of a spanning tree.
///
/// Messages of a step with disjoint arcs of the tour share no directed link, on any connected graph
/// (specs/lemmas.md, Lemma U).
pub(super) struct Tour {
    topology: Topology,
    root: Option<Vertex>,
    /// The position of the root, or 0. Looked for when a message needs it: the order may be a large table.
    start: OnceLock<u32>,
}

impl Tour {
    pub(super) fn new(topology: &Topology, root: Option<Vertex>) -> Self {
        Tour { topology: topology.clone(), root, start: OnceLock::new() }
    }

    fn len(&self) -> u32 {
        self.topology.nodes()
    }

    /// The node at a position, counted cyclically.
    pub(super) fn node(&self, position: u32) -> Vertex {
        let p = self.len();
        let position = if position < p { position } else { position % p };
        self.topology.network().tour_order().map_or(position, |order| order[position as usize])
    }

    /// The position of the root, or 0 without one.
    pub(super) fn start(&self) -> u32 {
        let find = |root| {
            let order = self.topology.network().tour_order();
            let found = order.and_then(|order| (0..).zip(order).find(|(_, node)| **node == root));
            found.map_or(root, |(position, _)| position)
        };
        *self.start.get_or_init(|| self.root.map_or(0, find))
    }

    /// The route between two nodes: ahead along the tour, or back on the reversed route from the second to
    /// the first.
    #[inline]
    pub(super) fn route(&self, from: Vertex, to: Vertex, ahead: bool) -> Route {
        let network = self.topology.network();
        let (near, far) = if ahead { (from, to) } else { (to, from) };
        let is_default = network.tour_is_default(near, far);
        if is_default && (ahead || network.back_is_default(near, far)) {
            return Route::Default;
        }
        let (mut via, mut scratch) = (Vec::new(), Vec::new());
        network.tour_route(near, far, &mut via);
        if !ahead {
            via.reverse();
        }
        Route::through(network, from, to, &via, &mut scratch)
    }

    /// The nodes at this many positions from the first on, counted cyclically.
    pub(super) fn nodes(&self, first: u32, count: u32) -> Runs {
        let (p, first) = (self.len(), if first < self.len() { first } else { first % self.len() });
        let (end, network) = (first + count, self.topology.network());
        let mut ranges: Vec<Range<Vertex>> = Vec::new();
        network.tour_nodes(first..end.min(p), &mut ranges);
        if end > p {
            network.tour_nodes(0..end - p, &mut ranges);
            // Ascending numbers form a set at once.
            ranges.sort_unstable_by_key(|range| range.start);
        }
        let run = |range: &Range<Vertex>| Run { start: range.start.into(), end: range.end.into() };
        ranges.iter().map(run).collect()
    }
}

/// The message between two positions of a line, with the route of [`grid_route`].
pub(super) fn grid_message(line: &Line, ends: [u32; 2], forward: bool, blocks: Runs) -> Message {
    let [from, to] = ends.map(|end| line.node(end));
    Message { from, to, route: grid_route(line, ends, forward), payload: Payload::Plain(blocks) }
}

/// The route between two positions of a line: forwards on [`Line::route`], backwards on a reversed one. On a
/// line, open or closed, messages of one direction with disjoint arcs share no directed link
/// (specs/lemmas.md, Lemma U).
pub(super) fn grid_route(line: &Line, [from, to]: [u32; 2], forward: bool) -> Route {
    // There is only one route along an open line, and on a closed one the other route is not the default.
    if !line.closed || line.goes_up(from, to) == forward {
        return Route::Default;
    }
    let mut via = Vec::new();
    if forward {
        line.route(from, to, &mut via);
    } else {
        line.route(to, from, &mut via);
        via.reverse();
    }
    Route::Via(via.into_iter().collect())
}
