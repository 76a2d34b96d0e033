//! Everyone hears of everyone by way of a few: parts of a line reduce to their first nodes, these
//! exchange what they have, and each broadcasts within its part.
//!
//! The line is cut in g parts of nearly equal length, for that g whose kernel (`planner/kernels.rs`)
//! makes the fewest steps. Each reduces by interval halving run backwards, ceil(log2 ceil(k/g))
//! steps; the first nodes exchange by the kernel; and as many steps of interval halving as before.
//! The messages of a step of halving lie in disjoint arcs, so Lemma U (specs/lemmas.md) holds
//! along the tour of every connected graph.

use super::Request;
use super::ceil_log2;
use super::halving::{for_each_split, step_count};
use super::in_turn::InTurn;
use super::kernels::{Hop, Kernel, Shape};
use super::tour::Tour;
use crate::collective::Data;
use crate::schedule::{Message, Payload, Route, Runs, Step, Steps, Value};
use crate::topology::{Family, Feature, Line};

/// Nodes one after another, with ways between them.
pub(super) trait Walk: Send + Sync {
    /// How many positions there are.
    fn len(&self) -> u32;

    /// The message between two positions, along the walk or against it.
    fn hop(&self, from: u32, to: u32, back: bool, payload: Payload) -> Message;

    /// Whose contributions the positions from `start` to just before `end` have at the start.
    fn contributors(&self, start: u32, end: u32) -> Runs;
}

impl Walk for Tour {
    fn len(&self) -> u32 {
        Tour::len(self)
    }

    fn hop(&self, from: u32, to: u32, back: bool, payload: Payload) -> Message {
        if !back {
            return self.carrying(from, to, payload);
        }
        Message { payload, ..self.back(to, from, Runs::new()) }
    }

    fn contributors(&self, start: u32, end: u32) -> Runs {
        Tour::contributors(self, start, end)
    }
}

/// Along a line of a grid the default route is the line's own. Later dimensions come first, so a
/// node has by then the sum of all that agree with it up to this coordinate: a run.
impl Walk for Line {
    fn len(&self) -> u32 {
        self.length
    }

    fn hop(&self, from: u32, to: u32, _back: bool, payload: Payload) -> Message {
        Message { from: self.node(from), to: self.node(to), route: Route::Default, payload }
    }

    fn contributors(&self, start: u32, end: u32) -> Runs {
        let first = self.start / self.stride;
        let at = |position: u32| u64::from(first + position) * u64::from(self.stride);
        Runs::range(at(start), at(end))
    }
}

/// The steps along one walk, for combined data or for a barrier's token.
pub(super) struct Parts<W> {
    walk: W,
    blocks: Runs,
    /// Whether partial sums must be kept apart; a token may be heard of twice.
    apart: bool,
    /// Where the parts begin, and the end of the last.
    bounds: Vec<u32>,
    /// How their first nodes exchange what they have.
    rounds: &'static [&'static [Hop]],
}

impl<W: Walk> Parts<W> {
    pub(super) fn new(walk: W, shape: Shape, blocks: Runs, apart: bool) -> Self {
        let p = walk.len();
        let steps = |kernel: &&Kernel| {
            2 * ceil_log2(p.div_ceil(kernel.nodes)) as usize + kernel.steps.len()
        };
        let fitting = shape.kernels().iter().filter(|kernel| kernel.nodes <= p);
        let (g, rounds) = fitting.min_by_key(steps).map_or((1, &[][..]), |k| (k.nodes, k.steps));
        // Part i is one longer than the last for as long as p divided by g leaves a remainder.
        let bounds = (0..=g).map(|i| i * (p / g) + i.min(p % g)).collect();
        Parts { walk, blocks, apart, bounds, rounds }
    }

    /// How many steps the longest part takes to reduce.
    fn depth(&self) -> usize {
        step_count(self.bounds[1])
    }

    fn plain(&self) -> Payload {
        Payload::Plain(self.blocks.clone())
    }

