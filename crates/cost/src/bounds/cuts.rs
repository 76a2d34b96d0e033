//! Cuts: blocks that must cross from one part of the network to the other share the links between them.
//!
//! Slabs of a grid, halves of a ring or hypercube, and the two sides of each link of a tree. Other networks
//! have no cut here, which only weakens the bound.

use hockney_base::number::{Rational, index};
use hockney_core::topology::{Regular, Topology, Vertex};

/// The pairs of nodes with a block.
pub(super) enum Demand<'a> {
    /// Every node has a block for every other node.
    EveryPair,
    /// Each node has a block for one node: its target.
    Targets(&'a dyn Fn(u32) -> u32),
}

/// The maximum work for a bound, in visited vertices. Above it there is no bound by cuts.
const MOST_VISITS: u64 = 1 << 26;

type Cut = (Rational, &'static str);

/// The most words that a link of some cut must carry, in blocks, and the name of the cut.
pub(super) fn heaviest(topology: &Topology, demand: &Demand<'_>) -> Option<Cut> {
    let p = topology.nodes();
    match topology.network().sides() {
        Some(sides) => slabs(topology, sides, demand),
        None => match topology.network().regular() {
            Some(Regular::Cycle) if p > 2 => Some(ring(p, demand)),
            Some(Regular::Cube) => Some(halves(p, demand)),
            _ => Tree::of(topology)?.heaviest(topology, demand),
        },
    }
}

/// The number of messages that the link between two vertices carries in one direction in a step.
pub(super) fn capacity(topology: &Topology, from: Vertex, to: Vertex) -> u64 {
    topology.network().link(from, to).map_or(0, |link| u64::from(topology.capacity(link)))
}

/// This many words or blocks over this many links or ports.
pub(super) fn over(blocks: u64, links: u64) -> Rational {
    Rational::ratio(blocks, links).unwrap_or_default()
}

fn ring(nodes: u32, demand: &Demand<'_>) -> Cut {
    let p = u64::from(nodes);
    match demand {
        Demand::EveryPair => {
            (over(p * p / 4, 2), "the blocks between two halves share the two links between them")
        }
        Demand::Targets(target) => {
            // There are p directed links each way. At best a share f of the blocks of a shift by q goes
            // forwards, q links each, and the rest goes p - q links backwards. In general each block goes the
            // shorter way.
            let ahead = |i: u32| (u64::from(target(i)) + p - u64::from(i)) % p;
            let first = ahead(0);
            if (0..nodes).all(|i| ahead(i) == first) {
                return (over(first * (p - first), p), "blocks go q links forwards or p - q back");
            }
            let links = (0..nodes).map(|i| ahead(i).min(p - ahead(i))).sum();
            (over(links, 2 * p), "the blocks share 2p links")
        }
    }
}

/// The halves of a hypercube that differ in one dimension.
fn halves(p: u32, demand: &Demand<'_>) -> Cut {
    let half = u64::from(p) / 2;
    let crossing = match demand {
        Demand::EveryPair => half * half,
        Demand::Targets(target) => {
            // A permutation moves as many blocks one way as the other.
            let mut across = vec![0_u64; p.trailing_zeros() as usize];
            for (from, to) in (0..p).map(|node| (node, target(node))) {
                for (dimension, blocks) in across.iter_mut().enumerate() {
                    *blocks += u64::from(!from & to) >> dimension & 1;
                }
            }
            across.into_iter().max().unwrap_or(0)
        }
    };
    (over(crossing, half), "the blocks between two halves share the p/2 links between them")
}

fn slabs(topology: &Topology, sides: &[u32], demand: &Demand<'_>) -> Option<Cut> {
    let p = u64::from(topology.nodes());
    let dimensions = sides.iter().enumerate().filter(|(_, side)| **side > 1);
    let shares = dimensions.map(|(dimension, side)| {
        let stride: u32 = sides[dimension + 1..].iter().product();
        let side = u64::from(*side);
        let closed = topology.network().wraps() && side > 2;
        let links = p / side * if closed { 2 } else { 1 };
        let crossing = match demand {
            Demand::EveryPair => (side / 2) * (p / side) * (side.div_ceil(2) * (p / side)),
            Demand::Targets(target) => {
                let at = |node: u32| u64::from(node / stride) % side;
                let pairs = (0..topology.nodes()).map(|node| (at(node), at(target(node))));
                most_across(pairs, index(side))
            }
        };
        over(crossing, links)
    });
    Some((shares.max()?, "the blocks between two slabs share the links between them"))
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
    /// Parents before their children.
    order: Vec<Vertex>,
}

impl Tree {
    /// `None` if there is a cycle, or too much to visit.
    fn of(topology: &Topology) -> Option<Self> {
        let vertices = topology.vertices() as usize;
        if vertices as u64 > MOST_VISITS {
            return None;
        }
        let mut tree =
            Tree { parents: vec![Vertex::MAX; vertices], order: Vec::with_capacity(vertices) };
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
                    tree.order.push(other);
                }
            }
        }
        Some(tree)
    }

    fn heaviest(&self, topology: &Topology, demand: &Demand<'_>) -> Option<Cut> {
        let p = topology.nodes();
        let (up, down) = match demand {
            Demand::EveryPair => (self.nodes_below(p), None),
            Demand::Targets(target) => {
                let (up, down) = self.passing(p, target)?;
                (up, Some(down))
            }
        };
        let crossing = |i: usize| match &down {
            Some(down) => [up[i].into(), down[i].into()],
            None => [u64::from(up[i]) * u64::from(p - up[i]); 2],
        };
        // Fractions of whole numbers, compared by cross multiplication: there may be millions of links.
        let (mut most, mut shared) = (0, 1);
        for &vertex in self.order.iter().skip(1) {
            let parent = self.parents[vertex as usize];
            let [up, down] = crossing(vertex as usize);
            let ways = [(up, vertex, parent), (down, parent, vertex)];
            for (blocks, from, to) in ways {
                let links = capacity(topology, from, to).max(1);
                if u128::from(blocks) * u128::from(shared) > u128::from(most) * u128::from(links) {
                    (most, shared) = (blocks, links);
                }
            }
        }
        Some((over(most, shared), "the blocks between the two sides of a link must pass it"))
    }

    /// The number of nodes in the subtree of each vertex.
    fn nodes_below(&self, p: u32) -> Vec<u32> {
        let mut below: Vec<u32> =
            (0..self.parents.len()).map(|vertex| u32::from(vertex < p as usize)).collect();
        for &vertex in self.order.iter().skip(1).rev() {
            below[self.parents[vertex as usize] as usize] += below[vertex as usize];
        }
        below
    }

    /// The number of blocks on the link above each vertex, upwards and downwards.
    fn passing(&self, p: u32, target: &dyn Fn(u32) -> u32) -> Option<(Vec<u32>, Vec<u32>)> {
        let mut depths = vec![0_u32; self.parents.len()];
        for &vertex in self.order.iter().skip(1) {
            depths[vertex as usize] = depths[self.parents[vertex as usize] as usize] + 1;
        }
        let mut up = vec![0; self.parents.len()];
        let mut down = up.clone();
        let mut visits = 0;
        for node in 0..p {
            let (mut from, mut to) = (node, target(node));
            while from != to {
                let rises = depths[from as usize] >= depths[to as usize];
                let (end, passed) = if rises { (&mut from, &mut up) } else { (&mut to, &mut down) };
                passed[*end as usize] += 1;
                *end = self.parents[*end as usize];
                visits += 1;
            }
            if visits > MOST_VISITS {
                return None;
            }
        }
        Some((up, down))
    }
}
