//! Real answers and hostile ones, each with what a person says of it. No verdict contradicts the person, nearly all of what
//! a person calls right or wrong is decided, and what is garbled is refused with a way out.
//!
//! `wild/cases.jsonl` has a case a line: a question with an answer to its only ask, or a command line with its input. What
//! a person says is `right`, `wrong`, `garbled`, `not-wrong`, or `open-ok`: a person would decide, or ask back.

use std::fmt::Write as _;
use std::io::Write as _;
use std::process::{Command, Stdio};

use hockney_grader::{GivenAnswer, Key, grade, read_problems};
use hockney_testing::sweep;
use serde_json::{Value, json};

/// The verdict of the program in a word, and what it says.
fn said(case: &Value) -> (String, String) {
    if case["run"].is_array() { by_command(case) } else { by_grade(case) }
}

fn by_grade(case: &Value) -> (String, String) {
    let mut question = case["question"].clone();
    question["id"] = json!("q");
    let set = json!({"format": "hockney/problems/v1", "questions": [question]}).to_string();
    let set = read_problems(&set).unwrap();
    let key = Key::of(&set.questions[0]).unwrap();
    let text = case["answer"].as_str().map_or_else(|| case["answer"].to_string(), str::to_owned);
    let span = hockney_base::diagnostic::Span::new(0, text.len());
    let graded = grade(&key, &set.questions[0].asks[0], Some(&GivenAnswer { text, span }));
    let verdict = match graded.verdict.name() {
        "partly right" => "partly",
        // A set that does not say for which sizes gives points with these words.
        "right" if graded.full.starts_with("right for ") => "right elsewhere",
        "could not be read" => "refused",
        other => other,
    };
    (verdict.to_owned(), graded.full)
}

fn by_command(case: &Value) -> (String, String) {
    let words = case["run"].as_array().unwrap().iter().map(|word| word.as_str().unwrap());
    let mut program = Command::new(env!("CARGO_BIN_EXE_hockney"))
        .args(words)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let input = case["stdin"].as_str().unwrap_or_default();
    // It need not read what it has been given.
    let _ = program.stdin.take().unwrap().write_all(input.as_bytes());
    let done = program.wait_with_output().unwrap();
    let verdict = match done.status.code() {
        Some(0) => "right",
        Some(1) => "wrong",
        Some(2) => "refused",
        Some(3) => "undecided",
        _ => "stopped",
    };
    let all = [done.stdout, done.stderr].concat();
    (verdict.to_owned(), String::from_utf8(all).unwrap())
}

sweep! {
    fn no_verdict_contradicts_a_person(effort) {
        let cases = include_str!("wild/cases.jsonl");
        let (mut labelled, mut open, mut false_ones) = (0, String::new(), String::new());
        let mut undecided = 0;
        for line in effort.thin(cases.lines().collect(), 5) {
            let case: Value = serde_json::from_str(line).unwrap();
            let ((verdict, words), expected) = (said(&case), case["expected"].as_str().unwrap());
            let decided = ["right", "wrong", "partly", "right elsewhere"].contains(&&*verdict);
            let fits = match expected {
                "right" => !["wrong", "partly"].contains(&&*verdict),
                "wrong" => verdict != "right",
                "garbled" => {
                    !decided
                        && ["an answer that can be read", "help: "]
                            .iter()
                            .any(|out| words.contains(out))
                }
                _ => verdict != "wrong",
            };
            if ["right", "wrong"].contains(&expected) {
                labelled += 1;
                if !decided {
                    undecided += 1;
                    writeln!(open, "{line}\n    {verdict}: {words}").unwrap();
                }
            }
            if !fits || verdict == "stopped" {
                writeln!(false_ones, "{line}\n    {expected}, and not {verdict}: {words}").unwrap();
            }
        }
        assert!(false_ones.is_empty(), "{false_ones}");
        assert!(undecided * effort.of(10, 20) <= labelled, "{undecided} of {labelled} were not decided:\n{open}");
    }
}
