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
}
