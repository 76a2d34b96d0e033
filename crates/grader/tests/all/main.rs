//! What `hockney-grader` promises, a topic a file.
#![allow(clippy::unwrap_used)] // a test may panic

mod exams;
mod grades;
mod grammar;
mod keys;
mod layouts;
mod leniency;
mod notations;
mod problems;
mod sheets;
mod sizes;
