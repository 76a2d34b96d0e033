//! The blocks of one node in a space of several axes: ranges along the first axis with equal content, and so
//! on inwards.
//!
//! On a torus of 1024 x 1024 a node finally holds 2^20 blocks for itself. They are one brick here and would
//! be 2^20 runs of numbers.

use std::collections::BTreeMap;

use super::run_set::RunSet;
use super::{Holding, Transposer};
use crate::schedule::{Brick, Run, Runs};

/// A set of blocks that only grows.
#[derive(Clone, PartialEq, Eq)]
pub(crate) enum Boxes {
    /// The set on the last axis.
    Last(RunSet),
    /// For each start of a range its end, and the content along the further axes.
    Split(BTreeMap<u64, (u64, Boxes)>),
}

impl Boxes {
    /// The empty set, in a space of this many axes.
    pub(crate) fn new(axes: usize) -> Self {
        if axes <= 1 {
            Boxes::Last(RunSet::new(Runs::new()))
        } else {
            Boxes::Split(BTreeMap::new())
        }
    }

    fn of(ranges: &[Run]) -> Self {
        let mut bricks = Boxes::new(ranges.len());
        bricks.insert(ranges);
        bricks
    }

    /// Appends the parts of a brick that are not in the set, up to a number of bricks.
    pub(crate) fn missing(&self, brick: &Brick, most: usize, out: &mut Vec<Brick>) {
        self.lacking(&brick.0, &mut Brick(brick.0.iter().copied().take(0).collect()), most, out);
    }

    /// Adds the brick of these ranges.
    pub(crate) fn insert(&mut self, ranges: &[Run]) {
        let Some((range, rest)) = ranges.split_first() else { return };
        match self {
            Boxes::Last(held) => held.add(&Runs::range(range.start, range.end)),
            Boxes::Split(parts) => {
                if add_apart(parts, *range, rest) {
                    return;
                }
                split(parts, range.start);
                split(parts, range.end);
                let (mut gaps, mut at) = (Vec::new(), range.start);
                for (start, (end, inner)) in parts.range_mut(range.start..range.end) {
                    if at < *start {
                        gaps.push(Run { start: at, end: *start });
                    }
                    at = *end;
                    inner.insert(rest);
                }
                if at < range.end {
                    gaps.push(Run { start: at, end: range.end });
                }
                for gap in gaps {
                    parts.insert(gap.start, (gap.end, Boxes::of(rest)));
                }
                join(parts, *range);
            }
        }
    }

    /// Whether the whole brick of these ranges is in the set.
    fn covers(&self, ranges: &[Run]) -> bool {
        let Some((range, rest)) = ranges.split_first() else { return true };
        match self {
            Boxes::Last(held) => held.has_all(&Runs::range(range.start, range.end)),
            Boxes::Split(parts) => {
                let mut at = range.start;
                for (start, (end, inner)) in meeting(parts, *range) {
                    if *start > at || !inner.covers(rest) {
                        return false;
                    }
                    at = *end;
                }
                at >= range.end
            }
        }
    }

    /// Whether any part of the brick of these ranges is in the set.
    pub(crate) fn meets(&self, ranges: &[Run]) -> bool {
        let Some((range, rest)) = ranges.split_first() else { return true };
        match self {
            Boxes::Last(held) => held.has_any(&Runs::range(range.start, range.end)),
            Boxes::Split(parts) => meeting(parts, *range).any(|(_, (_, inner))| inner.meets(rest)),
        }
    }

    fn lacking(&self, ranges: &[Run], before: &mut Brick, most: usize, out: &mut Vec<Brick>) {
        let Some((range, rest)) = ranges.split_first() else { return };
        let whole = |before: &Brick, lacking: Run, rest: &[Run]| {
            Brick(before.0.iter().copied().chain([lacking]).chain(rest.iter().copied()).collect())
        };
        match self {
            Boxes::Last(held) => {
                let all = Runs::range(range.start, range.end);
                for run in all.minus(&held.of(&all)).runs().iter().take(most - out.len().min(most))
                {
                    out.push(whole(before, *run, rest));
                }
            }
            Boxes::Split(parts) => {
                let mut at = range.start;
                for (start, (end, inner)) in meeting(parts, *range) {
                    if *start > at && out.len() < most {
                        out.push(whole(before, Run { start: at, end: *start }, rest));
                    }
                    let within = Run { start: (*start).max(at), end: (*end).min(range.end) };
                    before.0.push(within);
                    inner.lacking(rest, before, most, out);
                    before.0.pop();
                    at = *end;
                }
                if at < range.end && out.len() < most {
                    out.push(whole(before, Run { start: at, end: range.end }, rest));
                }
            }
        }
    }
}

impl Holding<Brick> for Boxes {
    fn has_all(&mut self, blocks: &Brick, _: &mut Transposer) -> bool {
        self.covers(&blocks.0)
    }

    fn has_any(&mut self, blocks: &Brick, _: &mut Transposer) -> bool {
        self.meets(&blocks.0)
    }

    fn add(&mut self, blocks: &Brick, _: &mut Transposer) {
        self.insert(&blocks.0);
    }
}

