//! What `hockney-core` promises, a topic a file.
#![allow(clippy::unwrap_used)] // a test may panic

mod checker;
mod topologies;
