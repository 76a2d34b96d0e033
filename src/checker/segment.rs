//! A run of blocks with the same values, or with one each, the names of which go up or down evenly.

use smallvec::SmallVec;

use super::knowledge::Stuck;
use super::known::Known;
use super::segments::Learner;
use super::sets::SetId;
use crate::schedule::{Run, Runs};

#[derive(Clone, Copy, Debug)]
pub(super) struct Segment {
    pub(super) start: u64,
    pub(super) end: u64,
    /// What is known of the first block.
    pub(super) known: Known,
    /// By how much the name of the only value grows from block to block; 0 of one block.
    pub(super) step: u64,
}

impl Segment {
    pub(super) fn new(Run { start, end }: Run, known: Known) -> Self {
        Segment { start, end, known, step: 0 }
    }

    /// What is known of one of the blocks.
    pub(super) fn of(&self, block: u64) -> Known {
        self.known.moved((block - self.start).wrapping_mul(self.step))
    }

    /// A part of it.
    fn within(&self, start: u64, end: u64) -> Self {
        let step = if end - start > 1 { self.step } else { 0 };
        Segment { start, end, known: self.of(start), step }
    }

    /// Takes in blocks that come next, if what is known of them goes on evenly.
    pub(super) fn grow(&mut self, blocks: Run, known: Known) -> bool {
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
    pub(super) fn grow_down(&mut self, blocks: Run, known: Known) -> bool {
        let mut joined = Segment::new(blocks, known);
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

/// Segments, all of which overlap some blocks, when a value has been added to what is known of these;
/// to `before` the blocks of which it was known.
pub(super) fn with(
    old: &[Segment],
    (blocks, value): (Run, SetId),
    learner: &mut Learner<'_>,
    before: &mut Runs,
) -> SmallVec<[Segment; 4]> {
    let mut new: SmallVec<[Segment; 4]> = SmallVec::new();
    let mut push = |segment: Segment| {
        let run = Run { start: segment.start, end: segment.end };
        let grown =
            segment.step == 0 && new.last_mut().is_some_and(|last| last.grow(run, segment.known));
        if !grown {
            new.push(segment);
        }
    };
    let mut at = blocks.start;
    for segment in old {
        let (start, end) = (segment.start.max(blocks.start), segment.end.min(blocks.end));
        if segment.start < start {
            push(segment.within(segment.start, start));
        }
        if at < start {
            push(Segment::new(Run { start: at, end: start }, Known::one(value)));
        }
        let each = if segment.step == 0 { end - start } else { 1 };
        let mut from = start;
        while from < end {
            let run = Run { start: from, end: from + each };
            let known = segment.of(from);
            let more = learner.add(known, value);
            if more.is_none() {
                before.insert(run);
            }
            push(Segment::new(run, more.unwrap_or(known)));
            from = run.end;
        }
        if end < segment.end {
            push(segment.within(end, segment.end));
        }
        at = end;
    }
    if at < blocks.end {
        push(Segment::new(Run { start: at, end: blocks.end }, Known::one(value)));
    }
    new
}

/// Visits a run of blocks in parts of which the same is known, given rising segments of which all
/// that overlap it are some.
#[inline]
pub(super) fn each_part<'a>(
    segments: impl Iterator<Item = &'a Segment>,
    run: Run,
    mut visit: impl FnMut(Run, Known) -> Result<(), Stuck>,
) -> Result<(), Stuck> {
    let mut at = run.start;
    for segment in segments {
        if segment.end <= at {
            continue;
        }
        if segment.start >= run.end {
            break;
        }
        let (start, end) = (segment.start.max(at), segment.end.min(run.end));
        if at < start {
            visit(Run { start: at, end: start }, Known::NOTHING)?;
        }
        let each = if segment.step == 0 { end - start } else { 1 };
        at = start;
        while at < end {
            visit(Run { start: at, end: at + each }, segment.of(at))?;
            at += each;
        }
    }
    if at < run.end {
        visit(Run { start: at, end: run.end }, Known::NOTHING)?;
    }
    Ok(())
}
