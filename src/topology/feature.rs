//! What families offer, by which algorithms know where they apply.

/// What a family offers to an algorithm, besides the tour that every connected machine has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Feature {
    /// The nodes are numbered in the order of a tour.
    Numbered,
    /// The tour is an open line of links.
    Line,
    /// The tour is a closed ring of links.
    ClosedRing,
    /// Sides, each line of a dimension joined from one end to the other.
    Sides,
    /// Sides whose lines are closed to rings.
    ClosedSides,
    /// Binary labels, with a link for each bit.
    Cube,
    /// For each pair of nodes a way that no other pair with other ends uses.
    Pairs,
    /// A cyclic shift by any number, and an exchange with the labels that differ in given bits, are
    /// free of congestion by the default routes.
    Shifts,
    /// The nodes are the leaves of a balanced binary tree.
    Leaves,
    /// The nodes are the vertices of a binary tree in heap order.
    HeapOrder,
}
