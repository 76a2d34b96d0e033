//! Copied data: which blocks each node holds.

use std::sync::Arc;

use crate::checker::block_set::{BlockSet, Square, Transposer};
use crate::checker::ranks::{self, Rank, Ranks};
use crate::checker::report::judgement::Judgement;
use crate::checker::report::violation::Lack;
use crate::checker::report::{At, Findings};
use crate::collective::{Blocks, Instance};
use crate::parallel::prelude::*;
use crate::schedule::{Message, Payload, Runs};

/// From how many ranks on it pays to look at them side by side.
const MANY_RANKS: usize = 2048;

/// The blocks that each rank holds.
pub(crate) struct Possession {
    held: Vec<BlockSet>,
    transposer: Transposer,
}

impl Possession {
    pub(crate) fn at_start(ranks: &Ranks<'_>) -> Self {
        let squares: Vec<Arc<Square>> = match ranks.blocks() {
            Blocks::PerPair => {
                let square = |of: &Instance| Arc::new(Square::new(of.nodes, of.pieces));
                ranks.instances().map(square).collect()
            }
            Blocks::Pieces | Blocks::PerNode | Blocks::Token => Vec::new(),
        };
        let held = |rank: Rank| {
            let of = ranks.instance(rank);
            let blocks = of.initial(rank.position);
            match of.blocks() {
                Blocks::PerPair => BlockSet::of_pairs(blocks, &squares[rank.group], rank.position),
                Blocks::Pieces | Blocks::PerNode | Blocks::Token => BlockSet::new(blocks),
            }
        };
        let (count, transposer) = (ranks.count(), Transposer::default());
        if count < MANY_RANKS {
            return Possession { held: ranks.all().map(held).collect(), transposer };
        }
        let all = (0..count).into_par_iter().with_min_len(MANY_RANKS);
        Possession { held: all.map(|index| held(ranks.at(index))).collect(), transposer }
    }

    /// What a message of everything carries. Who holds nothing claims all pieces where the blocks
    /// are pieces of one, so that the message arrives as what it must have meant; else nothing.
    pub(crate) fn everything(&self, ranks: &Ranks<'_>, from: Rank) -> Runs {
        let held = &self.held[from.index];
        let instance = ranks.instance(from);
        if held.is_empty() && instance.blocks() == Blocks::Pieces {
            instance.all_blocks()
        } else {
            held.runs()
        }
    }

    /// The part of a payload that the sender holds.
    pub(crate) fn true_part(&self, payload: &Payload, from: Rank) -> Payload {
        Payload::Plain(self.held_of(payload, from))
    }

    fn held_of(&self, payload: &Payload, rank: Rank) -> Runs {
        let held = &self.held[rank.index];
        ranks::parts(payload).flat_map(|(blocks, _)| held.of(blocks).runs().to_vec()).collect()
    }

    /// Whether a sender holds all that a message of plain blocks carries.
    #[inline]
    pub(crate) fn has_all(&mut self, message: &Message, from: Rank) -> bool {
        let Payload::Plain(blocks) = &message.payload else { return false };
        let Possession { held, transposer } = self;
        let held = &mut held[from.index];
        !blocks.is_empty() && (held.plainly_has(blocks) || held.has_all(blocks, transposer))
    }

    /// Whether a sender holds what a message carries.
    pub(crate) fn judge(&mut self, message: &Message, from: Rank, judgement: &mut Judgement) {
        if matches!(&message.payload, Payload::Plain(blocks) if blocks.is_empty()) {
            judgement.nothing_to_send();
        }
        for (blocks, _) in ranks::parts(&message.payload) {
            self.look_for(blocks, from, judgement);
        }
    }

    fn look_for(&mut self, blocks: &Runs, rank: Rank, judgement: &mut Judgement) {
        let held = &mut self.held[rank.index];
        if !held.has_all(blocks, &mut self.transposer) {
            let lacking = || blocks.minus(&held.of(blocks));
            judgement.lacks(|| Lack { blocks: lacking(), contributors: Runs::new() });
        }
    }

    /// A message arrives as what it claims to be.
    #[inline]
    pub(crate) fn arrive(&mut self, message: &Message, to: Rank, at: At, findings: &mut Findings) {
        let Possession { held, transposer } = self;
        let held = &mut held[to.index];
        let is_new = match &message.payload {
            Payload::Plain(blocks) => {
                held.add_plainly_new(blocks) || held.add_new(blocks, transposer)
            }
            Payload::Everything | Payload::Values(_) => false,
        };
        if !is_new {
            self.arrive_again(message, to, at, findings);
        }
    }

    /// A message arrives that brings what is there already, or may do so.
    fn arrive_again(&mut self, message: &Message, to: Rank, at: At, findings: &mut Findings) {
        let Possession { held, transposer } = self;
        let held = &mut held[to.index];
        // To be named, what was there already must be found before the message is put there.
        let brings_known =
            ranks::parts(&message.payload).any(|(blocks, _)| held.has_any(blocks, transposer));
        if brings_known {
            let known = findings.names_redundant().then(|| self.held_of(&message.payload, to));
            findings.redundant(at, (message.from, message.to), known.unwrap_or_default());
        }
        let Possession { held, transposer } = self;
        for (blocks, _) in ranks::parts(&message.payload) {
            held[to.index].add(blocks, transposer);
        }
    }

    /// Whether every rank has what it must at the end.
    pub(crate) fn all_delivered(&mut self, ranks: &Ranks<'_>) -> bool {
        let has_all = |transposer: &mut Transposer, (index, held): (usize, &mut BlockSet)| {
            let rank = ranks.at(index);
            held.has_all(&ranks.instance(rank).required(rank.position).blocks, transposer)
        };
        let Possession { held, transposer } = self;
        if held.len() < MANY_RANKS {
            return held.iter_mut().enumerate().all(|held| has_all(transposer, held));
        }
        let all = held.par_iter_mut().enumerate().with_min_len(MANY_RANKS / 16);
        all.map_init(Transposer::default, has_all).all(|has_all| has_all)
    }

    /// What a rank lacks at the end.
    pub(crate) fn judge_end(&mut self, ranks: &Ranks<'_>, rank: Rank, judgement: &mut Judgement) {
        let required = ranks.instance(rank).required(rank.position);
        self.look_for(&required.blocks, rank, judgement);
    }
}
