//! What mesh and torus share: coordinates, links along a dimension, dimension-order routes.

use super::{Network, Translations, Vertex};

/// A grid of nodes, row-major with the last coordinate fastest.
///
/// Directed link `(2 v + 0) k + i` leads up from node v along dimension i of k, with 1 for down.
#[derive(Debug)]
pub(super) struct Grid {
    sides: Vec<u32>,
    /// How far apart two neighbours along each dimension are numbered.
    strides: Vec<u32>,
    nodes: u32,
    wraps: bool,
}

impl Grid {
    pub(super) fn new(sides: &[u32], wraps: bool) -> Self {
        let mut strides = vec![1; sides.len()];
        for i in (1..sides.len()).rev() {
            strides[i - 1] = strides[i] * sides[i];
        }
        Grid { sides: sides.to_vec(), strides, nodes: sides.iter().product(), wraps }
    }

    fn coordinate(&self, node: Vertex, dimension: usize) -> u32 {
        node / self.strides[dimension] % self.sides[dimension]
    }

    fn closed(&self, dimension: usize) -> bool {
        self.wraps && self.sides[dimension] > 2
    }

    /// The node one further along a dimension, if there is one.
    fn neighbour(&self, node: Vertex, dimension: usize, up: bool) -> Option<Vertex> {
        let (side, stride) = (self.sides[dimension], self.strides[dimension]);
        let at = self.coordinate(node, dimension);
        let to = match (up, self.closed(dimension)) {
            (true, closed) if at + 1 == side => closed.then_some(0),
            (true, _) => Some(at + 1),
            (false, closed) if at == 0 => closed.then_some(side - 1),
            (false, _) => Some(at - 1),
        };
        to.map(|to| node - at * stride + to * stride)
    }

    /// Whether the way from one coordinate to another goes up, the shorter way round.
    fn goes_up(&self, dimension: usize, from: u32, to: u32) -> bool {
        if self.closed(dimension) {
            let side = self.sides[dimension];
            let ahead = (to + side - from) % side;
            ahead <= side - ahead
        } else {
            to > from
        }
    }

    /// Goes along one dimension after another, the last first; calls `visit` for each hop with its
    /// start, its dimension, whether it goes up, and its end.
    fn dimension_order(
        &self,
        from: Vertex,
        to: Vertex,
        goes_up: impl Fn(usize, u32, u32) -> bool,
        mut visit: impl FnMut(Vertex, usize, bool, Vertex),
    ) {
        let mut at = from;
        for dimension in (0..self.sides.len()).rev() {
            let (mut here, there) =
                (self.coordinate(at, dimension), self.coordinate(to, dimension));
            if here == there {
                continue;
            }
            let (side, stride) = (self.sides[dimension], self.strides[dimension]);
            let (up, start) = (goes_up(dimension, here, there), at - here * stride);
            while here != there {
                // Only where the line is closed does a way go over its end.
                here = match up {
                    true if here + 1 == side => 0,
                    true => here + 1,
                    false if here == 0 => side - 1,
                    false => here - 1,
                };
                let next = start + here * stride;
                visit(at, dimension, up, next);
                at = next;
            }
        }
    }

    /// The vertices strictly between the ends of such a way.
    fn between(
        &self,
        from: Vertex,
        to: Vertex,
        out: &mut Vec<Vertex>,
        goes_up: impl Fn(usize, u32, u32) -> bool,
    ) {
        self.dimension_order(from, to, goes_up, |_, _, _, next| {
            if next != to {
                out.push(next);
            }
        });
    }

    fn number(&self, from: Vertex, dimension: usize, up: bool) -> u64 {
        (2 * u64::from(from) + u64::from(!up)) * self.sides.len() as u64 + dimension as u64
    }
}

impl Network for Grid {
    fn nodes(&self) -> u32 {
        self.nodes
    }

    fn hops(&self, from: Vertex, to: Vertex, _: &mut Vec<Vertex>) -> u64 {
        let along = |dimension| {
            let apart = self.coordinate(from, dimension).abs_diff(self.coordinate(to, dimension));
            let round = self.sides[dimension] - apart;
            u64::from(if self.closed(dimension) { apart.min(round) } else { apart })
        };
        (0..self.sides.len()).map(along).sum()
    }

    fn link(&self, from: Vertex, to: Vertex) -> Option<u64> {
        if from >= self.nodes || to >= self.nodes {
            return None;
        }
        // Divisions take long, so only a distance that fits is looked at closely.
        (0..self.sides.len()).find_map(|dimension| {
            let (side, stride) = (self.sides[dimension], self.strides[dimension]);
            let (near, round) = (stride, stride * (side - 1));
            let apart = from.abs_diff(to);
            let fits = apart == near || apart == round && self.closed(dimension);
            let leads = |up: &bool| self.neighbour(from, dimension, *up) == Some(to);
            let up = if fits { [true, false].into_iter().find(leads) } else { None }?;
            Some(self.number(from, dimension, up))
        })
    }

    fn link_slots(&self) -> u64 {
        2 * u64::from(self.nodes) * self.sides.len() as u64
    }

    fn neighbours(&self, vertex: Vertex, out: &mut Vec<Vertex>) {
        let start = out.len();
        for dimension in 0..self.sides.len() {
            out.extend(self.neighbour(vertex, dimension, true));
            out.extend(self.neighbour(vertex, dimension, false));
        }
        out[start..].sort_unstable();
    }

    fn route(&self, from: Vertex, to: Vertex, out: &mut Vec<Vertex>) {
        self.between(from, to, out, |dimension, a, b| self.goes_up(dimension, a, b));
    }

    fn route_links(&self, from: Vertex, to: Vertex, _: &mut Vec<Vertex>, out: &mut Vec<u64>) {
        let goes_up = |dimension, a, b| self.goes_up(dimension, a, b);
        self.dimension_order(from, to, goes_up, |at, dimension, up, _| {
            out.push(self.number(at, dimension, up));
        });
    }

    /// A torus, along its own sides: routes take the dimensions in turn, each the shorter way.
    fn looks_the_same_under(&self, by: &Translations) -> bool {
        self.wraps && !by.is_xor() && by.sides() == self.sides
    }

    fn tour_is_default(&self) -> bool {
        !self.wraps
    }

    /// The route of the mesh inside the torus: with wraparound Lemma U' would fail
    /// (specs/lemmas.md).
    fn tour_route(&self, from: Vertex, to: Vertex, out: &mut Vec<Vertex>) {
        self.between(from, to, out, |_, a, b| b > a);
    }

    fn sides(&self) -> Option<&[u32]> {
        Some(&self.sides)
    }

    fn wraps(&self) -> bool {
        self.wraps
    }

    fn label(&self, node: Vertex) -> Option<String> {
        let coordinates: Vec<String> =
            (0..self.sides.len()).map(|i| self.coordinate(node, i).to_string()).collect();
        Some(format!("({})", coordinates.join(",")))
    }
}
