//! Copied data: which blocks each node holds.

use std::sync::Arc;

use crate::parallel::prelude::*;

use super::faults::Faults;
use super::report::{At, Findings};
use super::seats::{self, Seat, Seats};
use super::stock::{Square, Stock, Turner};
use super::violation::Lack;
use crate::collective::{Blocks, Instance};
use crate::schedule::{Message, Payload, Runs};

/// From how many seats on it pays to look at them side by side.
const MANY_SEATS: usize = 2048;

/// The blocks that each seat holds.
pub(super) struct Possession {
    held: Vec<Stock>,
    turner: Turner,
}

impl Possession {
    pub(super) fn at_start(seats: &Seats<'_>) -> Self {
        let squares: Vec<Arc<Square>> = match seats.blocks() {
            Blocks::PerPair => {
                let square = |of: &Instance| Arc::new(Square::new(of.nodes, of.pieces));
                seats.instances().map(square).collect()
            }
            Blocks::Pieces | Blocks::PerNode | Blocks::Token => Vec::new(),
        };
        let held = |seat: Seat| {
            let of = seats.instance(seat);
            let blocks = of.initial(seat.position);
            match of.blocks() {
                Blocks::PerPair => Stock::of_pairs(blocks, &squares[seat.group], seat.position),
                Blocks::Pieces | Blocks::PerNode | Blocks::Token => Stock::new(blocks),
            }
        };
        let (count, turner) = (seats.count(), Turner::default());
        if count < MANY_SEATS {
            return Possession { held: seats.all().map(held).collect(), turner };
        }
        let all = (0..count).into_par_iter().with_min_len(MANY_SEATS);
        Possession { held: all.map(|index| held(seats.at(index))).collect(), turner }
    }

    /// What a message of everything carries. Who holds nothing claims all pieces where the blocks
    /// are pieces of one, so that the message arrives as what it must have meant; else nothing.
    pub(super) fn everything(&self, seats: &Seats<'_>, from: Seat) -> Runs {
        let held = &self.held[from.index];
        let instance = seats.instance(from);
        if held.is_empty() && instance.blocks() == Blocks::Pieces {
            instance.all_blocks()
        } else {
            held.runs()
        }
    }

    /// The part of a payload that the sender holds.
    pub(super) fn true_part(&self, payload: &Payload, from: Seat) -> Payload {
        Payload::Plain(self.held_of(payload, from))
    }

    fn held_of(&self, payload: &Payload, seat: Seat) -> Runs {
        let held = &self.held[seat.index];
        seats::parts(payload).flat_map(|(blocks, _)| held.of(blocks).runs().to_vec()).collect()
    }

    /// Whether a sender holds all that a message of plain blocks carries.
    #[inline]
    pub(super) fn has_all(&mut self, message: &Message, from: Seat) -> bool {
        let Payload::Plain(blocks) = &message.payload else { return false };
        let Possession { held, turner } = self;
        let held = &mut held[from.index];
        !blocks.is_empty() && (held.plainly_has(blocks) || held.has_all(blocks, turner))
    }

    /// Whether a sender holds what a message carries.
    pub(super) fn judge(&mut self, message: &Message, from: Seat, faults: &mut Faults) {
        if matches!(&message.payload, Payload::Plain(blocks) if blocks.is_empty()) {
            faults.nothing_to_send();
        }
        for (blocks, _) in seats::parts(&message.payload) {
            self.look_for(blocks, from, faults);
        }
    }

    fn look_for(&mut self, blocks: &Runs, seat: Seat, faults: &mut Faults) {
        let held = &mut self.held[seat.index];
        if !held.has_all(blocks, &mut self.turner) {
            let lacking = || blocks.minus(&held.of(blocks));
            faults.lacks(|| Lack { blocks: lacking(), contributors: Runs::new() });
        }
    }

    /// A message arrives as what it claims to be.
    #[inline]
    pub(super) fn arrive(&mut self, message: &Message, to: Seat, at: At, findings: &mut Findings) {
        let Possession { held, turner } = self;
        let held = &mut held[to.index];
        let is_new = match &message.payload {
            Payload::Plain(blocks) => held.add_plainly_new(blocks) || held.add_new(blocks, turner),
            Payload::Everything | Payload::Values(_) => false,
        };
        if !is_new {
            self.arrive_again(message, to, at, findings);
        }
    }

    /// A message arrives that brings what is there already, or may do so.
    fn arrive_again(&mut self, message: &Message, to: Seat, at: At, findings: &mut Findings) {
        let Possession { held, turner } = self;
        let held = &mut held[to.index];
        // To be named, what was there already must be found before the message is put there.
        let brings_known =
            seats::parts(&message.payload).any(|(blocks, _)| held.has_any(blocks, turner));
        if brings_known {
            let known = findings.names_redundant().then(|| self.held_of(&message.payload, to));
            findings.redundant(at, (message.from, message.to), known.unwrap_or_default());
        }
        let Possession { held, turner } = self;
        for (blocks, _) in seats::parts(&message.payload) {
            held[to.index].add(blocks, turner);
        }
    }

    /// Whether every seat has what it must at the end.
    pub(super) fn all_delivered(&mut self, seats: &Seats<'_>) -> bool {
        let has_all = |turner: &mut Turner, (index, held): (usize, &mut Stock)| {
            let seat = seats.at(index);
            held.has_all(&seats.instance(seat).required(seat.position).blocks, turner)
        };
        let Possession { held, turner } = self;
        if held.len() < MANY_SEATS {
            return held.iter_mut().enumerate().all(|held| has_all(turner, held));
        }
        let all = held.par_iter_mut().enumerate().with_min_len(MANY_SEATS / 16);
        all.map_init(Turner::default, has_all).all(|has_all| has_all)
    }

    /// What a seat lacks at the end.
    pub(super) fn judge_end(&mut self, seats: &Seats<'_>, seat: Seat, faults: &mut Faults) {
        let required = seats.instance(seat).required(seat.position);
        self.look_for(&required.blocks, seat, faults);
    }
}
