//! Parts, exchange, broadcast: parts of a line reduce to their first nodes, these exchange their data, and
//! each broadcasts within its part.
//!
//! The line is cut into g parts of nearly equal length, for the g whose exchange needs the fewest steps. Each part
//! reduces by reversed interval halving, in ceil(log2 ceil(k/g)) steps; the first nodes exchange; and as many steps
//! of interval halving follow. The messages of a step of halving have disjoint arcs, so Lemma U (specs/lemmas.md)
//! holds along the tour of every connected graph.
//!
//! The first nodes are numbered along the line, and values are sums of one run of them. Exchanges of two and three
//! nodes are valid on every tour, those of five and seven on a line, where messages go both ways at once, and those
//! of four and six on a ring, where neighbours exchange. A SAT solver found those of five and seven, which are the
//! shortest.

use super::layout::Layout;
use crate::planner::halving::{for_each_split, step_count};
use crate::planner::{Request, ceil_log2};
use hockney_core::collective::{Blocks, Data};
use hockney_core::schedule::{CombinedBlocks, Message, Payload, Route, Runs};
use hockney_core::topology::{Family, Feature};

/// The steps along one tour or line, for combined data, for a barrier's token or for the blocks of all nodes.
pub(super) struct Parts {
    blocks: Runs,
    /// Whether the blocks of all nodes are gathered, not combined.
    gathers: bool,
    /// Whether partial sums must be kept apart; signals may be repeated.
    apart: bool,
    /// The starts of the parts, and the end of the last.
    bounds: Vec<u32>,
    /// The exchange of their first nodes.
    rounds: &'static [&'static [Hop]],
}

impl Parts {
    /// Along the tour of all nodes.
    pub(super) fn of_tour(request: &Request) -> Self {
        Self::new(request.instance.nodes, shape(request.topology.family()), request)
    }

    /// Along a line of a grid with this many nodes.
    pub(super) fn of_line(length: u32, request: &Request) -> Self {
        Self::new(length, line_shape(request.topology.family()), request)
    }

    fn new(p: u32, shape: Shape, request: &Request) -> Self {
        let of = &request.instance;
        let gathers = of.blocks() == Blocks::PerNode;
        let steps = |exchange: &&Exchange| {
            2 * ceil_log2(p.div_ceil(exchange.nodes)) as usize + exchange.steps.len()
        };
        let exchanges = if gathers { &[GATHERED] } else { shape.exchanges() };
        let fitting = exchanges.iter().filter(|exchange| exchange.nodes <= p);
        let (g, rounds) = fitting.min_by_key(steps).map_or((1, &[][..]), |k| (k.nodes, k.steps));
        // The first parts, as many as the remainder of p divided by g, are one longer than the others.
        let bounds = (0..=g).map(|i| i * (p / g) + i.min(p % g)).collect();
        let apart = of.data() == Data::Combined;
        Parts { blocks: of.all_blocks(), gathers, apart, bounds, rounds }
    }

    /// The number of steps in which the longest part reduces.
    fn depth(&self) -> usize {
        step_count(self.bounds[1])
    }

    pub(super) fn count(&self) -> usize {
        2 * self.depth() + self.rounds.len()
    }

    pub(super) fn messages(&self) -> u128 {
        let exchanged: usize = self.rounds.iter().map(|round| round.len()).sum();
        let last = self.bounds.len() - 1;
        let within = u128::from(self.bounds[last]) - last as u128;
        2 * within + exchanged as u128
    }

    /// The data of the positions from `start` up to but not including `end`.
    fn of_interval(&self, layout: &Layout, start: u32, end: u32) -> Payload {
        let of_all = || self.blocks.clone();
        Payload::Plain(if self.gathers { layout.blocks(start, end - start) } else { of_all() })
    }

