//! The values that one node has received, by runs of blocks with the same values.
//!
//! Most nodes have the same values of all their blocks, or none, which takes no memory of its own. In a
//! reduce-scatter round a ring every block has its own value, but the names of these values go up or down
//! evenly from block to block, and such a run is also stored as one. If nearly every block has different
//! values, a list with an entry per block is smaller and faster than a tree.

use std::collections::BTreeMap;
use std::convert::Infallible;

use smallvec::SmallVec;

use crate::checker::Worked;
use crate::checker::combined::received::Arrival;
use crate::checker::combined::set_id::Known;
use crate::schedule::Run;
use hockney_base::number::index;

/// The number of runs from which they are stored in a tree, or listed.
const FEWEST: usize = 16;
/// The maximum number of blocks per run for a list.
const LISTED_FROM: u64 = 8;

/// The bytes of a run, of a run in a tree, and of an entry in a list.
const IN_PARTS: usize = 160;
const IN_TREE: usize = 60;
const IN_LIST: usize = 8;

/// Runs of blocks of which a node has received the same values.
#[derive(Default)]
pub(crate) enum Intervals {
    #[default]
    Nothing,
    /// The same values for all blocks.
    Whole(Known),
    Storage(Box<Storage>),
}

pub(crate) enum Storage {
    /// Ascending and disjoint.
    Few(SmallVec<[Interval; 4]>),
    /// A tree by their first blocks.
    Tree(BTreeMap<u64, Interval>),
    /// An entry for each block.
    List(Vec<Known>),
}

impl Intervals {
    /// The approximate number of bytes.
    fn bytes(&self) -> usize {
        match self {
            Intervals::Nothing | Intervals::Whole(_) => 0,
            Intervals::Storage(parts) => match &**parts {
                Storage::Few(few) => IN_PARTS.max(few.len() * size_of::<Interval>()),
                Storage::Tree(tree) => IN_PARTS + tree.len() * IN_TREE,
                Storage::List(list) => IN_PARTS + list.len() * IN_LIST,
            },
        }
    }
}

/// Adds a value of some blocks. All blocks are below `end`. Returns the approximate number of additional
/// bytes.
#[inline]
pub(crate) fn receive(intervals: &mut Intervals, end: u64, arrival: &mut Arrival<'_>) -> usize {
    let links = arrival.received.bytes();
    let is_all = (arrival.blocks.start, arrival.blocks.end) == (0, end);
    let parts = match intervals {
        Intervals::Nothing if is_all => {
            *intervals = Intervals::Whole(Known::one(arrival.value));
            0
        }
        Intervals::Whole(known) if is_all => {
            match arrival.add(*known) {
                Some(more) => *known = more,
                None => _ = arrival.before.insert(arrival.blocks),
            }
            0
        }
        _ => receive_in_parts(intervals, end, arrival),
    };
    parts + (arrival.received.bytes() - links)
}

fn receive_in_parts(intervals: &mut Intervals, end: u64, arrival: &mut Arrival<'_>) -> usize {
    let bytes = intervals.bytes();
    let parts = match intervals {
        Intervals::Storage(parts) => parts,
        Intervals::Nothing | Intervals::Whole(_) => {
            let mut few = SmallVec::new();
            if let Intervals::Whole(known) = intervals {
                few.push(Interval::new(Run { start: 0, end }, *known));
            }
            *intervals = Intervals::Storage(Box::new(Storage::Few(few)));
            let Intervals::Storage(parts) = intervals else { return 0 };
            parts
        }
    };
    match &mut **parts {
        Storage::Few(few) => {
            receive_in_few(few, arrival);
            if few.len() >= FEWEST {
                let tree = std::mem::take(few).into_iter().map(|s| (s.start, s)).collect();
                **parts = Storage::Tree(tree);
            } else if let [Interval { start: 0, end: last, known, step: 0 }] = few[..]
                && last == end
            {
                // Pieces that arrived one after another are now all blocks.
                *intervals = Intervals::Whole(known);
                return 0;
            }
        }
        Storage::Tree(tree) => receive_in_tree(tree, arrival),
        Storage::List(list) => receive_in_list(list, arrival),
    }
    if let Storage::Tree(tree) = &mut **parts
        && tree.len() as u64 >= end / LISTED_FROM
    {
        **parts = Storage::List(listed(tree, end));
    }
    intervals.bytes().saturating_sub(bytes)
}

