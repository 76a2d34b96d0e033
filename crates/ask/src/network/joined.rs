//! The vertices and links of a network without directions, and what is counted on them.

use hockney_base::number::{Rational, index, saturated};
use hockney_core::topology::{Topology, Vertex};
use hockney_cost::Arcs;

/// The most vertices that are looked at.
const MOST_VERTICES: u32 = 1 << 16;
/// The most links, counted at both ends.
const MOST_LINKS: usize = 1 << 24;
/// The most links that searches from all nodes pass.
const MOST_PASSED: usize = 1 << 28;
/// The most vertices of which all halves are tried.
const MOST_TRIED: usize = 20;
/// The most vertices of a tree whose halves are counted.
const MOST_IN_TREE: usize = 1 << 12;
/// The most nodes whose flows and routes are counted.
const MOST_NODES: usize = 1 << 10;

/// The neighbours of each vertex, with the number of links to each.
pub(super) struct Joined {
    nodes: usize,
    to: Vec<Vec<(usize, u64)>>,
}

impl Joined {
    /// `None` if the network is too large.
    pub(super) fn of(topology: &Topology) -> Option<Self> {
        Self::within(topology, MOST_LINKS)
    }

    /// The same with another limit of links.
    pub(super) fn within(topology: &Topology, most: usize) -> Option<Self> {
        let (vertices, network) = (topology.vertices(), topology.network());
        if vertices > MOST_VERTICES {
            return None;
        }
        let lanes = |u, v| network.link(u, v).map_or(1, |link| topology.capacity(link).into());
        let mut near = Vec::new();
        let mut links = 0;
        let mut of = |u| {
            near.clear();
            network.neighbours(u, &mut near);
            links += near.len();
            near.iter().map(|v| (*v as usize, lanes(u.min(*v), u.max(*v)))).collect()
        };
        let mut to = Vec::new();
        for u in 0..vertices {
            to.push(of(u));
        }
        (links <= most).then_some(Joined { nodes: topology.nodes() as usize, to })
    }

    /// The links of a vertex.
    fn degree_of(&self, vertex: usize) -> u64 {
        self.to[vertex].iter().map(|(_, lanes)| lanes).sum()
    }

    pub(super) fn degree(&self) -> u64 {
        (0..self.nodes).map(|node| self.degree_of(node)).max().unwrap_or(0)
    }

    pub(super) fn links(&self) -> u64 {
        (0..self.to.len()).map(|vertex| self.degree_of(vertex)).sum::<u64>() / 2
    }

    /// The links in both directions, by their ends.
    pub(super) fn links_of(&self) -> impl Iterator<Item = (Vertex, Vertex)> {
        let of = |(from, near): (u32, &Vec<(usize, u64)>)| {
            near.iter().map(move |(to, _)| (from, saturated(*to as u64))).collect::<Vec<_>>()
        };
        (0..).zip(&self.to).flat_map(of)
    }

    /// The vertices in the order of their distance from one, with these distances by vertex.
    pub(super) fn by_distance(&self, from: usize) -> (Vec<usize>, Vec<u64>) {
        let (mut order, mut distance) = (vec![from], vec![u64::MAX; self.to.len()]);
        distance[from] = 0;
        let mut next = 0;
        while let Some(at) = order.get(next).copied() {
            for (other, _) in &self.to[at] {
                if distance[*other] == u64::MAX {
                    distance[*other] = distance[at] + 1;
                    order.push(*other);
                }
            }
            next += 1;
        }
        (order, distance)
    }

    pub(super) fn diameter(&self) -> Option<u64> {
        let links: usize = self.to.iter().map(Vec::len).sum();
        let farthest = |node| self.by_distance(node).1[..self.nodes].iter().copied().max();
        let few = links.saturating_mul(self.nodes) <= MOST_PASSED;
        few.then(|| (0..self.nodes).filter_map(farthest).max().unwrap_or(0))
    }

