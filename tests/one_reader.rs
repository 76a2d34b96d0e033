//! `cost --expect`, `grade` and the library give one verdict on a text, and no equation that is printed is false.

use std::process::Command;

use hockney::ask::{How, Why, answer};
use hockney::{Numbers, Question, Topology};
use hockney_base::diagnostic::Span;
use hockney_grader::expect::{DIFFERENT, Expected, NotCompared};
use hockney_grader::{GivenAnswer, Key, Verdict, grade, read_problems};

/// Ways to write the cost of a broadcast on eight nodes at m = 100, t_s = 5 and t_w = 1, and what it is not.
const TEXTS: [&str; 26] = [
    "315",
    "315.0",
    "3.15e2",
    "945/3",
    "3(5+100)",
    "3*105",
    "300+15",
    "T = 315",
    "T = 3(5+100) = 315",
    "log2(8) (5 + 100)",
    "log 8 * 105",
    "(5 + 100*1) log p",
    "(5 + 1*m) log p",
    "3 x 105 = 315",
    "316",
    "3(5+100) + 1",
    "(ts + 100 tw) log p",
    "3 ts + 300 tw",
    "(ts + m tw) log p",
    "T = (ts + m tw) log p",
    "3 ts + 3 m tw",
    "3 ts + 3 tw",
    "log p ts + tw",
    "3 ts + 3 m tw + m",
    "(ts + m tw) (p - 1)",
    "ts sqrt(p + 1) + 3 m tw",
];

fn verdict(text: &str) -> Verdict {
    let kind = if text.contains("ts") || text.contains("tw") { "formula" } else { "number" };
    let set = format!(
        "format: hockney/problems/v1\nquestions:\n  - {{id: q, collective: broadcast, topology: 'ring:8', \
         algorithm: recursive-doubling, numbers: {{m: 100, t_s: 5, t_w: 1}}, asks: [{{ask: {kind}}}]}}\n"
    );
    let set = read_problems(&set).unwrap();
    let key = Key::of(&set.questions[0]).unwrap();
    let given = GivenAnswer { text: text.to_owned(), span: Span::new(0, text.len()) };
    grade(&key, &key.question.asks[0], Some(&given)).verdict
}

/// What the library alone says of a text.
fn in_library(text: &str) -> i32 {
    let question = Question::new("broadcast", Topology::parse("ring:8").unwrap()).unwrap();
    let priced = answer(question, &How::at(Numbers::of(100, 5, 1))).unwrap();
    match Expected::read(text, None).and_then(|expected| expected.compare(&priced)) {
        Ok(row) => i32::from(row.verdict == DIFFERENT),
        Err(NotCompared::Unanswered(why)) if why.kind == Why::Undecided => 3,
        Err(_) => 2,
    }
}

fn expect(question: &[&str], text: &str) -> (Option<i32>, String) {
    let mut program = Command::new(env!("CARGO_BIN_EXE_hockney"));
    let done = program.args(question).args(["--expect", text]).output().unwrap();
    let said = String::from_utf8([done.stdout, done.stderr].concat()).unwrap();
    (done.status.code(), said)
}

/// Catches a text that one of the two reads and the other does not, and a value without some of its terms.
#[test]
fn a_price_and_a_grade_say_the_same_of_an_answer() {
    let asked = ["cost", "broadcast", "-t", "ring:8", "-m", "100", "--ts", "5", "--tw", "1"];
    for text in TEXTS {
        let (code, said) = expect(&asked, text);
        let wanted = match verdict(text) {
            Verdict::Right => 0,
            Verdict::Partly | Verdict::Wrong => 1,
            _ => 3,
        };
        assert_eq!(code, Some(wanted), "{text}: {said}");
        assert_eq!(in_library(text), wanted, "{text}");
        for false_one in ["= 0: ", "3 tw = 3 t_s:", "+ m = 3 t_s + 3 m t_w:"] {
            assert!(!said.contains(false_one), "{text}: {said}");
        }
    }
}

/// Catches a formula that is equal at one size and taken for right, and an approximation without its reason.
#[test]
fn what_is_right_elsewhere_is_different_for_a_reason() {
    for (question, text, code, why) in [
        (["broadcast", "hypercube:16"], "(ts + m tw) sqrt p", 1, "right at p = 16 only"),
        (["broadcast", "ring:6"], "(ts + m tw) log p", 1, "right for p = 2^d"),
        (["all-reduce", "ring:8"], "2 (p - 1) ts + 2 m tw", 1, "approximation"),
        (["broadcast", "ring:8"], "O(log p)", 2, "order"),
        (["broadcast", "ring:8"], "315", 2, "number"),
    ] {
        let [collective, machine] = question;
        let (found, said) = expect(&["cost", collective, "-t", machine], text);
        assert_eq!(found, Some(code), "{text}: {said}");
        assert!(said.contains(why), "{text}: {said}");
    }
}

/// Catches an answer that a grade accepts for another algorithm and the price of the usual one does not.
#[test]
fn an_answer_about_another_accepted_algorithm_is_priced_by_that_one() {
    for (question, text, name, code) in [
        ("all-gather -t star:6", "ts ceil(log2 p) + m tw (p-1)", "by bruck", 0),
        ("all-gather -t star:6 -a neighbour-exchange", "ts ceil(log2 p) + m tw (p-1)", "by n", 1),
        ("broadcast -t mesh:2x3", "(ts + m tw) ceil(log2 p)", "by recursive-doubling", 0),
        ("broadcast -t mesh:2x3", "(ts + m tw) (p-1)", "by dimension-by-dimension", 1),
        ("reduce -t mesh:2x8", "(ts + m tw)(log p + 7 (p mod 2))", "approximation", 1),
    ] {
        let question: Vec<&str> = ["cost"].into_iter().chain(question.split(' ')).collect();
        let (found, said) = expect(&question, text);
        assert_eq!(found, Some(code), "{text}: {said}");
        assert!(said.contains(name), "{text}: {said}");
    }
}

/// Catches a refuted formula whose sizes are not named.
#[test]
fn a_proof_names_the_fact_that_a_refuted_formula_needs() {
    for (question, text, fact) in [
        (["broadcast", "ring"], "(ts+m tw) log p", "p = 2^d"),
        (["shift", "hypercube"], "ts + tw m", "q >= 1"),
        (["all-gather", "mesh"], "2 ts (sqrt p - 1) + m tw (p - 1)", "k_1 = k_2"),
    ] {
        let [collective, family] = question;
        let (code, said) = expect(&["prove", collective, "-t", family], text);
        assert_eq!(code, Some(1), "{said}");
        assert!(said.contains(&format!("--given '{fact}' proves it")), "{said}");
    }
}
