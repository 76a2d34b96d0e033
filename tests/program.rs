//! Tests that run the program only. A test is a file beside this one, and a line here.
#![allow(clippy::unwrap_used)] // a test may panic

mod classes;
mod cli;
#[cfg(feature = "page")]
mod form;
mod formula_input;
mod large_files;
mod lecture_notes;
mod limits;
#[cfg(feature = "man")]
mod man;
mod manual;
mod one_way;
mod optimal_certificates;
mod plots;
mod reasons;
mod replay;
mod results;
mod rows;
mod schemas;
mod sharing;
mod sweeps;
mod threads;
mod tuned;
mod unfinished;
mod widths;
mod wild;
