//! Mesh, torus, linear array and ring: coordinates, links along a dimension, dimension-order routes.

use super::{Family, Feature, Network, Sizes, Topology, Translations, Vertex};
use std::sync::Arc;

/// The linear array: nodes in a row, each joined to the next.
pub(super) static LINEAR_ARRAY: Family = Family {
    name: "linear-array",
    noun: "linear array",
    about: "node i is joined to node i+1",
    sizes: Sizes::One,
    offers: &[Feature::Numbered, Feature::Line],
    network: |sizes| Arc::new(Grid::new(sizes, Shape::Line)),
};

/// The ring: a linear array whose ends are joined. Up to two nodes it is the linear array.
pub(super) static RING: Family = Family {
    name: "ring",
    noun: "ring",
    about: "node i is joined to node i+1 mod p",
    sizes: Sizes::One,
    offers: &[Feature::Numbered, Feature::ClosedRing],
    network: |sizes| Arc::new(Grid::new(sizes, Shape::Ring)),
};

/// The mesh of two or more dimensions, without wraparound.
pub(super) static MESH: Family = Family {
    name: "mesh",
    noun: "mesh",
    about: "neighbours along each of two or more dimensions are joined, without wraparound",
    sizes: Sizes::Sides,
    offers: &[Feature::Numbered, Feature::Sides],
    network: |sizes| Arc::new(Grid::new(sizes, Shape::Mesh)),
};

/// The torus: a mesh whose lines of more than two nodes are closed to rings.
pub(super) static TORUS: Family = Family {
    name: "torus",
    noun: "torus",
    about: "a mesh with wraparound: each line of more than two nodes is a ring",
    sizes: Sizes::Sides,
    offers: &[Feature::Numbered, Feature::Sides, Feature::ClosedSides],
    network: |sizes| Arc::new(Grid::new(sizes, Shape::Torus)),
};

/// Which of them it is: one line or many, open or closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    Line,
    Ring,
    Mesh,
    Torus,
}

/// A grid of nodes, row-major with the last coordinate fastest.
///
/// Directed link `(2 v + 0) k + i` leads up from node v along dimension i of k, with 1 for down.
#[derive(Debug)]
struct Grid {
    shape: Shape,
    sides: Vec<u32>,
    axes: Vec<Axis>,
    nodes: u32,
}

/// A dimension.
#[derive(Debug)]
struct Axis {
    side: u32,
    /// How far apart two neighbours are numbered.
    stride: u32,
    /// Whether its lines are closed to rings.
    closed: bool,
    /// The distance in numbers between the ends of a line if they are neighbours, otherwise more than any
    /// distance.
    round: u32,
}

impl Axis {
    fn coordinate(&self, node: Vertex) -> u32 {
        node / self.stride % self.side
    }

    /// Whether a line begins at a node.
    #[inline]
    fn begins(&self, node: Vertex) -> bool {
        split(node, self.stride * self.side).1 < self.stride
    }

    /// The node one further, if there is one.
    fn neighbour(&self, node: Vertex, up: bool) -> Option<Vertex> {
        let at = self.coordinate(node);
        let to = match (up, self.closed) {
            (true, closed) if at + 1 == self.side => closed.then_some(0),
            (true, _) => Some(at + 1),
            (false, closed) if at == 0 => closed.then_some(self.side - 1),
            (false, _) => Some(at - 1),
        };
        to.map(|to| node - at * self.stride + to * self.stride)
    }

    /// Whether a default route goes up from one coordinate to another.
    fn goes_up(&self, from: u32, to: u32) -> bool {
        goes_up(self.side, self.closed, from, to)
    }
}

/// Quotient and remainder. Along the first dimension numbers are below the side, and need no division.
#[inline]
fn split(number: u32, by: u32) -> (u32, u32) {
    if number < by { (0, number) } else { (number / by, number % by) }
}

/// A straight part of a route: hops along one dimension in one direction, whose starts are a stride apart.
struct Stretch {
    start: Vertex,
    hops: u32,
    stride: u32,
    dimension: usize,
    up: bool,
}

impl Stretch {
    /// Where the hops start, but for some at the beginning.
    #[inline]
    fn starts(&self, but: u32) -> impl Iterator<Item = Vertex> {
        // Going down is going up by the complement. No number overflows, so many hops can be written at a
        // time.
        let (start, up) = (self.start, self.up);
        let stride = if up { self.stride } else { self.stride.wrapping_neg() };
        (but..self.hops).map(move |i| start.wrapping_add(stride.wrapping_mul(i)))
    }
}