fn receive_in_few(few: &mut SmallVec<[Interval; 4]>, arrival: &mut Arrival<'_>) {
    let blocks = arrival.blocks;
    let at = few.iter().take_while(|interval| interval.end <= blocks.start).count();
    let overlapped = few[at..].iter().take_while(|interval| interval.start < blocks.end).count();
    if overlapped > 0 {
        let old: SmallVec<[Interval; 4]> = few.drain(at..at + overlapped).collect();
        let new = updated(&old, arrival);
        few.insert_many(at, new);
        return;
    }
    let known = Known::one(arrival.value);
    let left = at.checked_sub(1).and_then(|left| few.get_mut(left));
    if left.is_some_and(|left| left.grow(blocks, known)) {
        return;
    }
    if few.get_mut(at).is_some_and(|right| right.grow_down(blocks, known)) {
        return;
    }
    few.insert(at, Interval::new(blocks, known));
}

fn receive_in_tree(tree: &mut BTreeMap<u64, Interval>, arrival: &mut Arrival<'_>) {
    let blocks = arrival.blocks;
    let mut old: SmallVec<[Interval; 4]> = tree
        .range(..blocks.end)
        .rev()
        .map(|(_, interval)| *interval)
        .take_while(|interval| interval.end > blocks.start)
        .collect();
    if old.is_empty() {
        let known = Known::one(arrival.value);
        let left = tree.range_mut(..blocks.start).next_back();
        if !left.is_some_and(|(_, left)| left.grow(blocks, known)) {
            tree.insert(blocks.start, Interval::new(blocks, known));
        }
        return;
    }
    old.reverse();
    for interval in &old {
        tree.remove(&interval.start);
    }
    let new = updated(&old, arrival);
    tree.extend(new.into_iter().map(|interval| (interval.start, interval)));
}

fn listed(tree: &BTreeMap<u64, Interval>, end: u64) -> Vec<Known> {
    let mut list = vec![Known::NOTHING; index(end)];
    for interval in tree.values() {
        for block in interval.start..interval.end {
            if let Some(place) = usize::try_from(block).ok().and_then(|i| list.get_mut(i)) {
                *place = interval.of(block);
            }
        }
    }
    list
}

/// The indices of some blocks.
fn places(run: Run) -> std::ops::Range<usize> {
    index(run.start)..index(run.end)
}

fn receive_in_list(list: &mut [Known], arrival: &mut Arrival<'_>) {
    let blocks = arrival.blocks;
    // Blocks with the same values share the update.
    let mut last = None;
    for (block, known) in (blocks.start..).zip(list.get_mut(places(blocks)).unwrap_or_default()) {
        let more = match last {
            Some((of, more)) if of == *known => more,
            _ => arrival.add(*known),
        };
        last = Some((*known, more));
        match more {
            Some(more) => *known = more,
            None => _ = arrival.before.insert(Run { start: block, end: block + 1 }),
        }
    }
}

/// Visits a run of blocks in parts with the same values.
#[inline]
pub(crate) fn each_part(
    intervals: &Intervals,
    run: Run,
    mut visit: impl FnMut(Run, Known) -> Worked,
) -> Worked {
    match intervals {
        Intervals::Nothing => visit(run, Known::NOTHING),
        Intervals::Whole(known) => visit(run, *known),
        Intervals::Storage(parts) => match &**parts {
            Storage::Few(few) => each_part_of(few.iter(), run, visit),
            Storage::Tree(tree) => {
                let before = tree.range(..=run.start).next_back();
                let first = before.map_or(run.start, |(start, _)| *start);
                each_part_of(tree.range(first..run.end).map(|(_, s)| s), run, visit)
            }
            Storage::List(list) => {
                let mut start = run.start;
                for same in list.get(places(run)).unwrap_or_default().chunk_by(|a, b| a == b) {
                    let end = start + same.len() as u64;
                    visit(Run { start, end }, same[0])?;
                    start = end;
                }
                Ok(())
            }
        },
    }
}

/// A run of blocks with the same values, or with one value each, whose names go up or down evenly.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Interval {
    start: u64,
    end: u64,
    /// The values of the first block.
    known: Known,
    /// The increment of the name of the only value from block to block; 0 for one block.
    step: u64,
}

