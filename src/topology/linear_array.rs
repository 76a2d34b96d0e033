//! The linear array: nodes in a row, each joined to the next.

use std::sync::Arc;

use super::{Family, Feature, Network, Sizes, Vertex};

pub(super) static FAMILY: Family = Family {
    name: "linear-array",
    about: "i is joined to i+1",
    sizes: Sizes::One,
    offers: &[Feature::Numbered, Feature::Line],
    network: |sizes| Arc::new(LinearArray { nodes: sizes[0] }),
};

/// Directed link `2i` leads up from i, `2i + 1` down from i.
#[derive(Debug)]
struct LinearArray {
    nodes: u32,
}

impl Network for LinearArray {
    fn nodes(&self) -> u32 {
        self.nodes
    }

    fn hops(&self, from: Vertex, to: Vertex, _: &mut Vec<Vertex>) -> u64 {
        from.abs_diff(to).into()
    }

    fn link(&self, from: Vertex, to: Vertex) -> Option<u64> {
        let up = from.checked_add(1) == Some(to);
        let down = to.checked_add(1) == Some(from);
        let inside = from < self.nodes && to < self.nodes;
        (inside && (up || down)).then(|| 2 * u64::from(from) + u64::from(down))
    }

    fn link_slots(&self) -> u64 {
        2 * u64::from(self.nodes)
    }

    fn neighbours(&self, vertex: Vertex, out: &mut Vec<Vertex>) {
        out.extend(vertex.checked_sub(1));
        out.extend((vertex + 1 < self.nodes).then_some(vertex + 1));
    }

    fn back_is_default(&self, _from: Vertex, _to: Vertex) -> bool {
        true
    }

    fn route(&self, from: Vertex, to: Vertex, out: &mut Vec<Vertex>) {
        if from < to {
            out.extend(from + 1..to);
        } else {
            out.extend((to + 1..from).rev());
        }
    }
}
