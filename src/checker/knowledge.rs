//! Combined data: which values of each block every node knows, and what it can form of them.
//!
//! A node's own contribution is known from the start and not stored. What it receives is kept for
//! runs of blocks with the same values, so that a node that knows the same of a thousand blocks
//! stores it once.

use std::collections::BTreeMap;

use super::faults::Faults;
use super::forming::Formed;
use super::known::{Knower, Known};
use super::report::{At, Findings};
use super::seats::{self, Seat, Seats};
use super::sets::{Exhausted, SetId, Sets, Work};
use super::spans;
use super::state::Arrives;
use crate::schedule::{Message, Run, Runs};

/// What it costs to remember a value, in units of work on sets: memory runs out before time does.
const REMEMBERED: usize = 20;

/// By their first blocks, runs of blocks of which a node has received the same values.
pub(super) type Segments = BTreeMap<u64, Segment>;

pub(super) struct Segment {
    end: u64,
    known: Known,
}

/// What each seat knows.
pub(super) struct Knowledge {
    sets: Sets,
    segments: Vec<Segments>,
    /// What travels in the step, to arrive at its end.
    travelling: Vec<Travelling>,
    /// Whether some value that travelled is not of one run of positions.
    scattered: bool,
}

struct Travelling {
    /// The message's number in the step.
    message: usize,
    to: Seat,
    blocks: Run,
    value: SetId,
}

/// The work on sets ended at this block.
#[derive(Clone, Copy)]
pub(super) struct Stuck {
    pub(super) block: u64,
}

impl Knowledge {
    pub(super) fn at_start(seats: &Seats<'_>) -> Self {
        let most = seats.all().map(|seat| seat.position + 1).max().unwrap_or(0);
        let segments = seats.all().map(|_| Segments::new()).collect();
        Knowledge { sets: Sets::of_ones(most), segments, travelling: Vec::new(), scattered: false }
    }

    /// Whether some value that travelled is not of one run of positions.
    pub(super) fn scattered(&self) -> bool {
        self.scattered
    }

    /// Whether the sender of a message can form what it carries; and sets it on its way.
    pub(super) fn judge(
        &mut self,
        (number, message): (usize, &Message),
        (from, to): (Seat, Seat),
        arrives: Arrives,
        faults: &mut Faults,
        work: &mut Work,
    ) -> Result<(), Stuck> {
        let Knowledge { sets, segments, travelling, scattered } = self;
        let own = from.position;
        for (blocks, contributors) in seats::parts(&message.payload) {
            let claimed = match contributors {
                None => None,
                // What is out of range has been refused.
                Some(who) => spans::of_runs(who, u32::MAX)
                    .map(|who| sets.intern(&who, work))
                    .transpose()
                    .map_err(|Exhausted| Stuck { block: blocks.first().unwrap_or(0) })?,
            };
            for run in blocks.runs() {
                each_part(&mut segments[from.index], *run, |blocks, received| {
                    let mut knower = Knower { own, received };
                    let (value, formed) = match claimed {
                        None => knower.all(sets, work)?,
                        Some(set) => (set, knower.form(set, sets, work)?),
                    };
                    faults.formed(blocks, sets.get(value), &formed);
                    *scattered |= sets.get(value).len() > 1;
                    let goes = match arrives {
                        Arrives::AsClaimed => true,
                        Arrives::IfTrue => formed == Formed::Yes,
                        Arrives::Never => false,
                    };
                    if goes {
                        work.spend(REMEMBERED)?;
                        travelling.push(Travelling { message: number, to, blocks, value });
                    }
                    Ok(())
                })?;
            }
        }
        Ok(())
    }

    /// All that travels arrives as what it claims to be.
    pub(super) fn arrive(&mut self, messages: &[Message], at: At, findings: &mut Findings) {
        let mut travelling = std::mem::take(&mut self.travelling);
        for of_message in travelling.chunk_by(|a, b| a.message == b.message) {
            let mut known = Runs::new();
            for Travelling { to, blocks, value, .. } in of_message {
                self.receive(*to, *blocks, *value, &mut known);
            }
            let message = of_message.first().and_then(|first| messages.get(first.message));
            if let Some(message) = message.filter(|_| !known.is_empty()) {
                findings.redundant(at, (message.from, message.to), known);
            }
        }
        travelling.clear();
        self.travelling = travelling;
    }

