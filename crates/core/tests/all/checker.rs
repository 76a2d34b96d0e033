//! The checker's verdicts on schedules that are built here, with every message compared whole.

mod data;
mod limits;
mod machine;
mod measures;
mod phases;
mod spelling;
mod texts;
mod waiting;
