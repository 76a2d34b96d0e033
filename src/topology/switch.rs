//! One switch, vertex p, on which every node hangs.

use std::sync::Arc;

use super::{Family, Feature, Network, Sizes, Translations, Vertex};

pub(super) static FAMILY: Family = Family {
    name: "switch",
    about: "every node is joined to one switch, vertex p",
    sizes: Sizes::One,
    offers: &[Feature::Numbered, Feature::Pairs, Feature::Shifts],
    network: |sizes| Arc::new(Switch { nodes: sizes[0] }),
};

/// Directed link `2 v` leads from node v to the switch, `2 v + 1` from the switch to v.
#[derive(Debug)]
struct Switch {
    nodes: u32,
}

impl Network for Switch {
    fn nodes(&self) -> u32 {
        self.nodes
    }

    fn switches(&self) -> u32 {
        1
    }

    fn link(&self, from: Vertex, to: Vertex) -> Option<u64> {
        if from < self.nodes && to == self.nodes {
            Some(2 * u64::from(from))
        } else if from == self.nodes && to < self.nodes {
            Some(2 * u64::from(to) + 1)
        } else {
            None
        }
    }

    fn link_slots(&self) -> u64 {
        2 * u64::from(self.nodes)
    }

    fn neighbours(&self, vertex: Vertex, out: &mut Vec<Vertex>) {
        if vertex == self.nodes {
            out.extend(0..self.nodes);
        } else {
            out.push(self.nodes);
        }
    }

    /// Any two nodes can change places; the switch stays.
    fn looks_the_same_under(&self, by: &Translations) -> bool {
        by.nodes() == self.nodes
    }

    fn back_is_default(&self, _from: Vertex, _to: Vertex) -> bool {
        true
    }

    fn route(&self, _from: Vertex, _to: Vertex, out: &mut Vec<Vertex>) {
        out.push(self.nodes);
    }
}
