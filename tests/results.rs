//! What is written for Gradescope and PrairieLearn has the fields that these systems publish, of their
//! types, and no 0 that is not explained.

use std::collections::BTreeSet;
use std::fs;
use std::process::Command;

use serde_json::{Map, Value};

/// A key, whether it must be there, and what its value must be.
type Field = (&'static str, bool, fn(&Value) -> bool);

fn text(value: &Value) -> bool {
    value.is_string()
}

fn number(value: &Value) -> bool {
    value.as_f64().is_some_and(|number| number >= 0.0)
}

fn share(value: &Value) -> bool {
    value.as_f64().is_some_and(|number| (0.0..=1.0).contains(&number))
}

fn texts(value: &Value) -> bool {
    value.as_array().is_some_and(|list| list.iter().all(text))
}

fn one_of(value: &Value, known: &[&str]) -> bool {
    value.as_str().is_some_and(|value| known.contains(&value))
}

fn markup(value: &Value) -> bool {
    one_of(value, &["text", "html", "simple_format", "md", "ansi"])
}

fn visibility(value: &Value) -> bool {
    one_of(value, &["hidden", "after_due_date", "visible", "after_published"])
}

fn status(value: &Value) -> bool {
    one_of(value, &["passed", "failed"])
}

/// Gradescope, Autograder Specifications, "Output format".
const GRADESCOPE: &[Field] = &[
    ("score", true, number),
    ("execution_time", false, number),
    ("output", false, text),
    ("output_format", false, markup),
    ("test_output_format", false, markup),
    ("test_name_format", false, markup),
    ("visibility", false, visibility),
    ("stdout_visibility", false, visibility),
    ("extra_data", false, Value::is_object),
    ("tests", true, |tests| list(tests, GRADESCOPE_TEST)),
    ("leaderboard", false, Value::is_array),
];
const GRADESCOPE_TEST: &[Field] = &[
    ("score", true, number),
    ("max_score", true, number),
    ("status", false, status),
    ("name", true, text),
    ("name_format", false, markup),
    ("number", false, text),
    ("output", true, text),
    ("output_format", false, markup),
    ("tags", false, texts),
    ("visibility", false, visibility),
    ("extra_data", false, Value::is_object),
];

/// PrairieLearn, External Grading, "Grading results".
const PRAIRIELEARN: &[Field] = &[
    ("gradable", false, Value::is_boolean),
    ("score", false, share),
    ("message", false, text),
    ("output", false, text),
    ("images", false, Value::is_array),
    ("format_errors", false, |value| text(value) || texts(value)),
    ("tests", false, |tests| list(tests, PRAIRIELEARN_TEST)),
];
const PRAIRIELEARN_TEST: &[Field] = &[
    ("name", true, text),
    ("description", false, text),
    ("points", true, number),
    ("max_points", true, number),
    ("message", false, text),
    ("output", false, text),
    ("images", false, Value::is_array),
];

fn list(value: &Value, fields: &[Field]) -> bool {
    value.as_array().is_some_and(|list| {
        list.iter().all(|item| item.as_object().is_some_and(|item| wrong(item, fields).is_none()))
    })
}

/// The first key that is unknown, missing, or has another type.
fn wrong(found: &Map<String, Value>, fields: &[Field]) -> Option<String> {
    let known: BTreeSet<&str> = fields.iter().map(|(name, ..)| *name).collect();
    if let Some(stranger) = found.keys().find(|key| !known.contains(key.as_str())) {
        return Some(format!("unknown {stranger}"));
    }
    let bad = |(name, needed, is): &&Field| match found.get(*name) {
        Some(value) => !is(value),
        None => *needed,
    };
    fields.iter().find(bad).map(|(name, ..)| (*name).to_owned())
}

fn results(format: &str, answers: &str, more: &[&str]) -> Map<String, Value> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hockney"));
    command.args(["grade", "specs/examples/sheet.problems.yaml", answers, "-f", format]);
    let output = command.args(more).current_dir(env!("CARGO_MANIFEST_DIR")).output().unwrap();
    assert!(output.stdout.len() < 1 << 20, "PrairieLearn takes 1 MB");
    let value: Value = serde_json::from_slice(&output.stdout).unwrap();
    value.as_object().unwrap().clone()
}

const SUBMISSIONS: [&str; 3] = [
    "specs/examples/student.answers.yaml",
    "specs/examples/mistakes.answers.yaml",
    "specs/examples/class/third.yaml",
];

#[test]
fn results_have_the_published_fields() {
    let overrides = ["--overrides", "specs/examples/sheet.overrides.yaml"];
    for answers in SUBMISSIONS {
        for more in [&[][..], &["--feedback", "score"], &["--feedback", "hint"], &overrides] {
            let found = results("gradescope", answers, more);
            assert_eq!(wrong(&found, GRADESCOPE), None, "{answers} {more:?}");
            let found = results("prairielearn", answers, more);
            assert_eq!(wrong(&found, PRAIRIELEARN), None, "{answers} {more:?}");
            // The score may be left out only where the attempt does not count.
            assert_eq!(found["gradable"] == true, found.contains_key("score"));
            assert_eq!(found["gradable"] == true, !found.contains_key("format_errors"));
        }
    }
}

