//! Maximum flows, and the cuts that prove them greatest.

use std::collections::VecDeque;

/// Arcs with capacities, each beside its reverse.
#[derive(Clone, Debug)]
pub struct Arcs {
    /// The arcs from each vertex.
    from: Vec<Vec<usize>>,
    to: Vec<usize>,
    left: Vec<u64>,
    /// The visits of arcs that are still allowed.
    pub(crate) visits: u64,
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
