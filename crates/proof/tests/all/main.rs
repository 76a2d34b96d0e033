//! What `hockney-proof` promises, a topic a file.
#![allow(clippy::unwrap_used)] // a test may panic

mod proofs;
mod stated_costs;
