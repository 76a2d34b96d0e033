//! A family of topologies: its name, the form of its sizes, and what it offers to algorithms.

use std::sync::Arc;

use super::{Feature, Network};

/// The form of the sizes after the name of a family.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sizes {
    /// One number of nodes: `ring:8`.
    One,
    /// One number of nodes, a power of two: `hypercube:8`.
    PowerOfTwo,
    /// Two or more sides: `mesh:4x4`.
    Sides,
    /// Several numbers that the family explains: `nodes:4x8`.
    Machine(&'static Parts),
    /// No sizes but a list of links: `graph:FILE`.
    Links,
}

/// The sizes of a machine by name.
#[derive(Debug)]
pub struct Parts {
    /// An example, with its family.
    pub example: &'static str,
    /// What the sizes are, for errors.
    pub takes: &'static str,
    /// The character between two sizes.
    pub separator: char,
    /// Whether the links have their classes even if no times are given.
    pub classes_always: bool,
    /// The sizes as they are written, without those that are the default, and the number of vertices; `None`
    /// if there is no machine of these sizes, which are positive.
    pub sizes: fn(&[u64]) -> Option<Written>,
}

/// Sizes as they are written, and the number of vertices.
pub(super) type Written = (Vec<u64>, u128);

/// Each family has sizes of its own.
impl PartialEq for Parts {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

impl Eq for Parts {}

/// A kind of interconnection network. Each choice of sizes is a topology.
pub struct Family {
    /// The name before the colon.
    pub name: &'static str,
    /// What a network of the family is called in a sentence: `a linear array of 8 nodes`.
    pub noun: &'static str,
    /// Nodes and links in one sentence, for `list` and the manual.
    pub about: &'static str,
    /// The form of its sizes.
    pub sizes: Sizes,
    /// The features that it offers to algorithms.
    pub offers: &'static [Feature],
    /// The network with these sizes, which must be positive and of the right number.
    pub network: fn(&[u32]) -> Arc<dyn Network>,
}

impl Family {
    /// The name before the colon.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// The form of its sizes.
    pub fn sizes(&self) -> Sizes {
        self.sizes
    }

    /// The features that it offers to algorithms.
    pub fn offers(&self) -> &'static [Feature] {
        self.offers
    }

    /// What is special about the sizes of a machine by name.
    pub fn parts(&self) -> Option<&'static Parts> {
        match self.sizes {
            Sizes::Machine(parts) => Some(parts),
            _ => None,
        }
    }

    /// Sizes as they are written after the colon.
    pub fn joined<T: ToString>(&self, sizes: &[T]) -> String {
        let separator = self.parts().map_or('x', |parts| parts.separator);
        let sizes: Vec<String> = sizes.iter().map(T::to_string).collect();
        sizes.join(&separator.to_string())
    }

    /// Whether it has a route of its own for each pair of nodes.
    pub fn has_all_pairs(&self) -> bool {
        self.offers.contains(&Feature::Pairs)
    }
}
