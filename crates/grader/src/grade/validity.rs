//! Is this schedule right, and if not, which step is the first wrong one?

use std::sync::Arc;

use super::super::answers::{bare, plain, read_numbered};
use super::super::key::Key;
use super::super::lists::list;
use super::super::verdict::Graded;
use hockney_core::checker::{Checked, check};
use hockney_core::collective::Schedule;
use hockney_files as document;

/// What an answer says: `valid`, or `invalid` and perhaps the first wrong step.
enum Said {
    Valid,
    Invalid(Option<usize>),
}

pub(super) fn grade(key: &Key<'_>, lines: &str, text: &str) -> Graded {
    let bare = bare(text, &key.question.names());
    let Some(said) = said(&bare.text) else {
        return Graded::unreadable("this is neither `valid` nor `invalid` with a step");
    };
    let graded = match checked(key, lines) {
        Ok(checked) => judge(key, &checked, &said),
        Err(why) => {
            Graded::undecided(format!("the schedule of the question was not checked: {why}"))
        }
    };
    graded.skipping(&bare.skipped)
}

/// `valid`, `invalid`, `invalid, step 2`, `invalid at step 2`, `invalid (2)`.
fn said(text: &str) -> Option<Said> {
    let text = plain(text).to_lowercase();
    let text = text.trim().trim_matches('*');
    let behind = |phrases: &'static document::List| {
        let phrases = phrases.into_iter().filter_map(|phrase| text.strip_prefix(phrase));
        phrases.min_by_key(|rest| rest.len())
    };
    if let Some(rest) = behind(list("verdict valid")) {
        return rest.is_empty().then_some(Said::Valid);
    }
    let rest = behind(list("verdict invalid"))?.trim_start().trim_start_matches([',', ':']).trim();
    let rest = ["at ", "in "].iter().find_map(|word| rest.strip_prefix(word)).unwrap_or(rest);
    if rest.is_empty() {
        return Some(Said::Invalid(None));
    }
    let inside = rest.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')).unwrap_or(rest);
    let start = inside.find(|c: char| c.is_ascii_digit())?;
    let (word, number) = inside.split_at(start);
    let named = document::words("step").contains(&word.trim());
    let bracketed = word.is_empty() && inside.len() < rest.len();
    (named || bracketed).then(|| number.parse().ok())?.map(|step| Said::Invalid(Some(step)))
}

/// The right answer, spelled out.
pub(super) fn solution(key: &Key<'_>, lines: &str) -> String {
    checked(key, lines).map_or_else(|why| why, |checked| spelled(&checked))
}

/// The schedule of the question, or why it was not checked.
fn checked(key: &Key<'_>, lines: &str) -> Result<Checked, String> {
    let (topology, of) = (&key.question.topology, &key.question.instance);
    let steps = read_numbered(lines, topology, of).map_err(|error| error.to_string())?;
    let schedule =
        Schedule::plain(topology.clone(), key.question.ports, of.clone(), Arc::new(steps));
    check(&schedule, &Key::limits()).map_err(|why| why.to_string())
}

fn spelled(checked: &Checked) -> String {
    let schedule = checked.schedule();
    match checked.report().violations.first() {
        None => "the schedule is valid".to_owned(),
        Some(first) => {
            let (when, message) = (first.when(schedule), first.message(schedule));
            format!("the schedule is invalid at {when}: {message}")
        }
    }
}

fn judge(key: &Key<'_>, checked: &Checked, said: &Said) -> Graded {
    let report = checked.report();
    let full = spelled(checked);
    let called = |hint: &str, counted: &str| Graded::wrong(hint).counted_as(counted).full(&*full);
    let (first, given) = match (report.violations.first(), said) {
        (None, Said::Valid) => return Graded::right("right"),
        (None, Said::Invalid(_)) => {
            return called("the schedule breaks no rule", "a valid schedule called invalid");
        }
        (Some(_), Said::Valid) => {
            return called("the schedule breaks a rule", "an invalid schedule called valid");
        }
        (Some(first), Said::Invalid(step)) => (first, *step),
    };
    let hint = match (first.step, given) {
        (Some(wanted), Some(given)) if wanted == given => return Graded::right("right"),
        // What is missing at the end was not sent in the last step, or in one more.
        (None, None) => return Graded::right("right"),
        (None, Some(given)) if given == report.steps || given == report.steps + 1 => {
            return Graded::right("right");
        }
        (None, Some(_)) => {
            "invalid is right, but no step breaks a rule: something is missing at the end"
        }
        (Some(_), Some(_)) => "invalid is right, but this is not the first wrong step",
        (Some(_), None) => "invalid is right; write the first wrong step, too",
    };
    key.one_slip(hint)
        .counted_as("invalid is right, but the first wrong step is another one")
        .and(format!(": {full}"))
}
