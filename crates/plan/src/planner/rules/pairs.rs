//! Blocks for pairs of nodes, of which a position sends those of some origins for some targets.

use smallvec::{SmallVec, smallvec};

use super::layout::{Layout, round};
use hockney_base::number::saturated;
use hockney_base::rule::Load;
use hockney_core::collective::Instance;
use hockney_core::schedule::{Run, Runs};
use hockney_core::topology::Line;

/// The blocks from a position for this many targets from the first on, cyclically.
pub(super) struct Row {
    pub(super) origin: u32,
    pub(super) first: u32,
    pub(super) count: u32,
}

/// The payload from position v of p to another, if the blocks of each origin are one row.
pub(super) fn rows(load: &Load<u32>, [v, to]: [u32; 2], p: u32) -> SmallVec<[Row; 1]> {
    let one = |origin: u32, target: u32| Row { origin, first: target, count: 1 };
    match *load {
        Load::Own => smallvec![one(v, to)],
        Load::Onwards { origin, targets: (first, count) } => {
            smallvec![Row { origin: round(v + origin, p), first: round(v + first, p), count }]
        }
        Load::Apart { stride, origins: (first, count) } => {
            let offsets = (0..count).step_by(stride.max(1) as usize);
            offsets.map(|by| one((v + first + by) % p, to)).collect()
        }
        Load::Digit(base, unit, digit) => {
            let with_digit = (1..p).filter(|distance| distance / unit % base == digit);
            let origin = |distance: u32| round(v + p - distance % unit, p);
            with_digit.map(|by| one(origin(by), round(origin(by) + by, p))).collect()
        }
        // No blocks for pairs, or more than one row.
        _ => SmallVec::new(),
    }
}

/// The blocks of all pairs.
pub(super) struct Pairs {
    /// The number of targets of each origin.
    nodes: u32,
    /// The number of pieces per block.
    pieces: u64,
}

impl Pairs {
    pub(super) fn new(of: &Instance) -> Self {
        Pairs { nodes: of.nodes, pieces: of.pieces.into() }
    }

    /// The blocks from a node for those from `first` up to but not including `end`.
    #[inline]
    fn blocks(&self, from: u32, first: u64, end: u64) -> Run {
        let row = u64::from(from) * u64::from(self.nodes);
        Run { start: (row + first) * self.pieces, end: (row + end) * self.pieces }
    }

    #[inline]
    pub(super) fn block(&self, from: u32, to: u32) -> Run {
        self.blocks(from, to.into(), u64::from(to) + 1)
    }

    /// The payload from position v to another.
    #[inline]
    pub(super) fn sent(&self, layout: &Layout, load: &Load<u32>, [v, to]: [u32; 2]) -> Runs {
        if let Load::Own = load {
            let Run { start, end } = self.block(layout.node(v), layout.node(to));
            return Runs::range(start, end);
        }
        self.sent_on(layout, load, [v, to])
    }

    /// The same without its own blocks.
    fn sent_on(&self, layout: &Layout, load: &Load<u32>, [v, to]: [u32; 2]) -> Runs {
        let Load::Sides { low, high } = *load else {
            let mut all = Runs::new();
            for Row { origin, first, count } in rows(load, [v, to], layout.p) {
                all.extend(&self.from(layout, origin, first, count));
            }
            return all;
        };
        let first = v >> low << low;
        let targets = || (to & ((1 << high) - 1)..layout.p).step_by(1 << high);
        let of = |from| targets().map(move |to| (layout.node(from), layout.node(to)));
        let pairs = (first..first + (1 << low)).flat_map(of);
        pairs.map(|(from, to)| self.block(from, to)).collect()
    }

    /// The blocks of one position for this many targets from the first on, cyclically.
    #[inline]
    fn from(&self, layout: &Layout, origin: u32, first: u32, count: u32) -> Runs {
        let from = layout.node(origin);
        if let Some(line) = layout.line() {
            let targets = (first..first + count).map(|x| x % layout.p);
            return self.along(line, from, targets.collect());
        }
        let targets = layout.numbers(first, count, 1);
        targets.runs().iter().map(|run| self.blocks(from, run.start, run.end)).collect()
    }

    /// On a line of a grid: from all that agree with the origin up to this coordinate (the aheades are done),
    /// for all that have one of these in this coordinate and the origin's aheades.
    fn along(&self, line: &Line, origin: u32, mut targets: Vec<u32>) -> Runs {
        targets.sort_unstable();
        let first = origin / line.stride * line.stride;
        let mut runs = Runs::new();
        for from in first..first + line.stride {
            for plane in (0..self.nodes).step_by((line.stride * line.length) as usize) {
                for x in &targets {
                    runs.insert(self.block(from, plane + x * line.stride + origin % line.stride));
                }
            }
        }
        runs
    }

    /// All blocks from these nodes except those for themselves.
    pub(super) fn of_origins(&self, nodes: &Runs) -> Runs {
        let row = |node: u64| {
            let rest = [(0, node), (node + 1, u64::from(self.nodes))];
            rest.map(|(first, end)| self.blocks(saturated(node), first, end))
        };
        nodes.iter().flat_map(row).collect()
    }

    /// All blocks for these nodes except those from themselves.
    pub(super) fn to_all(&self, nodes: &Runs) -> Runs {
        let mut all = Runs::new();
        for origin in 0..self.nodes {
            for run in nodes.minus(&Runs::one(origin.into())).runs() {
                all.insert(self.blocks(origin, run.start, run.end));
            }
        }
        all
    }

    /// The number of ranges of blocks that a position sends.
    pub(super) fn ranges(load: &Load<u32>, p: u32) -> u128 {
        let p = u128::from(p);
        match *load {
            Load::Sides { low, high } => p >> high << low,
            // No two are adjacent: distances from an origin differ by the next power of the base.
            Load::Digit(base, unit, digit) => {
                let (unit, all) = (u128::from(unit), u128::from(base) * u128::from(unit));
                p / all * unit + (p % all).saturating_sub(u128::from(digit) * unit).min(unit)
            }
            Load::Apart { stride, origins: (_, count) } => count.div_ceil(stride.max(1)).into(),
            _ => 1,
        }
    }

    /// The number of ranges that position v of a line sends, with this many lines per plane and this many
    /// planes.
    pub(super) fn ranges_along(load: &Load<u32>, v: u32, line: &Line, planes: u32) -> u128 {
        let of = |count: u32, wraps: bool| match (line.stride, wraps) {
            _ if count == 0 => 0,
            // The targets at the end of a row and at the start of the next are adjacent.
            (1, wraps) => planes + u32::from(wraps),
            (stride, _) => stride * planes * count,
        };
        match *load {
            Load::Onwards { origin: _, targets: (first, count) } => {
                of(count, round(v + first, line.length) + count > line.length).into()
            }
            Load::Apart { stride, origins: (_, count) } => {
                u128::from(count.div_ceil(stride.max(1))) * u128::from(of(1, false))
            }
            _ => 1,
        }
    }
}
