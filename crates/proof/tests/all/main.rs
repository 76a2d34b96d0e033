//! What `hockney-proof` promises, a topic a file.
#![allow(clippy::unwrap_used)] // a test may panic

mod kernel;
mod proofs;
mod refused_rules;
mod stated_costs;
