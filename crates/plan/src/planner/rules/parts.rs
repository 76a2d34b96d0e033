//! Parts, exchange, broadcast: parts of a line reduce to their first nodes, these exchange their data, and
//! each broadcasts within its part.
//!
//! The line is cut into g parts of nearly equal length, for the g whose kernel (`planner/kernels.rs`) needs
//! the fewest steps. Each part reduces by reversed interval halving, in ceil(log2 ceil(k/g)) steps; the first
//! nodes exchange by the kernel; and as many steps of interval halving follow. The messages of a step of
//! halving have disjoint arcs, so Lemma U (specs/lemmas.md) holds along the tour of every connected graph.

use super::layout::Layout;
use crate::planner::halving::{for_each_split, step_count};
use crate::planner::kernels::{GATHERED, Hop, Kernel, Shape};
use crate::planner::{Request, ceil_log2};
use hockney_core::collective::{Blocks, Data};
use hockney_core::schedule::{Message, Payload, Route, Runs, Value};
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
        let steps = |kernel: &&Kernel| {
            2 * ceil_log2(p.div_ceil(kernel.nodes)) as usize + kernel.steps.len()
        };
        let kernels = if gathers { &[GATHERED] } else { shape.kernels() };
        let fitting = kernels.iter().filter(|kernel| kernel.nodes <= p);
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
        Payload::Values(Box::new([Value { blocks: self.blocks.clone(), contributors }]))
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
                for_each_split(length, depth - 1 - k, |(first, middle, end)| {
                    let payload = self.of_interval(layout, start + middle, start + end);
                    send(start + middle, start + first, false, payload);
                });
            } else {
                for_each_split(length, k - depth - self.rounds.len(), |(first, middle, _)| {
                    let payload = Payload::Plain(self.blocks.clone());
                    send(start + first, start + middle, true, payload);
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
