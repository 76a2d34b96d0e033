//! What `hockney-base` promises, a topic a file.
#![allow(clippy::unwrap_used)] // a test may panic

mod diagnostics;
mod numbers;
mod quantities;
mod sums;
mod tables;
mod terms;
