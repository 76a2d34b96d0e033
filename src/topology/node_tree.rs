//! The complete binary tree with a node at every vertex, in heap order.

use std::sync::Arc;

use super::rooted::Rooted;
use super::{Family, Network, Sizes, Vertex};

pub(super) struct NodeTreeFamily;

impl Family for NodeTreeFamily {
    fn name(&self) -> &'static str {
        "node-tree"
    }

    fn about(&self) -> &'static str {
        "complete binary tree with a node at every vertex; the children of i are 2i+1 and 2i+2"
    }

    fn sizes(&self) -> Sizes {
        Sizes::One
    }

    fn network(&self, sizes: &[u32]) -> Arc<dyn Network> {
        Arc::new(NodeTree { nodes: sizes[0], preorder: preorder(sizes[0]) })
    }
}

/// Directed link `2 v` leads up from v to its parent, `2 v + 1` down to v.
#[derive(Debug)]
struct NodeTree {
    nodes: u32,
    /// Heap order is no Euler order (specs/lemmas.md); preorder is.
    preorder: Vec<Vertex>,
}

fn preorder(nodes: u32) -> Vec<Vertex> {
    let mut order = Vec::with_capacity(nodes as usize);
    let mut open = vec![0];
    while let Some(vertex) = open.pop() {
        order.push(vertex);
        open.extend([2 * vertex + 2, 2 * vertex + 1].into_iter().filter(|child| *child < nodes));
    }
    order
}

impl Rooted for NodeTree {
    fn parent(&self, vertex: Vertex) -> Vertex {
        if vertex == 0 { 0 } else { (vertex - 1) / 2 }
    }

    fn depth(&self, vertex: Vertex) -> u32 {
        (vertex + 1).ilog2()
    }
}

impl Network for NodeTree {
    fn nodes(&self) -> u32 {
        self.nodes
    }

    fn link(&self, from: Vertex, to: Vertex) -> Option<u64> {
        if from >= self.nodes || to >= self.nodes || from == to {
            None
        } else if self.parent(from) == to {
            Some(2 * u64::from(from))
        } else if self.parent(to) == from {
            Some(2 * u64::from(to) + 1)
        } else {
            None
        }
    }

    fn link_slots(&self) -> u64 {
        2 * u64::from(self.nodes)
    }

    fn neighbours(&self, vertex: Vertex, out: &mut Vec<Vertex>) {
        if vertex > 0 {
            out.push(self.parent(vertex));
        }
        out.extend(
            [2 * vertex + 1, 2 * vertex + 2].into_iter().filter(|child| *child < self.nodes),
        );
    }

    fn route(&self, from: Vertex, to: Vertex, out: &mut Vec<Vertex>) {
        self.tree_route(from, to, out);
    }

    fn tour_order(&self) -> Option<&[Vertex]> {
        Some(&self.preorder)
    }
}
