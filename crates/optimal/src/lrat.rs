//! Checks proofs in binary LRAT: each clause must follow from the named clauses by unit propagation alone.
//!
//! It searches nothing and knows nothing of schedules. The hints of a step name the clauses in the order in
//! which they become unit; the last one has no literal left. Every other hint is an error, and so is a step
//! that needs more than that (RAT).

use std::collections::HashMap;
use std::io::{self, BufRead};

use thiserror::Error;

use super::cnf::{Cnf, Literal};

/// Why a proof is not accepted. Steps count from 1.
#[derive(Debug, Error)]
pub enum Flaw {
    /// The proof cannot be read.
    #[error("it cannot be read: {0}")]
    Unreadable(#[from] io::Error),
    /// The proof ends without the empty clause.
    #[error("it ends after {0} steps without the empty clause")]
    NoEnd(u64),
    /// The proof ends inside a step.
    #[error("it ends inside step {0}")]
    Cut(u64),
    /// A step that is neither an addition nor a deletion, or a number with too many bits.
    #[error("step {0} is not a step of binary LRAT")]
    NotAStep(u64),
    /// A hint names a clause that does not exist.
    #[error("step {step} names clause {clause}, which does not exist")]
    NoSuchClause {
        /// The step.
        step: u64,
        /// The clause.
        clause: u64,
    },
    /// A clause gets a number that is not greater than all before.
    #[error("step {step} gives its clause the number {clause}, which is not a new one")]
    OldNumber {
        /// The step.
        step: u64,
        /// The number.
        clause: u64,
    },
    /// A literal of a variable that the formula does not have.
    #[error("step {step} names variable {variable}, which the formula does not have")]
    NoSuchVariable {
        /// The step.
        step: u64,
        /// The variable.
        variable: u64,
    },
    /// A hint that is neither unit nor false.
    #[error("step {step}: clause {clause} is not a unit clause there")]
    NotUnit {
        /// The step.
        step: u64,
        /// The clause.
        clause: u64,
    },
    /// A step with hints of RAT.
    #[error("step {0} uses RAT, which is not accepted here")]
    Rat(u64),
    /// The hints do not reach a contradiction.
    #[error("step {0}: its clauses do not contradict the negation of the new one")]
    NoConflict(u64),
    /// The clauses need more memory than allowed.
    #[error("step {0}: its clauses need more than {MOST_KEPT} literals")]
    TooLarge(u64),
}

/// The most literals that are kept at a time: 1 GiB.
const MOST_KEPT: usize = 1 << 28;

/// The clauses that are known.
struct Clauses {
    literals: Vec<Literal>,
    /// Start and length in `literals`.
    places: HashMap<u64, (usize, usize)>,
    /// How many of the literals belong to a clause.
    used: usize,
}

impl Clauses {
    fn add(&mut self, number: u64, clause: &[Literal]) {
        self.places.insert(number, (self.literals.len(), clause.len()));
        self.literals.extend_from_slice(clause);
        self.used += clause.len();
    }

    fn get(&self, number: u64) -> Option<&[Literal]> {
        let (start, length) = *self.places.get(&number)?;
        Some(&self.literals[start..start + length])
    }

