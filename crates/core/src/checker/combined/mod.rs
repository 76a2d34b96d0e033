//! Combined data: the values of each block at every node, and the values that it can form.
//!
//! A node's own contribution is known from the start and not stored. Received values are stored by runs of
//! blocks with the same values, so that a node with the same values of a thousand blocks stores them once.

pub(crate) mod forming;
pub(crate) mod hearing;
pub(crate) mod intervals;
pub(crate) mod received;
mod set_id;
pub(crate) mod sets;

use crate::checker::{Addressed, End, Findings, Judgement, Orbit, PerRank, Rank};
use crate::schedule::{Payload, Run, Runs};
use crate::topology::Vertex;
use intervals::{Intervals, each_part, receive};
use received::{Arrival, AtNode, Received};
use sets::{SetId, Sets};

/// The cost of sending a value, in units of work on sets. A value takes about as many bytes: memory costs one
/// unit per byte, so that the limit is reached before the memory ends.
const TRAVELS: usize = 24;

/// The treatment of data that a sender sends and does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Arrives {
    /// They arrive as claimed, so that one mistake is not reported again at every later step.
    AsClaimed,
    /// They do not arrive: only true data spread.
    IfTrue,
    /// Nothing arrives: the call only tests whether the data could be sent.
    Never,
}

/// The values of each rank.
pub(crate) struct Knowledge {
    pub(crate) sets: Sets,
    received: Received,
    intervals: PerRank<Intervals>,
    /// The values that travel in the step and arrive at its end.
    travelling: Vec<Travelling>,
    /// Whether some value that travelled is not one run of positions.
    pub(crate) scattered: bool,
    /// What the messages of the step bring that is combined, if that is looked at.
    pub(crate) combined: Option<CombinedStep>,
}

/// The blocks, or words, that arrive in a step and are combined with the receiver's own.
#[derive(Default)]
pub(crate) struct CombinedStep {
    /// The words of a block if words are counted.
    pub(crate) words: Option<u64>,
    /// The number of each message in its step, the index of its receiver, and the size.
    pub(crate) messages: Vec<(usize, u32, u128)>,
}

struct Travelling {
    /// The message's number in the step.
    message: usize,
    blocks: Run,
    value: SetId,
}

impl Knowledge {
    pub(crate) fn at_start<O: Orbit>(orbit: &O, work: Work) -> Self {
        Knowledge {
            sets: Sets::of_positions(positions(orbit), work),
            received: Received::default(),
            intervals: PerRank::new(orbit.count()),
            travelling: Vec::new(),
            scattered: false,
            combined: None,
        }
    }

    /// Whether the sender of the message with this number in its step can form its data. Also sends them.
    pub(crate) fn judge<O: Orbit>(
        &mut self,
        orbit: &O,
        number: usize,
        sent: &Addressed<'_, O::Message>,
        arrives: Arrives,
        judgement: &mut Judgement,
    ) -> Worked {
        let Knowledge { sets, received, intervals, travelling, scattered, .. } = self;
        let own = SetId::one(sent.from.position);
        let known = intervals.of(sent.from.index, |_| Intervals::Nothing);
        let onward = orbit.onward(sent.message);
        let rank = sent.from.index;
        sets.work.is_for(rank, 0);
        orbit.values(sent.message, sets, |blocks, contributors, sets| {
            let block = blocks.first().unwrap_or_default();
            sets.work.is_for(rank, block);
            let claimed = contributors.map(|who| sets.intern(who)).transpose()?;
            let first = travelling.len();
            for run in blocks.runs() {
                each_part(known, *run, |blocks, received_of_it| {
                    sets.work.is_for(rank, blocks.start);
                    let at_node = AtNode { own, received: received_of_it };
                    let (value, is_true) =
                        received.sent(at_node, claimed, blocks, judgement, sets)?;
                    *scattered = *scattered || orbit.scatters(value, sets);
                    let goes = match arrives {
                        Arrives::AsClaimed => true,
                        Arrives::IfTrue => is_true,
                        Arrives::Never => false,
                    };
                    if goes {
                        sets.work.spend(TRAVELS)?;
                        travelling.push(Travelling { message: number, blocks, value });
                    }
                    Ok(())
                })?;
            }
            sets.work.is_for(rank, block);
            match onward {
                Some(by) => pass_on(orbit, by, travelling, first, sets),
                None => Ok(()),
            }
        })
    }

