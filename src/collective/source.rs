//! A schedule that comes step by step, for whoever does not keep it.

use super::Phase;
use crate::schedule::Step;

/// What has come of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Came {
    /// A step, or what was left of one.
    Whole,
    /// The beginning of a step, which has more messages than were wanted: one more.
    Part,
    /// No step: there are no more.
    Nothing,
}

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

    /// Fills `step` with the next step of the phase that has come last, as long as it has no more than
    /// `most` messages: of a longer one come one more, and what is left of it comes next.
    ///
    /// # Errors
    /// It breaks off here.
    fn step(&mut self, phase: &Phase, step: &mut Step, most: usize) -> Result<Came, Self::Error>;

    /// Line and column, counted from 1, of each message that came last; nothing where it has none.
    fn places(&self) -> &[(u32, u32)] {
        &[]
    }
}