    /// Adds a value to what a seat knows of some blocks; to `before` those of which it knew it.
    fn receive(&mut self, to: Seat, blocks: Run, value: SetId, before: &mut Runs) {
        if value == to.position {
            before.insert(blocks);
            return;
        }
        learn(&mut self.segments[to.index], blocks, value, before);
    }

    /// Whether a seat can form what it must at the end.
    pub(super) fn judge_end(
        &mut self,
        seats: &Seats<'_>,
        seat: Seat,
        faults: &mut Faults,
        work: &mut Work,
    ) -> Result<(), Stuck> {
        let required = seats.instance(seat).required(seat.position);
        let block = required.blocks.first().unwrap_or(0);
        let Some(who) = spans::of_runs(&required.contributors, u32::MAX) else { return Ok(()) };
        if who.is_empty() {
            return Ok(());
        }
        let Knowledge { sets, segments, .. } = self;
        let wanted = sets.intern(&who, work).map_err(|Exhausted| Stuck { block })?;
        for run in required.blocks.runs() {
            each_part(&mut segments[seat.index], *run, |blocks, received| {
                let formed = Knower { own: seat.position, received }.form(wanted, sets, work)?;
                faults.formed(blocks, sets.get(wanted), &formed);
                Ok(())
            })?;
        }
        Ok(())
    }
}

/// Adds a value to what a node knows of some blocks; to `before` those of which it knew it.
pub(super) fn learn(segments: &mut Segments, blocks: Run, value: SetId, before: &mut Runs) {
    let last = segments.range(..blocks.end).next_back().map(|(_, segment)| segment);
    if last.is_none_or(|last| last.end <= blocks.start) {
        return put(segments, blocks, value);
    }
    split(segments, blocks.start);
    split(segments, blocks.end);
    let mut gaps = Vec::new();
    let mut at = blocks.start;
    for (start, segment) in segments.range_mut(blocks.start..blocks.end) {
        if at < *start {
            gaps.push(Run { start: at, end: *start });
        }
        at = segment.end;
        if !segment.known.insert(value) {
            before.insert(Run { start: *start, end: at });
        }
    }
    if at < blocks.end {
        gaps.push(Run { start: at, end: blocks.end });
    }
    for gap in gaps {
        put(segments, gap, value);
    }
}

/// Visits a run of blocks in parts of which a node knows the same; `None` is only its own.
pub(super) fn each_part(
    segments: &mut Segments,
    run: Run,
    mut visit: impl FnMut(Run, Option<&mut Known>) -> Result<(), Exhausted>,
) -> Result<(), Stuck> {
    let last = segments.range(..run.end).next_back();
    let Some((last, _)) = last.filter(|(_, segment)| segment.end > run.start) else {
        return visit(run, None).map_err(|Exhausted| Stuck { block: run.start });
    };
    let first = if *last <= run.start {
        *last
    } else {
        let before = segments.range(..=run.start).next_back();
        let reaches_in = before.filter(|(_, segment)| segment.end > run.start);
        reaches_in.map_or(run.start, |(start, _)| *start)
    };
    let mut visit = |part: Run, known: Option<&mut Known>| {
        visit(part, known).map_err(|Exhausted| Stuck { block: part.start })
    };
    let mut at = run.start;
    for (start, segment) in segments.range_mut(first..run.end) {
        let part = Run { start: (*start).max(run.start), end: segment.end.min(run.end) };
        if at < part.start {
            visit(Run { start: at, end: part.start }, None)?;
        }
        visit(part, Some(&mut segment.known))?;
        at = part.end;
    }
    if at < run.end {
        visit(Run { start: at, end: run.end }, None)?;
    }
    Ok(())
}

/// Puts the only value for blocks of which a node knew none. Pieces that arrive one after another
/// with the same value are kept as one run.
fn put(segments: &mut Segments, blocks: Run, value: SetId) {
    let left = segments.range_mut(..blocks.start).next_back().map(|(_, segment)| segment);
    match left.filter(|left| left.end == blocks.start && left.known.is_only(value)) {
        Some(left) => left.end = blocks.end,
        None => {
            segments.insert(blocks.start, Segment { end: blocks.end, known: Known::One(value) });
        }
    }
}

/// Cuts the segment that goes across a block's beginning, if one does.
fn split(segments: &mut Segments, at: u64) {
    let Some((_, left)) = segments.range_mut(..at).next_back() else { return };
    if left.end > at {
        let right = Segment { end: left.end, known: left.known.clone() };
        left.end = at;
        segments.insert(at, right);
    }
}