    /// All values that travel arrive as claimed.
    pub(crate) fn arrive<O: Orbit>(
        &mut self,
        orbit: &O,
        messages: &[O::Message],
        findings: &mut Findings,
    ) -> Worked {
        let mut travelling = std::mem::take(&mut self.travelling);
        for of_message in travelling.chunk_by(|a, b| a.message == b.message) {
            let Some(number) = of_message.first().map(|first| first.message) else { continue };
            // The sender has been checked already.
            let Some(sent) = messages.get(number).and_then(|message| orbit.sent(message)) else {
                continue;
            };
            let Rank { position, index, .. } = sent.to;
            let own = SetId::one(position);
            let Knowledge { sets, received, intervals, combined, .. } = self;
            let known = intervals.of(index, |_| Intervals::Nothing);
            let (end, mut before) = (orbit.instance(sent.to).block_end(), Runs::new());
            for &Travelling { blocks, value, .. } in of_message {
                if value == own {
                    before.insert(blocks);
                    continue;
                }
                let adds = combined.is_some() && sets.join(own, value)?.disjoint;
                let had = if adds { before.clone() } else { Runs::new() };
                let (received, before) = (&mut *received, &mut before);
                let mut arrival = Arrival { blocks, value, own, sets, received, before };
                let bytes = receive(known, end, &mut arrival);
                if let Some(combined) = combined.as_mut().filter(|_| adds) {
                    let mut new = Runs::new();
                    new.insert(blocks);
                    let new = Payload::Plain(new.minus(&before.minus(&had)));
                    let size = orbit.instance(sent.to).size(&new, combined.words);
                    combined.messages.push((number, index, size));
                }
                sets.work.is_for(index, blocks.start);
                sets.work.spend(bytes)?;
            }
            if !before.is_empty() {
                findings.redundant(orbit.ends_at(End::Receiver, sent.message), before);
            }
        }
        travelling.clear();
        self.travelling = travelling;
        Ok(())
    }

    /// Whether a rank can form its result at the end.
    pub(crate) fn judge_end<O: Orbit>(
        &mut self,
        orbit: &O,
        rank: Rank,
        judgement: &mut Judgement,
    ) -> Worked {
        let required = orbit.instance(rank).required(rank.position);
        self.sets.work.is_for(rank.index, required.blocks.first().unwrap_or_default());
        if required.contributors.is_empty() {
            return Ok(());
        }
        let Knowledge { sets, received, intervals, .. } = self;
        let wanted = sets.intern(&required.contributors)?;
        let nothing = Intervals::Nothing;
        let known = intervals.made(rank.index).map_or(&nothing, |known| &*known);
        for run in required.blocks.runs() {
            each_part(known, *run, |blocks, received_of_it| {
                sets.work.is_for(rank.index, blocks.start);
                let at_node = AtNode { own: SetId::one(rank.position), received: received_of_it };
                let formed = received.form(at_node, wanted, sets)?;
                judgement.formed(blocks, || sets.get(wanted), &formed);
                Ok(())
            })?;
        }
        Ok(())
    }
}

/// One past the last position.
fn positions<O: Orbit>(orbit: &O) -> u32 {
    let count = |rank: Rank| orbit.instance(rank).nodes;
    (0..orbit.count()).map(|index| count(orbit.rank(index))).max().unwrap_or(0)
}

/// Moves the values of a message from its sender's representative to its receiver's, blocks with the same
/// value together.
fn pass_on<O: Orbit>(
    orbit: &O,
    by: Vertex,
    travelling: &mut Vec<Travelling>,
    first: usize,
    sets: &mut Sets,
) -> Worked {
    let sent: Vec<Travelling> = travelling.drain(first..).collect();
    for same in sent.chunk_by(|a, b| a.value == b.value) {
        let Travelling { message, value, .. } = same[0];
        let value = moved(orbit, by, value, sets)?;
        let blocks: Runs = same.iter().map(|travelling| travelling.blocks).collect();
        let blocks = orbit.move_blocks(by, &blocks);
        let parts = blocks.runs().iter();
        travelling.extend(parts.map(|blocks| Travelling { message, blocks: *blocks, value }));
    }
    Ok(())
}

/// The image of a set of contributors under a translation.
fn moved<O: Orbit>(orbit: &O, by: Vertex, set: SetId, sets: &mut Sets) -> Worked<SetId> {
    let who = sets.get(set);
    sets.work.spend(who.runs().len())?;
    sets.intern(&orbit.move_positions(by, &who))
}

/// The work allowed for sets of contributors, in spans and words.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Work {
    left: u64,
    /// The index of the rank that the current work is for.
    pub(crate) rank: u32,
    /// The block that it is for.
    pub(crate) block: u64,
}

/// The limit of work is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Exhausted;

/// The result of work, unless the limit was reached.
pub(crate) type Worked<T = ()> = Result<T, Exhausted>;

impl Work {
    pub(crate) fn new(allowed: u64) -> Self {
        Work { left: allowed, rank: 0, block: 0 }
    }

    /// Sets the rank and block of the following work.
    #[inline]
    pub(crate) fn is_for(&mut self, rank: u32, block: u64) {
        (self.rank, self.block) = (rank, block);
    }

    pub(crate) fn spend(&mut self, amount: usize) -> Worked {
        self.left = self.left.checked_sub(amount as u64).ok_or(Exhausted)?;
        Ok(())
    }
}
