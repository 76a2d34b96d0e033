//! A barrier: who has heard of whom. Hearing of somebody twice does no harm.

use super::faults::Faults;
use super::report::{At, Findings};
use super::seats::{Seat, Seats};
use super::sets::{SetId, Sets};
use super::spans;
use super::violation::Lack;
use super::work::{Exhausted, Work};
use crate::schedule::Message;

/// Of whom each seat has heard.
pub(super) struct Hearing {
    sets: Sets,
    heard: Vec<SetId>,
}

impl Hearing {
    pub(super) fn at_start(seats: &Seats<'_>) -> Self {
        let most = seats.all().map(|seat| seat.position + 1).max().unwrap_or(0);
        let heard = seats.all().map(|seat| SetId::one(seat.position)).collect();
        Hearing { sets: Sets::of_positions(most), heard }
    }

    /// All that the sender has heard of, as the message arrives.
    pub(super) fn sent(&self, from: Seat) -> SetId {
        self.heard[from.index]
    }

    pub(super) fn arrive(
        &mut self,
        message: &Message,
        (set, to): (SetId, Seat),
        at: At,
        findings: &mut Findings,
        work: &mut Work,
    ) -> Result<(), Exhausted> {
        let before = self.heard[to.index];
        let after = self.sets.join(before, set, work)?.set;
        self.heard[to.index] = after;
        if before == after {
            let ends = (message.from, message.to);
            findings.redundant(at, ends, crate::schedule::Runs::one(0));
        }
        Ok(())
    }

    /// Of whom a seat must hear and has not.
    pub(super) fn judge_end(&self, seats: &Seats<'_>, seat: Seat, faults: &mut Faults) {
        let required = seats.instance(seat).required(seat.position);
        let heard = spans::runs(&self.sets.get(self.heard[seat.index]));
        if !required.contributors.is_subset(&heard) {
            let contributors = required.contributors.minus(&heard);
            faults.lacks(|| Lack { blocks: required.blocks.clone(), contributors });
        }
    }
}
