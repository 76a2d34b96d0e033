//! The links of a topology as paths with units, the greatest rate of trees on them, and paths past switches.

use super::packing::{Packing, Path};
use hockney_base::number::{gcd, saturated};
use hockney_core::topology::Topology;

/// The most paths of all trees together.
const MOST_GROWN: usize = 1 << 15;

/// The most trees. Each path looks for the smallest.
const MOST_TREES: usize = 1 << 11;

/// The links of a topology.
#[derive(Clone)]
pub(super) struct Net {
    /// The nodes, which are the first vertices.
    pub(super) nodes: usize,
    /// The nodes and switches.
    pub(super) vertices: usize,
    /// The directed links, with the units that each carries in a step.
    pub(super) links: Vec<Path>,
}

/// How many trees each root has, and in how many steps each of them brings one unit to all nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rate {
    pub(super) trees: usize,
    pub(super) period: usize,
}

impl Rate {
    /// In lowest terms.
    pub(super) fn of(trees: usize, period: usize) -> Self {
        let common = saturated::<usize>(gcd(trees as u128, period as u128)).max(1);
        Rate { trees: trees / common, period: period / common }
    }

    pub(super) fn is_below(self, other: Rate) -> bool {
        self.trees * other.period < other.trees * self.period
    }

    /// At most this rate, with few trees.
    pub(super) fn limited(self, roots: usize, nodes: usize) -> Self {
        let most = (MOST_GROWN / (roots * nodes)).min(MOST_TREES / roots).max(1);
        if self.trees <= most {
            return self;
        }
        Rate { trees: most, period: (self.period * most).div_ceil(self.trees) }
    }
}

impl Net {
    pub(super) fn of(topology: &Topology) -> Self {
        let network = topology.network();
        let (mut links, mut beside) = (Vec::new(), Vec::new());
        for from in 0..topology.vertices() {
            beside.clear();
            network.neighbours(from, &mut beside);
            links.extend(beside.iter().filter_map(|to| {
                let link = network.link(from, *to)?;
                let (lanes, speed) = (topology.capacity(link), topology.speed(link) as usize);
                let (from, to, units) = (from as usize, *to as usize, lanes as usize * speed);
                (units > 0).then_some(Path { from, to, units, speed, via: Vec::new() })
            }));
        }
        let (nodes, vertices) = (topology.nodes() as usize, topology.vertices() as usize);
        Net { nodes, vertices, links }
    }

    /// The paths of a period of so many steps.
    pub(super) fn in_period(&self, period: usize) -> Vec<Path> {
        let longer = |path: &Path| Path { units: path.units * period, ..path.clone() };
        self.links.iter().map(longer).collect()
    }

    /// The node from which the farthest vertex is nearest.
    pub(super) fn middle(&self) -> usize {
        let farthest = |from: &usize| {
            let (mut seen, mut order) = (vec![false; self.vertices], vec![(*from, 0)]);
            seen[*from] = true;
            let mut next = 0;
            while let Some((at, depth)) = order.get(next).copied() {
                next += 1;
                let beside = self.links.iter().filter(|link| link.from == at);
                let new = beside.filter(|link| !std::mem::replace(&mut seen[link.to], true));
                order.extend(new.map(|link| (link.to, depth + 1)));
            }
            order.last().map_or(0, |(_, depth)| *depth)
        };
        (0..self.nodes).min_by_key(farthest).unwrap_or(0)
    }

    /// The greatest rate at which trees from each of the roots can bring the same number of units to all nodes: the least
    /// of cuts. Zhao et al. 2024 (ForestColl) show that trees reach it; of one root it is Edmonds' theorem.
    pub(super) fn rate(&self, roots: &[usize]) -> Option<Rate> {
        let lower = |one: Rate, other: Rate| if other.is_below(one) { other } else { one };
        let alone = |node: usize| self.across(roots, |vertex| vertex == node);
        let mut rate = (0..self.nodes).filter_map(alone).reduce(lower)?;
        loop {
            rate = rate.limited(roots.len(), self.nodes);
            let (paths, all) = (self.in_period(rate.period), repeated(roots, rate.trees));
            let mut packing = Packing::new([self.nodes, self.vertices], &paths, &all);
            let Err(inside) = packing.is_possible() else { return Some(rate) };
            rate = lower(self.across(roots, |vertex| inside[vertex])?, rate);
        }
    }

    /// The paths between nodes in a period of trees from each of the roots, with as many units as the links of the network allow.
    ///
    /// Two paths that meet at a switch become one that goes past it. A switch has as many units in as out. For each path into
    /// it there is one out of it so that some units of both can be joined and all trees can still be grown (Bang-Jensen, Frank
    /// and Jackson 1995; Zhao et al. 2024). As many units as possible are joined at once, so that few paths share links.
    pub(super) fn paths(&self, roots: &[usize], rate: Rate) -> Vec<Path> {
        let links = self.in_period(rate.period);
        if self.nodes == self.vertices {
            return links;
        }
        let all = repeated(roots, rate.trees);
        let mut packing = Packing::new([self.nodes, self.vertices], &links, &all);
        for switch in self.nodes..self.vertices {
            let [entering, mut leaving] = packing.at(switch);
            leaving.sort_by_key(|out| packing.path(*out).to);
            for into in entering {
                // To the next vertex around, and in the end back, which is of no use but may be all that is left.
                let from = packing.path(into).from;
                let next = leaving.partition_point(|out| packing.path(*out).to <= from);
                for out in leaving[next..].iter().chain(&leaving[..next]) {
                    join(&mut packing, [into, *out], switch);
                }
            }
        }
        packing.rest()
    }

    /// The rate that the links into some vertices allow; `None` if all roots are inside.
    fn across(&self, roots: &[usize], inside: impl Fn(usize) -> bool) -> Option<Rate> {
        let outside = roots.iter().filter(|root| !inside(**root)).count();
        let enters = |path: &&Path| inside(path.to) && !inside(path.from);
        let units = self.links.iter().filter(enters).map(|path| path.units).sum();
        (outside > 0).then(|| Rate::of(units, outside))
    }
}

/// Joins as many units of two paths as there can be.
fn join(packing: &mut Packing, [into, out]: [usize; 2], switch: usize) {
    let left = |packing: &Packing| packing.left(into).min(packing.left(out));
    let mut units = left(packing);
    let past = (units > 0).then(|| packing.past(switch, [into, out]));
    while let Some(past) = past.filter(|_| units > 0) {
        if !packing.join([into, out, past], units) {
            units /= 2;
        }
        units = units.min(left(packing));
    }
}

/// Each root so many times in a row.
pub(super) fn repeated(roots: &[usize], times: usize) -> Vec<usize> {
    roots.iter().flat_map(|root| std::iter::repeat_n(*root, times)).collect()
}
