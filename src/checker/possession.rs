//! Copied data: which blocks each node holds.

use super::faults::Faults;
use super::report::{At, Findings};
use super::seats::{self, Seat, Seats};
use super::violation::Lack;
use crate::collective::Blocks;
use crate::schedule::{Message, Payload, Runs};

/// The blocks that each seat holds.
pub(super) struct Possession {
    held: Vec<Runs>,
}

impl Possession {
    pub(super) fn at_start(seats: &Seats<'_>) -> Self {
        let held = seats.all().map(|seat| seats.instance(seat).initial(seat.position));
        Possession { held: held.collect() }
    }

    /// What a message of everything carries. Who holds nothing claims all pieces where the blocks
    /// are pieces of one, so that the message arrives as what it must have meant; else nothing.
    pub(super) fn everything(&self, seats: &Seats<'_>, from: Seat) -> Runs {
        let held = &self.held[from.index];
        let instance = seats.instance(from);
        if held.is_empty() && instance.blocks() == Blocks::Pieces {
            instance.all_blocks()
        } else {
            held.clone()
        }
    }

    /// The part of a payload that the sender holds.
    pub(super) fn true_part(&self, payload: &Payload, from: Seat) -> Payload {
        let held = &self.held[from.index];
        let part = |(blocks, _): (&Runs, _)| blocks.minus(&blocks.minus(held)).runs().to_vec();
        Payload::Plain(seats::parts(payload).flat_map(part).collect())
    }

    /// Whether a sender holds what a message carries.
    pub(super) fn judge(&self, message: &Message, from: Seat, faults: &mut Faults) {
        let held = &self.held[from.index];
        if matches!(&message.payload, Payload::Plain(blocks) if blocks.is_empty()) {
            faults.nothing_to_send();
        }
        for (blocks, _) in seats::parts(&message.payload) {
            if !blocks.is_subset(held) {
                faults.lacks(|| Lack { blocks: blocks.minus(held), contributors: Runs::new() });
            }
        }
    }

    /// A message arrives as what it claims to be.
    pub(super) fn arrive(&mut self, message: &Message, to: Seat, at: At, findings: &mut Findings) {
        let held = &mut self.held[to.index];
        let had = |blocks: &Runs| blocks.minus(&blocks.minus(held)).runs().to_vec();
        // To be named, what was there already must be found before the message is put there.
        let known: Option<Runs> = findings
            .names_redundant()
            .then(|| seats::parts(&message.payload).flat_map(|(blocks, _)| had(blocks)).collect());
        let mut fresh = true;
        for (blocks, _) in seats::parts(&message.payload) {
            fresh &= held.extend(blocks);
        }
        if !fresh {
            let ends = (message.from, message.to);
            findings.redundant(at, ends, known.unwrap_or_default());
        }
    }

    /// What a seat lacks at the end.
    pub(super) fn judge_end(&self, seats: &Seats<'_>, seat: Seat, faults: &mut Faults) {
        let required = seats.instance(seat).required(seat.position).blocks;
        let held = &self.held[seat.index];
        if !required.is_subset(held) {
            faults.lacks(|| Lack { blocks: required.minus(held), contributors: Runs::new() });
        }
    }

    /// Whether a seat holds all of what was lacking.
    pub(super) fn holds(&self, seat: Seat, lacks: &[Lack]) -> bool {
        lacks.iter().all(|lack| lack.blocks.is_subset(&self.held[seat.index]))
    }
}
