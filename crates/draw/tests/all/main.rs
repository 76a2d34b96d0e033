//! What `hockney-draw` promises, a topic a file.
#![allow(clippy::unwrap_used)] // a test may panic

mod draw;
mod pictures;
