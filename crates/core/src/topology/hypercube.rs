//! The hypercube: labels that differ in one bit are joined.

use std::sync::Arc;

use super::{Family, Feature, Network, Sizes, Translations, Vertex};

pub(super) static FAMILY: Family = Family {
    name: "hypercube",
    noun: "hypercube",
    about: "nodes whose labels differ in one bit are joined; p is a power of two",
    sizes: Sizes::PowerOfTwo,
    offers: &[Feature::Numbered, Feature::Cube, Feature::Shifts],
    network: |sizes| Arc::new(Hypercube { dimension: sizes[0].trailing_zeros() }),
};

/// Directed link `k p + v` leads from v along dimension k, so a step along one dimension uses one contiguous
/// part of an array of links. Routes correct the lowest differing bit first (E-cube).
#[derive(Debug)]
struct Hypercube {
    dimension: u32,
}

impl Network for Hypercube {
    fn nodes(&self) -> u32 {
        1 << self.dimension
    }

    fn link(&self, from: Vertex, to: Vertex) -> Option<u64> {
        let differing = from ^ to;
        let inside = from < self.nodes() && to < self.nodes();
        (inside && differing.is_power_of_two())
            .then(|| u64::from(differing.trailing_zeros()) << self.dimension | u64::from(from))
    }

    fn link_slots(&self) -> u64 {
        u64::from(self.nodes()) * u64::from(self.dimension)
    }

    fn neighbours(&self, vertex: Vertex, out: &mut Vec<Vertex>) {
        let start = out.len();
        out.extend((0..self.dimension).map(|k| vertex ^ (1 << k)));
        out[start..].sort_unstable();
    }

    /// E-cube depends only on the differing bits, and XOR preserves them.
    fn looks_the_same_under(&self, by: &Translations) -> bool {
        by.is_xor() && by.nodes() == self.nodes()
    }

    fn route(&self, from: Vertex, to: Vertex, out: &mut Vec<Vertex>) {
        let mut at = from;
        while (at ^ to).count_ones() > 1 {
            at ^= 1 << (at ^ to).trailing_zeros();
            out.push(at);
        }
    }

    fn route_links(&self, from: Vertex, to: Vertex, _: &mut Vec<Vertex>, out: &mut Vec<u64>) {
        let (mut at, mut differing) = (from, from ^ to);
        while differing != 0 {
            out.push(u64::from(differing.trailing_zeros()) << self.dimension | u64::from(at));
            // The lowest bit is next.
            let corrected = differing & (differing - 1);
            at ^= differing ^ corrected;
            differing = corrected;
        }
    }

    /// On the way back, E-cube takes the bits from the other end.
    fn back_is_default(&self, from: Vertex, to: Vertex) -> bool {
        (from ^ to).is_power_of_two()
    }
}
