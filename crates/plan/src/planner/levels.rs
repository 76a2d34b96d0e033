//! Hierarchical algorithms as expressions: in each group of a level, one after another.
//!
//! A node of a topology with nested groups has a coordinate for each level. The nodes that agree in all other
//! coordinates are the *line* through a node along a level: the nodes of a box, or one node of each box at the
//! same place. A [`Stage`] runs a step rule on lines of a level at the same time, on each as on a complete
//! network of its nodes (specs/lemmas.md, In each group). An algorithm is a list of stages.

use std::ops::Range;

use super::Request;
use super::in_turn::{InTurn, renamed};
use super::rules;
use hockney_base::rule::Rule;
use hockney_core::collective::{Blocks, Instance, collective};
use hockney_core::schedule::{Run, Runs, Step, Steps};
use hockney_core::topology::{Topology, Vertex, family};

/// One step rule in groups.
#[derive(Clone, Copy)]
pub(super) struct Stage {
    levels: Levels,
    /// The collective of each line, with its steps.
    of: &'static str,
    by: By,
    who: Who,
    /// What a block of the line is: the blocks from these nodes and, of pairs, for those. `None` is all nodes.
    blocks: [Option<Blocked>; 2],
}

/// The origin of the steps of a line.
#[derive(Clone, Copy)]
enum By {
    Rule(&'static Rule),
    Made(Made),
}

/// Steps for a request on a complete network.
type Made = fn(&Request) -> Box<dyn Steps>;

/// The levels of a stage.
#[derive(Clone, Copy)]
enum Levels {
    /// The outermost.
    Between,
    /// All others, the outermost first.
    Inward,
    /// All others, the innermost first.
    Outward,
}

/// The lines of a stage.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Who {
    Everyone,
    /// Those at the place of the root in the parts of the level, or of node 0.
    Leaders,
    /// Those in the group of the root.
    GroupOfRoot,
}

/// The block of a position on a line is those of all nodes with its coordinate on the level, and the coordinates
/// of the line on the levels named here. Pieces of a vector have the same coordinates.
#[derive(Clone, Copy)]
pub(super) struct Blocked {
    outer: bool,
    inner: bool,
}

/// The blocks of all nodes at the same place in the inner groups.
pub(super) const PLACE: Option<Blocked> = Some(Blocked { outer: false, inner: true });
/// The blocks of all nodes of a part.
pub(super) const PART: Option<Blocked> = Some(Blocked { outer: true, inner: false });
/// All blocks.
pub(super) const WHOLE: Option<Blocked> = None;

impl Stage {
    const fn new(levels: Levels, of: &'static str, by: By) -> Self {
        Stage { levels, of, by, who: Who::Everyone, blocks: [PLACE, WHOLE] }
    }

    /// A collective by a rule on all lines of the outermost level.
    pub(super) const fn between(of: &'static str, rule: &'static Rule) -> Self {
        Self::new(Levels::Between, of, By::Rule(rule))
    }

    /// The same by steps that are made for a complete network.
    pub(super) const fn made_between(of: &'static str, made: Made) -> Self {
        Self::new(Levels::Between, of, By::Made(made))
    }

    /// On all lines of the second level, then of the third, and so on.
    pub(super) const fn inward(of: &'static str, rule: &'static Rule) -> Self {
        Self::new(Levels::Inward, of, By::Rule(rule))
    }

    /// On all lines of the innermost level, then of the next, and so on; not of the outermost.
    pub(super) const fn outward(of: &'static str, rule: &'static Rule) -> Self {
        Self::new(Levels::Outward, of, By::Rule(rule))
    }

    pub(super) const fn among_leaders(self) -> Self {
        Stage { who: Who::Leaders, ..self }
    }

    pub(super) const fn in_group_of_root(self) -> Self {
        Stage { who: Who::GroupOfRoot, ..self }
    }

    pub(super) const fn with(self, from: Option<Blocked>, to: Option<Blocked>) -> Self {
        Stage { blocks: [from, to], ..self }
    }
}

/// A stage on the lines of two levels, N boxes of G nodes.
#[derive(Clone, Copy, Debug)]
pub struct Lines {
    /// Whether a line is a box, and not the equal places of all boxes.
    pub inside: bool,
    /// Whether only the line of the root, or of node 0, takes part.
    pub first_only: bool,
    /// The collective of each line.
    pub of: &'static str,
    /// Its steps.
    pub rule: &'static Rule,
}

impl Stage {
    /// The same on two levels, if it has a rule. A box is a line of its own, whoever leads it.
    pub(super) fn on_two_levels(&self) -> Option<Lines> {
        let By::Rule(rule) = self.by else { return None };
        let inside = !matches!(self.levels, Levels::Between);
        let first_only = match self.who {
            Who::Everyone => false,
            Who::Leaders => !inside,
            Who::GroupOfRoot => true,
        };
        Some(Lines { inside, first_only, of: self.of, rule })
    }
}