    pub(super) fn shortest_routes(&self, from: usize, to: usize) -> Rational {
        let (order, distance) = self.by_distance(from);
        let mut routes = vec![Rational::zero(); self.to.len()];
        routes[from] = Rational::one();
        for at in order {
            let passed = routes[at].clone();
            for (other, lanes) in &self.to[at] {
                if distance[*other] == distance[at] + 1 {
                    routes[*other] += &(&passed * &Rational::from(*lanes));
                }
            }
        }
        routes.swap_remove(to)
    }

    pub(super) fn edge_connectivity(&self) -> Option<u64> {
        let mut least = self.degree();
        if self.nodes > MOST_NODES {
            return None;
        }
        let mut arcs = Arcs::new(self.to.len(), u64::MAX);
        for (u, near) in self.to.iter().enumerate() {
            for (v, lanes) in near {
                arcs.add(u, *v, *lanes);
            }
        }
        for node in 1..self.nodes {
            least = least.min(arcs.clone().flow(0, node)?);
        }
        Some(least)
    }

    pub(super) fn node_connectivity(&self) -> Option<u64> {
        if self.nodes > MOST_NODES {
            return None;
        }
        let mut least = self.nodes - 1;
        // Vertex v is entered at 2 v and left at 2 v + 1.
        let mut arcs = Arcs::new(2 * self.to.len(), u64::MAX);
        for (u, near) in self.to.iter().enumerate() {
            arcs.add(2 * u, 2 * u + 1, 1);
            for (v, _) in near {
                arcs.add(2 * u + 1, 2 * v, 1);
            }
        }
        // Of the first `least` nodes one is not among fewer that separate.
        for from in 0.. {
            if from >= least {
                return Some(least as u64);
            }
            for to in from + 1..self.nodes {
                if self.to[from].iter().all(|(near, _)| *near != to) {
                    least = least.min(index(arcs.clone().flow(2 * from + 1, 2 * to)?));
                }
            }
        }
        None
    }

    /// Two bounds, equal if the width is known.
    pub(super) fn bisection_width(&self, topology: &Topology) -> Option<(u64, u64)> {
        let links: usize = self.to.iter().map(Vec::len).sum();
        if self.to.len() <= MOST_TRIED {
            return Some(self.of_all_halves()).map(|width| (width, width));
        }
        if links == 2 * (self.to.len() - 1) && self.to.len() <= MOST_IN_TREE {
            return self.of_tree().map(|width| (width, width));
        }
        (self.nodes <= MOST_NODES).then(|| (self.least_by_routes(topology), self.most_found()))
    }

    /// The links between the two sides of each half in turn, each half one vertex away from the one before.
    fn of_all_halves(&self) -> u64 {
        let (vertices, half) = (self.to.len(), self.nodes / 2);
        let mut side = vec![false; vertices];
        let (mut across, mut there, mut least) = (0, 0, u64::MAX);
        for k in 1..=1_u64 << (vertices - 1) {
            if there == half || there == self.nodes - half {
                least = least.min(across);
            }
            // The last vertex stays.
            let moved = k.trailing_zeros() as usize;
            if moved + 1 < vertices {
                across = across.saturating_add_signed(-self.gain(&side, moved));
                side[moved] = !side[moved];
                if moved < self.nodes {
                    there = if side[moved] { there + 1 } else { there - 1 };
                }
            }
        }
        least
    }

    /// By how much fewer links join the sides if a vertex changes its side.
    fn gain(&self, side: &[bool], vertex: usize) -> i64 {
        let of = |(near, lanes): &(usize, u64)| {
            let lanes = i64::try_from(*lanes).unwrap_or(i64::MAX >> 20);
            if side[*near] == side[vertex] { -lanes } else { lanes }
        };
        self.to[vertex].iter().map(of).sum()
    }

