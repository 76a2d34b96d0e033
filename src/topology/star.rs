//! The star: node 0 is the hub, and every other node hangs on it.

use std::sync::Arc;

use super::{Family, Feature, Network, Sizes, Vertex};

pub(super) static FAMILY: Family = Family {
    name: "star",
    about: "every node is joined to the hub, node 0",
    sizes: Sizes::One,
    offers: &[Feature::Numbered, Feature::Pairs, Feature::Shifts],
    network: |sizes| Arc::new(Star { nodes: sizes[0] }),
};

/// Directed link `2 v` leads from v to the hub, `2 v + 1` from the hub to v.
#[derive(Debug)]
struct Star {
    nodes: u32,
}

impl Network for Star {
    fn nodes(&self) -> u32 {
        self.nodes
    }

    fn link(&self, from: Vertex, to: Vertex) -> Option<u64> {
        match (from, to) {
            _ if from >= self.nodes || to >= self.nodes || from == to => None,
            (_, 0) => Some(2 * u64::from(from)),
            (0, _) => Some(2 * u64::from(to) + 1),
            _ => None,
        }
    }

    fn link_slots(&self) -> u64 {
        2 * u64::from(self.nodes)
    }

    fn neighbours(&self, vertex: Vertex, out: &mut Vec<Vertex>) {
        if vertex == 0 {
            out.extend(1..self.nodes);
        } else {
            out.push(0);
        }
    }

    fn back_is_default(&self, _from: Vertex, _to: Vertex) -> bool {
        true
    }

    fn route(&self, from: Vertex, to: Vertex, out: &mut Vec<Vertex>) {
        if from != 0 && to != 0 {
            out.push(0);
        }
    }
}
