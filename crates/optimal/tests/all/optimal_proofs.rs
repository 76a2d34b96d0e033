//! Proofs in LRAT: the right one is accepted, and every damaged one is refused with its reason.

use hockney_core::topology::Topology;
use hockney_optimal::engine::{Said, solve};
use hockney_optimal::{Cell, Cnf, Encoding, lrat};

use super::optimal::asked;

/// (1 or 2), (1 or not 2), (not 1 or 2), (not 1 or not 2)
fn square() -> Cnf {
    let mut cnf = Cnf::new(100);
    cnf.some(2);
    for clause in [[1, 2], [1, -2], [-1, 2], [-1, -2]] {
        cnf.add(&clause);
    }
    cnf
}

/// A step that adds a clause: its number, its literals and its hints.
fn add(number: u8, clause: &[i8], hints: &[i8]) -> Vec<u8> {
    let code = |n: i8| 2 * n.unsigned_abs() + u8::from(n < 0);
    let mut step = vec![b'a', 2 * number];
    step.extend(clause.iter().map(|l| code(*l)));
    step.push(0);
    step.extend(hints.iter().map(|h| code(*h)));
    step.push(0);
    step
}

fn judged(steps: &[Vec<u8>]) -> String {
    match lrat::check(&square(), &mut &steps.concat()[..]) {
        Ok(steps) => format!("{steps} steps"),
        Err(flaw) => flaw.to_string(),
    }
}

/// Catches every condition of the checker that could be left out.
#[test]
fn only_whole_proofs_are_accepted() {
    let one = || add(5, &[1], &[1, 2]);
    let delete = vec![b'd', 2, 0];
    let cases = [
        (vec![one(), add(6, &[], &[5, 3, 4])], "2 steps"),
        (vec![one(), vec![b'd', 2, 4, 0], add(6, &[], &[5, 3, 4])], "3 steps"),
        (vec![one()], "it ends after 1 steps without the empty clause"),
        (vec![], "it ends after 0 steps without the empty clause"),
        (vec![one(), vec![b'a', 12]], "it ends inside step 2"),
        (vec![vec![b'x']], "step 1 is not a step of binary LRAT"),
        (vec![vec![b'a'], vec![0xff; 12]], "step 1 is not a step of binary LRAT"),
        (
            vec![add(5, &[1], &[1])],
            "step 1: its clauses do not contradict the negation of the new one",
        ),
        (
            vec![add(5, &[1], &[])],
            "step 1: its clauses do not contradict the negation of the new one",
        ),
        (vec![add(5, &[], &[1, 2])], "step 1: clause 1 is not a unit clause there"),
        (vec![add(5, &[1], &[1, 9])], "step 1 names clause 9, which does not exist"),
        (vec![delete, one()], "step 2 names clause 1, which does not exist"),
        (
            vec![add(4, &[1], &[1, 2])],
            "step 1 gives its clause the number 4, which is not a new one",
        ),
        (vec![add(5, &[3], &[1, 2])], "step 1 names variable 3, which the formula does not have"),
        (vec![add(5, &[1], &[-1, 2])], "step 1 uses RAT, which is not accepted here"),
        (vec![one(), add(6, &[], &[3, 5, 4])], "step 2: clause 3 is not a unit clause there"),
    ];
    for (steps, expected) in cases {
        assert_eq!(judged(&steps), expected, "{steps:?}");
    }
}

/// A formula with an empty clause needs no proof.
#[test]
fn an_empty_clause_refutes_at_once() {
    let mut cnf = square();
    cnf.add(&[]);
    assert_eq!(lrat::check(&cnf, &mut &b""[..]).unwrap(), 0);
}

