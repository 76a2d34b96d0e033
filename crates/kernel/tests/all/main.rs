//! What the kernel of proofs accepts and refuses, a topic a file.
#![allow(clippy::unwrap_used)] // a test may panic

mod refused_rules;
mod terms;
mod written;
