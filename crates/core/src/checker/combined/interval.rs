//! A run of blocks with the same values, or with one value each, whose names go up or down evenly.

use std::convert::Infallible;

use smallvec::SmallVec;

use crate::checker::combined::received::Arrival;
use crate::checker::combined::set_id::Known;
use crate::schedule::Run;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Interval {
    pub(crate) start: u64,
    pub(crate) end: u64,
    /// The values of the first block.
    pub(crate) known: Known,
    /// The increment of the name of the only value from block to block; 0 for one block.
    pub(crate) step: u64,
}

impl Interval {
    pub(crate) fn new(Run { start, end }: Run, known: Known) -> Self {
        Interval { start, end, known, step: 0 }
    }

    /// The values of one of the blocks.
    pub(crate) fn of(&self, block: u64) -> Known {
        self.known.moved((block - self.start).wrapping_mul(self.step))
    }

    /// A part of it.
    fn within(&self, start: u64, end: u64) -> Self {
        let step = if end - start > 1 { self.step } else { 0 };
        Interval { start, end, known: self.of(start), step }
    }

    /// Appends blocks at the end, if their values continue evenly.
    pub(crate) fn grow(&mut self, blocks: Run, known: Known) -> bool {
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
    pub(crate) fn grow_down(&mut self, blocks: Run, known: Known) -> bool {
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
pub(crate) fn with(old: &[Interval], arrival: &mut Arrival<'_>) -> SmallVec<[Interval; 4]> {
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
    let Ok(()) = each_part::<Infallible>(old.iter(), blocks, |run, known| {
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
pub(crate) fn each_part<'a, E>(
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
