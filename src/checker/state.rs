//! What nodes have, whatever the kind of data: the state before a step, and how a step changes it.

use super::faults::Faults;
use super::hearing::Hearing;
use super::knowledge::{Knowledge, Stuck};
use super::possession::Possession;
use super::report::{At, Findings};
use super::seats::{Seat, Seats};
use super::sets::SetId;
use super::work::{Exhausted, Work};
use crate::collective::Data;
use crate::schedule::{Message, Payload, Runs};

/// What becomes of what a sender does not have and sends all the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Arrives {
    /// It arrives as what it claims to be, so that one slip is not reported at every later step.
    AsClaimed,
    /// It does not arrive: only what is true spreads.
    IfTrue,
    /// Nothing arrives: it is only asked whether it could be sent.
    Never,
}

/// What the seats of a phase have.
pub(super) enum State {
    Copied(Possession),
    Combined(Knowledge),
    Token {
        hearing: Hearing,
        /// What travels in the step, a set for each message.
        travelling: Vec<SetId>,
    },
}

impl State {
    pub(super) fn at_start(seats: &Seats<'_>) -> Self {
        match seats.data() {
            Data::Copied => State::Copied(Possession::at_start(seats)),
            Data::Combined => State::Combined(Knowledge::at_start(seats)),
            Data::Token => {
                State::Token { hearing: Hearing::at_start(seats), travelling: Vec::new() }
            }
        }
    }

    /// The blocks that a message of everything carries.
    pub(super) fn everything(&self, seats: &Seats<'_>, from: Seat) -> Runs {
        match self {
            State::Copied(possession) => possession.everything(seats, from),
            State::Combined(_) | State::Token { .. } => seats.instance(from).all_blocks(),
        }
    }

    /// The part of a payload that the sender has. Of combined data it is left to `judge` what
    /// arrives, and of a barrier all is true.
    pub(super) fn true_part(&self, payload: Payload, from: Seat) -> Payload {
        match self {
            State::Copied(possession) => possession.true_part(&payload, from),
            State::Combined(_) | State::Token { .. } => payload,
        }
    }

    /// Whether there is nothing to [`State::judge`]: copied data that the sender holds.
    #[inline]
    pub(super) fn plainly_holds(&mut self, message: &Message, from: Seat) -> bool {
        match self {
            State::Copied(possession) => possession.has_all(message, from),
            State::Combined(_) | State::Token { .. } => false,
        }
    }

    /// Whether a sender has what a message carries. It is called for the messages of a step in
    /// their order, and none arrives before all are judged.
    pub(super) fn judge(
        &mut self,
        (number, message): (usize, &Message),
        from: Seat,
        arrives: Arrives,
        faults: &mut Faults,
        work: &mut Work,
    ) -> Result<(), Stuck> {
        match self {
            State::Copied(possession) => possession.judge(message, from, faults),
            State::Combined(knowledge) => {
                knowledge.judge((number, message), from, arrives, faults, work)?;
            }
            State::Token { .. } if arrives == Arrives::Never => {}
            State::Token { hearing, travelling } => travelling.push(hearing.sent(from)),
        }
        Ok(())
    }

    /// All messages of a step arrive.
    pub(super) fn arrive(
        &mut self,
        messages: &[Message],
        seats: &Seats<'_>,
        at: At,
        findings: &mut Findings,
        work: &mut Work,
    ) -> Result<(), (Stuck, usize)> {
        let to = |message: &Message| seats.ends(message).ok().map(|(_, to)| to);
        match self {
            State::Copied(possession) => {
                for message in messages {
                    if let Some(to) = to(message) {
                        possession.arrive(message, to, at, findings);
                    }
                }
            }
            State::Combined(knowledge) => knowledge.arrive(messages, seats, at, findings, work)?,
            State::Token { hearing, travelling } => {
                for (number, (message, set)) in
                    messages.iter().zip(travelling.drain(..)).enumerate()
                {
                    if let Some(to) = to(message) {
                        hearing
                            .arrive(message, (set, to), at, findings, work)
                            .map_err(|Exhausted| (Stuck { block: 0 }, number))?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Whether it is plain that every seat has what it must at the end: copied data, all there.
    pub(super) fn all_delivered(&mut self, seats: &Seats<'_>) -> bool {
        match self {
            State::Copied(possession) => possession.all_delivered(seats),
            State::Combined(_) | State::Token { .. } => false,
        }
    }

    /// What a seat must have at the end and has not.
    pub(super) fn judge_end(
        &mut self,
        seats: &Seats<'_>,
        seat: Seat,
        faults: &mut Faults,
        work: &mut Work,
    ) -> Result<(), Stuck> {
        match self {
            State::Copied(possession) => possession.judge_end(seats, seat, faults),
            State::Combined(knowledge) => knowledge.judge_end(seats, seat, faults, work)?,
            State::Token { hearing, .. } => hearing.judge_end(seats, seat, faults),
        }
        Ok(())
    }

    /// Whether messages carried contributions that are not those of a run of positions; `None`
    /// where nothing is combined.
    pub(super) fn scattered(&self) -> Option<bool> {
        match self {
            State::Combined(knowledge) => Some(knowledge.scattered()),
            State::Copied(_) | State::Token { .. } => None,
        }
    }
}
