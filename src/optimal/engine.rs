//! The solver in pure Rust: varisat with varisat-lrat. What it says is believed by nobody: schedules are
//! checked, and proofs are checked.

use std::cell::Cell;
use std::io::Write;
use std::rc::Rc;

use varisat::checker::{CheckedProofStep, CheckerData, ProofProcessor};
use varisat::{CnfFormula, ExtendFormula, Lit, Solver};
use varisat_lrat::WriteLrat;

use super::cnf::Cnf;

/// What a solver says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Said {
    /// The formula has this model. Place v is variable v; place 0 is unused.
    Model(Vec<bool>),
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

/// Solves a formula, and writes the proof as binary LRAT. It derives at most `clauses` clauses, which is the
/// same for every run.
///
/// # Errors
/// The proof cannot be written.
pub fn solve(formula: &Cnf, proof: impl Write, clauses: u64) -> Result<Said, String> {
    let reached = Rc::new(Cell::new(false));
    let mut limit = Limit { left: clauses, reached: Rc::clone(&reached) };
    let mut lrat = WriteLrat::new(proof, true);
    let said = {
        let mut solver = Solver::new();
        solver.add_proof_processor(&mut limit);
        solver.add_proof_processor(&mut lrat);
        let mut cnf = CnfFormula::new();
        cnf.set_var_count(formula.variables());
        for clause in formula.iter() {
            let literal = |literal: &i32| isize::try_from(*literal).map(Lit::from_dimacs);
            let clause: Result<Vec<Lit>, _> = clause.iter().map(literal).collect();
            cnf.add_clause(&clause.map_err(|error| error.to_string())?);
        }
        solver.add_formula(&cnf);
        let said = match solver.solve() {
            Ok(true) => {
                let mut model = vec![false; formula.variables() + 1];
                for literal in solver.model().unwrap_or_default() {
                    if let Some(value) = model.get_mut(literal.var().to_dimacs().unsigned_abs()) {
                        *value = literal.is_positive();
                    }
                }
                Said::Model(model)
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
