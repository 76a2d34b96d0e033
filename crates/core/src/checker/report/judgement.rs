//! The violations of one message, or of one node at the end.

use crate::checker::{BrokenRule, Formed, Lack, Tangle};
use crate::schedule::{Run, Runs};

/// The result for one message or node. Details are collected only while they are reported.
#[derive(Default)]
pub(crate) struct Judgement {
    detailed: bool,
    not_held: bool,
    cannot_form: bool,
    lacks: Vec<Lack>,
    tangles: Vec<Tangle>,
}

impl Judgement {
    pub(crate) fn begin(&mut self, detailed: bool) {
        self.detailed = detailed;
        (self.not_held, self.cannot_form) = (false, false);
        self.lacks.clear();
        self.tangles.clear();
    }

    /// The sender sends all that it holds, and holds nothing.
    pub(crate) fn nothing_to_send(&mut self) {
        self.not_held = true;
    }

    /// The node lacks blocks, or contributions to them.
    pub(crate) fn lacks(&mut self, lack: impl FnOnce() -> Lack) {
        self.not_held = true;
        if self.detailed {
            let lack = lack();
            match self.lacks.last_mut() {
                Some(last) if last.contributors == lack.contributors => {
                    last.blocks.extend(&lack.blocks);
                }
                _ => self.lacks.push(lack),
            }
        }
    }

    /// Whether there are violations.
    #[inline]
    pub(crate) fn is_any(&self) -> bool {
        self.not_held || self.cannot_form
    }

    /// Records whether a value of some blocks can be formed.
    #[inline]
    pub(crate) fn formed(
        &mut self,
        blocks: Run,
        wanted: impl FnOnce() -> Runs,
        formed: &Formed,
    ) -> bool {
        let is_formed = matches!(formed, Formed::Yes);
        if !is_formed {
            self.not_formed(blocks, wanted, formed);
        }
        is_formed
    }

    fn not_formed(&mut self, blocks: Run, wanted: impl FnOnce() -> Runs, formed: &Formed) {
        let because = match formed.clone() {
            Formed::Yes => return,
            Formed::Unknown(contributors) => {
                let blocks = Runs::range(blocks.start, blocks.end);
                return self.lacks(|| Lack { blocks, contributors });
            }
            Formed::Tangled(because) => because,
        };
        self.cannot_form = true;
        if self.detailed {
            let wanted = wanted();
            match self.tangles.last_mut() {
                Some(last) if last.wanted == wanted && last.because == because => {
                    last.blocks.insert(blocks);
                }
                _ => {
                    let blocks = Runs::range(blocks.start, blocks.end);
                    self.tangles.push(Tangle { blocks, wanted, because });
                }
            }
        }
    }

    /// The broken rules, at the end or in a step.
    pub(crate) fn broken(&mut self, at_end: bool) -> impl Iterator<Item = BrokenRule> {
        let (lacks, tangles) = (std::mem::take(&mut self.lacks), std::mem::take(&mut self.tangles));
        let lacking = if at_end {
            BrokenRule::NotDelivered { lacks }
        } else {
            BrokenRule::NotHeld { lacks, held_after: None }
        };
        let lacking = self.not_held.then_some(lacking);
        let unformed = self.cannot_form.then_some(BrokenRule::CannotForm { tangles });
        // In the order of the rules, which is reversed at the end.
        let (first, second) = if at_end { (unformed, lacking) } else { (lacking, unformed) };
        first.into_iter().chain(second)
    }
}
