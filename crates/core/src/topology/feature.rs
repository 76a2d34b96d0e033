//! The features that families of topologies offer. Algorithms apply where their features are present.

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