impl Grid {
    fn new(sides: &[u32], shape: Shape) -> Self {
        let mut strides = vec![1; sides.len()];
        for i in (1..sides.len()).rev() {
            strides[i - 1] = strides[i] * sides[i];
        }
        let axis = |(&side, stride): (&u32, u32)| {
            let closed = matches!(shape, Shape::Ring | Shape::Torus) && side > 2;
            Axis {
                side,
                stride,
                closed,
                round: if closed { (side - 1) * stride } else { u32::MAX },
            }
        };
        let axes: Vec<Axis> = sides.iter().zip(strides).map(axis).collect();
        let nodes = sides.iter().product();
        Grid { shape, sides: sides.to_vec(), axes, nodes }
    }

    /// Whether nodes have coordinates.
    fn is_in_rows(&self) -> bool {
        matches!(self.shape, Shape::Mesh | Shape::Torus)
    }

    /// The link between two nodes, if they are joined.
    #[inline]
    fn joined(&self, from: Vertex, to: Vertex) -> Option<u64> {
        let (low, high) = (from.min(to), from.max(to));
        let apart = high - low;
        self.axes.iter().enumerate().rev().find_map(|(dimension, axis)| {
            // A node one stride higher is on the same line, unless it begins a line.
            let next = apart == axis.stride && !axis.begins(high);
            let ends = apart == axis.round && axis.begins(low);
            // Over the end it is up that leads to the lower.
            (next || ends).then(|| self.number(from, dimension, (from < to) == next))
        })
    }

    /// The dimensions in which two nodes differ, the last first, with both coordinates.
    #[inline]
    fn differing(
        &self,
        mut a: Vertex,
        mut b: Vertex,
    ) -> impl Iterator<Item = (usize, &Axis, u32, u32)> {
        let coordinates = move |(dimension, axis)| {
            // The remaining number encodes the coordinates that follow.
            if a == b {
                return None;
            }
            let axis: &Axis = axis;
            let (at_a, at_b);
            ((a, at_a), (b, at_b)) = (split(a, axis.side), split(b, axis.side));
            Some((dimension, axis, at_a, at_b))
        };
        let axes = self.axes.iter().enumerate().rev();
        axes.map_while(coordinates).filter(|(_, _, a, b)| a != b)
    }

    /// Follows one dimension after another, the last first, and calls `visit` for each straight part of the
    /// route.
    #[inline]
    fn dimension_order(
        &self,
        (from, to): (Vertex, Vertex),
        goes_up: impl Fn(&Axis, u32, u32) -> bool,
        mut visit: impl FnMut(&Stretch),
    ) {
        let mut at = from;
        for (dimension, axis, here, there) in self.differing(from, to) {
            let Axis { side, stride, .. } = *axis;
            let (up, line) = (goes_up(axis, here, there), at - here * stride);
            // Only on a closed line can a route cross the end of the line, by a hop that starts there.
            let (hops, over_the_end) = match (up, here < there) {
                (true, true) => (there - here, 0),
                (true, false) => (side - here, there),
                (false, false) => (here - there, 0),
                (false, true) => (here + 1, side - 1 - there),
            };
            visit(&Stretch { start: at, hops, stride, dimension, up });
            if over_the_end > 0 {
                let start = if up { line } else { line + (side - 1) * stride };
                visit(&Stretch { start, hops: over_the_end, stride, dimension, up });
            }
            at = line + there * stride;
        }
    }

    /// The vertices strictly between the ends of such a route: the starts of its hops, except the first.
    #[inline]
    fn between(
        &self,
        ends: (Vertex, Vertex),
        out: &mut Vec<Vertex>,
        goes_up: impl Fn(&Axis, u32, u32) -> bool,
    ) {
        let mut first = 1;
        self.dimension_order(ends, goes_up, |stretch| {
            out.extend(stretch.starts(std::mem::take(&mut first)));
        });
    }

    fn number(&self, from: Vertex, dimension: usize, up: bool) -> u64 {
        (2 * u64::from(from) + u64::from(!up)) * self.axes.len() as u64 + dimension as u64
    }
}

impl Network for Grid {
    fn nodes(&self) -> u32 {
        self.nodes
    }

