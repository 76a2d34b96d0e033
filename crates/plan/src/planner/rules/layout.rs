//! The layout of a rule's positions on a topology.

use std::sync::OnceLock;

use crate::planner::Request;
use crate::planner::tour::Tour;
use crate::planner::tour::grid_route;
use hockney_base::rule::{Fold, Place};
use hockney_core::schedule::{Message, Payload, Route, Run, Runs};
use hockney_core::topology::{Feature, Line, Vertex};

/// Nodes at positions 0, 1, .., p - 1.
pub(in crate::planner) struct Layout {
    pub(super) p: u32,
    /// The number of blocks of a position.
    unit: u64,
    nodes: Nodes,
    /// Whether messages are in the order of their senders' numbers.
    by_number: bool,
}

enum Nodes {
    Tour {
        tour: Tour,
        /// The start, if position x of the tour is node x.
        ascends: Option<Vertex>,
        /// The route from each position of the tour to the next, for steps in which all nodes use it; none if
        /// all are default routes.
        routes: OnceLock<Vec<Route>>,
    },
    /// Cyclic from a node.
    Round(Vertex),
    /// By XOR with a node.
    Xor(Vertex),
    /// XOR with these bits of the node for the bits of the position, the highest first.
    Bits(Vertex, Vec<u32>),
    /// The node, then the others.
    First(Vertex),
    /// On a line of a grid from a position of it.
    Line(Line, u32),
    /// What a fold leaves of this many nodes from the root on.
    Folded { fold: Fold, root: Vertex, p: u32 },
}

/// The map from positions to nodes, determined once for a loop over messages.
#[derive(Clone, Copy)]
pub(super) enum PositionMap {
    Round { start: u32, p: u32 },
    Xor(Vertex),
}

/// The routes of a step's messages.
#[derive(Clone, Copy)]
pub(super) enum Routes<'a> {
    Default,
    /// From each position of a tour to the next.
    Each {
        each: &'a [Route],
        start: u32,
        p: u32,
    },
    Of(&'a Layout),
}

impl Routes<'_> {
    /// The route between two positions, ahead or back.
    #[inline(always)]
    #[allow(clippy::inline_always)]
    pub(super) fn route(&self, from: u32, to: u32, ahead: bool) -> Route {
        match self {
            Routes::Default => Route::Default,
            Routes::Each { each, start, p } => each[round(start + from, *p) as usize].clone(),
            Routes::Of(layout) => layout.route(from, to, ahead),
        }
    }
}

#[allow(clippy::inline_always)] // what is done for each message: a call of each takes longer than the rest
impl Layout {
    /// A place, relative to a root if there is one.
    pub(in crate::planner) fn new(place: Place, request: &Request, root: Option<Vertex>) -> Self {
        let topology = &request.topology;
        let (p, node) = (topology.nodes(), root.unwrap_or(0));
        let nodes = match place {
            Place::Tour => {
                let ascends = topology.network().tour_ascends().then_some(node);
                Nodes::Tour { tour: Tour::new(topology, root), ascends, routes: OnceLock::new() }
            }
            Place::Pairs if topology.offers(Feature::Cube) => Nodes::Xor(node),
            Place::Pairs => Nodes::Round(node),
            Place::Cube => Nodes::Xor(node),
            Place::CubeInOrder => {
                let highest_first = || (0..p.ilog2()).rev();
                let order = request.order.as_ref();
                match order.filter(|order| !order.iter().copied().eq(highest_first())) {
                    Some(order) => Nodes::Bits(node, order.clone()),
                    None => Nodes::Xor(node),
                }
            }
            Place::RootFirst => Nodes::First(node),
        };
        Layout { p, unit: unit(request), nodes, by_number: place == Place::CubeInOrder }
    }

    /// The tour of all nodes.
    pub(in crate::planner) fn tour(request: &Request) -> Self {
        Self::new(Place::Tour, request, None)
    }

    /// The numbers below p as nodes, with default routes.
    pub(super) fn numbered(p: u32) -> Self {
        Layout { p, unit: 1, nodes: Nodes::Round(0), by_number: false }
    }

    /// A line of a grid, from a position of it.
    pub(super) fn of_line(line: Line, start: u32, request: &Request) -> Self {
        let unit = unit(request) * u64::from(line.stride);
        Layout { p: line.length, unit, nodes: Nodes::Line(line, start), by_number: false }
    }

