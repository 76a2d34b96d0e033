//! What every other crate stands on: exact numbers, places in texts, terms, step rules, tables of words, and parallel iterators.

pub mod diagnostic;
pub mod number;
pub mod parallel;
pub mod rule;
pub mod table;
pub mod term;
