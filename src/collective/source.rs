//! A schedule that comes step by step, for whoever does not keep it.

use super::Phase;
use crate::schedule::Step;

/// A schedule of which each phase and each step comes once, in order.
pub trait Source {
    /// Why it breaks off.
    type Error;

    /// The next phase, without its steps; `None` behind the last one. All steps of the phase before
    /// have come.
    ///
    /// # Errors
    /// It breaks off here.
    fn phase(&mut self) -> Result<Option<Phase>, Self::Error>;

    /// Fills `step` with the next step of the phase that has come last; false where it has no more.
    ///
    /// # Errors
    /// It breaks off here.
    fn step(&mut self, phase: &Phase, step: &mut Step) -> Result<bool, Self::Error>;
}