    fn remove(&mut self, number: u64) {
        let Some((_, length)) = self.places.remove(&number) else { return };
        self.used -= length;
        if self.literals.len() > 2 * self.used + (1 << 20) {
            let mut kept = Vec::with_capacity(2 * self.used);
            #[allow(clippy::iter_over_hash_type)] // where a clause is stored changes nothing
            for (start, length) in self.places.values_mut() {
                let at = kept.len();
                kept.extend_from_slice(&self.literals[*start..*start + *length]);
                *start = at;
            }
            self.literals = kept;
        }
    }
}

/// Checks that a binary LRAT proof refutes a formula, whose clauses are numbered from 1. Returns the number of
/// its steps up to the empty clause; what follows is not read.
///
/// # Errors
/// The first flaw.
pub fn check(formula: &Cnf, proof: &mut dyn BufRead) -> Result<u64, Flaw> {
    let mut clauses = Clauses { literals: Vec::new(), places: HashMap::new(), used: 0 };
    let mut newest = 0;
    for clause in formula.iter() {
        newest += 1;
        clauses.add(newest, clause);
        if clause.is_empty() {
            return Ok(0);
        }
    }
    // True if the literal holds: place 2 v of v, 2 v + 1 of its negation.
    let mut holds = vec![false; 2 * formula.variables() + 2];
    let mut trail = Vec::new();
    let mut step = 0;
    let mut reader = ProofReader { proof, step };
    let (mut clause, mut numbers) = (Vec::new(), Vec::new());
    loop {
        step += 1;
        reader.step = step;
        match reader.byte()? {
            None => return Err(Flaw::NoEnd(step - 1)),
            Some(b'd') => {
                reader.numbers(&mut numbers)?;
                for number in &numbers {
                    clauses.remove(number / 2);
                }
            }
            Some(b'a') => {
                let number = reader.number()? / 2;
                if number <= newest {
                    return Err(Flaw::OldNumber { step, clause: number });
                }
                newest = number;
                reader.numbers(&mut numbers)?;
                clause.clear();
                for code in &numbers {
                    let variable = code / 2;
                    let known =
                        usize::try_from(variable).ok().filter(|v| *v <= formula.variables());
                    let no_such = Flaw::NoSuchVariable { step, variable };
                    let known = known.and_then(|v| Literal::try_from(v).ok()).ok_or(no_such)?;
                    clause.push(if code % 2 == 0 { known } else { -known });
                }
                reader.numbers(&mut numbers)?;
                trail.clear();
                for literal in &clause {
                    assign(-literal, &mut holds, &mut trail);
                }
                let found = propagate(&clauses, &numbers, step, &mut holds, &mut trail);
                for place in &trail {
                    holds[*place] = false;
                }
                found?;
                if clause.is_empty() {
                    return Ok(step);
                }
                if clauses.literals.len() + clause.len() > MOST_KEPT {
                    return Err(Flaw::TooLarge(step));
                }
                clauses.add(number, &clause);
            }
            Some(_) => return Err(Flaw::NotAStep(step)),
        }
    }
}

fn place(literal: Literal) -> usize {
    2 * literal.unsigned_abs() as usize + usize::from(literal < 0)
}

fn assign(literal: Literal, holds: &mut [bool], trail: &mut Vec<usize>) {
    let at = place(literal);
    if !holds[at] {
        holds[at] = true;
        trail.push(at);
    }
}

/// Follows the hints to a contradiction.
fn propagate(
    clauses: &Clauses,
    hints: &[u64],
    step: u64,
    holds: &mut [bool],
    trail: &mut Vec<usize>,
) -> Result<(), Flaw> {
    // A clause with a literal and its negation always holds.
    if trail.iter().any(|at| holds[at ^ 1]) {
        return Ok(());
    }
    for hint in hints {
        if hint % 2 == 1 {
            return Err(Flaw::Rat(step));
        }
        let number = hint / 2;
        let clause = clauses.get(number).ok_or(Flaw::NoSuchClause { step, clause: number })?;
        // The literals that are not false, each once.
        let mut open = clause.iter().filter(|literal| !holds[place(-**literal)]);
        let Some(unit) = open.next() else { return Ok(()) };
        if open.any(|other| other != unit) {
            return Err(Flaw::NotUnit { step, clause: number });
        }
        assign(*unit, holds, trail);
    }
    Err(Flaw::NoConflict(step))
}

/// The bytes of a proof.
struct ProofReader<'a> {
    proof: &'a mut dyn BufRead,
    step: u64,
}

impl ProofReader<'_> {
    fn byte(&mut self) -> Result<Option<u8>, Flaw> {
        let buffer = self.proof.fill_buf()?;
        let byte = buffer.first().copied();
        if byte.is_some() {
            self.proof.consume(1);
        }
        Ok(byte)
    }

    /// Seven bits a byte, the lowest first; the top bit says that more follow.
    fn number(&mut self) -> Result<u64, Flaw> {
        let mut number = 0_u64;
        for shift in (0..63).step_by(7) {
            let byte = self.byte()?.ok_or(Flaw::Cut(self.step))?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Ok(number);
            }
        }
        Err(Flaw::NotAStep(self.step))
    }

    /// Numbers up to a 0.
    fn numbers(&mut self, out: &mut Vec<u64>) -> Result<(), Flaw> {
        out.clear();
        loop {
            match self.number()? {
                0 => return Ok(()),
                _ if out.len() >= MOST_KEPT / 8 => return Err(Flaw::TooLarge(self.step)),
                number => out.push(number),
            }
        }
    }
}
