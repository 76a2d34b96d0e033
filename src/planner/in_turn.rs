//! One schedule after another, as one.

use crate::schedule::{Step, Steps};

/// The steps of each in turn.
pub(super) struct InTurn(pub(super) Vec<Box<dyn Steps>>);

impl Steps for InTurn {
    fn count(&self) -> usize {
        self.0.iter().map(|steps| steps.count()).sum()
    }

    fn messages(&self) -> u128 {
        self.0.iter().map(|steps| steps.messages()).sum()
    }

    fn step_into(&self, k: usize, step: &mut Step) {
        step.messages.clear();
        let mut k = k;
        for steps in &self.0 {
            if k < steps.count() {
                return steps.step_into(k, step);
            }
            k -= steps.count();
        }
    }
}
