//! Spanning trees that use links in both directions at once: up to a node that sums a piece, and down again.
//!
//! The greatest number of spanning trees for the links is the least of links between the parts of a partition over
//! parts less one, taken as fractions (Nash-Williams 1961, Tutte 1961). The edges of K trees are found by a game with
//! pebbles (Lee and Streinu 2008): each node has K, and pays one for each unit of an edge that it takes; a unit is taken if
//! its two ends together can get K + 1. At the end all nodes but one have paid K, and then K trees grow from that one, each
//! unit away from the node that did not pay.

use super::net::{Net, Rate};
use super::packing::Path;
use super::timetable::{Job, by_ends};
use std::collections::{BTreeMap, HashMap};

/// The units of edges that are taken, by who pays: the first entry of an edge is what its first node pays.
struct Game<'a> {
    edges: &'a [Path],
    /// The edges of each node.
    of: Vec<Vec<usize>>,
    paid: Vec<[usize; 2]>,
    /// The pebbles that each node has left.
    pebbles: Vec<usize>,
}

impl Game<'_> {
    /// The nodes that what a node pays leads to, directly or over others, each with the edge to it.
    fn reached(&self, from: usize) -> Vec<Option<usize>> {
        let mut by = vec![None; self.pebbles.len()];
        let mut open = vec![from];
        while let Some(at) = open.pop() {
            for edge in &self.of[at] {
                let Path { from: first, to: second, .. } = self.edges[*edge];
                let (side, to) = if at == first { (0, second) } else { (1, first) };
                if self.paid[*edge][side] > 0 && to != from && by[to].is_none() {
                    by[to] = Some(*edge);
                    open.push(to);
                }
            }
        }
        by
    }

    /// Brings a pebble to a node from another but this one, if one can be brought.
    fn bring(&mut self, to: usize, but: usize) -> bool {
        let by = self.reached(to);
        let lends = |at: &usize| by[*at].is_some() && *at != but && self.pebbles[*at] > 0;
        let Some(mut at) = (0..by.len()).find(lends) else { return false };
        self.pebbles[at] -= 1;
        self.pebbles[to] += 1;
        while let Some(edge) = by[at].filter(|_| at != to) {
            // The node that is reached pays from now on.
            let Path { from, to: end, .. } = self.edges[edge];
            let side = usize::from(at == end);
            self.paid[edge][side] += 1;
            self.paid[edge][1 - side] -= 1;
            at = if side == 0 { end } else { from };
        }
        true
    }

    /// Takes as many units of an edge as there can be; whether there are none left.
    fn take(&mut self, edge: usize, trees: usize) -> bool {
        let Path { from, to, units, .. } = self.edges[edge];
        for _ in 0..units {
            while self.pebbles[from] + self.pebbles[to] <= trees {
                if !self.bring(from, to) && !self.bring(to, from) {
                    return false;
                }
            }
            let side = usize::from(self.pebbles[from] == 0);
            self.pebbles[if side == 0 { from } else { to }] -= 1;
            self.paid[edge][side] += 1;
        }
        true
    }
}