/// Where students may hand in again, the right answer is left out unless it is asked for.
#[test]
fn the_right_answer_is_left_out_by_default() {
    for format in ["gradescope", "prairielearn"] {
        let of = |more: &[&str]| results(format, SUBMISSIONS[1], more);
        assert_eq!(of(&[]), of(&["--feedback", "hint"]));
        assert_ne!(of(&[]), of(&["--feedback", "full"]));
        assert_ne!(of(&[]), of(&["--feedback", "score"]));
    }
    let of = |more: &[&str]| results("json", SUBMISSIONS[1], more);
    assert_eq!(of(&[]), of(&["--feedback", "full"]));
    assert_ne!(of(&[]), of(&["--feedback", "hint"]));
}

/// The checker refuses what is not of the published shape.
#[test]
fn other_fields_are_noticed() {
    let mut found = results("gradescope", SUBMISSIONS[0], &[]);
    found["tests"][0]["status"] = "undecided".into();
    assert_eq!(wrong(&found, GRADESCOPE), Some("tests".to_owned()));
    let mut found = results("prairielearn", SUBMISSIONS[0], &[]);
    found.insert("score".to_owned(), 2.into());
    assert_eq!(wrong(&found, PRAIRIELEARN), Some("score".to_owned()));
    found.insert("verdict".to_owned(), "right".into());
    assert_eq!(wrong(&found, PRAIRIELEARN), Some("unknown verdict".to_owned()));
}

/// Undecided and unreadable answers have no points yet, and every 0 of theirs says so.
#[test]
fn what_is_left_to_the_teacher_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("answers.yaml");
    let answers = "format: hockney/answers/v1\nstudent: s1\nanswers:\n  \
                   ring-broadcast.steps: perhaps\n  ring-broadcast.number: 1000\n";
    fs::write(&file, answers).unwrap();
    let name = file.to_str().unwrap();
    let open = ["ring-broadcast.steps", "ring-broadcast.number"];
    for feedback in ["score", "hint", "full"] {
        let found = results("gradescope", name, &["--feedback", feedback]);
        let output = found["output"].as_str().unwrap();
        assert!(
            output.contains(
                "2 answers are not in the score yet, for the teacher to decide: ring-broadcast.steps, \
                 ring-broadcast.number"
            ),
            "{output}"
        );
        for test in found["tests"].as_array().unwrap() {
            let left = open.contains(&test["name"].as_str().unwrap());
            let said = test["output"].as_str().unwrap();
            assert_eq!(said.contains("for the teacher to decide: no points yet"), left, "{said}");
        }
        let found = results("prairielearn", name, &["--feedback", feedback]);
        assert!(found["message"].as_str().unwrap().contains("2 answers are not in the score yet"));
        for test in found["tests"].as_array().unwrap() {
            let left = open.contains(&test["name"].as_str().unwrap());
            let said = test["message"].as_str().unwrap();
            assert_eq!(said.ends_with("for the teacher to decide: no points yet"), left, "{said}");
        }
    }
}

/// Whatever is quoted from a file may be a name, also one with backticks.
#[test]
fn anonymous_reports_quote_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let file = folder.path().join(name);
        fs::write(&file, format!("format: hockney/answers/v1\nstudent: Mustermann\n{text}"))
            .unwrap();
        file.to_str().unwrap().to_owned()
    };
    let answers = "answers:\n  cube-all-gather.trace: '0: Mustermann'\n  \
                   ring-broadcast.formula: Mustermann asks\n  \
                   ring-broadcast.schedule: 'Step 1: Mustermann -> 2'\n  a`Mustermann`b: 1\n";
    let files = [file("m1.yaml", answers), file("m2.yaml", "Mustermann: 1\nanswers: {}\n")];
    let run = |more: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_hockney"));
        command.args(["grade", "specs/examples/sheet.problems.yaml"]).args(more);
        let output = command.current_dir(env!("CARGO_MANIFEST_DIR")).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    let [one, other] = &files;
    for format in ["text", "json", "jsonl", "csv", "gradescope", "prairielearn"] {
        let single = ["gradescope", "prairielearn"].contains(&format);
        for files in if single { vec![vec![one], vec![other]] } else { vec![vec![one, other]] } {
            for feedback in ["hint", "full"] {
                let mut args = vec!["-f", format, "--feedback", feedback];
                args.extend(files.iter().map(|file| file.as_str()));
                assert!(run(&args).contains("Mustermann"), "{format}: the name is nowhere");
                args.push("--anonymous");
                let said = run(&args);
                assert!(said.contains("..") && !said.contains("Mustermann"), "{format}: {said}");
            }
        }
    }
}

/// The note about a decision that finds no submission is for a class: what grades one submission may
/// be read by its student.
#[test]
fn one_submission_says_nothing_of_other_students() {
    let folder = tempfile::tempdir().unwrap();
    let overrides = folder.path().join("overrides.yaml");
    let text = "format: hockney/overrides/v1\ndecisions:\n  \
                - {student: Mustermann, ask: ring-broadcast.steps, points: 1}\n";
    fs::write(&overrides, text).unwrap();
    let noted = |answers: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_hockney"));
        command.args(["grade", "specs/examples/sheet.problems.yaml"]).args(answers);
        command.arg("--overrides").arg(&overrides).current_dir(env!("CARGO_MANIFEST_DIR"));
        let output = command.output().unwrap();
        assert!(output.status.success());
        String::from_utf8(output.stderr).unwrap().contains("Mustermann finds no submission")
    };
    assert!(!noted(&SUBMISSIONS[..1]));
    assert!(noted(&SUBMISSIONS[..2]));
}
