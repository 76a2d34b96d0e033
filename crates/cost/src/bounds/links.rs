//! The directed links of a machine as one list, with shortest routes at prices of links.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use hockney_base::number::saturated;
use hockney_core::topology::{Topology, Vertex};

/// A directed link from some vertex: where it leads, and its place in the list of capacities. Both directions
/// of a half-duplex link have the same place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Out {
    pub(super) to: Vertex,
    pub(super) link: usize,
}

/// The links of a machine.
pub(super) struct Links {
    /// The nodes are the first vertices.
    pub(super) nodes: u32,
    /// Where the links of each vertex begin, and at last where they end.
    starts: Vec<usize>,
    outs: Vec<Out>,
    /// The messages that each link carries in a step.
    pub(super) capacities: Vec<u64>,
}

/// The routes from one vertex: its distance to each other, and the last link with the vertex before it.
pub(super) struct Routes {
    pub(super) distances: Vec<u64>,
    pub(super) last: Vec<Option<(Vertex, usize)>>,
    /// The vertices by distance.
    pub(super) order: Vec<Vertex>,
}

impl Links {
    /// `None` if there are more than `most` ends of links.
    pub(super) fn of(topology: &Topology, most: usize) -> Option<Self> {
        let network = topology.network();
        let (mut starts, mut ends, mut beside) = (vec![0], Vec::new(), Vec::new());
        for from in 0..topology.vertices() {
            beside.clear();
            network.neighbours(from, &mut beside);
            ends.extend(beside.iter().filter_map(|to| Some((*to, network.link(from, *to)?))));
            if ends.len() > most || starts.len() > most {
                return None;
            }
            starts.push(ends.len());
        }
        let mut slots: Vec<u64> = ends.iter().map(|(_, slot)| *slot).collect();
        slots.sort_unstable();
        slots.dedup();
        let capacities = slots.iter().map(|slot| topology.capacity(*slot).into()).collect();
        let place = |slot: &u64| slots.binary_search(slot).unwrap_or_default();
        let outs = ends.iter().map(|(to, slot)| Out { to: *to, link: place(slot) }).collect();
        Some(Links { nodes: topology.nodes(), starts, outs, capacities })
    }

    pub(super) fn vertices(&self) -> usize {
        self.starts.len() - 1
    }

    /// The links from a vertex.
    pub(super) fn from(&self, vertex: Vertex) -> &[Out] {
        &self.outs[self.starts[vertex as usize]..self.starts[vertex as usize + 1]]
    }

    /// All links, each with the vertex where it begins.
    pub(super) fn all(&self) -> impl Iterator<Item = (Vertex, Out)> {
        let vertices = 0..saturated(self.vertices());
        vertices.flat_map(|from| self.from(from).iter().map(move |out| (from, *out)))
    }

    /// The cheapest routes from a vertex at these prices, of which no route's sum may overflow.
    pub(super) fn routes(&self, from: Vertex, prices: &[u64]) -> Routes {
        let all = self.vertices();
        let mut routes = Routes {
            distances: vec![u64::MAX; all],
            last: vec![None; all],
            order: Vec::with_capacity(all),
        };
        routes.distances[from as usize] = 0;
        let mut open = BinaryHeap::from([Reverse((0, from))]);
        while let Some(Reverse((distance, vertex))) = open.pop() {
            if distance > routes.distances[vertex as usize] {
                continue;
            }
            routes.order.push(vertex);
            for Out { to, link } in self.from(vertex) {
                let further = distance.saturating_add(prices[*link]);
                if further < routes.distances[*to as usize] {
                    routes.distances[*to as usize] = further;
                    routes.last[*to as usize] = Some((vertex, *link));
                    open.push(Reverse((further, *to)));
                }
            }
        }
        routes
    }
}
