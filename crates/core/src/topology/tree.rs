//! The balanced binary tree: nodes are the leaves, inner vertices are switches.

use std::sync::{Arc, OnceLock};

use super::{Family, Feature, Network, Rooted, Sizes, Vertex};

pub(super) static FAMILY: Family = Family {
    name: "tree",
    noun: "tree",
    about: "balanced binary tree with nodes at the leaves and switches inside",
    sizes: Sizes::One,
    offers: &[Feature::Numbered, Feature::Leaves],
    network: |sizes| Arc::new(Tree { nodes: sizes[0], places: OnceLock::new() }),
};

/// Switches are numbered in preorder from p on; the left part of n leaves gets the larger half.
/// Directed link `2 v` leads up from v to its parent, `2 v + 1` down to v.
#[derive(Debug)]
struct Tree {
    nodes: u32,
    /// Made for the first route: a question that is refused needs none.
    places: OnceLock<Places>,
}

/// Where each vertex is.
#[derive(Debug)]
struct Places {
    parents: Vec<Vertex>,
    depths: Vec<u8>,
    /// Left and right child of each switch.
    children: Vec<[Vertex; 2]>,
}

impl Places {
    fn of(nodes: u32) -> Self {
        let vertices = (2 * nodes - 1) as usize;
        let root = if nodes == 1 { 0 } else { nodes };
        let mut tree = Places {
            parents: vec![root; vertices],
            depths: vec![0; vertices],
            children: vec![[0; 2]; vertices - nodes as usize],
        };
        // (switch, first leaf, one past the last leaf)
        let mut open = if nodes == 1 { vec![] } else { vec![(root, 0, nodes)] };
        while let Some((switch, first, end)) = open.pop() {
            let middle = first + (end - first).div_ceil(2);
            // The left part of n leaves has n - 1 switches, numbered before those of the right part.
            let parts = [(switch + 1, first, middle), (switch + middle - first, middle, end)];
            for (side, part) in parts.into_iter().enumerate() {
                let child = if part.2 - part.1 == 1 { part.1 } else { part.0 };
                tree.children[(switch - nodes) as usize][side] = child;
                tree.parents[child as usize] = switch;
                tree.depths[child as usize] = tree.depths[switch as usize] + 1;
                if child != part.1 || part.2 - part.1 > 1 {
                    open.push(part);
                }
            }
        }
        tree
    }
}

impl Tree {
    fn places(&self) -> &Places {
        self.places.get_or_init(|| Places::of(self.nodes))
    }
}

impl Rooted for Tree {
    fn parent(&self, vertex: Vertex) -> Vertex {
        self.places().parents[vertex as usize]
    }

    fn depth(&self, vertex: Vertex) -> u32 {
        u32::from(self.places().depths[vertex as usize])
    }
}

impl Network for Tree {
    fn nodes(&self) -> u32 {
        self.nodes
    }

    fn switches(&self) -> u32 {
        self.nodes - 1
    }

    fn link(&self, from: Vertex, to: Vertex) -> Option<u64> {
        let vertices = self.nodes + self.switches();
        if from < vertices && to < vertices { self.tree_link(from, to) } else { None }
    }

    fn link_slots(&self) -> u64 {
        2 * u64::from(self.nodes + self.switches())
    }

    fn neighbours(&self, vertex: Vertex, out: &mut Vec<Vertex>) {
        let start = out.len();
        if vertex >= self.nodes {
            out.extend(self.places().children[(vertex - self.nodes) as usize]);
        }
        if self.depth(vertex) > 0 {
            out.push(self.parent(vertex));
        }
        out[start..].sort_unstable();
    }

    fn back_is_default(&self, _from: Vertex, _to: Vertex) -> bool {
        true
    }

    fn route(&self, from: Vertex, to: Vertex, out: &mut Vec<Vertex>) {
        self.tree_route(from, to, out);
    }

    fn route_links(&self, from: Vertex, to: Vertex, via: &mut Vec<Vertex>, out: &mut Vec<u64>) {
        self.tree_links(from, to, via, out);
    }
}
