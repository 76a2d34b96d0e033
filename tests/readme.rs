//! What the README says before its first answer can be done: its first block, and the ways to a page, a wheel and a static
//! program.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::console::words;

/// What `.ci/run` adds to the README's test command. These features only add: a hidden command each, and the tests of it
/// (tests/form.rs and tests/man.rs). No test is left out with them, and none of the others knows whether they are there.
const MORE_FEATURES: &str = " --features page,man";

/// The lines of the first block of a kind, and what follows it.
fn first_block<'a>(text: &'a str, kind: &str) -> (Vec<&'a str>, &'a str) {
    let (_, text) = text.split_once(&format!("```{kind}\n")).unwrap();
    let (block, rest) = text.split_once("```\n").unwrap();
    (block.lines().collect(), rest)
}

#[test]
fn the_first_block_answers_and_tests() {
    let readme = fs::read_to_string("README.md").unwrap();
    let (block, rest) = first_block(&readme, "sh");
    let [answer, test] = block[..] else { panic!("{block:?}") };

    // The program is what `cargo run --release --` runs, but for its profile.
    let question = answer.strip_prefix("cargo run --release -- ").unwrap();
    let mut program = Command::new(env!("CARGO_BIN_EXE_hockney"));
    let answered = program.args(words(question)).env("COLUMNS", "80").output().unwrap();
    assert!(answered.status.success(), "{answer}");
    let (console, _) = first_block(rest, "console");
    assert_eq!(console[0], format!("$ hockney {question}"), "the answer follows its question");
    assert_eq!(String::from_utf8(answered.stdout).unwrap(), console[1..].join("\n") + "\n");

    let run = fs::read_to_string(".ci/run").unwrap();
    let tests: Vec<_> = run.lines().filter_map(|line| line.strip_prefix(test)).collect();
    assert_eq!(tests, [MORE_FEATURES], ".ci/run runs what the README says: {test}");
}

#[test]
fn page_wheel_and_program_are_made_by_the_command_in_their_row() {
    let readme = fs::read_to_string("README.md").unwrap();
    let rows = readme.lines().filter(|line| line.starts_with("| ") && line.contains("`target/"));
    let rows: Vec<Vec<&str>> = rows.map(|row| row.split(" | ").collect()).collect();
    assert_eq!(rows.len(), 3);
    for row in rows {
        let (script, file) = (row[1].trim_matches('`'), Path::new(row[2].trim_matches('`')));
        let text = fs::read_to_string(script).unwrap();
        let says = text.lines().nth(1).unwrap();
        let folder = file.parent().unwrap().to_str().unwrap();
        assert!(
            says.starts_with("# Makes ") && says.contains(folder),
            "{script} makes no {file:?}"
        );
        // What a script calls by name is what the row says that it needs.
        for (called, needed) in [("node ", "node"), ("wheel", "Python"), ("tar -C", "GNU tar")] {
            assert!(!text.contains(called) || row[3].contains(needed), "{script} needs {needed}");
        }
    }
}
