//! The cut with the most words for its links, by maximum flows.
//!
//! If the blocks of x nodes must leave a set of vertices through links of c lanes in all, a schedule has at
//! least x/c words. A cut found here is counted again from its set of vertices, so the flows need not be
//! trusted. Source: Zhao et al. 2024 (ForestColl), who show that routes along trees reach this bound for
//! all-gather with all ports.

use std::collections::VecDeque;

use super::links::Links;
use super::over;
use hockney_base::number::Rational;
use hockney_core::topology::Vertex;

/// Which words must cross from a set of vertices to the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Crossing {
    /// A block of each node of the set, if there is a node outside.
    Blocks,
    /// The same words for all, if there is a node of the set and one outside.
    One,
}

/// A cut: the nodes of its set whose words cross, and the lanes out of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Cut {
    pub(super) blocks: u64,
    pub(super) lanes: u64,
}

/// Arcs with capacities, each beside its reverse.
struct Arcs {
    /// The arcs from each vertex.
    from: Vec<Vec<usize>>,
    to: Vec<usize>,
    left: Vec<u64>,
    /// The visits of arcs that are still allowed.
    visits: u64,
}

impl Arcs {
    fn new(vertices: usize, visits: u64) -> Self {
        Arcs { from: vec![Vec::new(); vertices], to: Vec::new(), left: Vec::new(), visits }
    }

    fn add(&mut self, from: usize, to: usize, capacity: u64) {
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
    fn cut(&mut self, source: usize, sink: usize) -> Option<Vec<bool>> {
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
}

impl Cut {
    /// Counts the set again; `None` if nothing must cross. A reversed collective has the same bound if the
    /// same lanes lead in and out, so the more lanes count.
    fn of(links: &Links, inside: &[bool], crossing: Crossing) -> Option<Cut> {
        let nodes = inside.iter().take(links.nodes as usize).filter(|inside| **inside).count();
        let blocks = match crossing {
            _ if nodes == links.nodes as usize => 0,
            Crossing::Blocks => nodes as u64,
            Crossing::One => u64::from(nodes > 0),
        };
        let mut lanes = [0; 2];
        for (from, out) in links.all() {
            let (from, to) = (inside[from as usize], inside[out.to as usize]);
            if from != to {
                lanes[usize::from(to)] += links.capacities[out.link];
            }
        }
        let lanes = lanes[0].max(lanes[1]);
        (blocks > 0 && lanes > 0).then_some(Cut { blocks, lanes })
    }

    pub(super) fn ratio(&self) -> Rational {
        over(self.blocks, self.lanes)
    }
}

/// The cut with the most words for its links that separates one of the sinks from blocks of the other nodes,
/// or from the words of `one`. `None` if none has more than `at_least`, or above this many visits of arcs.
pub(super) fn heaviest(
    links: &Links,
    crossing: Crossing,
    one: Vertex,
    sinks: impl Iterator<Item = Vertex>,
    at_least: &Rational,
    mut visits: u64,
) -> Option<Cut> {
    let mut best: Option<Cut> = None;
    let source = links.vertices();
    for sink in sinks {
        // Words flow at the greatest known ratio x/y: x for each lane, y from each node. If some node's words do not
        // arrive, the cut that holds them back has a greater ratio.
        loop {
            let known = best.as_ref().map_or_else(|| at_least.clone(), Cut::ratio);
            let (x, y) = (known.numerator().to_u64()?, known.denominator().to_u64()?);
            let mut arcs = Arcs::new(links.vertices() + 1, visits);
            for (from, out) in links.all() {
                let capacity = links.capacities[out.link].saturating_mul(x);
                arcs.add(from as usize, out.to as usize, capacity);
            }
            match crossing {
                Crossing::Blocks => {
                    (0..links.nodes).for_each(|node| arcs.add(source, node as usize, y));
                }
                Crossing::One => arcs.add(source, one as usize, y),
            }
            let Some(inside) = arcs.cut(source, sink as usize) else { return best };
            visits = arcs.visits;
            let cut = Cut::of(links, &inside, crossing).filter(|cut| cut.ratio() > known);
            if cut.is_none() {
                break;
            }
            best = cut;
        }
    }
    best
}

#[cfg(test)]
mod tests;