type Ranges = BTreeMap<u64, (u64, Boxes)>;

/// The parts that a range meets, ascending.
fn meeting(parts: &Ranges, range: Run) -> impl Iterator<Item = (&u64, &(u64, Boxes))> {
    let first = parts.range(..=range.start).next_back();
    let first = first.filter(|(_, (end, _))| *end > range.start);
    // A single number is in one part only.
    let further = (range.len() > 1).then(|| parts.range(range.start + 1..range.end));
    first.into_iter().chain(further.into_iter().flatten())
}

/// Adds a range that meets no part, unless it must be joined with the next one. Returns whether it did.
fn add_apart(parts: &mut Ranges, range: Run, rest: &[Run]) -> bool {
    let inner = Boxes::of(rest);
    let next = parts.range(range.start..).next();
    if next.is_some_and(|(start, (_, next))| {
        *start < range.end || *start == range.end && *next == inner
    }) {
        return false;
    }
    match parts.range_mut(..range.start).next_back() {
        Some((_, (end, _))) if *end > range.start => return false,
        Some((_, (end, before))) if *end == range.start && *before == inner => *end = range.end,
        _ => {
            parts.insert(range.start, (range.end, inner));
        }
    }
    true
}

/// Splits the part that contains a place, if there is one.
fn split(parts: &mut Ranges, at: u64) {
    let Some((_, (end, inner))) = parts.range_mut(..at).next_back() else { return };
    if *end > at {
        let right = (*end, inner.clone());
        *end = at;
        parts.insert(at, right);
    }
}

/// Joins adjacent equal parts within a range or at its ends.
fn join(parts: &mut Ranges, range: Run) {
    let from = parts.range(..range.start).next_back().map_or(range.start, |(start, _)| *start);
    let Some((mut left, _)) = parts.range(from..).next().map(|(start, part)| (*start, part)) else {
        return;
    };
    while let Some((left_end, inner)) = parts.get(&left) {
        if left >= range.end {
            return;
        }
        let Some((start, (end, other))) = parts.range(left + 1..).next() else { return };
        if left_end == start && inner == other {
            let (start, end) = (*start, *end);
            parts.remove(&start);
            if let Some(part) = parts.get_mut(&left) {
                part.0 = end;
            }
        } else {
            left = *start;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use quickcheck::{Gen, QuickCheck};

    use super::*;

    fn brick(sides: [(u8, u8); 3]) -> Brick {
        let range = |(a, b): (u8, u8)| {
            let (a, b) = (u64::from(a % 5), u64::from(b % 5));
            Run { start: a.min(b), end: a.max(b) + 1 }
        };
        Brick(sides.into_iter().map(range).collect())
    }

    fn points(brick: &Brick) -> BTreeSet<(u64, u64, u64)> {
        let ranges = |axis: usize| brick.0[axis].start..brick.0[axis].end;
        ranges(0)
            .flat_map(|x| ranges(1).flat_map(move |y| ranges(2).map(move |z| (x, y, z))))
            .collect()
    }

    /// Compared with the simplest set. The same blocks are the same parts, in whichever order they came.
    #[test]
    fn agrees_with_plain_sets() {
        #[allow(clippy::needless_pass_by_value)] // what quickcheck calls
        fn law(added: Vec<(u8, u8, u8)>, asked: (u8, u8, u8)) -> bool {
            let of = |(a, b, c): (u8, u8, u8)| brick([(a, a / 5), (b, b / 5), (c, c / 5)]);
            let (mut held, mut plain) = (Boxes::new(3), BTreeSet::new());
            let asked = of(asked);
            let mut backwards = Boxes::new(3);
            added.iter().rev().for_each(|add| backwards.insert(&of(*add).0));
            let agrees = added.iter().all(|add| {
                let add = of(*add);
                held.insert(&add.0);
                plain.extend(points(&add));
                let wanted = points(&asked);
                let mut missing = Vec::new();
                held.missing(&asked, usize::MAX, &mut missing);
                let lacking: BTreeSet<_> = missing.iter().flat_map(points).collect();
                held.covers(&asked.0) == wanted.is_subset(&plain)
                    && held.meets(&asked.0) != wanted.is_disjoint(&plain)
                    && lacking == wanted.difference(&plain).copied().collect()
            });
            agrees && held == backwards
        }
        QuickCheck::new()
            .rng(Gen::from_size_and_seed(12, 5))
            .tests(3000)
            .quickcheck(law as fn(Vec<(u8, u8, u8)>, (u8, u8, u8)) -> bool);
    }

    /// A triangle of rows that becomes one square.
    #[test]
    fn what_is_the_same_becomes_one_part() {
        let mut held = Boxes::new(2);
        let row = |x: u64, end: u64| {
            Brick([Run { start: x, end: x + 1 }, Run { start: 0, end }].into_iter().collect())
        };
        (0..6).for_each(|x| held.insert(&row(x, x + 1).0));
        assert!(matches!(&held, Boxes::Split(parts) if parts.len() == 6));
        (0..6).rev().for_each(|x| held.insert(&row(x, 6).0));
        assert!(matches!(&held, Boxes::Split(parts) if parts.len() == 1));
    }
}
