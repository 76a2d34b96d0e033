//! Checks a schedule file, and says what is wrong and how to repair it: `cargo run --example check`.

#![allow(clippy::print_stdout, reason = "an example prints")]

use hockney::files::read;
use hockney::{Limits, check};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Step 2 sends over the link from 1 to 2 twice.
    let text = "{format: hockney/schedule/v1, topology: linear-array:4,
        collective: {kind: broadcast, root: 0},
        steps: [[{from: 0, to: 1, blocks: [0]}],
                [{from: 0, to: 2, blocks: [0]}, {from: 1, to: 3, blocks: [0]}]]}";
    // A file may name a graph, which this program does not have.
    let no_graph = |file: &str| Err(format!("there is no file {file}"));
    let document = read(text, &no_graph)?;
    let checked = check(&document.schedule, &Limits::default())?;
    let report = checked.report();
    println!("{} messages in {} steps", report.messages, report.steps);
    for violation in &report.violations {
        let (when, what) =
            (violation.when(checked.schedule()), violation.message(checked.schedule()));
        println!("{when}: {what}; fix: {}", violation.advice(checked.schedule()));
    }
    assert!(!report.is_valid());
    Ok(())
}
