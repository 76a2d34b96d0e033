//! What `hockney-formula` promises, a topic a file.
#![allow(clippy::unwrap_used)] // a test may panic

mod collected;
mod equivalence;
mod equivalence_laws;
mod formulas;
