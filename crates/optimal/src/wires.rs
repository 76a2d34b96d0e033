//! The links of a machine as the encoder sees them: small numbers, capacities, distances and routes.

use std::collections::VecDeque;

/// A directed link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wire {
    /// Where it begins.
    pub from: u32,
    /// Where it ends.
    pub to: u32,
    /// The messages that it carries in a step.
    pub capacity: u32,
}

/// Nodes `0..nodes`, switches from there to `vertices`, and the directed links in ascending order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wires {
    /// The number of nodes, p.
    pub nodes: u32,
    /// The number of vertices.
    pub vertices: u32,
    /// The links, ordered by their ends.
    pub links: Vec<Wire>,
}

/// The most vertices on the way through routes of a pair, before there are taken to be many.
const MOST_VISITED: usize = 4096;

impl Wires {
    /// The place of a link.
    pub fn link(&self, from: u32, to: u32) -> Option<usize> {
        self.links.binary_search_by_key(&(from, to), |link| (link.from, link.to)).ok()
    }

    /// The places of the links out of a vertex.
    pub fn out_of(&self, vertex: u32) -> impl Iterator<Item = usize> {
        let first = self.links.partition_point(|link| link.from < vertex);
        (first..).take_while(move |at| self.links.get(*at).is_some_and(|link| link.from == vertex))
    }

    /// The places of the links into a vertex.
    pub fn into_of(&self, vertex: u32) -> impl Iterator<Item = usize> {
        self.out_of(vertex).filter_map(move |at| self.link(self.links[at].to, vertex))
    }

    /// Whether all pairs of nodes are joined.
    pub fn is_complete(&self) -> bool {
        let pair = |a: u32, b: u32| a == b || self.link(a, b).is_some();
        (0..self.nodes).all(|a| (0..self.nodes).all(|b| pair(a, b)))
    }

    /// The number of hops from a node to every vertex, by direct messages between nodes if `direct`.
    pub fn distances(&self, from: u32, direct: bool) -> Vec<Option<u32>> {
        let mut hops = vec![None; self.vertices as usize];
        hops[from as usize] = Some(0);
        let mut open = VecDeque::from([(from, 0)]);
        while let Some((at, far)) = open.pop_front() {
            for link in self.out_of(at) {
                let to = self.links[link].to;
                let known = &mut hops[to as usize];
                if known.is_none() && !(direct && to >= self.nodes) {
                    *known = Some(far + 1);
                    open.push_back((to, far + 1));
                }
            }
        }
        hops
    }

    /// The simple paths between two nodes, if there are at most two: each with both ends.
    pub fn few_paths(&self, from: u32, to: u32) -> Option<Vec<Vec<u32>>> {
        let (mut found, mut visited) = (Vec::new(), 0);
        // A path, and the links that were not yet tried at each of its vertices.
        let mut path = vec![from];
        let mut left: Vec<Vec<usize>> = vec![self.out_of(from).collect()];
        while let Some(links) = left.last_mut() {
            visited += 1;
            if found.len() > 2 || visited > MOST_VISITED {
                return None;
            }
            if links.is_empty() {
                left.pop();
                path.pop();
                continue;
            }
            let next = self.links[links.remove(0)].to;
            if path.contains(&next) {
                continue;
            }
            if next == to {
                found.push(path.iter().copied().chain([to]).collect());
            } else {
                path.push(next);
                left.push(self.out_of(next).collect());
            }
        }
        Some(found).filter(|found| found.len() <= 2)
    }
}
