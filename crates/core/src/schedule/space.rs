//! Blocks as points of a space. Translations of the nodes move them along its axes.
//!
//! Block `i>j.k` on a torus has the coordinates of i, those of j, and k. The blocks of a message are nearly
//! always few *bricks*, products of a range along each axis, for any size of the network; as numbers they can
//! be millions of runs.

use smallvec::{SmallVec, smallvec};

use super::{Run, Runs};
use crate::topology::{Translations, Vertex};

/// A product of ranges, one along each axis of a [`Space`]; never empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Brick(pub SmallVec<[Run; 3]>);

/// An axis of a space of blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Axis {
    size: u64,
    /// The side of the translations along it.
    side: Option<usize>,
}

/// The blocks of a collective, numbered row by row along some axes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Space {
    axes: SmallVec<[Axis; 5]>,
    xor: bool,
}

impl Space {
    /// Blocks with this many nodes in their names (none, one as in `i`, or two as in `i>j`), in pieces.
    pub fn of(by: &Translations, nodes: usize, pieces: u32) -> Self {
        let sides = by.sides().iter().enumerate();
        let sides = sides.map(|(side, size)| Axis { size: u64::from(*size), side: Some(side) });
        let mut axes: SmallVec<[Axis; 5]> = SmallVec::new();
        for _ in 0..nodes {
            axes.extend(sides.clone());
        }
        if pieces > 1 || nodes == 0 {
            axes.push(Axis { size: u64::from(pieces), side: None });
        }
        Space { axes, xor: by.is_xor() }
    }

    /// Blocks along axes of these sizes, which nothing translates.
    pub fn of_sides(sizes: impl IntoIterator<Item = u64>) -> Self {
        let axes = sizes.into_iter().map(|size| Axis { size, side: None }).collect();
        Space { axes, xor: false }
    }

    /// The number of axes.
    pub fn axes(&self) -> usize {
        self.axes.len()
    }

    /// The side of the translations along an axis.
    pub fn side(&self, axis: usize) -> Option<usize> {
        self.axes[axis].side
    }

    /// The whole range of an axis.
    pub fn whole(&self, axis: usize) -> Run {
        Run { start: 0, end: self.axes[axis].size }
    }

    /// Appends the blocks with these ranges along the first axes, and the whole other axes.
    pub fn brick(&self, ranges: &[Run], out: &mut SmallVec<[Brick; 1]>) {
        let rest = (ranges.len()..self.axes.len()).map(|axis| self.whole(axis));
        let brick: SmallVec<[Run; 3]> = ranges.iter().copied().chain(rest).collect();
        if brick.iter().all(|range| !range.is_empty()) {
            out.push(Brick(brick));
        }
    }

    /// Appends the image of a brick under a translation. A range that crosses the end of an axis wraps
    /// around, so one brick can become several.
    pub fn translate(&self, by: &Translations, g: Vertex, brick: &Brick, out: &mut Vec<Brick>) {
        let first = out.len();
        out.push(Brick(SmallVec::from_slice(&brick.0)));
        if g == 0 {
            return;
        }
        for (axis, Axis { size, side }) in self.axes.iter().enumerate() {
            let Some(side) = side else { continue };
            let shift = u64::from(by.coordinate(g, *side));
            if shift == 0 || brick.0[axis].len() == *size {
                continue;
            }
            let parts = if self.xor {
                xor_range(brick.0[axis], shift)
            } else {
                shifted(brick.0[axis], shift, *size)
            };
            let count = out.len();
            for part in &parts[1..] {
                for at in first..count {
                    let mut more = out[at].clone();
                    more.0[axis] = *part;
                    out.push(more);
                }
            }
            out[first..count].iter_mut().for_each(|brick| brick.0[axis] = parts[0]);
        }
    }

    /// The image of a set of numbers under a translation.
    pub fn translate_runs(&self, by: &Translations, g: Vertex, numbers: &Runs) -> Runs {
        let (mut bricks, mut moved) = (Vec::new(), Vec::new());
        self.bricks(numbers, &mut bricks);
        for brick in &bricks {
            self.translate(by, g, brick, &mut moved);
        }
        self.numbers(&moved)
    }

