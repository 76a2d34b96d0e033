//! Is this schedule right, and if not, which step is the first wrong one?

use std::sync::Arc;

use super::super::key::Key;
use super::super::verdict::{Graded, Verdict};
use crate::checker::{Checked, check};
use crate::collective::{Ports, Schedule};
use crate::document;

/// What a student may say.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Said {
    valid: bool,
    step: Option<usize>,
}

pub(super) fn grade(key: &Key<'_>, lines: &str, text: &str) -> Graded {
    let Some(said) = read(text) else {
        return Graded::nothing(
            Verdict::Unreadable,
            "write `valid`, or `invalid, step 2` with the first wrong step",
        );
    };
    match checked(key, lines) {
        Ok(checked) => judge(key, &checked, said),
        Err(why) => Graded::nothing(
            Verdict::Undecided,
            format!("the schedule of the question was not checked: {why}"),
        ),
    }
}

/// The right answer, spelled out.
pub(super) fn solution(key: &Key<'_>, lines: &str) -> String {
    checked(key, lines).map_or_else(|why| why, |checked| spelled(&checked))
}

/// The schedule of the question, or why it was not checked.
fn checked(key: &Key<'_>, lines: &str) -> Result<Checked, String> {
    let (topology, of) = (&key.question.topology, &key.question.instance);
    let steps = document::read_lines(lines, topology, of).map_err(|error| error.to_string())?;
    let schedule = Schedule::plain(topology.clone(), Ports::One, of.clone(), Arc::new(steps));
    check(&schedule, &Key::limits()).map_err(|why| why.to_string())
}

fn spelled(checked: &Checked) -> String {
    let schedule = checked.schedule();
    match checked.report().violations.first() {
        None => "it is valid".to_owned(),
        Some(first) => {
            let (when, message) = (first.when(schedule), first.message(schedule));
            format!("it is invalid, at {when}: {message}")
        }
    }
}

fn judge(key: &Key<'_>, checked: &Checked, said: Said) -> Graded {
    let first = checked.report().violations.first();
    let full = spelled(checked);
    match (first, said.valid) {
        (None, true) => Graded::right("right"),
        (None, false) => Graded::wrong("valid called invalid", "no rule is broken in it", full),
        (Some(_), true) => Graded::wrong("invalid called valid", "a rule is broken in it", full),
        (Some(first), false) => match (first.step, said.step) {
            (wanted, given) if wanted == given => Graded::right("right"),
            // Where only the end is wrong, any step may be blamed for it.
            (None, _) => Graded::right("right"),
            (Some(_), given) => {
                let hint = match given {
                    Some(_) => "it is invalid, but this is not the first wrong step",
                    None => "it is invalid; the first wrong step is asked for as well",
                };
                Graded::partly(&key.question.partial.one_slip, "step of the fault", hint, full)
            }
        },
    }
}

/// `valid`, `Invalid, step 2`, `no: step 2`; nothing that says both.
fn read(text: &str) -> Option<Said> {
    let text = text.trim().trim_end_matches('.').to_lowercase();
    let words: Vec<&str> =
        text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let any = |known: &[&str]| words.iter().any(|word| known.contains(word));
    let negated = words
        .windows(2)
        .any(|pair| pair[0] == "not" && ["valid", "right", "correct", "ok"].contains(&pair[1]));
    let fine = words.windows(2).any(|pair| {
        (pair[0] == "no"
            && ["fault", "faults", "error", "errors", "wrong", "mistake"].contains(&pair[1]))
            || (pair[0] == "not" && ["invalid", "wrong", "incorrect"].contains(&pair[1]))
    });
    if fine {
        return (words.len() <= 4).then_some(Said { valid: true, step: None });
    }
    let invalid = negated || any(&["invalid", "wrong", "incorrect", "no", "false"]);
    let valid = !negated && any(&["valid", "right", "correct", "yes", "ok", "true"]);
    if invalid == valid {
        return None;
    }
    let numbers: Vec<usize> = words.iter().filter_map(|word| word.parse().ok()).collect();
    match numbers[..] {
        [] => Some(Said { valid, step: None }),
        [step] if invalid => Some(Said { valid, step: Some(step) }),
        _ => None,
    }
}
