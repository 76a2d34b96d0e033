//! A barrier: of whom the representative of each class has heard.

use super::Scene;
use crate::checker::report::judgement::Judgement;
use crate::checker::report::violation::Lack;
use crate::checker::report::{At, Findings};
use crate::collective::Required;
use crate::schedule::{Pattern, Runs};

pub(crate) struct Heard {
    of: Vec<Runs>,
    /// What travels in the step, as the receiver's representative hears it.
    travelling: Vec<Runs>,
}

impl Heard {
    pub(crate) fn at_start(scene: &Scene<'_>) -> Self {
        let of = scene.representatives.iter().map(|node| Runs::one(u64::from(*node))).collect();
        Heard { of, travelling: Vec::new() }
    }

    pub(crate) fn send(&mut self, scene: &Scene<'_>, pattern: &Pattern) {
        let heard = &self.of[scene.by.class(pattern.from)];
        let g = scene.by.apply(scene.home(pattern.to), scene.by.from_representative(pattern.from));
        self.travelling.push(scene.symmetric.nodes().translate_runs(scene.by, g, heard));
    }

    pub(crate) fn arrive(
        &mut self,
        scene: &Scene<'_>,
        messages: &[Pattern],
        at: At,
        findings: &mut Findings,
    ) {
        for (pattern, what) in messages.iter().zip(self.travelling.drain(..)) {
            let heard = &mut self.of[scene.by.class(pattern.to)];
            if what.is_subset(heard) {
                let ends = scene.ends(pattern, scene.home(pattern.to));
                findings.redundant(at, ends, Runs::one(0));
            }
            heard.extend(&what);
        }
    }

    pub(crate) fn judge_end(&self, class: usize, required: &Required, judgement: &mut Judgement) {
        let heard = &self.of[class];
        if !required.contributors.is_subset(heard) {
            let contributors = required.contributors.minus(heard);
            judgement.lacks(|| Lack { blocks: required.blocks.clone(), contributors });
        }
    }
}
