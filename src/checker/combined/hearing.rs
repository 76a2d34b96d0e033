//! A barrier: who has heard of whom. Hearing of somebody twice does no harm.

use crate::checker::combined::sets::{SetId, Sets};
use crate::checker::combined::spans;
use crate::checker::combined::work::{Exhausted, Work};
use crate::checker::ranks::{Rank, Ranks};
use crate::checker::report::judgement::Judgement;
use crate::checker::report::violation::Lack;
use crate::checker::report::{At, Findings};
use crate::schedule::Message;

/// Of whom each rank has heard.
pub(crate) struct Hearing {
    sets: Sets,
    heard: Vec<SetId>,
}

impl Hearing {
    pub(crate) fn at_start(ranks: &Ranks<'_>) -> Self {
        let most = ranks.all().map(|rank| rank.position + 1).max().unwrap_or(0);
        let heard = ranks.all().map(|rank| SetId::one(rank.position)).collect();
        Hearing { sets: Sets::of_positions(most), heard }
    }

    /// All that the sender has heard of, as the message arrives.
    pub(crate) fn sent(&self, from: Rank) -> SetId {
        self.heard[from.index]
    }

    pub(crate) fn arrive(
        &mut self,
        message: &Message,
        (set, to): (SetId, Rank),
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

    /// Of whom a rank must hear and has not.
    pub(crate) fn judge_end(&self, ranks: &Ranks<'_>, rank: Rank, judgement: &mut Judgement) {
        let required = ranks.instance(rank).required(rank.position);
        let heard = spans::runs(&self.sets.get(self.heard[rank.index]));
        if !required.contributors.is_subset(&heard) {
            let contributors = required.contributors.minus(&heard);
            judgement.lacks(|| Lack { blocks: required.blocks.clone(), contributors });
        }
    }
}