    fn hops(&self, from: Vertex, to: Vertex, _: &mut Vec<Vertex>) -> u64 {
        let along = |(_, axis, a, b): (usize, &Axis, u32, u32)| {
            let apart = u32::abs_diff(a, b);
            u64::from(if axis.closed { apart.min(axis.side - apart) } else { apart })
        };
        self.differing(from, to).map(along).sum()
    }

    fn link(&self, from: Vertex, to: Vertex) -> Option<u64> {
        // No vertex beyond the last node is joined with a node.
        if from < self.nodes { self.joined(from, to) } else { None }
    }

    fn link_slots(&self) -> u64 {
        2 * u64::from(self.nodes) * self.axes.len() as u64
    }

    /// Links along the first dimension are of class 0.
    fn class(&self, link: u64) -> Option<usize> {
        let dimension = usize::try_from(link % self.axes.len() as u64).ok();
        dimension.filter(|_| self.is_in_rows())
    }

    /// x, y, z, d4, d5, ..: a class for each dimension.
    fn class_names(&self) -> Vec<String> {
        let dimensions = if self.is_in_rows() { self.axes.len() } else { 0 };
        let name = |i: usize| {
            ["x", "y", "z"].get(i).map_or_else(|| format!("d{}", i + 1), |name| (*name).to_owned())
        };
        (0..dimensions).map(name).collect()
    }

    fn neighbours(&self, vertex: Vertex, out: &mut Vec<Vertex>) {
        let start = out.len();
        for axis in &self.axes {
            out.extend(axis.neighbour(vertex, true));
            out.extend(axis.neighbour(vertex, false));
        }
        out[start..].sort_unstable();
    }

    fn route(&self, from: Vertex, to: Vertex, out: &mut Vec<Vertex>) {
        self.between((from, to), out, Axis::goes_up);
    }

    fn route_links(&self, from: Vertex, to: Vertex, _: &mut Vec<Vertex>, out: &mut Vec<u64>) {
        if let Some(link) = self.joined(from, to) {
            return out.push(link);
        }
        self.dimension_order((from, to), Axis::goes_up, |stretch| {
            // As [`Grid::number`] has it, which does not grow too large.
            let first = self.number(0, stretch.dimension, stretch.up);
            let links_of_a_node = 2 * self.axes.len() as u64;
            let number = |v| links_of_a_node.wrapping_mul(u64::from(v)).wrapping_add(first);
            out.extend(stretch.starts(0).map(number));
        });
    }

    /// A single dimension has no order, and the shorter way is the same from both ends.
    fn back_is_default(&self, from: Vertex, to: Vertex) -> bool {
        let mut differing = self.differing(from, to);
        let one = differing.next();
        let tie = |(_, axis, a, b): (usize, &Axis, u32, u32)| {
            axis.closed && 2 * u32::abs_diff(a, b) == axis.side
        };
        differing.next().is_none() && !one.is_some_and(tie)
    }

    /// On a torus or ring, translations along the sides: default routes go through the dimensions in order,
    /// each the shorter way, independent of the place.
    fn looks_the_same_under(&self, by: &Translations) -> bool {
        let closed = matches!(self.shape, Shape::Ring | Shape::Torus);
        closed && !by.is_xor() && by.sides() == self.sides
    }

    fn tour_is_default(&self, from: Vertex, to: Vertex) -> bool {
        let mut differing = self.differing(from, to);
        match self.shape {
            Shape::Line | Shape::Mesh => true,
            Shape::Ring => differing.all(|(_, axis, a, b)| !axis.closed || axis.goes_up(a, b)),
            Shape::Torus => differing.all(|(_, axis, a, b)| axis.goes_up(a, b) == (a < b)),
        }
    }

    /// On a ring always upwards. On a torus the route of the mesh inside it, because with wraparound Lemma U'
    /// would fail (specs/lemmas.md).
    fn tour_route(&self, from: Vertex, to: Vertex, out: &mut Vec<Vertex>) {
        self.between((from, to), out, |axis, a, b| match self.shape {
            Shape::Ring => axis.closed || b > a,
            Shape::Line | Shape::Mesh | Shape::Torus => b > a,
        });
    }

    fn sides(&self) -> Option<&[u32]> {
        self.is_in_rows().then_some(&self.sides)
    }

    fn wraps(&self) -> bool {
        self.shape == Shape::Torus
    }
}

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
fn goes_up(length: u32, closed: bool, from: u32, to: u32) -> bool {
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
        goes_up(self.length, self.closed, from, to)
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
