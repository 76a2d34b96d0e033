//! The ring: a linear array whose ends are joined. Up to two nodes it is the linear array.

use std::sync::Arc;

use super::{Family, Feature, Network, Regular, Sizes, Translations, Vertex, lines};

pub(super) static FAMILY: Family = Family {
    name: "ring",
    about: "i is joined to i+1 mod p",
    sizes: Sizes::One,
    offers: &[Feature::Numbered, Feature::ClosedRing],
    network: |sizes| Arc::new(Ring { nodes: sizes[0] }),
};

/// Directed link `2i` leads up (+1) from i, `2i + 1` down. The default route is the shorter way
/// round, a tie goes up; the tour always goes up.
#[derive(Debug)]
struct Ring {
    nodes: u32,
}

impl Ring {
    fn up(&self, vertex: Vertex) -> Vertex {
        if vertex + 1 == self.nodes { 0 } else { vertex + 1 }
    }

    fn down(&self, vertex: Vertex) -> Vertex {
        if vertex == 0 { self.nodes - 1 } else { vertex - 1 }
    }

    /// Whether the default route goes up.
    fn goes_up(&self, from: Vertex, to: Vertex) -> bool {
        lines::goes_up((self.nodes, true), from, to)
    }
}

impl Network for Ring {
    fn regular(&self) -> Option<Regular> {
        Some(Regular::Cycle)
    }

    fn nodes(&self) -> u32 {
        self.nodes
    }

    fn hops(&self, from: Vertex, to: Vertex, _: &mut Vec<Vertex>) -> u64 {
        let apart = from.abs_diff(to);
        apart.min(self.nodes - apart).into()
    }

    fn link(&self, from: Vertex, to: Vertex) -> Option<u64> {
        if from >= self.nodes || to >= self.nodes || from == to {
            return None;
        }
        // Up and down lead to the same node: one link, up from 0 and down from 1.
        if self.nodes == 2 {
            return Some(3 * u64::from(from));
        }
        if self.up(from) == to {
            Some(2 * u64::from(from))
        } else if self.down(from) == to {
            Some(2 * u64::from(from) + 1)
        } else {
            None
        }
    }

    fn link_slots(&self) -> u64 {
        2 * u64::from(self.nodes)
    }

    fn neighbours(&self, vertex: Vertex, out: &mut Vec<Vertex>) {
        if self.nodes > 1 {
            let (a, b) = (self.up(vertex), self.down(vertex));
            out.push(a.min(b));
            out.extend((a != b).then_some(a.max(b)));
        }
    }

    fn route(&self, from: Vertex, to: Vertex, out: &mut Vec<Vertex>) {
        if self.goes_up(from, to) {
            self.tour_route(from, to, out);
        } else {
            let mut at = self.down(from);
            while at != to {
                out.push(at);
                at = self.down(at);
            }
        }
    }

    fn route_links(&self, from: Vertex, to: Vertex, _: &mut Vec<Vertex>, out: &mut Vec<u64>) {
        if self.nodes == 2 {
            return out.extend(self.link(from, to));
        }
        let up = self.goes_up(from, to);
        let mut at = from;
        while at != to {
            out.push(2 * u64::from(at) + u64::from(!up));
            at = if up { self.up(at) } else { self.down(at) };
        }
    }

    /// Turned by any number of nodes; the shorter way and its tie do not depend on the place.
    fn looks_the_same_under(&self, by: &Translations) -> bool {
        !by.is_xor() && *by.sides() == [self.nodes]
    }

    /// But for two ways of the same length.
    fn back_is_default(&self, from: Vertex, to: Vertex) -> bool {
        self.nodes == 2 || 2 * from.abs_diff(to) != self.nodes
    }

    fn tour_is_default(&self, from: Vertex, to: Vertex) -> bool {
        self.goes_up(from, to)
    }

    fn tour_route(&self, from: Vertex, to: Vertex, out: &mut Vec<Vertex>) {
        let mut at = self.up(from);
        while at != to {
            out.push(at);
            at = self.up(at);
        }
    }
}
