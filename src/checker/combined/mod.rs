//! Combined data: which values of each block every node knows, and what it can form of them.
//!
//! A node's own contribution is known from the start and not stored. What it receives is kept for
//! runs of blocks with the same values, so that a node that knows the same of a thousand blocks
//! stores it once.

mod cover;
pub(crate) mod forming;
pub(crate) mod hearing;
mod interned;
mod interval;
pub(crate) mod interval_map;
mod known;
pub(crate) mod received;
mod set_id;
pub(crate) mod sets;
pub(crate) mod spans;
pub(crate) mod work;

use crate::checker::combined::interval_map::{Intervals, Learner, each_part, learn};
use crate::checker::combined::received::{Knower, Received};
use crate::checker::combined::sets::{SetId, Sets};
use crate::checker::combined::work::{Exhausted, Work};
use crate::checker::ranks::{self, Rank, Ranks};
use crate::checker::report::judgement::Judgement;
use crate::checker::report::{At, Findings};
use crate::checker::state::Arrives;
use crate::schedule::{Message, Run, Runs};

/// What it costs to have a value travel, in units of work on sets. It takes about as many bytes: what is
/// remembered costs a unit for each byte, so that the limit is reached before the memory ends.
const TRAVELS: usize = 24;

/// What each rank knows.
pub(crate) struct Knowledge {
    sets: Sets,
    received_values: Received,
    /// One past the last block of each group.
    ends: Vec<u64>,
    intervals: Vec<Intervals>,
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
pub(crate) struct Stuck {
    pub(crate) block: u64,
}

impl Knowledge {
    pub(crate) fn at_start(ranks: &Ranks<'_>) -> Self {
        let most = ranks.all().map(|rank| rank.position + 1).max().unwrap_or(0);
        let intervals = ranks.all().map(|_| Intervals::new()).collect();
        Knowledge {
            sets: Sets::of_positions(most),
            received_values: Received::default(),
            ends: ranks.block_ends().to_vec(),
            intervals,
            travelling: Vec::new(),
            scattered: false,
        }
    }

    /// Whether some value that travelled is not of one run of positions.
    pub(crate) fn scattered(&self) -> bool {
        self.scattered
    }

    /// Whether the sender of a message can form what it carries; and sets it on its way.
    pub(crate) fn judge(
        &mut self,
        (number, message): (usize, &Message),
        from: Rank,
        arrives: Arrives,
        judgement: &mut Judgement,
        work: &mut Work,
    ) -> Result<(), Stuck> {
        let Knowledge { sets, received_values, intervals, travelling, scattered, .. } = self;
        let own = SetId::one(from.position);
        for (blocks, contributors) in ranks::parts(&message.payload) {
            let claimed = match contributors {
                None => None,
                // What is out of range has been refused.
                Some(who) => spans::of_runs(who, u32::MAX)
                    .map(|who| sets.intern(&who, work))
                    .transpose()
                    .map_err(|Exhausted| Stuck { block: blocks.first().unwrap_or(0) })?,
            };
            for run in blocks.runs() {
                each_part(&intervals[from.index], *run, |blocks, received| {
                    let knower = Knower { own, received };
                    let at = (blocks, &mut *judgement);
                    let (value, is_true) = received_values.sent(knower, claimed, at, sets, work)?;
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
    pub(crate) fn arrive(
        &mut self,
        messages: &[Message],
        ranks: &Ranks<'_>,
        at: At,
        findings: &mut Findings,
        work: &mut Work,
    ) -> Result<(), (Stuck, usize)> {
        let mut travelling = std::mem::take(&mut self.travelling);
        for of_message in travelling.chunk_by(|a, b| a.message == b.message) {
            let Some(first) = of_message.first() else { continue };
            let Some(message) = messages.get(first.message) else { continue };
            // Who sends it has been judged.
            let Ok((_, to)) = ranks.ends(message) else { continue };
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

    /// Adds a value to what a rank knows of some blocks; to `before` those of which it knew it. Says
    /// how many bytes that has taken.
    fn receive(&mut self, to: Rank, blocks: Run, value: SetId, before: &mut Runs) -> usize {
        if value == SetId::one(to.position) {
            before.insert(blocks);
            return 0;
        }
        let Knowledge { sets, received_values, intervals, ends, .. } = self;
        let mut learner = Learner { own: SetId::one(to.position), sets, received_values };
        let known = (&mut intervals[to.index], ends[to.group]);
        learn(known, (blocks, value), &mut learner, before)
    }

    /// Whether a rank can form what it must at the end.
    pub(crate) fn judge_end(
        &mut self,
        ranks: &Ranks<'_>,
        rank: Rank,
        judgement: &mut Judgement,
        work: &mut Work,
    ) -> Result<(), Stuck> {
        let required = ranks.instance(rank).required(rank.position);
        let block = required.blocks.first().unwrap_or(0);
        let Some(who) = spans::of_runs(&required.contributors, u32::MAX) else { return Ok(()) };
        if who.is_empty() {
            return Ok(());
        }
        let Knowledge { sets, received_values, intervals, .. } = self;
        let wanted = sets.intern(&who, work).map_err(|Exhausted| Stuck { block })?;
        for run in required.blocks.runs() {
            each_part(&intervals[rank.index], *run, |blocks, received| {
                let knower = Knower { own: SetId::one(rank.position), received };
                let formed = received_values.form(knower, wanted, sets, work)?;
                judgement.formed(blocks, || sets.get(wanted), &formed);
                Ok(())
            })?;
        }
        Ok(())
    }
}
