//! The solver CaDiCaL, with the feature `cadical`: faster than the one in pure Rust, and built by a C++ compiler.

use std::path::Path;

use cadical_sys::{CaDiCal, Status};

use super::engine::Said;
use hockney_base::number::saturated;

/// Solves a formula in DIMACS, and writes the proof as binary LRAT. It ends after so many conflicts: most
/// of the clauses that it derives come from one each.
///
/// # Errors
/// The formula cannot be read, or the proof cannot be written.
pub fn solve(formula: &Path, proof: &Path, clauses: u64) -> Result<Said, String> {
    let name = |path: &Path| path.to_str().map(str::to_owned).ok_or("a path is not in UTF-8");
    let mut solver = CaDiCal::new();
    solver.set("lrat", 1);
    if !solver.trace_proof2(&name(proof)?) {
        return Err(format!("cannot write {}", proof.display()));
    }
    let mut variables = 0;
    solver.read_dimacs2(&name(formula)?, &mut variables, 1)?;
    solver.limit("conflicts", saturated(clauses));
    let said = match solver.solve() {
        Status::SATISFIABLE => {
            Said::Model((1..=variables).map(|variable| solver.val(variable)).collect())
        }
        Status::UNSATISFIABLE => Said::Refuted,
        Status::UNKNOWN => Said::Open,
    };
    solver.close_proof_trace(false);
    Ok(said)
}
