//! The checker's verdicts on schedules that are built here, with every message compared whole.
#![allow(clippy::unwrap_used)] // a test may panic

#[path = "checker/against_reference.rs"]
mod against_reference;
#[path = "checker/build.rs"]
mod build;
#[path = "checker/data.rs"]
mod data;
#[path = "checker/limits.rs"]
mod limits;
#[path = "checker/machine.rs"]
mod machine;
#[path = "checker/measures.rs"]
mod measures;
#[path = "checker/phases.rs"]
mod phases;
#[path = "reference/mod.rs"]
mod reference;
#[path = "checker/spelling.rs"]
mod spelling;
