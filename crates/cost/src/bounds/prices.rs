//! Prices of links: a bound on the words of blocks that must pass links, with a proof that is easy to check.
//!
//! Give each link a price, and let a schedule have W words. A link of capacity c carries at most c W words,
//! so all words together pay at most W times the sum of c times the price. A block pays at least the price of
//! its cheapest route. So W is at least the sum over blocks of these prices, divided by the sum over links
//! of capacity times price: for any prices that are not negative. By the duality of linear programs the best
//! prices give the least W of routes that may be split. A cut is prices of 1 on its links and 0 elsewhere, so that
//! counting judges it; equal prices count the links of all routes.
//!
//! The prices are whole numbers, and everything here is exact. Who finds them need not be trusted: `finder.rs` finds
//! any, `cuts.rs` cuts, and `classed.rs` those between classes of links.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::finder::{self, Cut};
use super::reason::{Bound, Lemma};
use super::target;
use hockney_base::number::{Rational, saturated};
use hockney_core::collective::{Instance, Pattern};
use hockney_core::topology::{Topology, Vertex};

/// The greatest price: routes of 2^26 links do not overflow.
const MOST_PRICE: u64 = 1 << 32;

/// The blocks that must pass links.
pub(super) enum Demand<'a> {
    /// Every node has a block for every other node.
    Pairs,
    /// Each node has a block for one node: its target.
    Targets(&'a dyn Fn(Vertex) -> Vertex),
    /// Every node has one block for all others.
    ToAll,
    /// This node alone has one.
    From(Vertex),
    /// Every node has a block for this one.
    To(Vertex),
}

impl Demand<'_> {
    /// Whether a node has a block for another.
    pub(super) fn has(&self, from: Vertex, to: Vertex) -> bool {
        from != to
            && match self {
                Demand::Pairs | Demand::ToAll => true,
                Demand::Targets(target) => target(from) == to,
                Demand::From(one) => from == *one,
                Demand::To(one) => to == *one,
            }
    }

    /// The nodes that need a block of this one.
    fn targets(&self, from: Vertex, nodes: u32) -> Vec<Vertex> {
        let all = if let Demand::Targets(of) = self { of(from)..of(from) + 1 } else { 0..nodes };
        all.filter(|to| self.has(from, *to)).collect()
    }
}

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
    pub(super) fn routes(&self, from: Vertex, prices: &[u64]) -> Routes<u64> {
        let ends = |vertex| self.from(vertex).iter().map(|out| (out.to, out.link));
        routes(self.vertices(), from, ends, |sum, link| sum + prices[link])
    }

    /// The blocks of nodes that must leave a set of vertices in which not all targets are, and the lanes out of it:
    /// the judge of prices that are 1 on these links and 0 elsewhere.
    pub(super) fn leaving(&self, demand: &Demand<'_>, inside: &[bool]) -> (u64, u64) {
        let nodes =
            inside.iter().take(self.nodes as usize).filter(|inside| **inside).count() as u64;
        let blocks = match demand {
            _ if nodes == self.nodes.into() => 0,
            Demand::From(one) => inside[*one as usize].into(),
            _ => nodes,
        };
        let leaves =
            |(from, out): &(Vertex, Out)| inside[*from as usize] && !inside[out.to as usize];
        let lanes = self.all().filter(leaves).map(|(_, out)| self.capacities[out.link]);
        (blocks, lanes.sum())
    }

    /// What all blocks pay at these prices, and what all links are paid if each carries one word: no schedule has fewer
    /// words than the quotient. `None` if a price is too large, or nothing is paid.
    pub(super) fn judged(&self, demand: &Demand<'_>, prices: &[u64]) -> Option<(u128, u128)> {
        if prices.iter().any(|price| *price > MOST_PRICE) {
            return None;
        }
        let paid = prices.iter().zip(&self.capacities);
        let paid: u128 = paid.map(|(price, lanes)| u128::from(*price) * u128::from(*lanes)).sum();
        let mut needed = 0;
        for from in 0..self.nodes {
            let targets = demand.targets(from, self.nodes);
            if targets.is_empty() {
                continue;
            }
            let distances = self.routes(from, prices).distances;
            let pays = |to: &Vertex| distances[*to as usize].map(u128::from);
            needed += targets.iter().map(pays).sum::<Option<u128>>()?;
        }
        (paid > 0).then_some((needed, paid))
    }
}

