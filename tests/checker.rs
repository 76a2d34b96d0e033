//! The checker's verdicts on schedules that are built here, with every message compared whole.

pub(crate) mod against_reference;
mod build;
mod data;
mod limits;
mod machine;
mod measures;
mod phases;
mod spelling;