    /// The numbers of the blocks in some bricks.
    pub fn numbers(&self, bricks: &[Brick]) -> Runs {
        let mut runs: Vec<Run> = Vec::new();
        for brick in bricks {
            self.runs_of(&brick.0, 0, 0, &mut runs);
        }
        // Ascending numbers form a set at once.
        runs.sort_unstable();
        runs.into_iter().collect()
    }

    /// The maximum number of runs of numbers of the bricks.
    pub fn most_runs(&self, bricks: &[Brick]) -> u64 {
        let runs = |brick: &Brick| {
            // Trailing axes that are used whole do not split a run.
            let mut whole = true;
            let ranges = brick.0.iter().zip(&self.axes).rev();
            ranges.fold(1_u64, |runs, (range, axis)| {
                let more = if whole { 1 } else { range.len() };
                whole &= range.len() == axis.size;
                runs.saturating_mul(more)
            })
        };
        bricks.iter().map(runs).fold(0, u64::saturating_add)
    }

    fn runs_of(&self, ranges: &[Run], axis: usize, before: u64, out: &mut Vec<Run>) {
        let stride: u64 = self.axes[axis + 1..].iter().map(|axis| axis.size).product();
        let rest_whole =
            ranges[axis + 1..].iter().zip(&self.axes[axis + 1..]).all(|(r, a)| r.len() == a.size);
        let range = ranges[axis];
        if rest_whole {
            let at = |x| before + x * stride;
            return out.push(Run { start: at(range.start), end: at(range.end) });
        }
        for x in range.start..range.end {
            self.runs_of(ranges, axis + 1, before + x * stride, out);
        }
    }

    /// Appends numbers as bricks. Adjacent ones that differ along one axis only are joined.
    pub fn bricks(&self, numbers: &Runs, out: &mut Vec<Brick>) {
        let first = out.len();
        self.parts(numbers, |brick| {
            if let Some(Brick(last)) = out[first..].last_mut() {
                let mut differing = (0..last.len()).filter(|axis| last[*axis] != brick.0[*axis]);
                if let (Some(axis), None) = (differing.next(), differing.next())
                    && last[axis].end == brick.0[axis].start
                {
                    last[axis].end = brick.0[axis].end;
                    return;
                }
            }
            out.push(brick);
        });
    }

    /// Visits the largest bricks of each run: of a partial row, of whole rows, of a partial row, and so on inwards.
    pub fn parts(&self, numbers: &Runs, mut visit: impl FnMut(Brick)) {
        for run in numbers.runs() {
            self.parts_of(*run, &mut SmallVec::new(), &mut visit);
        }
    }

    fn parts_of(&self, run: Run, prefix: &mut SmallVec<[Run; 3]>, visit: &mut impl FnMut(Brick)) {
        let axis = prefix.len();
        let stride: u64 = self.axes[axis + 1..].iter().map(|axis| axis.size).product();
        let Run { mut start, end } = run;
        while start < end {
            let row = start / stride;
            let whole = start.is_multiple_of(stride) && end - start >= stride;
            let rows = if whole { (end - start) / stride } else { 1 };
            let stop = end.min((row + rows) * stride);
            prefix.push(Run { start: row, end: row + rows });
            if whole {
                let rest = (axis + 1..self.axes.len()).map(|axis| self.whole(axis));
                visit(Brick(prefix.iter().copied().chain(rest).collect()));
            } else {
                let within = Run { start: start - row * stride, end: stop - row * stride };
                self.parts_of(within, prefix, visit);
            }
            prefix.pop();
            start = stop;
        }
    }
}

/// A range moved along a closed axis.
fn shifted(range: Run, by: u64, size: u64) -> SmallVec<[Run; 2]> {
    let start = (range.start + by) % size;
    let end = start + range.len();
    if end <= size {
        smallvec![Run { start, end }]
    } else {
        smallvec![Run { start, end: size }, Run { start: 0, end: end - size }]
    }
}

