//! Tests that run the program, and of the library for users. A test is a file beside this one, and a line here; a test of
//! one crate is in the folder `tests` of the crate.
#![allow(clippy::unwrap_used)] // a test may panic

mod by_proof;
mod classes;
mod cli;
mod console;
mod facade;
mod fixtures;
#[cfg(feature = "page")]
mod form;
mod formula_input;
mod hints;
mod large_files;
mod lecture_notes;
mod limits;
#[cfg(feature = "man")]
mod man;
mod manual;
mod one_answer;
mod one_reader;
mod one_way;
mod optimal_certificates;
mod options;
mod plots;
mod readme;
mod reasons;
mod replay;
mod results;
mod rows;
mod schemas;
mod sharing;
mod sweeps;
mod threads;
mod tidy;
mod tuned;
mod unfinished;
mod widths;
mod wild;
