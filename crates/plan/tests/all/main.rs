//! What `hockney-plan` promises, a topic a file.
#![allow(clippy::unwrap_used)] // a test may panic

mod among;
mod counted;
mod names;
mod needs;
mod plans;
mod plans_combining;
mod plans_in_pairs;
mod plans_trees;
mod symmetric;
mod templated;
