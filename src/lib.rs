//! `hockney` plans, checks and prices collective communication in the model t_s + m t_w.

pub mod checker;
pub mod cli;
pub mod collective;
pub mod compare;
pub mod cost;
pub mod diagnostic;
pub mod document;
pub mod formula;
pub mod number;
pub mod planner;
pub mod schedule;
pub mod topology;
pub mod trace;
