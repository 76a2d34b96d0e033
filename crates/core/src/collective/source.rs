//! A schedule that is read step by step and not stored.

use super::Phase;
use crate::schedule::Step;

/// What was read of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Came {
    /// A step, or the rest of one.
    Whole,
    /// The beginning of a step with more messages than requested: one more message.
    Part,
    /// The end of the steps.
    Nothing,
}

/// A schedule whose phases and steps are read once, in order.
pub trait Source {
    /// The error that ends the reading.
    type Error;

    /// The next phase without its steps; `None` after the last one. All steps of the phase before must have
    /// been read.
    ///
    /// # Errors
    /// The reading fails.
    fn phase(&mut self) -> Result<Option<Phase>, Self::Error>;

    /// Fills `step` with the next step of the current phase, up to `most` messages. Of a longer step it reads
    /// one more, and the next call reads the rest.
    ///
    /// # Errors
    /// The reading fails.
    fn step(&mut self, phase: &Phase, step: &mut Step, most: usize) -> Result<Came, Self::Error>;

    /// Line and column, counted from 1, of each message of the last step; nothing for messages without a
    /// place.
    fn places(&self) -> &[(u32, u32)] {
        &[]
    }
}
