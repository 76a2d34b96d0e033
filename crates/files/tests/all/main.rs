//! What `hockney-files` promises, a topic a file.
#![allow(clippy::unwrap_used)] // a test may panic

mod against_reference;
mod asynchronous;
mod certified;
mod class_bounds;
mod compact;
mod contended;
mod documents;
mod drawn;
#[path = "../../../ask/tests/all/hierarchical_cases.rs"]
mod hierarchical_cases;
mod link_classes;
mod placement;
mod plans_several_ports;
mod recognised;
#[path = "../../../plan/tests/all/templated.rs"]
mod templated;