impl Interval {
    fn new(Run { start, end }: Run, known: Known) -> Self {
        Interval { start, end, known, step: 0 }
    }

    /// The values of one of the blocks.
    fn of(&self, block: u64) -> Known {
        self.known.moved((block - self.start).wrapping_mul(self.step))
    }

    /// A part of it.
    fn within(&self, start: u64, end: u64) -> Self {
        let step = if end - start > 1 { self.step } else { 0 };
        Interval { start, end, known: self.of(start), step }
    }

    /// Appends blocks at the end, if their values continue evenly.
    fn grow(&mut self, blocks: Run, known: Known) -> bool {
        if self.end != blocks.start {
            return false;
        }
        let fits = if self.step == 0 && self.known == known {
            true
        } else if blocks.len() > 1 || !known.is_one() || !self.known.is_one() {
            false
        } else if self.end - self.start == 1 {
            self.step = self.known.until(known);
            true
        } else {
            self.step != 0 && self.of(self.end) == known
        };
        if fits {
            self.end = blocks.end;
        }
        fits
    }

    /// Appends blocks at the start, if their values continue evenly.
    fn grow_down(&mut self, blocks: Run, known: Known) -> bool {
        let mut joined = Interval::new(blocks, known);
        if blocks.end != self.start {
            return false;
        }
        if self.step == 0 {
            let fits = joined.grow(Run { start: self.start, end: self.end }, self.known);
            if fits {
                *self = joined;
            }
            return fits;
        }
        let fits = blocks.len() == 1 && known.is_one() && known.moved(self.step) == self.known;
        if fits {
            (self.start, self.known) = (blocks.start, known);
        }
        fits
    }
}

/// Updates intervals, all of which overlap the blocks of a value, after it has been added.
fn updated(old: &[Interval], arrival: &mut Arrival<'_>) -> SmallVec<[Interval; 4]> {
    let blocks = arrival.blocks;
    let mut new: SmallVec<[Interval; 4]> = SmallVec::new();
    let mut push = |interval: Interval| {
        let run = Run { start: interval.start, end: interval.end };
        let grown =
            interval.step == 0 && new.last_mut().is_some_and(|last| last.grow(run, interval.known));
        if !grown {
            new.push(interval);
        }
    };
    if let Some(first) = old.first().filter(|first| first.start < blocks.start) {
        push(first.within(first.start, blocks.start));
    }
    let Ok(()) = each_part_of::<Infallible>(old.iter(), blocks, |run, known| {
        let more = arrival.add(known);
        if more.is_none() {
            arrival.before.insert(run);
        }
        push(Interval::new(run, more.unwrap_or(known)));
        Ok(())
    });
    if let Some(last) = old.last().filter(|last| blocks.end < last.end) {
        push(last.within(blocks.end, last.end));
    }
    new
}

