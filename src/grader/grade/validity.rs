//! Is this schedule right, and if not, which step is the first wrong one?

use std::sync::Arc;

use super::super::answers::words::{self as answers, plain};
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
        (None, false) => {
            Graded::wrong("a valid schedule called invalid", "no rule is broken in it", full)
        }
        (Some(_), true) => {
            Graded::wrong("an invalid schedule called valid", "a rule is broken in it", full)
        }
        (Some(first), false) => match (first.step, said.step) {
            (wanted, given) if wanted == given => Graded::right("right"),
            // Where only the end is wrong, any step may be blamed for it.
            (None, _) => Graded::right("right"),
            (Some(_), given) => {
                let hint = match given {
                    Some(_) => "it is invalid, but this is not the first wrong step",
                    None => "it is invalid; the first wrong step is asked for as well",
                };
                Graded::partly(
                    &key.question.partial.one_slip,
                    "invalid, as it is, but with another step as the first wrong one",
                    hint,
                    full,
                )
            }
        },
    }
}

const VALID: [&str; 20] = [
    "valid", "right", "correct", "yes", "ok", "okay", "true", "fine", "legal", "gültig", "richtig",
    "korrekt", "ja", "válido", "correcto", "sí", "valide", "有效", "正确", "合法",
];
const INVALID: [&str; 21] = [
    "invalid",
    "wrong",
    "incorrect",
    "no",
    "false",
    "illegal",
    "faulty",
    "violated",
    "broken",
    "ungültig",
    "falsch",
    "inkorrekt",
    "nein",
    "inválido",
    "incorrecto",
    "invalide",
    "fehlerhaft",
    "无效",
    "错误",
    "非法",
    "不合法",
];
const NOT: [&str; 5] = ["not", "nicht", "isn't", "no", "kein"];
const FAULT: [&str; 8] =
    ["fault", "faults", "error", "errors", "mistake", "mistakes", "fehler", "violation"];

/// `valid`, `Invalid, step 2`, `ungültig im zweiten Schritt`; nothing that says both.
fn read(text: &str) -> Option<Said> {
    let text = plain(text).to_lowercase();
    let words: Vec<&str> = text
        .split(|c: char| !(c.is_alphanumeric() || c == '\''))
        .filter(|word| !word.is_empty())
        .collect();
    // Chinese has no blanks between its words.
    let is = |known: &[&str], word: &str| {
        known.contains(&word)
            || known.iter().any(|k| {
                !k.is_ascii()
                    && k.chars().all(|c| !c.is_alphabetic() || c > '\u{2e80}')
                    && word.contains(k)
            })
    };
    let any = |known: &[&str]| words.iter().any(|word| is(known, word));
    let pair = |first: &[&str], second: &[&str]| {
        words.windows(2).any(|pair| first.contains(&pair[0]) && is(second, pair[1]))
    };
    // `no errors`, `nothing is wrong`, `not invalid`
    let fine = pair(&NOT, &FAULT)
        || pair(&NOT, &INVALID)
        || pair(&["nothing", "nichts"], &INVALID)
        || (any(&["nothing"]) && any(&["wrong"]));
    if fine {
        return (words.len() <= 4).then_some(Said { valid: true, step: None });
    }
    let negated = pair(&NOT[..3], &VALID);
    let invalid = negated || any(&INVALID);
    let valid = !negated && any(&VALID);
    if invalid == valid {
        return None;
    }
    if valid {
        let number = words.iter().any(|word| word.parse::<u64>().is_ok());
        return (!number).then_some(Said { valid, step: None });
    }
    step(&words).ok().map(|step| Said { valid, step })
}

/// It is not clear which step is blamed.
struct Unclear;

/// The step that is blamed, if one is; an error where it is not clear which.
fn step(words: &[&str]) -> Result<Option<usize>, Unclear> {
    let number = |word: &str| {
        let digits = word.trim_start_matches('#');
        let value = digits.parse().ok().or_else(|| answers::number(word));
        value.and_then(|value| usize::try_from(value).ok())
    };
    let mut blamed: Vec<usize> = Vec::new();
    for (k, word) in words.iter().enumerate() {
        let behind = || {
            let next = words[k + 1..].iter().filter(|word| !["number", "no", "nr"].contains(*word));
            next.take(1).find_map(|word| number(word))
        };
        let before = || k.checked_sub(1).and_then(|k| answers::place(words[k]));
        let found = if answers::is_step(word) {
            behind().or_else(|| before().and_then(|place| usize::try_from(place).ok()))
        } else {
            // step2, 第2步
            let bare = word.trim_start_matches(|c: char| !c.is_ascii_digit());
            let digits = bare.trim_end_matches(|c: char| !c.is_ascii_digit());
            let names = answers::is_step(&word[..word.len() - bare.len()]) || word.contains('步');
            if names { digits.parse().ok() } else { None }
        };
        blamed.extend(found);
    }
    blamed.sort_unstable();
    blamed.dedup();
    match blamed[..] {
        [step] => return Ok(Some(step)),
        [] => {}
        // `step 3, since step 2 ..`
        _ => return Err(Unclear),
    }
    let numbers: Vec<usize> = words.iter().filter_map(|word| word.parse().ok()).collect();
    let places: Vec<u64> = words.iter().filter_map(|word| answers::place(word)).collect();
    match (&numbers[..], &places[..]) {
        ([], []) => Ok(None),
        ([step], []) => Ok(Some(*step)),
        ([], [place]) => usize::try_from(*place).map(Some).map_err(|_| Unclear),
        _ => Err(Unclear),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_are_read_as_students_write_them() {
        for text in ["valid", "Yes.", "it is correct", "no errors", "Gültig", "有效", "not wrong"]
        {
            assert!(read(text).is_some_and(|said| said.valid && said.step.is_none()), "{text}");
        }
        for text in [
            "invalid, step 2",
            "Invalid: second step",
            "no: step 2",
            "not valid, step 2 since the link 1-2 is used twice",
            "wrong in round 2",
            "ungültig, Schritt 2",
            "Ungültig im zweiten Schritt",
            "无效，第2步",
            "step2 is wrong",
            "invalid (2)",
            "inválido, paso dos",
        ] {
            assert!(read(text).is_some_and(|said| !said.valid && said.step == Some(2)), "{text}");
        }
        assert!(read("invalid").is_some_and(|said| !said.valid && said.step.is_none()));
        for text in
            ["", "maybe", "valid or invalid", "step 2", "invalid, step 2 or step 3", "valid, 2"]
        {
            assert!(read(text).is_none(), "{text}");
        }
    }
}
