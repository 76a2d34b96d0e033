//! The solver in pure Rust: varisat with varisat-lrat. What it says is believed by nobody: schedules are
//! checked, and proofs are checked.

use std::cell::Cell;
use std::io::{Read, Write};
use std::rc::Rc;

use varisat::Solver;
use varisat::checker::{CheckedProofStep, CheckerData, ProofProcessor};
use varisat_lrat::WriteLrat;

use super::cnf::Literal;

/// What a solver says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Said {
    /// The formula has a model, in which these literals hold.
    Model(Vec<Literal>),
    /// The formula has no model, as the written proof shows.
    Refuted,
    /// The limit was reached.
    Open,
}

/// Counts derived clauses, and ends the search at its limit.
struct Limit {
    left: u64,
    reached: Rc<Cell<bool>>,
}

impl ProofProcessor for Limit {
    fn process_step(
        &mut self,
        step: &CheckedProofStep<'_>,
        _data: CheckerData<'_, '_>,
    ) -> Result<(), anyhow::Error> {
        if matches!(step, CheckedProofStep::AtClause { .. }) {
            if self.left == 0 {
                self.reached.set(true);
                return Err(anyhow::Error::msg("limit"));
            }
            self.left -= 1;
        }
        Ok(())
    }
}

/// Solves a formula in DIMACS, and writes the proof as binary LRAT. It derives at most `clauses` clauses, which
/// is the same for every run.
///
/// # Errors
/// The formula cannot be read, or the proof cannot be written.
pub fn solve(formula: impl Read, proof: impl Write, clauses: u64) -> Result<Said, String> {
    let reached = Rc::new(Cell::new(false));
    let mut limit = Limit { left: clauses, reached: Rc::clone(&reached) };
    let mut lrat = WriteLrat::new(proof, true);
    let said = {
        let mut solver = Solver::new();
        solver.add_proof_processor(&mut limit);
        solver.add_proof_processor(&mut lrat);
        solver.add_dimacs_cnf(formula).map_err(|error| error.to_string())?;
        let said = match solver.solve() {
            Ok(true) => {
                let model = solver.model().unwrap_or_default();
                let literal = |of: &varisat::Lit| Literal::try_from(of.to_dimacs()).ok();
                Said::Model(model.iter().filter_map(literal).collect())
            }
            Ok(false) => Said::Refuted,
            Err(_) if reached.get() => return Ok(Said::Open),
            Err(error) => return Err(error.to_string()),
        };
        solver.close_proof().map_err(|error| error.to_string())?;
        said
    };
    lrat.flush().map_err(|error| error.to_string())?;
    Ok(said)
}
