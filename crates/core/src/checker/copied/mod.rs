//! Copied data: which blocks each node holds.

use crate::checker::{Addressed, End, Findings, Judgement, Lack, Orbit, PerRank, Rank, Ranks};
use crate::collective::Blocks;
use crate::schedule::block_set::{Holding, Transposer};
use crate::schedule::{Message, Payload, Runs};

/// The blocks that each rank holds.
pub(crate) struct Possession<O: Orbit> {
    held: PerRank<O::Stock>,
    transposer: Transposer,
    scratch: Vec<O::Blocks>,
}

impl<O: Orbit> Possession<O> {
    pub(crate) fn at_start(orbit: &O) -> Self {
        let (held, transposer) = (PerRank::new(orbit.count()), Transposer::default());
        Possession { held, transposer, scratch: Vec::new() }
    }

    #[inline]
    fn of(
        &mut self,
        orbit: &O,
        rank: Rank,
    ) -> (&mut O::Stock, &mut Transposer, &mut Vec<O::Blocks>) {
        let start = |index| orbit.stock_at_start(orbit.rank(index));
        (self.held.of(rank.index, start), &mut self.transposer, &mut self.scratch)
    }

    /// Whether a sender holds all data of its message, if that is quick to decide.
    #[inline]
    pub(crate) fn holds(&mut self, orbit: &O, sent: &Addressed<'_, O::Message>) -> bool {
        let (held, transposer, _) = self.of(orbit, sent.from);
        O::holds(held, sent.message, transposer)
    }

    /// Whether a sender holds the data of a message.
    pub(crate) fn judge(
        &mut self,
        orbit: &O,
        sent: &Addressed<'_, O::Message>,
        judgement: &mut Judgement,
    ) {
        let (held, transposer, scratch) = self.of(orbit, sent.from);
        let carried = orbit.carried(End::Sender, sent.message, scratch);
        if carried.is_empty() {
            judgement.nothing_to_send();
        }
        for blocks in carried {
            look_for(orbit, held, blocks, transposer, judgement);
        }
    }

    /// A message arrives as claimed.
    #[inline]
    pub(crate) fn arrive(
        &mut self,
        orbit: &O,
        sent: &Addressed<'_, O::Message>,
        findings: &mut Findings,
    ) {
        let (held, transposer, _) = self.of(orbit, sent.to);
        if !O::add_new(held, sent.message, transposer) {
            self.arrive_again(orbit, sent, findings);
        }
    }

    /// A message arrives that is or may be redundant.
    fn arrive_again(
        &mut self,
        orbit: &O,
        sent: &Addressed<'_, O::Message>,
        findings: &mut Findings,
    ) {
        let (held, transposer, scratch) = self.of(orbit, sent.to);
        let carried = orbit.carried(End::Receiver, sent.message, scratch);
        if carried.iter().any(|blocks| held.has_any(blocks, transposer)) {
            // Redundant blocks must be found before the message arrives.
            let known = findings.names_redundant().then(|| orbit.known(held, sent.message));
            let ends = orbit.ends_at(End::Receiver, sent.message);
            findings.redundant(ends, known.unwrap_or_default());
        }
        for blocks in carried {
            held.add(blocks, transposer);
        }
    }

    /// Whether every rank holds its result at the end.
    pub(crate) fn all_delivered(&mut self, orbit: &O) -> bool {
        let mut nothing_lacks = Judgement::default();
        (0..orbit.count()).all(|index| {
            self.judge_end(orbit, orbit.rank(index), &mut nothing_lacks);
            !nothing_lacks.is_any()
        })
    }

    /// The blocks that a rank lacks at the end.
    pub(crate) fn judge_end(&mut self, orbit: &O, rank: Rank, judgement: &mut Judgement) {
        let required = orbit.instance(rank).required(rank.position);
        let Possession { held, transposer, scratch } = self;
        let mut unused = None;
        let held = match held.made(rank.index) {
            Some(held) => held,
            None => unused.insert(orbit.stock_at_start(rank)),
        };
        for blocks in orbit.numbered(&required.blocks, scratch) {
            look_for(orbit, held, blocks, transposer, judgement);
        }
    }
}

fn look_for<O: Orbit>(
    orbit: &O,
    held: &mut O::Stock,
    blocks: &O::Blocks,
    transposer: &mut Transposer,
    judgement: &mut Judgement,
) {
    if !held.has_all(blocks, transposer) {
        judgement.lacks(|| Lack { blocks: orbit.lacking(held, blocks), contributors: Runs::new() });
    }
}

impl<'p> Possession<Ranks<'p>> {
    /// The data of a message of everything. If the sender holds nothing, the message claims all pieces if the
    /// blocks are pieces of one, which it must have meant, and otherwise nothing.
    pub(crate) fn everything(&mut self, ranks: &Ranks<'p>, from: Rank) -> Runs {
        let instance = ranks.instance(from);
        let (held, ..) = self.of(ranks, from);
        if held.is_empty() && instance.blocks() == Blocks::Pieces {
            instance.all_blocks()
        } else {
            held.runs()
        }
    }

    /// The part of a message that its sender holds.
    pub(crate) fn true_part(
        &mut self,
        ranks: &Ranks<'p>,
        sent: &Addressed<'_, Message>,
    ) -> Payload {
        let (held, ..) = self.of(ranks, sent.from);
        Payload::Plain(ranks.known(held, sent.message))
    }
}
