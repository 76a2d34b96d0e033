//! The complete network: every pair of nodes is joined.

use std::sync::Arc;

use super::{Family, Feature, Network, Sizes, Topology, Translations, Vertex};

impl Topology {
    /// The complete network of so many nodes, at least 1.
    pub fn complete(nodes: u32) -> Topology {
        let nodes = nodes.max(1);
        Topology::of(&FAMILY, vec![nodes], (FAMILY.network)(&[nodes]))
    }
}

pub(super) static FAMILY: Family = Family {
    name: "complete",
    noun: "complete network",
    about: "every pair of nodes is joined",
    sizes: Sizes::One,
    offers: &[Feature::Numbered, Feature::Pairs, Feature::Shifts],
    network: |sizes| Arc::new(Complete { nodes: sizes[0] }),
};

/// Directed link `k p + u` leads from u to u + k mod p: a step in which all send equally far stays in one
/// part of an array of links.
#[derive(Debug)]
struct Complete {
    nodes: u32,
}

impl Network for Complete {
    fn nodes(&self) -> u32 {
        self.nodes
    }

    fn link(&self, from: Vertex, to: Vertex) -> Option<u64> {
        let joined = from < self.nodes && to < self.nodes && from != to;
        joined.then(|| {
            let ahead = if to >= from { to - from } else { to + (self.nodes - from) };
            u64::from(ahead) * u64::from(self.nodes) + u64::from(from)
        })
    }

    fn link_slots(&self) -> u64 {
        u64::from(self.nodes) * u64::from(self.nodes)
    }

    fn neighbours(&self, vertex: Vertex, out: &mut Vec<Vertex>) {
        out.extend((0..self.nodes).filter(|other| *other != vertex));
    }

    /// Any two nodes can change places.
    fn looks_the_same_under(&self, by: &Translations) -> bool {
        by.nodes() == self.nodes
    }

    fn back_is_default(&self, _from: Vertex, _to: Vertex) -> bool {
        true
    }

    fn route(&self, _from: Vertex, _to: Vertex, _out: &mut Vec<Vertex>) {}
}
