//! Is this schedule right, and if not, which step is the first wrong one?

use std::sync::Arc;

use super::super::answers::{Blamed, Judgement, judgement};
use super::super::key::Key;
use super::super::verdict::Graded;
use crate::checker::{Checked, check};
use crate::collective::{Ports, Schedule};
use crate::document;

pub(super) fn grade(key: &Key<'_>, lines: &str, text: &str) -> Graded {
    let Some(said) = judgement(text) else {
        return Graded::unreadable(
            "write `valid`, or `invalid, step ..` with the number of the first wrong step",
        );
    };
    match checked(key, lines) {
        Ok(checked) => judge(key, &checked, said),
        Err(why) => {
            Graded::undecided(format!("the schedule of the question was not checked: {why}"))
        }
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
        None => "the schedule is valid".to_owned(),
        Some(first) => {
            let (when, message) = (first.when(schedule), first.message(schedule));
            format!("the schedule is invalid at {when}: {message}")
        }
    }
}

fn judge(key: &Key<'_>, checked: &Checked, said: Judgement) -> Graded {
    let report = checked.report();
    let full = spelled(checked);
    let called = |hint: &str, counted: &str| Graded::wrong(hint).counted_as(counted).full(&*full);
    let first = match (report.violations.first(), said.valid) {
        (None, true) => return Graded::right("right"),
        (None, false) => {
            return called("the schedule breaks no rule", "a valid schedule called invalid");
        }
        (Some(_), true) => {
            return called("the schedule breaks a rule", "an invalid schedule called valid");
        }
        (Some(first), false) => first,
    };
    let given = match said.blamed {
        Blamed::Nothing => None,
        Blamed::Step(step) => Some(step),
        Blamed::Last => Some(report.steps),
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