/// The image of a range under XOR: split into aligned parts, each of which stays a range.
fn xor_range(range: Run, by: u64) -> SmallVec<[Run; 2]> {
    let mut parts: SmallVec<[Run; 2]> = SmallVec::new();
    let Run { mut start, end } = range;
    while start < end {
        let most = 1_u64 << (end - start).ilog2();
        let aligned = if start == 0 { most } else { most.min(1 << start.trailing_zeros()) };
        let to = (start ^ by) & !(aligned - 1);
        match parts.last_mut() {
            Some(last) if last.end == to => last.end += aligned,
            Some(last) if last.start == to + aligned => last.start = to,
            _ => parts.push(Run { start: to, end: to + aligned }),
        }
        start += aligned;
    }
    parts
}

#[cfg(test)]
mod tests {
    use quickcheck::{Gen, QuickCheck};

    use super::*;

    fn spaces() -> Vec<(Translations, Space)> {
        let by = [
            Translations::cyclic(&[6], &[2]),
            Translations::cyclic(&[3, 4], &[1, 2]),
            Translations::xor(8),
        ];
        let all = by.into_iter().flatten();
        all.flat_map(|by| {
            [(0, 3), (1, 1), (1, 2), (2, 1), (2, 3)].map(|(nodes, pieces)| {
                let space = Space::of(&by, nodes, pieces);
                (by.clone(), space)
            })
        })
        .collect()
    }

    /// The image of a block under a translation, number by number.
    fn moved(by: &Translations, g: Vertex, number: u64, space: &Space) -> u64 {
        let pieces =
            space.axes.iter().filter(|a| a.side.is_none()).map(|a| a.size).product::<u64>();
        let nodes = u64::from(by.nodes());
        let (mut rest, piece) = (number / pieces, number % pieces);
        let mut named = Vec::new();
        for _ in 0..(space.axes.iter().filter(|a| a.side == Some(0)).count()) {
            named.push(u32::try_from(rest % nodes).unwrap_or(0));
            rest /= nodes;
        }
        let to = |sum: u64, v: &u32| sum * nodes + u64::from(by.apply(g, *v));
        named.iter().rev().fold(0, to) * pieces + piece
    }

    /// Catches parts of a range that lie beside each other and are listed apart.
    #[test]
    fn an_image_has_as_few_ranges_as_possible() {
        for (start, end) in (0..24).flat_map(|start| (start + 1..=24).map(move |end| (start, end)))
        {
            for by in 0..32 {
                let parts = xor_range(Run { start, end }, by);
                let mut found: Vec<u64> = parts.iter().flat_map(|run| run.start..run.end).collect();
                found.sort_unstable();
                let mut image: Vec<u64> = (start..end).map(|number| number ^ by).collect();
                image.sort_unstable();
                assert_eq!(found, image, "{start}..{end} by {by}");
                let joined = parts
                    .windows(2)
                    .any(|two| two[0].end == two[1].start || two[1].end == two[0].start);
                assert!(!joined, "{start}..{end} by {by}: {parts:?}");
            }
        }
    }

    /// Numbers as bricks and back, and translations block by block.
    #[test]
    fn bricks_are_the_blocks_that_they_stand_for() {
        #[allow(clippy::needless_pass_by_value)] // what quickcheck calls
        fn law(numbers: Vec<(u16, u8)>, which: u8, g: u8) -> bool {
            let spaces = spaces();
            let (by, space) = &spaces[usize::from(which) % spaces.len()];
            let size: u64 = space.axes.iter().map(|axis| axis.size).product();
            let numbers: Runs = numbers
                .iter()
                .map(|(start, len)| {
                    let start = u64::from(*start) % size;
                    Run { start, end: size.min(start + 1 + u64::from(*len % 40)) }
                })
                .collect();
            let mut bricks = Vec::new();
            space.bricks(&numbers, &mut bricks);
            let all: Vec<Vertex> = by.all().collect();
            let g = all[usize::from(g) % all.len()];
            let image: Runs = numbers.iter().map(|n| moved(by, g, n, space)).collect();
            space.numbers(&bricks) == numbers
                && space.most_runs(&bricks) >= numbers.runs().len() as u64
                && space.translate_runs(by, g, &numbers) == image
        }
        QuickCheck::new()
            .rng(Gen::from_size_and_seed(6, 9))
            .tests(3000)
            .quickcheck(law as fn(Vec<(u16, u8)>, u8, u8) -> bool);
    }
}