/// The routes from one vertex: its distance to each other, and the last link with the vertex before it.
pub(super) struct Routes<T> {
    pub(super) distances: Vec<Option<T>>,
    last: Vec<Option<(Vertex, usize)>>,
    /// The vertices by distance.
    order: Vec<Vertex>,
}

/// The cheapest routes from a vertex: over links that `ends` lists with what they lead to, where a link makes a sum
/// `further`. Source: Dijkstra 1959.
pub(super) fn routes<T: Clone + Default + Ord, I: Iterator<Item = (Vertex, usize)>>(
    vertices: usize,
    from: Vertex,
    ends: impl Fn(Vertex) -> I,
    further: impl Fn(&T, usize) -> T,
) -> Routes<T> {
    let (mut distances, mut last) = (vec![None; vertices], vec![None; vertices]);
    distances[from as usize] = Some(T::default());
    let mut order = Vec::with_capacity(vertices);
    let mut open = BinaryHeap::from([Reverse((T::default(), from))]);
    while let Some(Reverse((distance, vertex))) = open.pop() {
        if distances[vertex as usize].as_ref().is_some_and(|known| distance > *known) {
            continue;
        }
        order.push(vertex);
        for (to, link) in ends(vertex) {
            let further = further(&distance, link);
            if distances[to as usize].as_ref().is_none_or(|known| further < *known) {
                distances[to as usize] = Some(further.clone());
                last[to as usize] = Some((vertex, link));
                open.push(Reverse((further, to)));
            }
        }
    }
    Routes { distances, last, order }
}

/// The greatest distance between a node and one that needs its data, and these two.
pub(super) fn farthest<T: Clone + Ord>(
    of: &Instance,
    sources: impl Iterator<Item = Vertex>,
    distances: impl Fn(Vertex) -> Vec<Option<T>>,
) -> Option<(T, [Vertex; 2])> {
    let mut most: Option<(T, [Vertex; 2])> = None;
    for from in sources {
        let needs = |to: &Vertex| match of.collective.pattern() {
            Pattern::Permuted => *to == target(of, from),
            Pattern::Prefixes => *to > from,
            _ => *to != from,
        };
        let distances = distances(from);
        for to in (0..of.nodes).filter(needs) {
            let Some(distance) = &distances[to as usize] else { continue };
            if most.as_ref().is_none_or(|(most, _)| distance > most) {
                most = Some((distance.clone(), [from, to]));
            }
        }
    }
    most
}

/// The most work for finding prices, in changed entries of a tableau, and the most unknowns; and for checking
/// them, in visited ends of links.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effort {
    pub(super) visits: usize,
    pub(super) entries: u64,
    pub(super) unknowns: usize,
}

/// The best prices that are found with this effort, and the bound that they prove.
pub(super) fn best(
    links: &Links,
    demand: &Demand<'_>,
    effort: Effort,
) -> Option<(Rational, Vec<u64>)> {
    let mut best: Option<(Rational, Vec<u64>)> = None;
    let mut keep = |prices: Vec<u64>| {
        let value = links.judged(demand, &prices);
        let value = value.and_then(|(needed, paid)| Rational::ratio(needed, paid));
        if let Some(value) = value.filter(|value| best.as_ref().is_none_or(|of| *value > of.0)) {
            best = Some((value, prices));
        }
    };
    // Each block passes at least so many links.
    keep(vec![1; links.capacities.len()]);
    let pairs = matches!(demand, Demand::Pairs);
    for classes in [pairs.then(|| Classes::alike(links)), Some(Classes::apart(links, pairs))] {
        let Some(classes) = classes.filter(|of| of.unknowns() <= effort.unknowns) else { continue };
        let cuts = |prices: &[u64]| -> Vec<Cut> {
            let prices: Vec<u64> = classes.of.iter().map(|class| prices[*class]).collect();
            let cut = |source| classes.cut(links, demand, source, &prices);
            (0..classes.sources.len()).map(cut).collect()
        };
        let mut lanes = vec![0; classes.count];
        for (class, capacity) in classes.of.iter().zip(&links.capacities) {
            lanes[*class] += capacity;
        }
        for found in finder::prices(&lanes, classes.sources.len(), cuts, effort.entries) {
            keep(classes.of.iter().map(|class| found[*class]).collect());
        }
    }
    best
}

