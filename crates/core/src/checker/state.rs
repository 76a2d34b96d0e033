//! The data of nodes of any kind: the state before a step, and the change by a step.

use super::combined::Knowledge;
use super::combined::hearing::Hearing;
use super::copied::Possession;
use crate::checker::{Addressed, Arrives, Findings, Judgement, Orbit, Rank, Ranks, Work, Worked};
use crate::collective::Data;
use crate::schedule::{Message, Payload};

/// The data of the ranks of a phase.
pub(crate) enum PhaseData<O: Orbit> {
    Copied(Possession<O>, Work),
    Combined(Knowledge),
    Token(Hearing),
}

impl<O: Orbit> PhaseData<O> {
    pub(crate) fn at_start(orbit: &O, work: Work) -> Self {
        match orbit.data() {
            Data::Copied => PhaseData::Copied(Possession::at_start(orbit), work),
            Data::Combined => PhaseData::Combined(Knowledge::at_start(orbit, work)),
            Data::Token => PhaseData::Token(Hearing::at_start(orbit, work)),
        }
    }

    /// The remaining work, and its last use.
    pub(crate) fn work(&self) -> Work {
        match self {
            PhaseData::Copied(_, work) => *work,
            PhaseData::Combined(knowledge) => knowledge.sets.work,
            PhaseData::Token(hearing) => hearing.sets.work,
        }
    }

    /// Whether [`PhaseData::judge`] is unnecessary: copied data that the sender holds, if that is quick to
    /// decide.
    #[inline]
    pub(crate) fn holds(&mut self, orbit: &O, sent: &Addressed<'_, O::Message>) -> bool {
        match self {
            PhaseData::Copied(possession, _) => possession.holds(orbit, sent),
            PhaseData::Combined(_) | PhaseData::Token(_) => false,
        }
    }

    /// Whether all senders hold their data, if that is quick to decide.
    pub(crate) fn all_hold(&mut self, orbit: &O, messages: &[O::Message]) -> bool {
        let holds = |message| orbit.sent(message).is_some_and(|sent| self.holds(orbit, &sent));
        messages.iter().all(holds)
    }

    /// Checks whether a sender has the data of a message. It must be called for the messages of a step in
    /// order, with their numbers, and none arrives before all are checked.
    pub(crate) fn judge(
        &mut self,
        orbit: &O,
        number: usize,
        sent: &Addressed<'_, O::Message>,
        arrives: Arrives,
        judgement: &mut Judgement,
    ) -> Worked {
        match self {
            PhaseData::Copied(possession, _) => possession.judge(orbit, sent, judgement),
            PhaseData::Combined(knowledge) => {
                knowledge.judge(orbit, number, sent, arrives, judgement)?;
            }
            PhaseData::Token(_) if arrives == Arrives::Never => {}
            PhaseData::Token(hearing) => hearing.send(orbit, sent)?,
        }
        Ok(())
    }

    /// All messages of a step arrive.
    pub(crate) fn arrive(
        &mut self,
        orbit: &O,
        messages: &[O::Message],
        findings: &mut Findings,
    ) -> Worked {
        match self {
            PhaseData::Copied(possession, _) => {
                let sent = messages.iter().filter_map(|message| orbit.sent(message));
                sent.for_each(|sent| possession.arrive(orbit, &sent, findings));
                Ok(())
            }
            PhaseData::Combined(knowledge) => knowledge.arrive(orbit, messages, findings),
            PhaseData::Token(hearing) => hearing.arrive(orbit, messages, findings),
        }
    }

    /// Whether every rank has its result at the end, if that is quick to decide.
    pub(crate) fn all_delivered(&mut self, orbit: &O) -> bool {
        match self {
            PhaseData::Copied(possession, _) => possession.all_delivered(orbit),
            PhaseData::Combined(_) | PhaseData::Token(_) => false,
        }
    }

    /// The data that a rank lacks at the end.
    pub(crate) fn judge_end(&mut self, orbit: &O, rank: Rank, judgement: &mut Judgement) -> Worked {
        match self {
            PhaseData::Copied(possession, _) => possession.judge_end(orbit, rank, judgement),
            PhaseData::Combined(knowledge) => knowledge.judge_end(orbit, rank, judgement)?,
            PhaseData::Token(hearing) => hearing.judge_end(orbit, rank, judgement),
        }
        Ok(())
    }

    /// Whether messages carried contributions that are not a run of positions; `None` for copied data.
    pub(crate) fn scattered(&self) -> Option<bool> {
        match self {
            PhaseData::Combined(knowledge) => Some(knowledge.scattered),
            PhaseData::Copied(..) | PhaseData::Token(_) => None,
        }
    }
}

impl<'p> PhaseData<Ranks<'p>> {
    /// Determines the data of a message of everything. Returns whether it is empty.
    pub(crate) fn spell_out(&mut self, ranks: &Ranks<'p>, message: &mut Message) -> bool {
        let (Payload::Everything, Some(sent)) = (&message.payload, ranks.sent(message)) else {
            return false;
        };
        let blocks = match self {
            PhaseData::Copied(possession, _) => possession.everything(ranks, sent.from),
            PhaseData::Combined(_) | PhaseData::Token(_) => ranks.instance(sent.from).all_blocks(),
        };
        let is_empty = blocks.is_empty();
        message.payload = Payload::Plain(blocks);
        is_empty
    }

    /// The part of a message that its sender has. For combined data `judge` decides what arrives, and for a
    /// barrier all data are true.
    pub(crate) fn true_part(
        &mut self,
        ranks: &Ranks<'p>,
        sent: &Addressed<'_, Message>,
    ) -> Payload {
        match self {
            PhaseData::Copied(possession, _) => possession.true_part(ranks, sent),
            PhaseData::Combined(_) | PhaseData::Token(_) => sent.message.payload.clone(),
        }
    }
}
