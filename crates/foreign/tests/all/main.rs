//! What `hockney-foreign` promises, a topic a file.
#![allow(clippy::unwrap_used)] // a test may panic

mod orders;