/// The number of pieces of the vector in the stage between the outermost parts.
#[derive(Clone, Copy)]
pub(super) enum Cut {
    One,
    /// One for each part.
    Parts,
    /// One for each part that is left after a fold.
    Folded,
    /// As many as are asked for; if these cannot be shared out, two.
    Asked,
}

/// The number of pieces of a vector of which each place in the parts has a share.
pub(super) fn pieces(cut: Cut, request: &Request) -> u32 {
    let (parts, places) = halves(&request.topology);
    let asked = request.instance.pieces;
    let of_each = match cut {
        Cut::One => 1,
        Cut::Parts => parts,
        Cut::Folded => 1 << parts.ilog2(),
        Cut::Asked if asked >= 2 * places && asked.is_multiple_of(places) => asked / places,
        Cut::Asked => 2,
    };
    places.saturating_mul(of_each)
}

/// The number of outermost parts, and of nodes in each.
fn halves(topology: &Topology) -> (u32, u32) {
    let parts = topology.network().levels().first().map_or(1, |level| level.parts);
    (parts, topology.nodes() / parts)
}

/// The outermost level where the senders of a part, all its nodes or one, cannot send to other parts at the same
/// time: its ways out of a part and the senders.
pub(super) fn too_few_exits(topology: &Topology, all: bool) -> Option<(u32, u32)> {
    let levels = topology.network().levels();
    let mut nodes = topology.nodes();
    let each = levels.iter().map(|level| {
        nodes /= level.parts;
        (level, if all { nodes } else { 1 })
    });
    // A single part sends to no other.
    let mut shared = each.filter(|(level, senders)| level.parts > 1 && level.ways < *senders);
    shared.next().map(|(level, senders)| (level.ways, senders))
}

/// The stages, one after another. `shared` means that each place in the parts has its share of a vector.
pub(super) fn in_turn(stages: &[Stage], shared: bool, request: &Request) -> Box<dyn Steps> {
    let levels = request.topology.network().levels().len();
    let mut all: Vec<Box<dyn Steps>> = Vec::new();
    for stage in stages {
        let along: Vec<usize> = match stage.levels {
            Levels::Between => vec![0],
            Levels::Inward => (1..levels).collect(),
            Levels::Outward => (1..levels).rev().collect(),
        };
        let each = along.into_iter().filter_map(|level| OnLines::of(stage, level, shared, request));
        all.extend(each.map(|lines| Box::new(lines) as Box<dyn Steps>));
    }
    Box::new(InTurn(all))
}

/// The steps of a rule on lines of one level.
struct OnLines {
    level: usize,
    /// The size and the distance of each level's coordinate in node numbers, the outermost first.
    nodes: Vec<Axis>,
    /// The same in the numbers of blocks, before pieces, and the levels in the order of their distances.
    numbers: Vec<(usize, Axis)>,
    /// The blocks of each number.
    unit: u64,
    /// The first node of each line, and the distance between its nodes.
    lines: Vec<Vertex>,
    apart: Vertex,
    blocks: [Option<Blocked>; 2],
    /// How blocks are numbered as a whole, and on a line.
    whole: Blocks,
    own: Blocks,
    steps: Box<dyn Steps>,
}

#[derive(Clone, Copy)]
struct Axis {
    size: u64,
    distance: u64,
}

/// The axes of coordinates of which each is the fastest one after those before it.
fn axes(sizes: impl Iterator<Item = u64>) -> Vec<Axis> {
    let mut distance = 1;
    let next = |size| {
        let axis = Axis { size, distance };
        distance *= size;
        axis
    };
    sizes.map(next).collect()
}

impl OnLines {
    /// `None` for lines of one node.
    fn of(stage: &Stage, level: usize, shared: bool, request: &Request) -> Option<Self> {
        let (topology, instance) = (&request.topology, &request.instance);
        let sizes: Vec<u32> = topology.network().levels().iter().map(|level| level.parts).collect();
        let mut nodes = axes(sizes.iter().rev().map(|size| u64::from(*size)));
        nodes.reverse();
        let (length, axis) = (sizes[level], nodes[level]);
        let (distance, span) = (axis.distance, axis.distance * axis.size);
        let root = u64::from(instance.root);
        let whole = instance.blocks();
        let pieces = u64::from(instance.pieces);
        let (_, places) = halves(topology);
        let inside = if shared { u64::from(places) } else { 1 };
        let (numbers, unit) = match whole {
            Blocks::Pieces | Blocks::Token => {
                let outermost = pieces / inside;
                let of_level = |level: usize| match level {
                    0 => outermost,
                    level if shared => u64::from(sizes[level]),
                    _ => 1,
                };
                ((0..).zip(axes((0..sizes.len()).map(of_level))).collect(), 1)
            }
            Blocks::PerNode | Blocks::PerPair => {
                (nodes.iter().copied().enumerate().rev().collect::<Vec<_>>(), pieces)
            }
        };
        let mut group = Instance::new(collective(stage.of)?, length);
        group.root = u32::try_from(root / distance % axis.size).ok()?;
        if level == 0 && group.blocks() == Blocks::Pieces && whole == Blocks::Pieces {
            group.pieces = u32::try_from(pieces / inside).ok()?;
        }
        let complete = Topology::new(family("complete")?, &[length.into()]).ok()?;
        let request =
            Request { topology: complete, instance: group, ports: request.ports, order: None };
        let first = |line: u64| line / distance * span + line % distance;
        let takes_part = |line: &u64| match stage.who {
            Who::Everyone => true,
            Who::Leaders => line % distance == root % distance,
            Who::GroupOfRoot => line / distance == root / span,
        };
        let lines = (0..u64::from(topology.nodes()) / axis.size).filter(takes_part);
        let lines = lines.filter_map(|line| Vertex::try_from(first(line)).ok()).collect();
        let own = request.instance.blocks();
        let steps = match stage.by {
            By::Rule(rule) => rules::steps(rule, &request),
            By::Made(made) => made(&request),
        };
        let blocks = stage.blocks;
        (length > 1).then_some(OnLines {
            level,
            nodes,
            numbers,
            unit,
            lines,
            apart: Vertex::try_from(distance).ok()?,
            blocks,
            whole,
            own,
            steps,
        })
    }