/// Links with the same price, and sources whose blocks take the same routes up to a symmetry. A class that is
/// too large makes the bound worse, but never wrong.
struct Classes {
    /// The class of each link.
    of: Vec<usize>,
    count: usize,
    /// The sources, and how many nodes each stands for.
    sources: Vec<(Vertex, u64)>,
}

impl Classes {
    fn unknowns(&self) -> usize {
        self.count + self.sources.len()
    }

    /// Every link and source for itself; the two directions of a link together if `both`.
    fn apart(links: &Links, both: bool) -> Self {
        let mut of: Vec<usize> = (0..links.capacities.len()).collect();
        if both {
            for (from, out) in links.all() {
                let back = links.from(out.to).iter().find(|back| back.to == from);
                of[out.link] = back.map_or(out.link, |back| out.link.min(back.link));
            }
        }
        let sources = (0..links.nodes).map(|node| (node, 1)).collect();
        let (count, of) = numbered(&of);
        Classes { of, count, sources }
    }

    /// Links between vertices that look alike: that have as many neighbours of each look, again and again.
    fn alike(links: &Links) -> Self {
        let vertices = saturated(links.vertices());
        let is_node: Vec<bool> = (0..vertices).map(|vertex| vertex < links.nodes).collect();
        let (mut count, mut looks) = numbered(&is_node);
        loop {
            let look = |vertex: Vertex| {
                let outs = links.from(vertex).iter();
                let mut beside: Vec<_> =
                    outs.map(|out| (looks[out.to as usize], links.capacities[out.link])).collect();
                beside.sort_unstable();
                (looks[vertex as usize], beside)
            };
            let (finer, all) = numbered(&(0..vertices).map(look).collect::<Vec<_>>());
            looks = all;
            if finer == count {
                break;
            }
            count = finer;
        }
        let mut of = vec![(0, 0, 0); links.capacities.len()];
        for (from, out) in links.all() {
            let (a, b) = (looks[from as usize], looks[out.to as usize]);
            of[out.link] = (a.min(b), a.max(b), links.capacities[out.link]);
        }
        let (count, of) = numbered(&of);
        let mut sources: Vec<(Vertex, u64)> = Vec::new();
        for node in 0..links.nodes {
            let like = |of: &&mut (Vertex, u64)| looks[of.0 as usize] == looks[node as usize];
            match sources.iter_mut().find(like) {
                Some((_, nodes)) => *nodes += 1,
                None => sources.push((node, 1)),
            }
        }
        Classes { of, count, sources }
    }

    /// How often the cheapest routes of the blocks of all nodes of a source pass each class.
    fn cut(&self, links: &Links, demand: &Demand<'_>, source: usize, prices: &[u64]) -> Cut {
        let (from, nodes) = self.sources[source];
        let mut loads = vec![0; self.count];
        let targets = demand.targets(from, links.nodes);
        if !targets.is_empty() {
            let routes = links.routes(from, prices);
            let mut blocks = vec![0_u64; links.vertices()];
            for to in &targets {
                blocks[*to as usize] = nodes;
            }
            for vertex in routes.order.iter().rev() {
                if let Some((before, link)) = routes.last[*vertex as usize] {
                    loads[self.of[link]] += blocks[*vertex as usize];
                    blocks[before as usize] += blocks[*vertex as usize];
                }
            }
        }
        Cut { source, loads }
    }
}

/// The number of different entries, and the place of each among them.
fn numbered<T: Ord + Clone>(entries: &[T]) -> (usize, Vec<usize>) {
    let mut names = entries.to_vec();
    names.sort_unstable();
    names.dedup();
    let place = |entry| names.binary_search(entry).unwrap_or_default();
    (names.len(), entries.iter().map(place).collect())
}

/// The bound by prices on a machine, if its links can be visited.
pub(super) fn bound(topology: &Topology, demand: &Demand<'_>, effort: Effort) -> Option<Bound> {
    let links = Links::of(topology, effort.visits / (topology.nodes() as usize).max(1))?;
    let (value, prices) = best(&links, demand, effort)?;
    let alike = prices.iter().all(|price| *price == prices[0]);
    let lanes: u64 = links.capacities.iter().sum();
    let why = if alike {
        format!("the shortest routes of all blocks share {lanes} links")
    } else {
        "at the best prices of links, the cheapest routes of all blocks cost so much".to_owned()
    };
    Some(Bound::new(value, Lemma::Prices, why))
}

#[cfg(test)]
mod tests;
