//! The complete binary tree with a node at every vertex, in heap order.

use std::ops::Range;
use std::sync::{Arc, OnceLock};

use super::{Family, Feature, Network, Rooted, Sizes, Vertex};

pub(super) static FAMILY: Family = Family {
    name: "node-tree",
    noun: "binary tree",
    about: "complete binary tree of nodes; the children of i are 2i+1 and 2i+2",
    sizes: Sizes::One,
    offers: &[Feature::HeapOrder],
    network: |sizes| Arc::new(NodeTree { nodes: sizes[0], preorder: OnceLock::new() }),
};

/// Directed link `2 v` leads up from v to its parent, `2 v + 1` down to v.
#[derive(Debug)]
struct NodeTree {
    nodes: u32,
    /// Heap order is not an Euler order (specs/lemmas.md), but preorder is. Made when it is asked for.
    preorder: OnceLock<Vec<Vertex>>,
}

impl NodeTree {
    fn preorder(&self) -> &[Vertex] {
        self.preorder.get_or_init(|| preorder(self.nodes))
    }
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

/// The number of levels above the lowest common ancestor of two vertices, counted from 1.
fn levels_above(a: u32, b: u32) -> u32 {
    let level = a.ilog2().min(b.ilog2());
    let differing = (a >> (a.ilog2() - level)) ^ (b >> (b.ilog2() - level));
    level - (u32::BITS - differing.leading_zeros())
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
        if from < self.nodes && to < self.nodes { self.tree_link(from, to) } else { None }
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

    fn back_is_default(&self, _from: Vertex, _to: Vertex) -> bool {
        true
    }

    fn route(&self, from: Vertex, to: Vertex, out: &mut Vec<Vertex>) {
        self.tree_route(from, to, out);
    }

    fn tour_ascends(&self) -> bool {
        false
    }

    fn tour_order(&self) -> Option<&[Vertex]> {
        Some(self.preorder())
    }

    fn route_links(&self, from: Vertex, to: Vertex, _: &mut Vec<Vertex>, out: &mut Vec<u64>) {
        // Counted from 1, the number of a vertex is half that of its child, and an ancestor is a bit prefix
        // of it.
        let (a, b) = (from + 1, to + 1);
        let ancestor = levels_above(a, b);
        let left = |hop| 2 * u64::from((a >> hop) - 1);
        let entered = |hop| 2 * u64::from((b >> hop) - 1) + 1;
        out.extend((0..a.ilog2() - ancestor).map(left));
        out.extend((0..b.ilog2() - ancestor).rev().map(entered));
    }

    /// In preorder the vertices of a level are in order from left to right, so those in an interval are a
    /// range.
    fn tour_nodes(&self, positions: Range<u32>, out: &mut Vec<Range<Vertex>>) {
        // Counted from 1.
        let at = |position| self.preorder().get(position as usize).map(|vertex: &u32| vertex + 1);
        let (Some(first), end) = (at(positions.start), at(positions.end)) else { return };
        if positions.len() < 2 {
            return out.extend((!positions.is_empty()).then_some(first - 1..first));
        }
        // The first vertex of a level at or after `vertex` in preorder.
        let reached = |vertex: u32, level: u32| {
            let depth = vertex.ilog2();
            if level < depth { (vertex >> (depth - level)) + 1 } else { vertex << (level - depth) }
        };
        // Above their lowest common ancestor, the first vertex and the one after the last have the same
        // ancestors.
        let above = end.map_or(0, |end| levels_above(first, end));
        for level in above..=self.nodes.ilog2() {
            let end_of_level = (2 << level).min(self.nodes + 1);
            let start = reached(first, level);
            let end = end.map_or(end_of_level, |end| reached(end, level).min(end_of_level));
            out.extend((start < end).then(|| start - 1..end - 1));
        }
    }
}
