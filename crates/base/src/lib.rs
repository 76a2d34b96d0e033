//! What every other crate stands on: exact numbers, places in texts, and parallel iterators.

pub mod diagnostic;
pub mod number;
pub mod parallel;
