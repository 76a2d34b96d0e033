//! What `hockney-core` promises, a topic a file.
#![allow(clippy::unwrap_used)] // a test may panic

mod checker;
mod collectives;
mod drawn;
mod measures;
mod names;
mod parts;
mod refusals;
mod templates;
mod topologies;
mod trace;
