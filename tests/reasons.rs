//! A wrong formula is wrong for the same reason whichever command is asked: `grade`, `cost --expect`, `prove` and `equal`.

use std::fmt::Write;
use std::process::Command;

use hockney_base::diagnostic::Span;
use hockney_grader::{GivenAnswer, Key, grade, read_problems};
use serde_json::Value;

/// A collective on a family and a size of it, by an algorithm, with the factors of t_s and of m t_w.
const COSTS: [[&str; 6]; 4] = [
    ["broadcast", "hypercube", "8", "hypercube-binomial", "(log p)", "(log p)"],
    ["all-gather", "ring", "8", "ring", "(p - 1)", "(p - 1)"],
    ["all-gather", "hypercube", "8", "recursive-doubling", "(log p)", "(p - 1)"],
    ["all-gather", "mesh", "4x4", "dimension-by-dimension", "(k_1 + k_2 - 2)", "(p - 1)"],
];

/// Wrong formulas: S and W stand for the factors of t_s and of m t_w.
const WRONG: [&str; 10] = [
    "2 (S ts + W m tw)",
    "(S ts + W m tw)/2",
    "S ts",
    "W m tw",
    "S ts + W tw",
    "S ts + W m tw p",
    "S tw + W m ts",
    "S ts - W m tw",
    "(p + 1) ts + W m tw",
    "S ts + (p + 1) m tw",
];

fn run(arguments: &[&str]) -> String {
    let done = Command::new(env!("CARGO_BIN_EXE_hockney")).args(arguments).output().unwrap();
    String::from_utf8(done.stdout).unwrap()
}

fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&run(&[arguments, &["-f", "json"]].concat())).unwrap()
}

fn graded([collective, family, size, algorithm, ..]: [&str; 6], formula: &str) -> Option<String> {
    let set = format!(
        "format: hockney/problems/v1\nquestions:\n  - {{id: q, collective: {collective}, \
         topology: '{family}:{size}', algorithm: {algorithm}, asks: [{{ask: formula}}]}}\n"
    );
    let set = read_problems(&set).unwrap();
    let key = Key::of(&set.questions[0]).unwrap();
    let given = GivenAnswer { text: formula.to_owned(), span: Span::new(0, formula.len()) };
    let graded = grade(&key, &key.question.asks[0], Some(&given));
    assert_eq!(graded.verdict.name(), "wrong", "{formula}: {}", graded.full);
    graded.reason
}

/// Catches a door that has reasons of its own, and one that gives none.
#[test]
fn all_commands_give_the_same_reason() {
    let mut said = String::new();
    for of in COSTS {
        let [collective, family, size, algorithm, steps, words] = of;
        let right = format!("{steps} t_s + {words} m t_w");
        for wrong in WRONG {
            let wrong = wrong.replace('S', steps).replace('W', words);
            let reason = graded(of, &wrong).unwrap();
            let machine = format!("{family}:{size}");
            let question = [collective, "-a", algorithm, "--expect", &wrong];
            let cost = json(&[&["cost", "-t", &machine], &question[..]].concat());
            let prove = run(&[&["prove", "-t", family], &question[..]].concat());
            let prove = prove.lines().find_map(|line| line.strip_prefix("a grade says: "));
            let equal = json(&["equal", &wrong, &right]);
            let equal = equal["reason"].as_str();
            let equal =
                equal.and_then(|said| said.strip_suffix(", if the right formula is the cost"));
            let all = [cost["expect"]["reason"].as_str(), prove, equal];
            if all.iter().any(|other| *other != Some(&*reason)) {
                writeln!(said, "{machine}, {wrong}: {reason}; cost, prove, equal: {all:?}")
                    .unwrap();
            }
        }
    }
    assert!(said.is_empty(), "{said}");
}

/// Catches a formula of which `prove` does not say where it is right.
#[test]
fn a_proof_names_the_sizes_for_which_a_formula_is_right() {
    for (question, sizes) in [
        (["broadcast", "ring", "(ts + m tw) log p"], "right for p = 2^d"),
        (["all-gather", "mesh", "2 ts (sqrt p - 1) + m tw (p - 1)"], "right for squares"),
    ] {
        let [collective, family, formula] = question;
        let said = run(&["prove", collective, "-t", family, "--expect", formula]);
        assert!(said.contains(&format!("a grade says: {sizes}")), "{said}");
    }
}
