//! A family of topologies: its name, the form of its sizes, and what it offers to algorithms.

use super::Network;
use std::sync::Arc;

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
    Machine(&'static MachineSizes),
    /// No sizes but a list of links: `graph:FILE`.
    Links,
}

/// The sizes of a machine by name.
#[derive(Debug)]
pub struct MachineSizes {
    /// An example, with its family.
    pub example: &'static str,
    /// What the sizes are, for errors.
    pub takes: &'static str,
    /// The character between two sizes.
    pub separator: char,
    /// Whether the links have their classes even if no times are given.
    pub classes_always: bool,
    /// Whether they are of computers as they are built, whose messages share links; a network of the textbook does not
    /// become one by switches.
    pub is_machine: bool,
    /// The sizes as they are written, without those that are the default, and the number of vertices; `None`
    /// if there is no machine of these sizes, which are positive.
    pub sizes: fn(&[u64]) -> Option<Written>,
}

/// Sizes as they are written, and the number of vertices.
pub(super) type Written = (Vec<u64>, u128);

/// Each family has sizes of its own.
impl PartialEq for MachineSizes {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

impl Eq for MachineSizes {}

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
    pub fn parts(&self) -> Option<&'static MachineSizes> {
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

/// A feature that a family offers to an algorithm, besides the tour that every connected topology has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Feature {
    /// The nodes are numbered in the order of a tour.
    Numbered,
    /// The tour is an open line of links.
    Line,
    /// The tour is a closed ring of links.
    ClosedRing,
    /// Sides: each line of a dimension is an array or a ring of links.
    Sides,
    /// Sides whose lines are closed to rings.
    ClosedSides,
    /// Binary labels, with a link for each bit.
    Cube,
    /// Each pair of nodes has a route that shares no link with the route of a pair with other ends.
    Pairs,
    /// A cyclic shift by any number, and an exchange between labels that differ in given bits, cause no
    /// congestion on the default routes.
    Shifts,
    /// The nodes are the leaves of a balanced binary tree.
    Leaves,
    /// The nodes are the vertices of a binary tree in heap order.
    HeapOrder,
    /// Nested groups of nodes, as [`super::Network::levels`] lists them. On the default routes a step among the
    /// nodes of one innermost group shares no link if it respects the port rules. Neither does a step among the
    /// groups of a level with one node in each, at equal places, where the level has a way.
    Groups,
    /// The innermost groups are boxes that switches join, so that one message out of each box and one into it share no
    /// link, from any place to any place.
    Rails,
}

/// A level of nested groups: what each group consists of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// The number of parts of each group, with consecutive node numbers. In the innermost groups the parts are
    /// nodes.
    pub parts: u32,
    /// The number of messages that can leave each part, and enter it, in a step without sharing a link: those of
    /// nodes whose places in the part differ modulo this number, between equal places of two parts. 0 if messages
    /// of different parts may share links.
    pub ways: u32,
}