    /// The numbers of these coordinates on the level.
    fn numbers(&self, at: Range<u64>, of: Option<Blocked>, line: Vertex) -> Vec<Run> {
        let mut runs = vec![Run { start: 0, end: 1 }];
        for (level, axis) in &self.numbers {
            let Axis { size, distance } = self.nodes[*level];
            // A vector that places do not share has one coordinate for all of them.
            let own = u64::from(line) / distance % size % axis.size;
            let range = match (level.cmp(&self.level), of) {
                (std::cmp::Ordering::Equal, Some(_)) => at.clone(),
                (std::cmp::Ordering::Less, Some(Blocked { outer: true, .. }))
                | (std::cmp::Ordering::Greater, Some(Blocked { inner: true, .. })) => own..own + 1,
                _ => 0..axis.size,
            };
            runs = match runs[..] {
                // All numbers below this distance.
                [run] if run.len() == axis.distance => {
                    vec![Run { start: range.start * axis.distance, end: range.end * axis.distance }]
                }
                _ => {
                    let moved = |of: u64, x: u64| of + x * axis.distance;
                    let run =
                        |x, of: &Run| Run { start: moved(of.start, x), end: moved(of.end, x) };
                    range.flat_map(|x| runs.iter().map(move |of| run(x, of))).collect()
                }
            };
        }
        runs
    }

    /// The blocks of a line's blocks.
    fn blocks(&self, blocks: &Runs, line: Vertex) -> Runs {
        let [from, to] = self.blocks;
        let scaled = |run: Run| Run { start: run.start * self.unit, end: run.end * self.unit };
        let length = self.nodes[self.level].size;
        let mut out = Runs::new();
        for run in blocks.runs() {
            // A vector as a whole, or the pieces of the outermost level.
            let at = match self.own {
                Blocks::Pieces if self.level > 0 || self.whole != Blocks::Pieces => 0..length,
                _ => run.start..run.end,
            };
            match (self.whole, self.own) {
                (Blocks::Token, _) => return blocks.clone(),
                (Blocks::PerPair, Blocks::PerPair) => {
                    for pair in at {
                        let (origin, target) = (pair / length, pair % length);
                        let origins = self.numbers(origin..origin + 1, from, line);
                        let targets = self.numbers(target..target + 1, to, line);
                        out.extend(&self.pairs(&origins, &targets));
                    }
                }
                (Blocks::PerPair, _) => {
                    let origins = self.numbers(at.clone(), from, line);
                    out.extend(&self.pairs(&origins, &self.numbers(at, to, line)));
                }
                _ => {
                    let numbers = self.numbers(at, from, line);
                    out.extend(&numbers.into_iter().map(scaled).collect());
                }
            }
        }
        out
    }

    fn pairs(&self, origins: &[Run], targets: &[Run]) -> Runs {
        let p = self.nodes.iter().map(|axis| axis.size).product::<u64>();
        let row = |origin: u64| {
            let block = move |target: u64| (origin * p + target) * self.unit;
            targets.iter().map(move |run| Run { start: block(run.start), end: block(run.end) })
        };
        origins.iter().flat_map(|run| run.start..run.end).flat_map(row).collect()
    }
}

impl Steps for OnLines {
    fn count(&self) -> usize {
        self.steps.count()
    }

    fn messages(&self) -> u128 {
        self.steps.messages() * self.lines.len() as u128
    }

    fn step_into(&self, k: usize, step: &mut Step) {
        step.messages.clear();
        let mut own = Step::default();
        self.steps.step_into(k, &mut own);
        for first in &self.lines {
            for message in &own.messages {
                let blocks = |blocks: &Runs| self.blocks(blocks, *first);
                let payload = message.payload.renamed(blocks, Clone::clone);
                let mut message = renamed(message.clone(), |at| first + at * self.apart);
                message.payload = payload;
                step.messages.push(message);
            }
        }
    }
}
