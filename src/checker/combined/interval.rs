//! A run of blocks with the same values, or with one each, the names of which go up or down evenly.

use smallvec::SmallVec;

use crate::checker::combined::known::Known;
use crate::checker::combined::received::Learner;
use crate::checker::combined::sets::SetId;
use crate::checker::combined::work::Exhausted;
use crate::schedule::{Run, Runs};

#[derive(Clone, Copy, Debug)]
pub(crate) struct Interval {
    pub(crate) start: u64,
    pub(crate) end: u64,
    /// What is known of the first block.
    pub(crate) known: Known,
    /// By how much the name of the only value grows from block to block; 0 of one block.
    pub(crate) step: u64,
}

impl Interval {
    pub(crate) fn new(Run { start, end }: Run, known: Known) -> Self {
        Interval { start, end, known, step: 0 }
    }

    /// What is known of one of the blocks.
    pub(crate) fn of(&self, block: u64) -> Known {
        self.known.moved((block - self.start).wrapping_mul(self.step))
    }

    /// A part of it.
    fn within(&self, start: u64, end: u64) -> Self {
        let step = if end - start > 1 { self.step } else { 0 };
        Interval { start, end, known: self.of(start), step }
    }

    /// Takes in blocks that come next, if what is known of them goes on evenly.
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

    /// Takes in blocks that come just before, if what is known of them goes on evenly.
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

/// Intervals, all of which overlap some blocks, when a value has been added to what is known of these;
/// to `before` the blocks of which it was known.
pub(crate) fn with(
    old: &[Interval],
    (blocks, value): (Run, SetId),
    learner: &mut Learner<'_>,
    before: &mut Runs,
) -> SmallVec<[Interval; 4]> {
    let mut new: SmallVec<[Interval; 4]> = SmallVec::new();
    let mut push = |interval: Interval| {
        let run = Run { start: interval.start, end: interval.end };
        let grown =
            interval.step == 0 && new.last_mut().is_some_and(|last| last.grow(run, interval.known));
        if !grown {
            new.push(interval);
        }
    };
    let mut at = blocks.start;
    for interval in old {
        let (start, end) = (interval.start.max(blocks.start), interval.end.min(blocks.end));
        if interval.start < start {
            push(interval.within(interval.start, start));
        }
        if at < start {
            push(Interval::new(Run { start: at, end: start }, Known::one(value)));
        }
        let each = if interval.step == 0 { end - start } else { 1 };
        let mut from = start;
        while from < end {
            let run = Run { start: from, end: from + each };
            let known = interval.of(from);
            let more = learner.add(known, value);
            if more.is_none() {
                before.insert(run);
            }
            push(Interval::new(run, more.unwrap_or(known)));
            from = run.end;
        }
        if end < interval.end {
            push(interval.within(end, interval.end));
        }
        at = end;
    }
    if at < blocks.end {
        push(Interval::new(Run { start: at, end: blocks.end }, Known::one(value)));
    }
    new
}

/// Visits a run of blocks in parts of which the same is known, given rising intervals of which all
/// that overlap it are some.
#[inline]
pub(crate) fn each_part<'a>(
    intervals: impl Iterator<Item = &'a Interval>,
    run: Run,
    mut visit: impl FnMut(Run, Known) -> Result<(), Exhausted>,
) -> Result<(), Exhausted> {
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
