//! Proves the closed form of an algorithm for all sizes, and has a wrong one refuted: `cargo run --example prove`.

#![allow(clippy::print_stdout, reason = "an example prints")]

use hockney::plan::planner::algorithm;
use hockney::prove::{Verdict, prove};
use hockney::topology::family;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let ring = algorithm("all-gather", "ring").ok_or("no algorithm of this name")?;
    let family = family("ring").ok_or("no topology of this name")?;
    // Schedules of up to 8 nodes are compared with the stated step costs.
    match prove(ring, family, 1, None, 8) {
        // The kernel accepts the certificate again, as it would from a file.
        Verdict::Proved(proved) => println!("proved: {} cases", proved.certificate.check()?.len()),
        other => return Err(format!("not proved: {other:?}").into()),
    }
    match prove(ring, family, 1, Some("p t_s + (p - 1) m t_w"), 8) {
        Verdict::Refuted(_, counterexample) => println!("wrong: {counterexample:?}"),
        other => return Err(format!("not refuted: {other:?}").into()),
    }
    Ok(())
}