    /// The nodes that a fold leaves. The block of a position is the piece with its number, with the bits in the
    /// opposite order: so the pieces of the positions that agree in the lowest bits are consecutive.
    pub(super) fn folded(fold: Fold, request: &Request) -> Self {
        let p = request.instance.nodes;
        let nodes = Nodes::Folded { fold, root: request.instance.root, p };
        Layout { p: 1 << p.ilog2(), unit: unit(request), nodes, by_number: false }
    }

    /// The line of a grid that contains the positions.
    pub(in crate::planner) fn line(&self) -> Option<&Line> {
        if let Nodes::Line(line, _) = &self.nodes { Some(line) } else { None }
    }

    /// Whether messages are in the order of their senders' numbers.
    pub(super) fn by_number(&self) -> bool {
        self.by_number
    }

    /// The node at a position below p.
    #[inline(always)]
    pub(in crate::planner) fn node(&self, position: u32) -> Vertex {
        match &self.nodes {
            Nodes::Tour { ascends: Some(start), .. } => round(start + position, self.p),
            Nodes::Tour { tour, .. } => tour.node(tour.start() + position),
            Nodes::Round(root) => round(root + position, self.p),
            Nodes::Xor(root) => root ^ position,
            Nodes::Bits(root, order) => {
                let bits = order.iter().rev().enumerate();
                bits.fold(*root, |node, (bit, to)| node ^ (position >> bit & 1) << to)
            }
            Nodes::First(root) => match position {
                0 => *root,
                position if position <= *root => position - 1,
                position => position,
            },
            Nodes::Line(line, start) => line.node(round(start + position, self.p)),
            Nodes::Folded { fold, root, p } => {
                let others = p - self.p;
                let x = match fold {
                    Fold::Last => position,
                    _ if position >= others => position + others,
                    Fold::Even => 2 * position + 1,
                    Fold::Halves => 2 * position,
                };
                (root + x) % p
            }
        }
    }

    /// The message between two positions below p, ahead or back.
    #[inline(always)]
    pub(in crate::planner) fn message(
        &self,
        from: u32,
        to: u32,
        ahead: bool,
        payload: Payload,
    ) -> Message {
        let route = self.routes(false).route(from, to, ahead);
        Message { from: self.node(from), to: self.node(to), route, payload }
    }

    /// The route between two positions along a tour or a line.
    fn route(&self, from: u32, to: u32, ahead: bool) -> Route {
        match &self.nodes {
            Nodes::Tour { tour, .. } => tour.route(self.node(from), self.node(to), ahead),
            Nodes::Line(line, start) => {
                let ends = [from, to].map(|end| round(start + end, self.p));
                grid_route(line, ends, ahead)
            }
            _ => Route::Default,
        }
    }

    /// The map from positions to nodes, if one sum or XOR computes it.
    pub(super) fn numbering(&self) -> Option<PositionMap> {
        match self.nodes {
            Nodes::Tour { ascends: Some(start), .. } | Nodes::Round(start) => {
                Some(PositionMap::Round { start, p: self.p })
            }
            Nodes::Xor(with) => Some(PositionMap::Xor(with)),
            _ => None,
        }
    }

