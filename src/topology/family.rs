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
    /// Boxes, accelerators in each, and rails, 1 by default: `nodes:4x8`.
    Boxes,
    /// No sizes but a list of links: `graph:FILE`.
    Links,
}

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

    /// Whether it has a route of its own for each pair of nodes.
    pub fn has_all_pairs(&self) -> bool {
        self.offers.contains(&Feature::Pairs)
    }
}