    fn exchange(&self, round: usize, step: &mut Step) {
        for hop in self.rounds[round] {
            let payload = if round > 0 && self.apart {
                let sum = self.walk.contributors(self.bounds[hop.first], self.bounds[hop.last + 1]);
                let blocks = self.blocks.clone();
                Payload::Values(Box::new([Value { blocks, contributors: Some(sum) }]))
            } else {
                self.plain()
            };
            let (from, to) = (self.bounds[hop.from], self.bounds[hop.to]);
            step.messages.push(self.walk.hop(from, to, hop.back, payload));
        }
    }

    /// Appends the messages of a step.
    fn append(&self, k: usize, step: &mut Step) {
        let depth = self.depth();
        if (depth..depth + self.rounds.len()).contains(&k) {
            return self.exchange(k - depth, step);
        }
        for part in self.bounds.windows(2) {
            let (start, length) = (part[0], part[1] - part[0]);
            if k < depth {
                for_each_split(length, depth - 1 - k, |first, middle, _| {
                    let (from, to) = (start + middle, start + first);
                    step.messages.push(self.walk.hop(from, to, true, self.plain()));
                });
            } else {
                for_each_split(length, k - depth - self.rounds.len(), |first, middle, _| {
                    let (from, to) = (start + first, start + middle);
                    step.messages.push(self.walk.hop(from, to, false, self.plain()));
                });
            }
        }
    }
}

impl<W: Walk> Steps for Parts<W> {
    fn count(&self) -> usize {
        2 * self.depth() + self.rounds.len()
    }

    fn messages(&self) -> u128 {
        let exchanged: usize = self.rounds.iter().map(|round| round.len()).sum();
        let within = u128::from(self.walk.len()) + 1 - self.bounds.len() as u128;
        2 * within + exchanged as u128
    }

    fn step_into(&self, k: usize, step: &mut Step) {
        step.messages.clear();
        self.append(k, step);
    }
}

/// What the tour of a family's nodes is.
fn shape(family: &Family) -> Shape {
    if family.offers().contains(&Feature::Line) {
        Shape::Open
    } else if family.offers().contains(&Feature::ClosedRing) {
        Shape::Closed
    } else {
        Shape::Tour
    }
}

/// What the lines of a grid are.
fn line_shape(family: &Family) -> Shape {
    if family.offers().contains(&Feature::ClosedSides) { Shape::Closed } else { Shape::Open }
}

/// How many steps it takes along the tour of a family.
pub(super) fn steps_of(family: &Family) -> String {
    shape(family).steps_of("p")
}

/// How many steps it takes along the lines of dimension j of a grid, counted from 1.
pub(super) fn steps_along(family: &Family, j: usize) -> String {
    line_shape(family).steps_of(&format!("k_{j}"))
}

/// Along all lines of one dimension of a grid at once.
struct Lines(Vec<Parts<Line>>);

impl Steps for Lines {
    fn count(&self) -> usize {
        self.0.first().map_or(0, Steps::count)
    }

    fn messages(&self) -> u128 {
        self.0.iter().map(Steps::messages).sum()
    }

    fn step_into(&self, k: usize, step: &mut Step) {
        step.messages.clear();
        self.0.iter().for_each(|line| line.append(k, step));
    }
}

/// Along the tour of all nodes.
pub(super) fn along_the_tour(request: &Request) -> Box<dyn Steps> {
    let blocks = request.instance.all_blocks();
    let apart = request.instance.data() == Data::Combined;
    let shape = shape(request.topology.family());
    Box::new(Parts::new(Tour::new(&request.topology), shape, blocks, apart))
}

/// Along the lines of one dimension of a grid after another, the last first.
pub(super) fn by_dimension(request: &Request) -> Box<dyn Steps> {
    let topology = &request.topology;
    let apart = request.instance.data() == Data::Combined;
    let shape = line_shape(topology.family());
    let dimensions = (0..topology.network().sides().map_or(0, <[u32]>::len)).rev();
    let along = |dimension| -> Box<dyn Steps> {
        let blocks = || request.instance.all_blocks();
        let lines = topology.lines(dimension);
        Box::new(Lines(lines.map(|line| Parts::new(line, shape, blocks(), apart)).collect()))
    };
    Box::new(InTurn(dimensions.map(along).collect()))
}
