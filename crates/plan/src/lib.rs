//! Algorithms of collective communication as values, and the questions that they answer.

pub mod planner;
pub mod question;