/// The edges of as many spanning trees as there can be, as paths away from a node from which the trees grow.
pub(super) fn edges(net: &Net, root: usize) -> (Rate, Vec<Path>) {
    let once = |link: &&Path| link.from < link.to;
    let links: Vec<Path> = net.links.iter().filter(once).cloned().collect();
    let mut rate = Rate::of(links.iter().map(|link| link.units).sum(), net.nodes - 1);
    loop {
        rate = rate.limited(1, net.nodes);
        let longer = |link: &Path| Path { units: link.units * rate.period, ..link.clone() };
        let all: Vec<Path> = links.iter().map(longer).collect();
        let mut of = vec![Vec::new(); net.nodes];
        for (edge, Path { from, to, .. }) in all.iter().enumerate() {
            of[*from].push(edge);
            of[*to].push(edge);
        }
        let (paid, pebbles) = (vec![[0; 2]; all.len()], vec![rate.trees; net.nodes]);
        let mut game = Game { edges: &all, of, paid, pebbles };
        // Nodes among which no further unit fits are one part.
        let mut parts: Vec<usize> = (0..net.nodes).collect();
        for (edge, Path { from, to, .. }) in all.iter().enumerate() {
            if !game.take(edge, rate.trees) {
                let [one, two] = [*from, *to].map(|end| game.reached(end));
                let reached = |node: &usize| one[*node].is_some() || two[*node].is_some();
                let within: Vec<usize> = (0..net.nodes).filter(reached).collect();
                join(&mut parts, &[&[*from, *to], &within[..]].concat());
            }
        }
        let between = |link: &&Path| parts[link.from] != parts[link.to];
        let units = links.iter().filter(between).map(|link| link.units).sum();
        let count = (0..net.nodes).filter(|node| parts[*node] == *node).count();
        let fewer = (count > 1).then(|| Rate::of(units, count - 1));
        if let Some(fewer) = fewer.filter(|fewer| fewer.is_below(rate)) {
            rate = fewer;
            continue;
        }
        while game.pebbles[root] < rate.trees && game.bring(root, root) {}
        let away = |(edge, [first, second]): (&Path, &[usize; 2])| {
            let [from, to] = [edge.from, edge.to];
            let path = |from, to, units| Path { from, to, units, ..edge.clone() };
            [path(to, from, *first), path(from, to, *second)]
        };
        let paths = all.iter().zip(&game.paid).flat_map(away);
        return (rate, paths.filter(|path| path.units > 0).collect());
    }
}

/// Makes one part of those of these nodes. A part has the number of its first node.
fn join(parts: &mut [usize], nodes: &[usize]) {
    let least = nodes.iter().map(|node| parts[*node]).min().unwrap_or(0);
    let old: Vec<usize> = nodes.iter().map(|node| parts[*node]).collect();
    parts.iter_mut().filter(|part| old.contains(part)).for_each(|part| *part = least);
}

/// The jobs of trees that sum up to their middle and bring the sum down again, on the directed links.
pub(super) fn up_and_down(trees: &[Vec<usize>], paths: &[Path], net: &Net) -> Vec<Job> {
    let link = by_ends(&net.links);
    let mut jobs: Vec<Job> = Vec::new();
    for (tree, grown) in trees.iter().enumerate() {
        let mut beside = vec![Vec::new(); net.nodes];
        for path in grown {
            let Path { from, to, .. } = paths[*path];
            beside[from].push(to);
            beside[to].push(from);
        }
        let order = from_the_middle(&beside);
        let mut waits_for: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        let job = |jobs: &mut Vec<Job>, from: usize, to: usize, before: Vec<usize>| {
            let number = jobs.len();
            for other in &before {
                jobs[*other].then.push(number);
            }
            let path = link.get(&[from, to]).copied().unwrap_or_default();
            jobs.push(Job { tree, path, then: Vec::new(), waits: before.len(), step: 0 });
            number
        };
        for (node, parent) in order.iter().skip(1).rev() {
            let before = waits_for.remove(node).unwrap_or_default();
            let number = job(&mut jobs, *node, *parent, before);
            waits_for.entry(*parent).or_default().push(number);
        }
        for (node, parent) in order.iter().skip(1) {
            let before = waits_for.get(parent).cloned().unwrap_or_default();
            let number = job(&mut jobs, *parent, *node, before);
            waits_for.insert(*node, vec![number]);
        }
    }
    jobs
}

/// The nodes of a tree from its middle on, each after its parent, with which it is listed.
fn from_the_middle(beside: &[Vec<usize>]) -> Vec<(usize, usize)> {
    let walk = |from: usize| {
        let mut order = vec![(from, from)];
        let mut next = 0;
        while let Some((at, parent)) = order.get(next).copied() {
            next += 1;
            order.extend(beside[at].iter().filter(|other| **other != parent).map(|to| (*to, at)));
        }
        order
    };
    // Of the longest way between two leaves.
    let last = |order: &[(usize, usize)]| order.last().map_or(0, |(node, _)| *node);
    let order = walk(last(&walk(0)));
    let parents: HashMap<usize, usize> = order.iter().copied().collect();
    let up = std::iter::successors(Some(last(&order)), |node| {
        parents.get(node).copied().filter(|parent| parent != node)
    });
    let way: Vec<usize> = up.collect();
    walk(way[way.len() / 2])
}
