//! Barriers: the signals that each node has. Repeated signals do no harm.

use super::{moved, positions};
use crate::checker::{
    Addressed, End, Findings, Judgement, Lack, Orbit, PerRank, Rank, SetId, Sets, Work, Worked,
};
use crate::schedule::Runs;

/// The signals of each rank.
pub(crate) struct Hearing {
    pub(crate) sets: Sets,
    heard: PerRank<SetId>,
    /// The signals that travel in the step, one set per message.
    travelling: Vec<SetId>,
}

impl Hearing {
    pub(crate) fn at_start<O: Orbit>(orbit: &O, work: Work) -> Self {
        let sets = Sets::of_positions(positions(orbit), work);
        Hearing { sets, heard: PerRank::new(orbit.count()), travelling: Vec::new() }
    }

    fn heard<O: Orbit>(&mut self, orbit: &O, rank: Rank) -> &mut SetId {
        self.heard.of(rank.index, |index| SetId::one(orbit.rank(index).position))
    }

    /// Sends all signals of the sender.
    pub(crate) fn send<O: Orbit>(&mut self, orbit: &O, sent: &Addressed<'_, O::Message>) -> Worked {
        self.sets.work.is_for(sent.from.index, 0);
        let heard = *self.heard(orbit, sent.from);
        let travels = match orbit.onward(sent.message) {
            Some(by) => moved(orbit, by, heard, &mut self.sets)?,
            None => heard,
        };
        self.travelling.push(travels);
        Ok(())
    }

    pub(crate) fn arrive<O: Orbit>(
        &mut self,
        orbit: &O,
        messages: &[O::Message],
        findings: &mut Findings,
    ) -> Worked {
        let travelling = std::mem::take(&mut self.travelling);
        for (message, set) in messages.iter().zip(travelling) {
            let Some(sent) = orbit.sent(message) else { continue };
            let before = *self.heard(orbit, sent.to);
            self.sets.work.is_for(sent.to.index, 0);
            let after = self.sets.join(before, set)?.set;
            *self.heard(orbit, sent.to) = after;
            if before == after {
                findings.redundant(orbit.ends_at(End::Receiver, message), Runs::one(0));
            }
        }
        Ok(())
    }

    /// The signals that a rank needs and does not have.
    pub(crate) fn judge_end<O: Orbit>(&mut self, orbit: &O, rank: Rank, judgement: &mut Judgement) {
        let required = orbit.instance(rank).required(rank.position);
        let heard = self.heard.made(rank.index).map_or(SetId::one(rank.position), |heard| *heard);
        let heard = self.sets.get(heard);
        if !required.contributors.is_subset(&heard) {
            let contributors = required.contributors.minus(&heard);
            judgement.lacks(|| Lack { blocks: required.blocks.clone(), contributors });
        }
    }
}