/// Bytes of a real proof are changed one after another. What is still accepted proves the same: only numbers
/// of deleted clauses or of hints that are not needed may change.
#[test]
fn damaged_proofs_of_a_real_formula_are_refused() {
    let asked = asked("all-gather", &Topology::parse("linear-array:5").unwrap(), 1);
    let cell = Cell { steps: 3, rounds: Some(5) };
    let formula = Encoding::of(&asked.task, cell, false, usize::MAX).unwrap().cnf;
    let (mut text, mut proof) = (Vec::new(), Vec::new());
    formula.write(&mut text, "a comment").unwrap();
    assert_eq!(solve(&text[..], &mut proof, u64::MAX).unwrap(), Said::Refuted);
    assert!(lrat::check(&formula, &mut &proof[..]).is_ok());
    // Of another cell it proves nothing.
    let other = Cell { steps: 3, rounds: Some(6) };
    let other = Encoding::of(&asked.task, other, false, usize::MAX).unwrap().cnf;
    assert!(lrat::check(&other, &mut &proof[..]).is_err());
    let (mut refused, mut tried) = (0, 0);
    for at in (0..proof.len()).step_by(proof.len() / 200) {
        let mut damaged = proof.clone();
        damaged[at] ^= 4;
        tried += 1;
        refused += usize::from(lrat::check(&formula, &mut &damaged[..]).is_err());
        // What is cut off has no end.
        assert!(lrat::check(&formula, &mut &proof[..at]).is_err());
    }
    assert!(2 * refused > tried, "{refused} of {tried}");
}

/// The same formula gives the same answer and the same proof, also at its limit.
#[test]
fn answers_repeat() {
    let asked = asked("all-gather", &Topology::parse("linear-array:6").unwrap(), 1);
    let cell = Cell { steps: 4, rounds: Some(5) };
    let formula = Encoding::of(&asked.task, cell, false, usize::MAX).unwrap().cnf;
    let mut text = Vec::new();
    formula.write(&mut text, "").unwrap();
    let run = |clauses: u64| {
        let mut proof = Vec::new();
        (solve(&text[..], &mut proof, clauses).unwrap(), proof)
    };
    assert_eq!(run(10).0, Said::Open);
    assert_eq!(run(10).1, run(10).1);
    assert_eq!(run(u64::MAX), run(u64::MAX));
    assert_eq!(run(u64::MAX).0, Said::Refuted);
}

/// Catches a counter that counts wrong: at most k of n hold in as many models as there should be.
#[test]
fn counters_count() {
    for inputs in 1..=6_usize {
        for most in 0..=inputs {
            let mut cnf = Cnf::new(10_000);
            let literals = cnf.some(inputs);
            cnf.at_most(most, &literals);
            for set in 0..1_u32 << inputs {
                let mut fixed = cnf.clone();
                for (at, literal) in literals.iter().enumerate() {
                    fixed.add(&[if set >> at & 1 == 1 { *literal } else { -literal }]);
                }
                let mut text = Vec::new();
                fixed.write(&mut text, "").unwrap();
                let said = solve(&text[..], std::io::sink(), u64::MAX).unwrap();
                assert_eq!(said == Said::Refuted, set.count_ones() as usize > most);
            }
        }
    }
}

/// What CaDiCaL finds is a model, and what it refutes has a proof that is accepted.
#[cfg(feature = "cadical")]
#[test]
fn cadical_says_what_the_checker_accepts() {
    use hockney_optimal::cadical;
    let folder = tempfile::tempdir().unwrap();
    let [file, proof] = ["formula.cnf", "proof.lrat"].map(|name| folder.path().join(name));
    let said = |cnf: &Cnf, clauses: u64| {
        cnf.write(&mut std::fs::File::create(&file).unwrap(), "").unwrap();
        cadical::solve(&file, &proof, clauses)
    };
    assert_eq!(said(&square(), 100), Ok(Said::Refuted));
    let bytes = std::fs::read(&proof).unwrap();
    assert!(lrat::check(&square(), &mut &bytes[..]).is_ok());
    let mut open = Cnf::new(100);
    open.some(2);
    open.add(&[1, 2]);
    open.add(&[-1]);
    assert_eq!(said(&open, 100), Ok(Said::Model(vec![-1, 2])));
    let nowhere = folder.path().join("missing").join("proof");
    assert!(cadical::solve(&file, &nowhere, 1).is_err());
    assert!(cadical::solve(&nowhere, &proof, 1).is_err());
}
