//! The documents under `accepts/`, `rejects/` and `unreadable/`: each says in its comments what is
//! to be found, and what a person is told about it is compared whole.
//!
//! A new case is a new file. Review what it prints with `INSTA_UPDATE=always`, and read it.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use hockney_core::checker::{self, BrokenRule, Checked, Limits, Violation, ViolationPlace};
use hockney_cost::{self as cost, Model};
use hockney_files as document;

const TESTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests");

fn checked(text: &str) -> Checked {
    let document = document::read(text, &|file| Err(format!("there is no file `{file}`")));
    let document = document.unwrap_or_else(|error| panic!("{:?}", error.diagnostic()));
    checker::check(&document.schedule, &Limits::default()).unwrap()
}

/// The program, run in the folder of the tests, so that no message depends on where that is.
fn hockney(arguments: &[&str]) -> Output {
    let program = env!("CARGO_BIN_EXE_hockney");
    Command::new(program).args(arguments).current_dir(TESTS).output().unwrap()
}

fn relative(path: &Path) -> &str {
    path.strip_prefix(TESTS).unwrap().to_str().unwrap()
}

/// What follows `# Key: ` at the beginning of lines.
fn said<'a>(text: &'a str, key: &str) -> Vec<&'a str> {
    let value = |line: &'a str| line.strip_prefix("# ")?.strip_prefix(key)?.strip_prefix(": ");
    text.lines().filter_map(value).collect()
}

/// The documents of a folder under `tests/` and of the folders in it, by their paths.
fn files(folder: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![Path::new(TESTS).join(folder)];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() { open.push(path) } else { found.push(path) }
        }
    }
    found.retain(|path| path.extension().is_some_and(|end| end == "yaml" || end == "json"));
    found.sort();
    found
}

/// A violation as the fixtures write it: `link at step 2 of phase 1, link 0-2`.
fn place(checked: &Checked, violation: &Violation) -> String {
    let Violation { phase, step, .. } = violation;
    let before = |phase: usize| -> usize {
        checked.schedule().phases[..phase - 1].iter().map(|p| p.steps.count()).sum()
    };
    let of = phase.map_or_else(String::new, |phase| format!(" of phase {phase}"));
    let when = match step {
        None => "the end".to_owned(),
        Some(step) => format!("step {}", step - phase.map_or(0, before)),
    };
    let at = match (&violation.place, &violation.rule) {
        (ViolationPlace::Message { .. }, BrokenRule::Link { hop: (u, v), .. })
        | (ViolationPlace::Link(u, v), _) => {
            format!("link {u}-{v}")
        }
        (ViolationPlace::Node(node) | ViolationPlace::Message { from: node, .. }, _) => {
            format!("node {node}")
        }
    };
    format!("{} at {when}{of}, {at}", violation.rule.name())
}

/// Catches a rule that misses a place, that finds one too many, or that is called by another name.
#[test]
fn what_is_wrong_is_found_where_it_is_and_nowhere_else() {
    let all = files("rejects");
    assert!(all.len() > 100, "{}", all.len());
    for path in all {
        let text = fs::read_to_string(&path).unwrap();
        let checked = checked(&text);
        let violations = &checked.report().violations;
        let found: BTreeSet<String> = violations.iter().map(|v| place(&checked, v)).collect();
        let expected: BTreeSet<String> =
            said(&text, "Expect").into_iter().map(str::to_owned).collect();
        assert_eq!(found, expected, "{}", relative(&path));
        let folder = path.parent().unwrap().file_name().unwrap();
        let rules: BTreeSet<&str> = violations.iter().map(|v| v.rule.name()).collect();
        if folder == "several" {
            assert!(rules.len() > 1, "{} belongs to {rules:?}", relative(&path));
        } else {
            assert_eq!(rules, BTreeSet::from([folder.to_str().unwrap()]), "{}", relative(&path));
        }
    }
}

/// Catches a right schedule that is refused, and a cost that is off by a step, a word or a hop.
#[test]
fn what_is_right_is_accepted_and_costs_what_it_says() {
    let all = files("accepts");
    assert!(all.len() > 80, "{}", all.len());
    for path in all {
        let text = fs::read_to_string(&path).unwrap();
        let checked = checked(&text);
        let report = checked.report();
        assert_eq!(report.violations, [], "{}", relative(&path));
        assert!(checked.certified().is_some(), "{}", relative(&path));
        let cost = cost::price(checked.schedule(), &report.measures, Model::default()).cost;
        assert_eq!(cost.t_s.to_string(), report.steps.to_string(), "{}", relative(&path));
        let commutes = report.needs_commutative.map_or("null".to_owned(), |yes| yes.to_string());
        let found =
            [report.steps.to_string(), cost.t_w.to_string(), cost.t_h.to_string(), commutes];
        let keys = ["Steps", "Words", "Hops", "Needs-commutative"];
        let expected: Vec<&str> = keys.iter().flat_map(|key| said(&text, key)).collect();
        assert_eq!(found.each_ref().map(String::as_str), expected[..], "{}", relative(&path));
    }
}

/// Compares a text with the snapshot of this test that has the path of the file.
macro_rules! is_kept {
    ($path:expr, $said:expr) => {{
        let (_, name) = relative(&$path).split_once('/').unwrap();
        insta::with_settings!({ snapshot_suffix => name.replace('/', "__") }, {
            insta::assert_snapshot!(String::from_utf8($said).unwrap());
        });
    }};
}

/// Catches any change of what a person is told about a wrong schedule.
#[test]
fn what_is_said_about_wrong_schedules() {
    for path in files("rejects") {
        let output = hockney(&["check", relative(&path)]);
        assert_eq!(output.status.code(), Some(1));
        assert_eq!(output.stderr, b"");
        is_kept!(path, output.stdout);
    }
}

/// Catches a crash, a caret in the wrong place, and any change of what a person is told about a
/// file that is no schedule.
#[test]
fn what_is_said_about_unreadable_files() {
    for path in files("unreadable") {
        if path.extension().unwrap() == "expect" {
            continue;
        }
        let expected =
            fs::read(path.with_extension("expect")).or_else(|_| fs::read(&path)).unwrap();
        let expected = String::from_utf8_lossy(&expected);
        let expected = expected.strip_prefix("# Error: ").unwrap().split(' ').next().unwrap();

        // What is only too large may well be right: there is no answer.
        let code = if relative(&path).ends_with("too-large.yaml") { 3 } else { 2 };

        let json = hockney(&["check", relative(&path), "-f", "json"]);
        assert_eq!(json.status.code(), Some(code));
        let answer: serde_json::Value = serde_json::from_slice(&json.stdout).unwrap();
        let error = &answer["error"];
        assert_eq!(format!("{}:{}", error["line"], error["column"]), expected, "{error}");

        let output = hockney(&["check", relative(&path)]);
        assert_eq!(output.status.code(), Some(code));
        assert_eq!(output.stdout, b"");
        is_kept!(path, output.stderr);
    }
}
