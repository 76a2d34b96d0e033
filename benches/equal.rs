//! How many comparisons of formulas a second, over the fixtures: `cargo bench --bench equal`.
//!
//! Formulas are read once; what is measured is the comparison alone, each folder for itself.
//! `benches/equal_sympy.py` measures SymPy beside it.
#![allow(clippy::disallowed_types)] // a benchmark measures time
#![allow(clippy::print_stdout, clippy::unwrap_used)]

#[path = "../crates/formula/tests/all/formulas/pairs.rs"]
mod pairs;

use std::hint::black_box;
use std::time::{Duration, Instant};

use hockney_formula::equivalence;

/// How long each pair is compared again and again.
const EACH: Duration = Duration::from_millis(20);

fn main() {
    let (mut all, mut count) = (Duration::ZERO, 0_u32);
    for folder in ["equal", "different", "undecided"] {
        let mut times: Vec<(Duration, String)> = Vec::new();
        for pair in pairs::pairs(folder) {
            let [left, right] = pair.links();
            let (start, mut runs) = (Instant::now(), 0_u32);
            while start.elapsed() < EACH {
                black_box(equivalence(black_box(&left), black_box(&right), &pair.given));
                runs += 1;
            }
            times.push((start.elapsed() / runs, pair.formulas.join("  |  ")));
        }
        times.sort();
        let total: Duration = times.iter().map(|(time, _)| *time).sum();
        let pairs = u32::try_from(times.len()).unwrap();
        let (worst, name) = times.last().unwrap();
        println!(
            "{folder}: {pairs} pairs, mean {:?}, median {:?}, worst {worst:?} ({name})",
            total / pairs,
            times[times.len() / 2].0,
        );
        if folder != "undecided" {
            all += total;
            count += pairs;
        }
    }
    let mean = (all / count).as_nanos().max(1);
    println!("decided: {} comparisons a second", 1_000_000_000 / mean);
}