    /// The payload in an exchange of sums: those of the positions from `start` up to but not including `end`.
    fn sum(&self, layout: &Layout, start: u32, end: u32) -> Payload {
        // Along a line of a grid later dimensions come first, so a node already has the sum of all that agree
        // with it up to this coordinate.
        let unit = layout.line().map_or(1, |line| line.stride.into());
        let contributors = Some(layout.numbers(start, end - start, unit));
        Payload::Values(Box::new([CombinedBlocks { blocks: self.blocks.clone(), contributors }]))
    }

    /// Appends the messages of step k.
    pub(super) fn append(&self, layout: &Layout, k: usize, out: &mut Vec<Message>) {
        let depth = self.depth();
        let mut send = |from: u32, to: u32, ahead: bool, payload: Payload| {
            out.push(match layout.line() {
                // Along a line of a grid the default route is that of the line.
                Some(_) => {
                    let (from, to) = (layout.node(from), layout.node(to));
                    Message { from, to, route: Route::Default, payload }
                }
                None => layout.message(from, to, ahead, payload),
            });
        };
        if (depth..depth + self.rounds.len()).contains(&k) {
            for hop in self.rounds[k - depth] {
                let (start, end) = (self.bounds[hop.first], self.bounds[hop.last + 1]);
                let payload = if k > depth && self.apart {
                    self.sum(layout, start, end)
                } else {
                    self.of_interval(layout, start, end)
                };
                send(self.bounds[hop.from], self.bounds[hop.to], !hop.back, payload);
            }
            return;
        }
        for part in self.bounds.windows(2) {
            let (start, length) = (part[0], part[1] - part[0]);
            if k < depth {
                for_each_split(length, depth - 1 - k, |split| {
                    let payload = self.of_interval(layout, start + split.middle, start + split.end);
                    send(start + split.middle, start + split.start, false, payload);
                });
            } else {
                for_each_split(length, k - depth - self.rounds.len(), |split| {
                    let payload = Payload::Plain(self.blocks.clone());
                    send(start + split.start, start + split.middle, true, payload);
                });
            }
        }
    }
}

/// The kind of tour of a family's nodes.
fn shape(family: &Family) -> Shape {
    if family.offers().contains(&Feature::Line) {
        Shape::Open
    } else if family.offers().contains(&Feature::ClosedRing) {
        Shape::Closed
    } else {
        Shape::Tour
    }
}

/// The kind of lines of a grid.
fn line_shape(family: &Family) -> Shape {
    if family.offers().contains(&Feature::ClosedSides) { Shape::Closed } else { Shape::Open }
}

/// The number of steps along the tour of a family.
pub(in crate::planner) fn steps_of(family: &Family) -> String {
    shape(family).steps_of("p")
}

/// The number of steps along the lines of dimension j of a grid, counted from 1.
pub(in crate::planner) fn steps_along(family: &Family, j: usize) -> String {
    line_shape(family).steps_of(&format!("k_{j}"))
}

/// A message: the sender, the receiver, and the first and the last node of its sum.
struct Hop {
    from: usize,
    to: usize,
    first: usize,
    last: usize,
    /// Whether it goes against the line.
    back: bool,
}

const fn on(from: usize, to: usize, first: usize, last: usize) -> Hop {
    Hop { from, to, first, last, back: false }
}

const fn back(from: usize, to: usize, first: usize, last: usize) -> Hop {
    Hop { from, to, first, last, back: true }
}

/// The steps of an exchange among this many nodes.
struct Exchange {
    nodes: u32,
    steps: &'static [&'static [Hop]],
}

const TWO: Exchange = Exchange { nodes: 2, steps: &[&[on(0, 1, 0, 0), back(1, 0, 1, 1)]] };

/// Both follow the tour: together the two routes are the whole tour.
const GATHERED: Exchange = Exchange { nodes: 2, steps: &[&[on(0, 1, 0, 0), on(1, 0, 1, 1)]] };

const THREE: Exchange = Exchange {
    nodes: 3,
    steps: &[
        &[on(0, 1, 0, 0), on(1, 2, 1, 1), on(2, 0, 2, 2)],
        &[on(0, 1, 2, 2), on(1, 2, 0, 0), on(2, 0, 1, 1)],
    ],
};

