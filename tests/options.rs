//! Every option of every command stands in a command line of the replay, in one that is answered if the command ever does,
//! so that no option stops working, or changes what is printed, unseen.

use std::collections::BTreeSet;
use std::fs;
use std::process::Command;

use crate::console::words;
use crate::replay::FOLDER;

/// What the replay shows of these is a refusal. `--pdf` and `--png` need another program, `prove --all` takes too long for the
/// replay (its answer is read in tests/schemas.rs), and the others are options that their command never accepts.
const REFUSED: [&str; 13] = [
    "draw --pdf",
    "draw --png",
    "export goal --ideal",
    "export goal --link",
    "export goal --link-order",
    "export goal --rails",
    "export goal --times",
    "export mpi --ideal",
    "export mpi --times",
    "export simgrid --ideal",
    "export simgrid --times",
    "optimal --rails",
    "prove --all",
];

/// A command as it is written, and its options in all their forms: `-t` and `--topology`.
type Options = (String, Vec<Vec<String>>);

/// What `--help` says that there is, at and below a command.
fn commands(path: &str, found: &mut Vec<Options>) {
    let mut help = Command::new(env!("CARGO_BIN_EXE_hockney"));
    let help = help.args(path.split_whitespace()).arg("--help").output().unwrap();
    let help = String::from_utf8(help.stdout).unwrap();
    let (mut section, mut below, mut options) = ("", Vec::new(), Vec::new());
    for line in help.lines() {
        let text = line.trim_start();
        match line.len() - text.len() {
            0 if line.ends_with(':') => section = line,
            2 if section == "Commands:" => below.extend(text.split(' ').next()),
            2 | 6 if section != "Examples:" && text.starts_with('-') => {
                let forms = text.split("  ").next().unwrap_or_default().split(", ");
                options.push(forms.map(|form| words(form)[0].clone()).collect::<Vec<_>>());
            }
            _ => {}
        }
    }
    for name in &below {
        commands(format!("{path} {name}").trim_start(), found);
    }
    if below.is_empty() {
        found.push((path.to_owned(), options));
    }
}

/// The command lines of the replay, and whether each is refused.
fn lines() -> Vec<(Vec<String>, bool)> {
    let mut lines = Vec::new();
    let paths = fs::read_dir(FOLDER).unwrap().map(|entry| entry.unwrap().path());
    for path in paths.filter(|path| path.extension().is_some_and(|ending| ending == "txt")) {
        for line in fs::read_to_string(path).unwrap().lines() {
            if let Some(command) = line.strip_prefix("$ ") {
                lines.push((words(command), false));
            } else if let Some(command) = line.strip_prefix("% ") {
                let (command, answer) = command.split_once(" => ").unwrap_or((command, ""));
                lines.push((words(command), answer.starts_with("2 ")));
            } else if let ("? 2", Some(last)) = (line, lines.last_mut()) {
                last.1 = true;
            }
        }
    }
    lines
}

/// Whether a word of a command line is this option: `-t`, `--topology`, and with a value `-tring:8` or `--topology=ring:8`.
fn is(word: &str, form: &str) -> bool {
    let rest = word.strip_prefix(form);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('=') || !form.starts_with("--"))
}

#[test]
fn every_option_of_every_command_is_in_the_replay() {
    let mut found = Vec::new();
    commands("", &mut found);
    let lines = lines();
    let (mut pairs, mut missing, mut refused) = (0, Vec::new(), BTreeSet::new());
    for (command, options) in &found {
        let path = words(command);
        let own: Vec<_> = lines.iter().filter(|(line, _)| line.starts_with(&path)).collect();
        for forms in options {
            let has =
                |line: &[String]| line.iter().any(|word| forms.iter().any(|form| is(word, form)));
            let mut with = own.iter().filter(|(line, _)| has(line)).peekable();
            pairs += 1;
            let pair = format!("{command} {}", forms.last().unwrap());
            if with.peek().is_none() {
                missing.push(pair);
            } else if with.all(|(_, refused)| *refused) {
                refused.insert(pair);
            }
        }
    }
    // The help was read, that of commands below commands too.
    assert!(pairs > 400, "{found:?}");
    assert_eq!(
        missing,
        Vec::<String>::new(),
        "in no line of tests/replay/: add one to options.txt"
    );
    assert_eq!(
        refused,
        REFUSED.map(str::to_owned).into(),
        "in refused lines of tests/replay/ only"
    );
}
