//! Hierarchical algorithms as expressions: in each group of a level, one after another.
//!
//! A node of a topology with nested groups has a coordinate for each level. The nodes that agree in all other
//! coordinates are the *line* through a node along a level: the nodes of a box, or one node of each box at the
//! same place. A [`Stage`] runs a step rule on lines of a level at the same time, on each as on a complete
//! network of its nodes (specs/lemmas.md, In each group). The dimensions of a grid are levels, too, whose lines are
//! rings or linear arrays. An algorithm is a list of stages.

use std::cmp::Ordering;

use smallvec::SmallVec;

use super::Request;
use super::in_turn::{InTurn, each_step, renamed};
use super::rules;
use hockney_base::number::{index, saturated};
use hockney_base::rule::Rule;
use hockney_core::collective::{Blocks, Instance, collective};
use hockney_core::schedule::{Brick, Message, Run, Runs, Space, Steps};
use hockney_core::topology::{Feature, Topology, Vertex, family};

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

/// Steps for a request on the network of a line.
type Made = fn(&Request) -> Box<dyn Steps>;

/// The levels of a stage.
#[derive(Clone, Copy)]
pub(super) enum Levels {
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
    /// By steps that are made for each line.
    pub(super) const fn made(levels: Levels, of: &'static str, made: Made) -> Self {
        Self::new(levels, of, By::Made(made))
    }

    const fn new(levels: Levels, of: &'static str, by: By) -> Self {
        Stage { levels, of, by, who: Who::Everyone, blocks: [PLACE, WHOLE] }
    }