    /// Of a tree: for each number of nodes on the side of the root of a subtree, the fewest links between the sides.
    fn of_tree(&self) -> Option<u64> {
        let (order, distance) = self.by_distance(0);
        let own = |vertex| if vertex < self.nodes { vec![u64::MAX, 0] } else { vec![0] };
        let mut fewest: Vec<Vec<u64>> = (0..self.to.len()).map(own).collect();
        for at in order.into_iter().skip(1).rev() {
            let parent = self.to[at].iter().find(|(near, _)| distance[*near] < distance[at]);
            let (parent, lanes) = *parent?;
            let (below, above) = (std::mem::take(&mut fewest[at]), &mut fewest[parent]);
            let mut both = vec![u64::MAX; above.len() + below.len() - 1];
            for (i, a) in above.iter().enumerate().filter(|(_, a)| **a < u64::MAX) {
                for (j, b) in below.iter().enumerate().filter(|(_, b)| **b < u64::MAX) {
                    let (same, other) = (i + j, i + below.len() - 1 - j);
                    both[same] = both[same].min(a + b);
                    both[other] = both[other].min(a + b + lanes);
                }
            }
            *above = both;
        }
        let halves = [self.nodes / 2, self.nodes - self.nodes / 2];
        halves.into_iter().filter_map(|half| fewest[0].get(half).copied()).min()
    }

    /// Every route between two halves passes a link between them, and a link is on so many default routes at most.
    fn least_by_routes(&self, topology: &Topology) -> u64 {
        let mut loads = std::collections::BTreeMap::new();
        for from in 0..topology.nodes() {
            for to in from + 1..topology.nodes() {
                let route = topology.whole_route(from, to);
                for pair in route.windows(2) {
                    *loads.entry((pair[0].min(pair[1]), pair[0].max(pair[1]))).or_insert(0_u64) +=
                        1;
                }
            }
        }
        let lanes = |u: u32, v: u32| {
            let near = self.to[u as usize].iter().find(|(near, _)| *near == v as usize);
            near.map_or(1, |(_, lanes)| *lanes)
        };
        let pairs = (self.nodes / 2 * (self.nodes - self.nodes / 2)) as u64;
        let enough = |((u, v), load): (&(u32, u32), &u64)| (pairs * lanes(*u, *v)).div_ceil(*load);
        loads.iter().map(enough).min().unwrap_or(0)
    }

    /// The links between two halves that are good: of several ones each is improved by exchanging nodes.
    fn most_found(&self) -> u64 {
        let starts = (0..self.nodes).step_by(self.nodes.div_ceil(8)).map(|from| {
            let (order, _) = self.by_distance(from);
            order.into_iter().filter(|vertex| *vertex < self.nodes).collect()
        });
        let halves = starts.chain([(0..self.nodes).collect::<Vec<_>>()]).map(|order| {
            let mut side = vec![false; self.to.len()];
            order[..self.nodes / 2].iter().for_each(|node| side[*node] = true);
            self.improve(&mut side);
            let across = |vertex: usize| {
                let links = self.to[vertex].iter().filter(|(near, _)| side[*near] != side[vertex]);
                links.map(|(_, lanes)| lanes).sum::<u64>()
            };
            (0..self.to.len()).map(across).sum::<u64>() / 2
        });
        halves.min().unwrap_or(0)
    }

    /// Moves switches and exchanges nodes while fewer links join the sides.
    fn improve(&self, side: &mut [bool]) {
        loop {
            let switch = (self.nodes..self.to.len()).find(|switch| self.gain(side, *switch) > 0);
            if let Some(switch) = switch {
                side[switch] = !side[switch];
                continue;
            }
            let best = |here| {
                let nodes = (0..self.nodes).filter(|node| side[*node] == here);
                nodes.max_by_key(|node| (self.gain(side, *node), std::cmp::Reverse(*node)))
            };
            let Some((a, b)) = best(true).zip(best(false)) else { return };
            let joined = self.to[a].iter().filter(|(near, _)| *near == b).map(|(_, lanes)| *lanes);
            let between = i64::try_from(joined.sum::<u64>()).unwrap_or(i64::MAX >> 20);
            if self.gain(side, a) + self.gain(side, b) - 2 * between <= 0 {
                return;
            }
            (side[a], side[b]) = (false, true);
        }
    }
}