/// Visits a run of blocks in parts with the same values, given ascending intervals that include all that
/// overlap it.
#[inline]
fn each_part_of<'a, E>(
    intervals: impl Iterator<Item = &'a Interval>,
    run: Run,
    mut visit: impl FnMut(Run, Known) -> Result<(), E>,
) -> Result<(), E> {
    let mut at = run.start;
    for interval in intervals {
        if interval.end <= at {
            continue;
        }
        if interval.start >= run.end {
            break;
        }
        let (start, end) = (interval.start.max(at), interval.end.min(run.end));
        if at < start {
            visit(Run { start: at, end: start }, Known::NOTHING)?;
        }
        let each = if interval.step == 0 { end - start } else { 1 };
        at = start;
        while at < end {
            visit(Run { start: at, end: at + each }, interval.of(at))?;
            at += each;
        }
    }
    if at < run.end {
        visit(Run { start: at, end: run.end }, Known::NOTHING)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use quickcheck::{Gen, QuickCheck};

    use super::*;
    use crate::checker::combined::Work;
    use crate::checker::combined::received::Received;
    use crate::checker::combined::sets::{SetId, Sets};
    use crate::schedule::Runs;

    const END: u64 = 60;
    const OWN: u32 = 63;

    /// The values of each block, by visiting all.
    fn known(intervals: &Intervals, received: &Received, run: Run) -> Vec<(u64, BTreeSet<SetId>)> {
        let mut all = Vec::new();
        let visited = each_part(intervals, run, |part, known| {
            let values: BTreeSet<SetId> = received.values(known).collect();
            all.extend((part.start..part.end).map(|block| (block, values.clone())));
            Ok(())
        });
        assert!(visited.is_ok());
        all
    }

    /// Values of runs of blocks, and of single blocks one after another, up or down, the same or continuing
    /// evenly; few, and so many that blocks are in a tree or listed; compared with a set of values for each
    /// block.
    #[test]
    fn each_block_has_its_values() {
        #[allow(clippy::needless_pass_by_value)] // what quickcheck calls
        fn law(learned: Vec<(u8, u8, u8)>, asked: (u8, u8), wide: bool) -> bool {
            // With space for many more blocks they are never listed.
            let end = if wide { 1 << 20 } else { END };
            let run = |start: u8, length: u8| {
                let start = u64::from(start) % END;
                let length = [1, 1, 1, 2, 7, 40, END][usize::from(length % 7)];
                let start = if length == END { 0 } else { start };
                Run { start, end: END.min(start + length) }
            };
            let (sets, mut received) = (Sets::of_positions(64, Work::new(0)), Received::default());
            let mut intervals = Intervals::default();
            let mut plain: BTreeMap<u64, BTreeSet<SetId>> = BTreeMap::new();
            let asked = run(asked.0, asked.1);
            learned.into_iter().all(|(start, length, kind)| {
                let (blocks, value) = (run(start, length), u64::from(kind % 3));
                let by_block = |block: u64| -> Run { Run { start: block, end: block + 1 } };
                let (step, parts): (u64, Vec<Run>) = match kind / 3 % 4 {
                    0 | 1 => (0, vec![blocks]),
                    2 => (1, (blocks.start..blocks.end).map(by_block).collect()),
                    _ => (2, (blocks.start..blocks.end).rev().map(by_block).collect()),
                };
                parts.into_iter().all(|blocks| {
                    let value = u32::try_from((value + step * blocks.start) % 60).unwrap();
                    let value = SetId::one(value);
                    let (mut before, mut had) = (Runs::new(), Runs::new());
                    let own = SetId::one(OWN);
                    let (sets, received, before_it) = (&sets, &mut received, &mut before);
                    let arrival =
                        &mut Arrival { blocks, value, own, sets, received, before: before_it };
                    receive(&mut intervals, end, arrival);
                    for block in blocks.start..blocks.end {
                        if !plain.entry(block).or_default().insert(value) {
                            had.insert(by_block(block));
                        }
                    }
                    before == had
                }) && {
                    let of = |block| (block, plain.get(&block).cloned().unwrap_or_default());
                    let expected: Vec<_> = (asked.start..asked.end).map(of).collect();
                    known(&intervals, &received, asked) == expected
                }
            })
        }
        QuickCheck::new()
            .rng(Gen::from_size_and_seed(120, 8))
            .tests(3000)
            .quickcheck(law as fn(Vec<(u8, u8, u8)>, (u8, u8), bool) -> bool);
    }

    /// As round a ring: block b arrives as the sum of b+1 up to the sender. All blocks are in three
    /// intervals.
    #[test]
    fn what_goes_on_evenly_takes_no_room() {
        let (sets, mut received) = (Sets::of_positions(1000, Work::new(0)), Received::default());
        let (mut intervals, mut before, mut bytes) = (Intervals::default(), Runs::new(), 0);
        let mut whole = Sets::of_positions(1000, Work::new(1 << 20));
        for k in 1..1000 {
            let block = (500 + 1000 - k) % 1000;
            let first = u32::try_from((block + 1) % 1000).unwrap();
            let sum = (0..u32::try_from(k).unwrap()).map(|i| SetId::one((first + i) % 1000));
            let sum = sum.reduce(|a, b| whole.join(a, b).unwrap().set).unwrap();
            let mut arrival = Arrival {
                blocks: Run { start: block, end: block + 1 },
                value: sum,
                own: SetId::one(501),
                sets: &sets,
                received: &mut received,
                before: &mut before,
            };
            bytes += receive(&mut intervals, 1000, &mut arrival);
        }
        assert!(before.is_empty());
        assert_eq!(bytes, IN_PARTS);
        let Intervals::Storage(parts) = &intervals else { panic!() };
        assert!(matches!(&**parts, Storage::Few(few) if few.len() == 3));
    }
}
