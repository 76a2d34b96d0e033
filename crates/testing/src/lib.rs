//! What the tests of several crates need: machines, drawn schedules, the second checker, templates against every message, damage
//! to documents, dice, and how much effort a run makes. It uses `base` and `core` only, so that the tests of every crate above them can use it.
#![allow(missing_docs)] // only tests read it
#![allow(unreachable_pub)]
#![allow(clippy::unwrap_used)] // a test may panic

pub mod both_ways;
pub mod build;
pub mod drawn;
pub mod machines;
pub mod mutants;
pub mod reference;

mod dice;
mod effort;

use std::path::PathBuf;

pub use dice::Dice;
pub use effort::Effort;

/// A file or folder of the project, such as `tests/rejects`.
pub fn at(path: &str) -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).join(path)
}

/// The text of a file of the project.
pub fn text(path: &str) -> String {
    std::fs::read_to_string(at(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}
