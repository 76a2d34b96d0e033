//! Combined data: which values of each block every node knows, and what it can form of them.
//!
//! A node's own contribution is known from the start and not stored. What it receives is kept for
//! runs of blocks with the same values, so that a node that knows the same of a thousand blocks
//! stores it once.

use super::chains::{Chains, Knower};
use super::faults::Faults;
use super::report::{At, Findings};
use super::seats::{self, Seat, Seats};
use super::segments::{Learner, Segments, each_part, learn};
use super::sets::{SetId, Sets};
use super::spans;
use super::state::Arrives;
use super::work::{Exhausted, Work};
use crate::schedule::{Message, Run, Runs};

/// What it costs to have a value travel, in units of work on sets. It takes about as many bytes: what is
/// remembered costs a unit for each byte, so that the limit is reached before the memory ends.
const TRAVELS: usize = 24;

/// What each seat knows.
pub(super) struct Knowledge {
    sets: Sets,
    chains: Chains,
    /// One past the last block of each group.
    ends: Vec<u64>,
    segments: Vec<Segments>,
    /// What travels in the step, to arrive at its end.
    travelling: Vec<Travelling>,
    /// Whether some value that travelled is not of one run of positions.
    scattered: bool,
}

struct Travelling {
    /// The message's number in the step.
    message: usize,
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
        Knowledge {
            sets: Sets::of_positions(most),
            chains: Chains::default(),
            ends: seats.block_ends().to_vec(),
            segments,
            travelling: Vec::new(),
            scattered: false,
        }
    }

    /// Whether some value that travelled is not of one run of positions.
    pub(super) fn scattered(&self) -> bool {
        self.scattered
    }

    /// Whether the sender of a message can form what it carries; and sets it on its way.
    pub(super) fn judge(
        &mut self,
        (number, message): (usize, &Message),
        from: Seat,
        arrives: Arrives,
        faults: &mut Faults,
        work: &mut Work,
    ) -> Result<(), Stuck> {
        let Knowledge { sets, chains, segments, travelling, scattered, .. } = self;
        let own = SetId::one(from.position);
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
                each_part(&segments[from.index], *run, |blocks, received| {
                    let knower = Knower { own, received };
                    let at = (blocks, &mut *faults);
                    let (value, is_true) = chains.sent(knower, claimed, at, sets, work)?;
                    *scattered |= value.is_scattered();
                    let goes = match arrives {
                        Arrives::AsClaimed => true,
                        Arrives::IfTrue => is_true,
                        Arrives::Never => false,
                    };
                    if goes {
                        work.spend(TRAVELS)?;
                        travelling.push(Travelling { message: number, blocks, value });
                    }
                    Ok(())
                })?;
            }
        }
        Ok(())
    }

    /// All that travels arrives as what it claims to be.
    pub(super) fn arrive(
        &mut self,
        messages: &[Message],
        seats: &Seats<'_>,
        at: At,
        findings: &mut Findings,
        work: &mut Work,
    ) -> Result<(), (Stuck, usize)> {
        let mut travelling = std::mem::take(&mut self.travelling);
        for of_message in travelling.chunk_by(|a, b| a.message == b.message) {
            let Some(first) = of_message.first() else { continue };
            let Some(message) = messages.get(first.message) else { continue };
            // Who sends it has been judged.
            let Ok((_, to)) = seats.ends(message) else { continue };
            let mut known = Runs::new();
            for Travelling { blocks, value, .. } in of_message {
                let bytes = self.receive(to, *blocks, *value, &mut known);
                let stuck = |Exhausted| (Stuck { block: blocks.start }, first.message);
                work.spend(bytes).map_err(stuck)?;
            }
            if !known.is_empty() {
                findings.redundant(at, (message.from, message.to), known);
            }
        }
        travelling.clear();
        self.travelling = travelling;
        Ok(())
    }

    /// Adds a value to what a seat knows of some blocks; to `before` those of which it knew it. Says
    /// how many bytes that has taken.
    fn receive(&mut self, to: Seat, blocks: Run, value: SetId, before: &mut Runs) -> usize {
        if value == SetId::one(to.position) {
            before.insert(blocks);
            return 0;
        }
        let Knowledge { sets, chains, segments, ends, .. } = self;
        let mut learner = Learner { own: SetId::one(to.position), sets, chains };
        let known = (&mut segments[to.index], ends[to.group]);
        learn(known, (blocks, value), &mut learner, before)
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
        let Knowledge { sets, chains, segments, .. } = self;
        let wanted = sets.intern(&who, work).map_err(|Exhausted| Stuck { block })?;
        for run in required.blocks.runs() {
            each_part(&segments[seat.index], *run, |blocks, received| {
                let knower = Knower { own: SetId::one(seat.position), received };
                let formed = chains.form(knower, wanted, sets, work)?;
                faults.formed(blocks, || sets.get(wanted), &formed);
                Ok(())
            })?;
        }
        Ok(())
    }
}