    /// A collective by a rule on all lines of the outermost level.
    pub(super) const fn between(of: &'static str, rule: &'static Rule) -> Self {
        Self::new(Levels::Between, of, By::Rule(rule))
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
pub(super) fn pieces(cut: Cut, nesting: Nesting, request: &Request) -> u32 {
    let outermost = nesting.levels(&request.topology).first().map_or(1, |level| level.size);
    let parts: u32 = saturated(outermost);
    let places = request.topology.nodes() / parts;
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

/// The levels of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Nesting {
    /// Those of the topology.
    Groups,
    /// Groups of so many consecutive nodes.
    Consecutive(u32),
    /// The dimensions of a grid, with the first or the last as the outermost.
    Dimensions { last: bool },
}

impl Nesting {
    /// The levels, the outermost first.
    fn levels(self, topology: &Topology) -> Vec<Axis> {
        let sizes: Vec<u32> = match self {
            Nesting::Groups => {
                topology.network().levels().iter().map(|level| level.parts).collect()
            }
            Nesting::Consecutive(size) => vec![topology.nodes() / size, size],
            Nesting::Dimensions { .. } => topology.sizes().to_vec(),
        };
        let mut distance = u64::from(topology.nodes());
        let mut axis = |size: u32| {
            distance /= u64::from(size);
            Axis { size: size.into(), distance }
        };
        let mut levels: Vec<Axis> = sizes.into_iter().map(&mut axis).collect();
        if self == (Nesting::Dimensions { last: true }) {
            levels.rotate_right(1);
        }
        levels
    }

    /// The family of a line with as many nodes as it has.
    fn line(self, topology: &Topology) -> &'static str {
        match self {
            Nesting::Dimensions { .. } if topology.offers(Feature::ClosedSides) => "ring",
            Nesting::Dimensions { .. } => "linear-array",
            Nesting::Groups | Nesting::Consecutive(_) => "complete",
        }
    }
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

/// The number of rings: one for each way out of an innermost group, at most one for each of its nodes.
pub(super) fn rings(topology: &Topology) -> u32 {
    match topology.network().levels()[..] {
        [.., boxes, inside] if boxes.parts > 1 => boxes.ways.clamp(1, inside.parts),
        _ => 1,
    }
}

/// The stages, one after another. `shared` means that each place in the parts has its share of a vector.
pub(super) fn in_turn(
    stages: &[Stage],
    nesting: Nesting,
    shared: bool,
    request: &Request,
) -> Box<dyn Steps> {
    let levels = nesting.levels(&request.topology).len();
    let mut all: Vec<Box<dyn Steps>> = Vec::new();
    for stage in stages {
        let along: Vec<usize> = match stage.levels {
            Levels::Between => vec![0],
            Levels::Inward => (1..levels).collect(),
            Levels::Outward => (1..levels).rev().collect(),
        };
        let each = along
            .into_iter()
            .filter_map(|level| OnLines::of(stage, level, nesting, shared, request));
        all.extend(each.map(OnLines::steps));
    }
    Box::new(InTurn(all))
}

/// The steps of a rule on lines of one level.
struct OnLines {
    level: usize,
    /// The outermost level first.
    levels: Vec<Axis>,
    /// The blocks by the coordinates of their names on the levels, and by pieces.
    space: Space,
    /// The level of each axis of the space but that of the pieces of blocks, and whether it is the origin's (0) or the
    /// target's (1).
    axes: Vec<(usize, usize)>,
    /// The first node of each line, and the distance between its nodes.
    lines: Vec<Vertex>,
    apart: Vertex,
    blocks: [Option<Blocked>; 2],
    /// How blocks are numbered as a whole, and on a line.
    whole: Blocks,
    own: Blocks,
    /// Whether the blocks of a line are those of the whole: signals, or pieces of a vector that places do not share.
    same: bool,
    steps: Box<dyn Steps>,
}

/// The coordinate of a level in node numbers: how many there are, and how far apart.
#[derive(Clone, Copy)]
struct Axis {
    size: u64,
    distance: u64,
}

impl OnLines {
    /// `None` for lines of one node.
    fn of(
        stage: &Stage,
        level: usize,
        nesting: Nesting,
        shared: bool,
        request: &Request,
    ) -> Option<Self> {
        let (topology, instance) = (&request.topology, &request.instance);
        let levels = nesting.levels(topology);
        let Axis { size, distance } = levels[level];
        let (root, pieces) = (u64::from(instance.root), u64::from(instance.pieces));
        let inside = if shared { u64::from(topology.nodes()) / levels[0].size } else { 1 };
        let (whole, names) = (instance.blocks(), instance.blocks().named_by());
        let axes: Vec<(usize, usize)> = match names {
            0 => (0..levels.len()).rev().map(|level| (level, 0)).collect(),
            _ => (0..names)
                .flat_map(|name| (0..levels.len()).map(move |level| (level, name)))
                .collect(),
        };
        let side = |(level, _): &(usize, usize)| match (names, *level) {
            (0, 0) => pieces / inside,
            (0, _) if !shared => 1,
            (_, level) => levels[level].size,
        };
        let space = Space::of_sides(axes.iter().map(side).chain((names > 0).then_some(pieces)));
        let mut group = Instance::new(collective(stage.of)?, u32::try_from(size).ok()?);
        group.root = u32::try_from(root / distance % size).ok()?;
        let vectors = group.blocks() == Blocks::Pieces && whole == Blocks::Pieces;
        if vectors && (level == 0 || !shared) {
            group.pieces = u32::try_from(pieces / inside).ok()?;
        }
        let line = Topology::new(family(nesting.line(topology))?, &[size]).ok()?;
        let request =
            Request { topology: line, instance: group, ports: request.ports, order: None };
        let first = |line: u64| line / distance * distance * size + line % distance;
        let takes_part = |line: &u64| match stage.who {
            Who::Everyone => true,
            Who::Leaders => line % distance == root % distance,
            Who::GroupOfRoot => line / distance == root / (distance * size),
        };
        let lines = (0..u64::from(topology.nodes()) / size).filter(takes_part);
        let lines = lines.filter_map(|line| Vertex::try_from(first(line)).ok()).collect();
        let own = request.instance.blocks();
        let steps = match stage.by {
            By::Rule(rule) => rules::steps(rule, &request),
            By::Made(made) => made(&request),
        };
        let (apart, blocks) = (Vertex::try_from(distance).ok()?, stage.blocks);
        let same = whole == Blocks::Token || vectors && !shared;
        let lines =
            OnLines { level, levels, space, axes, lines, apart, blocks, whole, own, same, steps };
        (size > 1).then_some(lines)
    }

    /// Appends the blocks from and for these coordinates on the level.
    fn brick(&self, at: [Run; 2], line: Vertex, out: &mut SmallVec<[Brick; 1]>) {
        let range = |(axis, (level, name)): (usize, &(usize, usize))| {
            let (whole, Axis { size, distance }) = (self.space.whole(axis), self.levels[*level]);
            // A vector that places do not share has one coordinate for all of them.
            let own = u64::from(line) / distance % size % whole.end;
            match (level.cmp(&self.level), self.blocks[*name]) {
                (Ordering::Equal, Some(_)) => at[*name],
                (Ordering::Less, Some(Blocked { outer: true, .. }))
                | (Ordering::Greater, Some(Blocked { inner: true, .. })) => {
                    Run { start: own, end: own + 1 }
                }
                _ => whole,
            }
        };
        let ranges: Vec<Run> = self.axes.iter().enumerate().map(range).collect();
        self.space.brick(&ranges, out);
    }

    /// The blocks of a line's blocks.
    fn blocks(&self, blocks: &Runs, line: Vertex) -> Runs {
        if self.same {
            return blocks.clone();
        }
        let length = self.levels[self.level].size;
        let mut bricks = SmallVec::new();
        for run in blocks.runs() {
            // A vector as a whole, or the pieces of the outermost level.
            let at = match self.own {
                Blocks::Pieces if self.level > 0 || self.whole != Blocks::Pieces => {
                    Run { start: 0, end: length }
                }
                _ => *run,
            };
            if self.own != Blocks::PerPair {
                self.brick([at; 2], line, &mut bricks);
                continue;
            }
            for pair in at.start..at.end {
                let ends = [pair / length, pair % length];
                self.brick(ends.map(|x| Run { start: x, end: x + 1 }), line, &mut bricks);
            }
        }
        self.space.numbers(&bricks)
    }

    /// The nodes whose data a value of positions of a line contains: between parts, all nodes of these.
    fn contributors(&self, of: &Runs) -> Runs {
        if self.level > 0 {
            return of.clone();
        }
        let Axis { size, distance } = self.levels[0];
        let all: u64 = self.levels.iter().map(|level| level.size).product();
        let from = |first: u64| {
            let at = move |place: u64| first + place * distance;
            of.runs().iter().map(move |run| Run { start: at(run.start), end: at(run.end) })
        };
        (0..all).step_by(index(size * distance)).flat_map(from).collect()
    }

    /// The steps on all lines at the same time.
    fn steps(self) -> Box<dyn Steps> {
        let count = self.steps.count();
        let messages = self.steps.messages() * self.lines.len() as u128;
        each_step(count, messages, move |k, out| {
            let own = self.steps.step(k);
            for first in &self.lines {
                out.extend(own.messages.iter().map(|message| {
                    let blocks = |blocks: &Runs| self.blocks(blocks, *first);
                    let payload = message.payload.renamed(blocks, |of| self.contributors(of));
                    let message = renamed(message.clone(), |at| first + at * self.apart);
                    Message { payload, ..message }
                }));
            }
        })
    }
}