const FOUR: Exchange = Exchange {
    nodes: 4,
    steps: &[
        &[on(0, 1, 0, 0), back(1, 0, 1, 1), on(2, 3, 2, 2), back(3, 2, 3, 3)],
        &[on(1, 2, 0, 1), back(2, 1, 2, 3), on(3, 0, 2, 3), back(0, 3, 0, 1)],
    ],
};

const FIVE: Exchange = Exchange {
    nodes: 5,
    steps: &[
        &[on(0, 3, 0, 0), back(1, 0, 1, 1), back(2, 1, 2, 2), on(3, 4, 3, 3), back(4, 2, 4, 4)],
        &[on(0, 1, 0, 0), on(1, 3, 1, 2), back(4, 0, 3, 4)],
        &[on(0, 1, 3, 4), on(1, 4, 0, 2), back(2, 0, 2, 2), back(3, 2, 0, 3), back(4, 3, 4, 4)],
    ],
};

const SIX: Exchange = Exchange {
    nodes: 6,
    steps: &[
        &[
            on(0, 1, 0, 0),
            back(1, 0, 1, 1),
            on(2, 3, 2, 2),
            back(3, 2, 3, 3),
            on(4, 5, 4, 4),
            back(5, 4, 5, 5),
        ],
        &[
            on(1, 2, 0, 1),
            back(2, 1, 2, 3),
            on(3, 4, 2, 3),
            back(4, 3, 4, 5),
            on(5, 0, 4, 5),
            back(0, 5, 0, 1),
        ],
        &[
            on(0, 1, 4, 5),
            back(1, 0, 2, 3),
            on(2, 3, 0, 1),
            back(3, 2, 4, 5),
            on(4, 5, 2, 3),
            back(5, 4, 0, 1),
        ],
    ],
};

const SEVEN: Exchange = Exchange {
    nodes: 7,
    steps: &[
        &[on(2, 4, 2, 2), back(1, 0, 1, 1), back(3, 2, 3, 3), on(4, 5, 4, 4), back(6, 3, 6, 6)],
        &[on(0, 4, 0, 1), back(2, 0, 2, 3), back(5, 3, 4, 5), back(6, 5, 6, 6)],
        &[on(0, 5, 0, 3), back(3, 0, 4, 6), back(4, 3, 0, 2), back(5, 4, 5, 6)],
        &[on(0, 2, 0, 6), on(2, 4, 2, 3), back(3, 1, 0, 6), on(5, 6, 0, 5)],
    ],
};

/// The structure that contains a line of nodes, which determines the valid exchanges.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    /// The tour of any connected graph.
    Tour,
    /// A line with two ends.
    Open,
    /// A closed ring.
    Closed,
}

impl Shape {
    /// The valid exchanges, the smallest first.
    fn exchanges(self) -> &'static [Exchange] {
        match self {
            Shape::Tour => &[TWO, THREE],
            Shape::Open => &[TWO, THREE, FIVE, SEVEN],
            Shape::Closed => &[TWO, THREE, FOUR, SIX],
        }
    }

    /// The number of steps of parts, exchange and broadcast along k nodes, as a formula that is exact for
    /// every k: 0 for one node, 1 for two.
    fn steps_of(self, k: &str) -> String {
        let of = |g: u32, more: &str| format!("2 ceil(log2 ceil({k}/{g})) + {more}");
        let (two, three) = (of(2, "1"), of(3, "2"));
        match self {
            Shape::Tour => format!("min({k} - 1, {two}, {three})"),
            Shape::Open => format!("min({k} - 1, {two}, {three}, {}, {})", of(5, "3"), of(7, "4")),
            // Five nodes are too few for six parts, and four parts would need more steps.
            Shape::Closed => {
                let six = format!("{} + max(0, 6 - {k})", of(6, "3"));
                format!("min({k} - 1, {two}, {three}, {}, {six})", of(4, "2"))
            }
        }
    }
}
