//! Cuts: blocks that must cross from one part of the network to the other share the links between them.
//!
//! Of families: slabs of a grid, halves of a ring or hypercube, and the two sides of each link of a tree. Of links with
//! any shape: the cut with the most words for its links, by maximum flows, whose minimum cuts prove them greatest.

use std::collections::VecDeque;

use super::prices::{Demand, Links};
use super::reason::over;
use hockney_base::number::{Rational, index};
use hockney_core::topology::{Feature, LinkCounts, Rooted, Topology, Vertex};

/// The maximum work for a bound, in visited vertices. Above it there is no bound by cuts.
const MOST_VISITS: u64 = 1 << 26;

type Cut = (Rational, &'static str);

/// The most words that a link of some cut must carry, in blocks, and the name of the cut. Of demands here are those of
/// pairs and targets.
pub(super) fn of_family(topology: &Topology, demand: &Demand<'_>) -> Option<Cut> {
    let (p, network) = (topology.nodes(), topology.network());
    let slabs = |sides: &[u32], why| Some((slabs(topology, sides, demand)?, why));
    match (network.sides(), demand) {
        (Some(sides), _) => {
            slabs(sides, "the blocks between two slabs share the links between them")
        }
        (None, Demand::Targets(target)) if is_ring(topology) => Some(ring(p, target)),
        (None, _) if is_ring(topology) => {
            slabs(&[p], "the blocks between two halves share the two links between them")
        }
        // The halves differ in one dimension.
        (None, _) if topology.offers(Feature::Cube) => {
            let sides = vec![2; p.ilog2() as usize];
            slabs(&sides, "the blocks between two halves share the p/2 links between them")
        }
        _ => Tree::of(topology)?.heaviest(topology, demand),
    }
}

/// The number of messages that the link between two vertices carries in one direction in a step.
pub(super) fn capacity(topology: &Topology, from: Vertex, to: Vertex) -> u64 {
    topology.network().link(from, to).map_or(0, |link| u64::from(topology.capacity(link)))
}

/// Whether the links form a ring; up to two nodes it is an open line.
fn is_ring(topology: &Topology) -> bool {
    topology.offers(Feature::ClosedRing) && topology.nodes() > 2
}

/// There are p directed links each way. At best a share f of the blocks of a shift by q goes forwards, q links each,
/// and the rest goes p - q links backwards. In general each block goes the shorter way.
fn ring(nodes: u32, target: &dyn Fn(u32) -> u32) -> Cut {
    let p = u64::from(nodes);
    let ahead = |i: u32| (u64::from(target(i)) + p - u64::from(i)) % p;
    let first = ahead(0);
    if (0..nodes).all(|i| ahead(i) == first) {
        return (over(first * (p - first), p), "blocks go q links forwards or p - q back");
    }
    let links = (0..nodes).map(|i| ahead(i).min(p - ahead(i))).sum();
    (over(links, 2 * p), "the blocks share 2p links")
}

/// The most blocks over the links between two slabs of a grid, or of a ring or hypercube as one. Ends of closed lines
/// of two nodes are neighbours only once.
fn slabs(topology: &Topology, sides: &[u32], demand: &Demand<'_>) -> Option<Rational> {
    let (p, network) = (u64::from(topology.nodes()), topology.network());
    let wraps = network.wraps() || is_ring(topology);
    let dimensions = sides.iter().enumerate().filter(|(_, side)| **side > 1);
    let shares = dimensions.map(|(dimension, side)| {
        let stride: u32 = sides[dimension + 1..].iter().product();
        let side = u64::from(*side);
        let links = p / side * if wraps && side > 2 { 2 } else { 1 };
        let crossing = match demand {
            Demand::Targets(target) => {
                let at = |node: u32| u64::from(node / stride) % side;
                let pairs = (0..topology.nodes()).map(|node| (at(node), at(target(node))));
                most_across(pairs, index(side))
            }
            _ => (side / 2) * (p / side) * (side.div_ceil(2) * (p / side)),
        };
        over(crossing, links)
    });
    shares.max()
}

/// The most blocks in one direction between two neighbouring places on a line.
fn most_across(pairs: impl Iterator<Item = (u64, u64)>, side: usize) -> u64 {
    let mut change = [vec![0_i64; side + 1], vec![0_i64; side + 1]];
    for (from, to) in pairs {
        let up = &mut change[usize::from(from > to)];
        up[index(from.min(to))] += 1;
        up[index(from.max(to))] -= 1;
    }
    let most = |change: &[i64]| {
        let sums = change.iter().scan(0, |sum, change| {
            *sum += change;
            Some(*sum)
        });
        sums.max().unwrap_or(0)
    };
    change.iter().map(|change| most(change).unsigned_abs()).max().unwrap_or(0)
}

/// A network without cycles, as a tree with root 0.
struct Tree {
    parents: Vec<Vertex>,
    depths: Vec<u32>,
    /// Parents before their children.
    order: Vec<Vertex>,
}

impl Rooted for Tree {
    fn parent(&self, vertex: Vertex) -> Vertex {
        self.parents[vertex as usize]
    }

    fn depth(&self, vertex: Vertex) -> u32 {
        self.depths[vertex as usize]
    }
}

impl Tree {
    /// `None` if there is a cycle, or too much to visit.
    fn of(topology: &Topology) -> Option<Self> {
        let vertices = topology.vertices() as usize;
        if vertices as u64 > MOST_VISITS {
            return None;
        }
        let order = Vec::with_capacity(vertices);
        let mut tree =
            Tree { parents: vec![Vertex::MAX; vertices], depths: vec![0; vertices], order };
        tree.parents[0] = 0;
        tree.order.push(0);
        let (mut next, mut ends, mut beside) = (0, 0, Vec::new());
        while let Some(&vertex) = tree.order.get(next) {
            next += 1;
            beside.clear();
            topology.network().neighbours(vertex, &mut beside);
            ends += beside.len();
            if ends > 2 * (vertices - 1) {
                return None;
            }
            for &other in &beside {
                if tree.parents[other as usize] == Vertex::MAX {
                    tree.parents[other as usize] = vertex;
                    tree.depths[other as usize] = tree.depths[vertex as usize] + 1;
                    tree.order.push(other);
                }
            }
        }
        Some(tree)
    }

    fn heaviest(&self, topology: &Topology, demand: &Demand<'_>) -> Option<Cut> {
        let p = topology.nodes();
        // Fractions of whole numbers, compared by cross multiplication: there may be millions of links.
        let (mut most, mut shared) = (0, 1);
        let mut pass = |blocks: u64, from: Vertex, to: Vertex| {
            let lanes = capacity(topology, from, to).max(1);
            if u128::from(blocks) * u128::from(shared) > u128::from(most) * u128::from(lanes) {
                (most, shared) = (blocks, lanes);
            }
        };
        let ends = self.order.iter().skip(1).map(|vertex| (*vertex, self.parent(*vertex)));
        if let Demand::Targets(target) = demand {
            let loads = self.loads(p, target)?;
            for (vertex, parent) in ends {
                let [up, down] = [0, 1].map(|way| loads.get(2 * u64::from(vertex) + way).into());
                pass(up, vertex, parent);
                pass(down, parent, vertex);
            }
        } else {
            let below = self.nodes_below(p);
            for (vertex, parent) in ends {
                let below = below[vertex as usize];
                let blocks = u64::from(below) * u64::from(p - below);
                pass(blocks, vertex, parent);
                pass(blocks, parent, vertex);
            }
        }
        Some((over(most, shared), "the blocks between the two sides of a link must pass it"))
    }

    /// The number of nodes in the subtree of each vertex.
    fn nodes_below(&self, p: u32) -> Vec<u32> {
        let mut below: Vec<u32> =
            (0..self.parents.len()).map(|vertex| u32::from(vertex < p as usize)).collect();
        for &vertex in self.order.iter().skip(1).rev() {
            below[self.parent(vertex) as usize] += below[vertex as usize];
        }
        below
    }

    /// The number of blocks on each link, by the numbers of [`Rooted::tree_links`].
    fn loads(&self, p: u32, target: &dyn Fn(u32) -> u32) -> Option<LinkCounts> {
        let mut loads = LinkCounts::below(2 * self.parents.len() as u64);
        let (mut visits, mut scratch, mut route) = (0, Vec::new(), Vec::new());
        for node in 0..p {
            route.clear();
            self.tree_links(node, target(node), &mut scratch, &mut route);
            visits += route.len() as u64;
            if visits > MOST_VISITS {
                return None;
            }
            for link in &route {
                loads.add(*link, 1);
            }
        }
        Some(loads)
    }
}

/// The cut with the most words for its links that separates a node from blocks that it needs: the blocks that must
/// pass it, and its lanes. `None` if none has more than `at_least`, or above this many visits of arcs.
///
/// If the blocks of x nodes must leave a set of vertices through links of c lanes in all, a schedule has at least x/c
/// words. The set is counted again, so the flows need not be trusted. Source: Zhao et al. 2024 (ForestColl), who show
/// that routes along trees reach this bound for all-gather with all ports.
pub(super) fn by_flows(
    links: &Links,
    demand: &Demand<'_>,
    at_least: &Rational,
    mut visits: u64,
) -> Option<(u64, u64)> {
    let (mut best, mut known) = (None, at_least.clone());
    let source = links.vertices();
    for sink in 0..links.nodes {
        let senders: Vec<_> = (0..links.nodes).filter(|from| demand.has(*from, sink)).collect();
        // Words flow at the greatest known ratio x/y: x for each lane, y from each node. If some node's words do not
        // arrive, the cut that holds them back has a greater ratio.
        while !senders.is_empty() {
            let (x, y) = (known.numerator().to_u64()?, known.denominator().to_u64()?);
            let mut arcs = Arcs::new(links.vertices() + 1, visits);
            for (from, out) in links.all() {
                let capacity = links.capacities[out.link].saturating_mul(x);
                arcs.add(from as usize, out.to as usize, capacity);
            }
            for node in &senders {
                arcs.add(source, *node as usize, y);
            }
            let Some(inside) = arcs.cut(source, sink as usize) else { return best };
            visits = arcs.visits;
            let cut = links.leaving(demand, &inside);
            let ratio = Rational::ratio(cut.0, cut.1).filter(|ratio| *ratio > known);
            let Some(ratio) = ratio else { break };
            (best, known) = (Some(cut), ratio);
        }
    }
    best
}

/// Arcs with capacities, each beside its reverse.
#[derive(Clone, Debug)]
pub struct Arcs {
    /// The arcs from each vertex.
    from: Vec<Vec<usize>>,
    to: Vec<usize>,
    left: Vec<u64>,
    /// The visits of arcs that are still allowed.
    visits: u64,
}

impl Arcs {
    /// No arcs, and so many visits of arcs at most.
    pub fn new(vertices: usize, visits: u64) -> Self {
        Arcs { from: vec![Vec::new(); vertices], to: Vec::new(), left: Vec::new(), visits }
    }

    /// Adds an arc between two vertices.
    pub fn add(&mut self, from: usize, to: usize, capacity: u64) {
        for (from, to, capacity) in [(from, to, capacity), (to, from, 0)] {
            self.from[from].push(self.to.len());
            self.to.push(to);
            self.left.push(capacity);
        }
    }

    /// The number of arcs from the source to each vertex over arcs with capacity; `None` if there are too
    /// many visits.
    fn levels(&mut self, source: usize) -> Option<Vec<usize>> {
        let mut levels = vec![usize::MAX; self.from.len()];
        levels[source] = 0;
        let mut open = VecDeque::from([source]);
        while let Some(vertex) = open.pop_front() {
            self.visits = self.visits.checked_sub(self.from[vertex].len() as u64)?;
            for arc in &self.from[vertex] {
                let to = self.to[*arc];
                if self.left[*arc] > 0 && levels[to] == usize::MAX {
                    levels[to] = levels[vertex] + 1;
                    open.push_back(to);
                }
            }
        }
        Some(levels)
    }

    /// Sends as much as possible, and returns the vertices on the side of the source of a minimum cut; `None`
    /// if there are too many visits. Source: Dinitz 1970.
    pub fn cut(&mut self, source: usize, sink: usize) -> Option<Vec<bool>> {
        loop {
            let levels = self.levels(source)?;
            if levels[sink] == usize::MAX {
                return Some(levels.iter().map(|level| *level != usize::MAX).collect());
            }
            let mut next = vec![0; self.from.len()];
            let mut path: Vec<usize> = Vec::new();
            loop {
                let at = path.last().map_or(source, |arc| self.to[*arc]);
                self.visits = self.visits.checked_sub(1)?;
                if at == sink {
                    let least = path.iter().map(|arc| self.left[*arc]).min().unwrap_or(0);
                    for arc in path.drain(..) {
                        self.left[arc] -= least;
                        self.left[arc ^ 1] = self.left[arc ^ 1].saturating_add(least);
                    }
                } else if let Some(arc) = self.from[at].get(next[at]).copied() {
                    let to = self.to[arc];
                    if self.left[arc] > 0 && levels[to] == levels[at] + 1 {
                        path.push(arc);
                    } else {
                        next[at] += 1;
                    }
                } else if let Some(arc) = path.pop() {
                    next[self.to[arc ^ 1]] += 1;
                } else {
                    break;
                }
            }
        }
    }

    /// The greatest flow; `None` if there are too many visits.
    pub fn flow(mut self, source: usize, sink: usize) -> Option<u64> {
        self.cut(source, sink)?;
        // What goes over an arc comes back over its reverse.
        let out = self.from[source].iter().filter(|arc| *arc % 2 == 0);
        Some(out.map(|arc| self.left[arc ^ 1]).sum())
    }
}

#[cfg(test)]
mod tests;
