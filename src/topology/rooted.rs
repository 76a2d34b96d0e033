//! Routes in a tree that is given by each vertex's parent and depth.

use super::Vertex;

/// A rooted tree; the root is its own parent.
pub(super) trait Rooted {
    fn parent(&self, vertex: Vertex) -> Vertex;
    fn depth(&self, vertex: Vertex) -> u32;

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
        // The meeting point is the last of each list that is not empty. It is wanted once, and not
        // at all where it is an end point: then the other list is empty.
        if down.pop().is_none() && out.len() > start {
            out.pop();
        }
        out.extend(down.into_iter().rev());
    }
}
