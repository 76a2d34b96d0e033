//! Stars: every node is joined to one vertex, node 0 of a star or vertex p of a switch.

use std::sync::Arc;

use super::{Family, Feature, Network, Sizes, Translations, Vertex};

pub(super) static STAR: Family = Family {
    name: "star",
    noun: "star",
    about: "every node is joined to the hub, node 0",
    sizes: Sizes::One,
    offers: &[Feature::Numbered, Feature::Pairs, Feature::Shifts],
    network: |sizes| Arc::new(Star { nodes: sizes[0], hub: 0 }),
};

pub(super) static SWITCH: Family = Family {
    name: "switch",
    noun: "switched network",
    about: "every node is joined to one switch, vertex p",
    network: |sizes| Arc::new(Star { nodes: sizes[0], hub: sizes[0] }),
    ..STAR
};

/// Directed link `2 v` leads from v to the hub, `2 v + 1` from the hub to v.
#[derive(Debug)]
struct Star {
    nodes: u32,
    /// A node, or the switch after all nodes.
    hub: Vertex,
}

impl Network for Star {
    fn nodes(&self) -> u32 {
        self.nodes
    }

    fn switches(&self) -> u32 {
        u32::from(self.hub == self.nodes)
    }

    fn link(&self, from: Vertex, to: Vertex) -> Option<u64> {
        if from < self.nodes && from != self.hub && to == self.hub {
            Some(2 * u64::from(from))
        } else if from == self.hub && to < self.nodes && to != self.hub {
            Some(2 * u64::from(to) + 1)
        } else {
            None
        }
    }

    fn link_slots(&self) -> u64 {
        2 * u64::from(self.nodes)
    }

    fn neighbours(&self, vertex: Vertex, out: &mut Vec<Vertex>) {
        if vertex == self.hub {
            out.extend((0..self.nodes).filter(|node| *node != self.hub));
        } else {
            out.push(self.hub);
        }
    }

    /// If the hub is a switch, any two nodes can change places.
    fn looks_the_same_under(&self, by: &Translations) -> bool {
        self.hub == self.nodes && by.nodes() == self.nodes
    }

    fn back_is_default(&self, _from: Vertex, _to: Vertex) -> bool {
        true
    }

    fn route(&self, from: Vertex, to: Vertex, out: &mut Vec<Vertex>) {
        if from != self.hub && to != self.hub {
            out.push(self.hub);
        }
    }
}
