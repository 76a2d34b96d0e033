//! What nodes have, whatever the kind of data: the state before a step, and how a step changes it.

use crate::checker::combined::hearing::Hearing;
use crate::checker::combined::sets::SetId;
use crate::checker::combined::work::{Exhausted, Work};
use crate::checker::combined::{Knowledge, Stuck};
use crate::checker::copied::Possession;
use crate::checker::ranks::{Rank, Ranks};
use crate::checker::report::judgement::Judgement;
use crate::checker::report::{At, Findings};
use crate::collective::Data;
use crate::schedule::{Message, Payload, Runs};

/// What becomes of what a sender does not have and sends all the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Arrives {
    /// It arrives as what it claims to be, so that one slip is not reported at every later step.
    AsClaimed,
    /// It does not arrive: only what is true spreads.
    IfTrue,
    /// Nothing arrives: it is only asked whether it could be sent.
    Never,
}

/// What the ranks of a phase have.
pub(crate) enum State {
    Copied(Possession),
    Combined(Knowledge),
    Token {
        hearing: Hearing,
        /// What travels in the step, a set for each message.
        travelling: Vec<SetId>,
    },
}

impl State {
    pub(crate) fn at_start(ranks: &Ranks<'_>) -> Self {
        match ranks.data() {
            Data::Copied => State::Copied(Possession::at_start(ranks)),
            Data::Combined => State::Combined(Knowledge::at_start(ranks)),
            Data::Token => {
                State::Token { hearing: Hearing::at_start(ranks), travelling: Vec::new() }
            }
        }
    }

    /// The blocks that a message of everything carries.
    pub(crate) fn everything(&self, ranks: &Ranks<'_>, from: Rank) -> Runs {
        match self {
            State::Copied(possession) => possession.everything(ranks, from),
            State::Combined(_) | State::Token { .. } => ranks.instance(from).all_blocks(),
        }
    }

    /// The part of a payload that the sender has. Of combined data it is left to `judge` what
    /// arrives, and of a barrier all is true.
    pub(crate) fn true_part(&self, payload: Payload, from: Rank) -> Payload {
        match self {
            State::Copied(possession) => possession.true_part(&payload, from),
            State::Combined(_) | State::Token { .. } => payload,
        }
    }

    /// Whether there is nothing to [`State::judge`]: copied data that the sender holds.
    #[inline]
    pub(crate) fn plainly_holds(&mut self, message: &Message, from: Rank) -> bool {
        match self {
            State::Copied(possession) => possession.has_all(message, from),
            State::Combined(_) | State::Token { .. } => false,
        }
    }

    /// Whether a sender has what a message carries. It is called for the messages of a step in
    /// their order, and none arrives before all are judged.
    pub(crate) fn judge(
        &mut self,
        (number, message): (usize, &Message),
        from: Rank,
        arrives: Arrives,
        judgement: &mut Judgement,
        work: &mut Work,
    ) -> Result<(), Stuck> {
        match self {
            State::Copied(possession) => possession.judge(message, from, judgement),
            State::Combined(knowledge) => {
                knowledge.judge((number, message), from, arrives, judgement, work)?;
            }
            State::Token { .. } if arrives == Arrives::Never => {}
            State::Token { hearing, travelling } => travelling.push(hearing.sent(from)),
        }
        Ok(())
    }

    /// All messages of a step arrive.
    pub(crate) fn arrive(
        &mut self,
        messages: &[Message],
        ranks: &Ranks<'_>,
        at: At,
        findings: &mut Findings,
        work: &mut Work,
    ) -> Result<(), (Stuck, usize)> {
        let to = |message: &Message| ranks.ends(message).ok().map(|(_, to)| to);
        match self {
            State::Copied(possession) => {
                for message in messages {
                    if let Some(to) = to(message) {
                        possession.arrive(message, to, at, findings);
                    }
                }
            }
            State::Combined(knowledge) => knowledge.arrive(messages, ranks, at, findings, work)?,
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

    /// Whether it is plain that every rank has what it must at the end: copied data, all there.
    pub(crate) fn all_delivered(&mut self, ranks: &Ranks<'_>) -> bool {
        match self {
            State::Copied(possession) => possession.all_delivered(ranks),
            State::Combined(_) | State::Token { .. } => false,
        }
    }

    /// What a rank must have at the end and has not.
    pub(crate) fn judge_end(
        &mut self,
        ranks: &Ranks<'_>,
        rank: Rank,
        judgement: &mut Judgement,
        work: &mut Work,
    ) -> Result<(), Stuck> {
        match self {
            State::Copied(possession) => possession.judge_end(ranks, rank, judgement),
            State::Combined(knowledge) => knowledge.judge_end(ranks, rank, judgement, work)?,
            State::Token { hearing, .. } => hearing.judge_end(ranks, rank, judgement),
        }
        Ok(())
    }

    /// Whether messages carried contributions that are not those of a run of positions; `None`
    /// where nothing is combined.
    pub(crate) fn scattered(&self) -> Option<bool> {
        match self {
            State::Combined(knowledge) => Some(knowledge.scattered()),
            State::Copied(_) | State::Token { .. } => None,
        }
    }
}