    /// The routes of a step; with `to_next` every node sends to the next position.
    pub(super) fn routes(&self, to_next: bool) -> Routes<'_> {
        match &self.nodes {
            Nodes::Tour { tour, routes, .. } if to_next => {
                let route = |at| tour.route(tour.node(at), tour.node(at + 1), true);
                let all = || {
                    let all: Vec<Route> = (0..self.p).map(route).collect();
                    let is_default = all.iter().all(|route| *route == Route::Default);
                    if is_default { Vec::new() } else { all }
                };
                match &routes.get_or_init(all)[..] {
                    [] => Routes::Default,
                    each => Routes::Each { each, start: tour.start(), p: self.p },
                }
            }
            Nodes::Tour { .. } | Nodes::Line(..) => Routes::Of(self),
            _ => Routes::Default,
        }
    }

    /// The blocks of this many positions from one below p, cyclically.
    #[inline(always)]
    pub(in crate::planner) fn blocks(&self, first: u32, count: u32) -> Runs {
        self.numbers(first, count, self.unit)
    }

    /// The numbers of these positions' blocks, each cut into `unit` pieces.
    #[inline(always)]
    pub(in crate::planner) fn numbers(&self, first: u32, count: u32, unit: u64) -> Runs {
        let at = |block: u32| u64::from(block) * unit;
        match &self.nodes {
            _ if count == 1 => {
                let block = self.block(first);
                Runs::range(at(block), at(block + 1))
            }
            Nodes::Tour { ascends: Some(start), .. } | Nodes::Round(start) => {
                wrapped(round(start + first, self.p), count, self.p, at)
            }
            Nodes::Xor(root) => {
                let of = |(first, count): (u32, u32)| {
                    let first = (first ^ root) & !(count - 1);
                    Run { start: at(first), end: at(first + count) }
                };
                aligned(first, count, self.p).map(of).collect()
            }
            Nodes::Line(line, start) => {
                let base = line.start / line.stride;
                wrapped(round(start + first, self.p), count, self.p, |x| at(base + x))
            }
            _ => self.numbers_apart(first, count, unit),
        }
    }

    /// Whether positions are numbers by XOR, so that the blocks of a subcube are one run.
    pub(super) fn is_cube(&self) -> bool {
        matches!(self.nodes, Nodes::Xor(_))
    }

    /// The number of blocks of a position.
    pub(super) fn unit(&self) -> u64 {
        self.unit
    }

    /// The same as [`Layout::numbers`] for nodes that are not consecutive.
    fn numbers_apart(&self, first: u32, count: u32, unit: u64) -> Runs {
        let scaled = |run: &Run| Run { start: run.start * unit, end: run.end * unit };
        if let Nodes::Tour { tour, .. } = &self.nodes {
            return tour.nodes(tour.start() + first, count).runs().iter().map(scaled).collect();
        }
        let nodes = (0..count).map(|x| u64::from(self.node(round(first + x, self.p))));
        nodes.map(|node| scaled(&Run { start: node, end: node + 1 })).collect()
    }

    /// The position with its bits in the opposite order.
    fn mirrored(&self, position: u32) -> u32 {
        position.reverse_bits().checked_shr(self.p.leading_zeros() + 1).unwrap_or(0)
    }

    /// The blocks of the positions that agree with one in all bits except those from `low` to `high`.
    pub(super) fn subcube(&self, v: u32, low: u32, high: u32) -> Runs {
        // If the positions agree in the lowest bits, the blocks of a fold are consecutive.
        if matches!(self.nodes, Nodes::Folded { .. }) && 1 << high == self.p {
            let first = self.mirrored(v & ((1 << low) - 1));
            return Runs::range(first.into(), u64::from(first) + (1 << (high - low)));
        }
        let of = |x: u32| self.blocks(v & !((1 << high) - (1 << low)) | x << low, 1);
        (0..1 << (high - low)).flat_map(|x| of(x).runs().to_vec()).collect()
    }

    /// The number of a position's block, before pieces.
    #[inline(always)]
    pub(super) fn block(&self, position: u32) -> u32 {
        match &self.nodes {
            Nodes::Line(line, start) => line.start / line.stride + round(start + position, self.p),
            Nodes::Folded { .. } => self.mirrored(position),
            _ => self.node(position),
        }
    }
}

/// This many numbers from the first on, modulo p, whose start and end `at` maps.
#[inline]
fn wrapped(first: u32, count: u32, p: u32, at: impl Fn(u32) -> u64) -> Runs {
    let end = first + count;
    if end <= p {
        return Runs::range(at(first), at(end));
    }
    let mut runs = Runs::range(at(0), at(end - p));
    runs.extend(&Runs::range(at(first), at(p)));
    runs
}

/// The largest aligned subcubes that make up this many numbers from the first on, modulo p = 2^d: of each its first number
/// and its size.
fn aligned(first: u32, count: u32, p: u32) -> impl Iterator<Item = (u32, u32)> {
    let (mut at, end) = (first, first + count);
    std::iter::from_fn(move || {
        let left = end.checked_sub(at).filter(|left| *left > 0)?;
        let size = 1 << left.ilog2().min((at | p).trailing_zeros());
        let first = round(at, p);
        at += size;
        Some((first, size))
    })
}

/// A number below 2 p, modulo p.
#[inline]
pub(super) fn round(x: u32, p: u32) -> u32 {
    if x < p { x } else { x - p }
}

/// The number of blocks of each position: the pieces of its block, or one piece of a vector.
fn unit(request: &Request) -> u64 {
    match request.instance.blocks().named_by() {
        0 => 1,
        _ => request.instance.pieces.into(),
    }
}
