//! What `hockney-optimal` promises, a topic a file.
#![allow(clippy::unwrap_used)] // a test may panic

mod optima;
mod optimal;
mod optimal_exhaustive;
mod optimal_mutants;
mod optimal_proofs;
mod second;
