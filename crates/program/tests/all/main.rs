//! What `hockney-program` promises, a topic a file.
#![allow(clippy::unwrap_used)] // a test may panic

mod damaged;
mod hostile;
mod judged;
mod kinds;
mod programs;
