//! Prices of links: a bound on the words of blocks that must pass links, with a proof that is easy to check.
//!
//! Give each link a price, and let a schedule have W words. A link of capacity c carries at most c W words,
//! so all words together pay at most W times the sum of c times the price. A block pays at least the price of
//! its cheapest route. So W is at least the sum over blocks of these prices, divided by the sum over links
//! of capacity times price: for any prices that are not negative. By the duality of linear programs the best
//! prices give the least W of routes that may be split. Cuts, sums of distances and halves are prices, too.
//!
//! The prices are whole numbers, and everything here is exact. Who finds them need not be trusted.

use super::cuts::Demand;
use super::finder::{self, Cut};
use super::links::Links;
use super::reason::{Bound, Lemma};
use hockney_base::number::{Rational, saturated};
use hockney_core::topology::{Topology, Vertex};

/// The greatest price: routes of 2^26 links do not overflow.
const MOST_PRICE: u64 = 1 << 32;

/// The most work for finding prices, in changed entries of a tableau, and the most unknowns; and for checking
/// them, in visited ends of links.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effort {
    pub(super) visits: usize,
    pub(super) entries: u64,
    pub(super) unknowns: usize,
}

/// Prices of the links of a machine, in the order of its [`Links`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Prices(pub(super) Vec<u64>);

impl Prices {
    /// The bound that these prices prove; `None` if all are 0 or one is too large.
    pub(super) fn bound(&self, links: &Links, demand: &Demand<'_>) -> Option<Rational> {
        if self.0.iter().any(|price| *price > MOST_PRICE) {
            return None;
        }
        let paid = self.0.iter().zip(&links.capacities);
        let paid: u128 = paid.map(|(price, lanes)| u128::from(*price) * u128::from(*lanes)).sum();
        let mut needed = 0_u128;
        for from in 0..links.nodes {
            if demand.targets(from, links.nodes).is_empty() {
                continue;
            }
            let routes = links.routes(from, &self.0);
            for to in demand.targets(from, links.nodes) {
                let distance = routes.distances[to as usize];
                if distance == u64::MAX {
                    return None;
                }
                needed += u128::from(distance);
            }
        }
        Rational::ratio(needed, paid)
    }
}

impl Demand<'_> {
    /// The nodes that need a block of this one.
    fn targets(&self, from: Vertex, nodes: u32) -> Vec<Vertex> {
        match self {
            Demand::EveryPair => (0..nodes).filter(|to| *to != from).collect(),
            Demand::Targets(target) => {
                Some(target(from)).into_iter().filter(|to| *to != from).collect()
            }
        }
    }
}

/// The best prices that are found with this effort, and the bound that they prove.
pub(super) fn best(
    links: &Links,
    demand: &Demand<'_>,
    effort: Effort,
) -> Option<(Rational, Prices)> {
    let mut best: Option<(Rational, Prices)> = None;
    let mut keep = |prices: Vec<u64>| {
        let prices = Prices(prices);
        let Some(value) = prices.bound(links, demand) else { return };
        if best.as_ref().is_none_or(|(best, _)| value > *best) {
            best = Some((value, prices));
        }
    };
    // Each block passes at least so many links.
    keep(vec![1; links.capacities.len()]);
    let pairs = matches!(demand, Demand::EveryPair);
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
    let alike = prices.0.iter().all(|price| price == &prices.0[0]);
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
