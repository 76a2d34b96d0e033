//! The lines of a grid along one dimension: rows, columns, and their counterparts in more dimensions.

use super::{Topology, Vertex};

/// One line of a grid: position x is node `start + x * stride`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// The node at position 0.
    pub start: Vertex,
    /// The distance in numbers between two neighbours on the line.
    pub stride: u32,
    /// The number of nodes of the line.
    pub length: u32,
    /// Whether the line is closed to a ring.
    pub closed: bool,
}

/// Whether the default route between two positions goes up. On a closed line of this length it goes the
/// shorter way, and up if both are equally long.
#[inline]
pub(super) fn goes_up((length, closed): (u32, bool), from: u32, to: u32) -> bool {
    let ahead = if to > from { to - from } else { to + (length - from) };
    if closed { ahead <= length - ahead } else { to > from }
}

impl Line {
    /// The node at a position.
    pub fn node(&self, position: u32) -> Vertex {
        self.start + position * self.stride
    }

    /// Whether the default route between two positions goes up.
    pub fn goes_up(&self, from: u32, to: u32) -> bool {
        goes_up((self.length, self.closed), from, to)
    }

    /// Appends the nodes strictly between two positions, always upwards on a closed line. Messages with
    /// disjoint arcs on the line use disjoint links on these routes (specs/lemmas.md).
    pub fn route(&self, from: u32, to: u32, out: &mut Vec<Vertex>) {
        if from < to {
            out.extend((from + 1..to).map(|x| self.node(x)));
        } else if self.closed {
            out.extend((from + 1..self.length).chain(0..to).map(|x| self.node(x)));
        } else {
            out.extend((to + 1..from).rev().map(|x| self.node(x)));
        }
    }
}

impl Topology {
    /// All lines of a grid along a dimension, in the order of their first nodes.
    ///
    /// Empty if the topology is not a grid or has no such dimension.
    pub fn lines(&self, dimension: usize) -> impl Iterator<Item = Line> {
        let sides = self.network().sides().unwrap_or(&[]);
        let length = sides.get(dimension).copied().unwrap_or(0);
        let stride: u32 = sides.iter().skip(dimension + 1).product();
        let closed = self.network().wraps() && length > 2;
        // Between two lines next to each other along a further dimension lie `stride` lines.
        let planes = (0..if length == 0 { 0 } else { self.nodes() })
            .step_by((stride * length).max(1) as usize);
        planes.flat_map(move |plane| plane..plane + stride).map(move |start| Line {
            start,
            stride,
            length,
            closed,
        })
    }
}
