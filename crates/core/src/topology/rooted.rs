//! Routes in a tree that is given by each vertex's parent and depth.

use super::Vertex;

/// A rooted tree; the root is its own parent.
pub trait Rooted {
    /// The vertex above one.
    fn parent(&self, vertex: Vertex) -> Vertex;

    /// The number of links between a vertex and the root.
    fn depth(&self, vertex: Vertex) -> u32;

    /// The link between two vertices, which [`Rooted::tree_links`] numbers.
    fn tree_link(&self, from: Vertex, to: Vertex) -> Option<u64> {
        if from == to {
            None
        } else if self.parent(from) == to {
            Some(2 * u64::from(from))
        } else {
            (self.parent(to) == from).then(|| 2 * u64::from(to) + 1)
        }
    }

    /// Appends the vertices strictly between `from` and `to`: up to the lowest common ancestor,
    /// then down.
    fn tree_route(&self, from: Vertex, to: Vertex, out: &mut Vec<Vertex>) {
        let start = out.len();
        let (mut a, mut b) = (from, to);
        let mut down = Vec::new();
        while a != b {
            if self.depth(a) >= self.depth(b) {
                a = self.parent(a);
                out.push(a);
            } else {
                b = self.parent(b);
                down.push(b);
            }
        }
        // The meeting point is the last vertex of each non-empty list. It is needed once, or not at all if it
        // is an end point: then the other list is empty.
        if down.pop().is_none() && out.len() > start {
            out.pop();
        }
        out.extend(down.into_iter().rev());
    }

    /// Appends the links of that route: `2 v` leads up from v to its parent, `2 v + 1` down to v. `scratch`
    /// is any buffer.
    fn tree_links(&self, from: Vertex, to: Vertex, scratch: &mut Vec<Vertex>, out: &mut Vec<u64>) {
        let (mut a, mut b) = (from, to);
        let (mut depth_a, mut depth_b) = (self.depth(a), self.depth(b));
        scratch.clear();
        while a != b {
            if depth_a >= depth_b {
                out.push(2 * u64::from(a));
                (a, depth_a) = (self.parent(a), depth_a.saturating_sub(1));
            } else {
                scratch.push(b);
                (b, depth_b) = (self.parent(b), depth_b.saturating_sub(1));
            }
        }
        out.extend(scratch.iter().rev().map(|vertex| 2 * u64::from(*vertex) + 1));
    }
}
