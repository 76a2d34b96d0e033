//! What `hockney-ask` promises, a topic a file.
#![allow(clippy::unwrap_used)] // a test may panic

mod attainable;
mod combining;
mod compare;
mod crossovers;
mod crossovers_in_pieces;
mod hierarchical;
mod hierarchical_cases;
mod looking;
mod pieces;
mod plans_all_ports;
mod plans_larger;
mod plans_moving;
mod plans_packed;
mod times;
