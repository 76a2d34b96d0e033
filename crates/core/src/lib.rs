//! What a verdict trusts: topologies, schedules, collectives and the checker, and the trace of a schedule.
//!
//! Nothing here plans a schedule or knows its cost.

pub mod checker;
pub mod collective;
pub mod schedule;
pub mod topology;
pub mod trace;
