//! All messages of all steps: what the checker says of them, in the words of the question.

use std::sync::Arc;

use super::super::key::Key;
use super::super::verdict::{Graded, Verdict};
use super::another::however_read;
use crate::checker::{Checked, Rule, check_every_message};
use crate::collective::{Instance, Ports, Schedule};
use crate::cost::{Model, price};
use crate::diagnostic::Source;
use crate::document::{self, ReadError};
use crate::schedule::{Listed, Step, Steps};

/// How many violations a student reads.
const SHOWN: usize = 3;

pub(super) fn grade(key: &Key<'_>, text: &str) -> Graded {
    let is_document = |line: &str| line.trim_start().starts_with("format:");
    if text.trim_start().starts_with('{') || text.lines().any(is_document) {
        return match document(key, text) {
            Ok(schedule) => judge(key, &schedule),
            Err(graded) => *graded,
        };
    }
    let question = key.question;
    however_read(key, text, |steps| {
        let (topology, of) = (question.topology.clone(), question.instance.clone());
        judge(key, &Schedule::plain(topology, Ports::One, of, Arc::new(steps)))
    })
}

/// A schedule document, which must be about the question.
fn document(key: &Key<'_>, text: &str) -> Result<Schedule, Box<Graded>> {
    let refuse = |_: &str| Err("an answer holds its graph itself".to_owned());
    let found =
        document::read(text, &refuse).map_err(|error| Box::new(unreadable(&error, text)))?.schedule;
    let same = match &found.phases[..] {
        [phase] => phase.is_everyone() && is_about(phase.instance(), &key.question.instance),
        _ => false,
    };
    if same && found.topology == key.question.topology && found.ports == Ports::One {
        return Ok(found);
    }
    let text = "this schedule is about another question";
    Err(Box::new(Graded::wrong("another question", text, text)))
}

/// What the checker says.
fn judge(key: &Key<'_>, schedule: &Schedule) -> Graded {
    // Every message, so that a file that lists templates is as small as it claims.
    match check_every_message(schedule, &Key::limits()) {
        Ok(checked) => found(key, &checked),
        Err(why) => {
            Graded::nothing(Verdict::Undecided, format!("this schedule was not checked: {why}"))
        }
    }
}

/// What cannot be read, and where.
pub(super) fn unreadable(error: &ReadError, text: &str) -> Graded {
    let diagnostic = error.diagnostic();
    let place = diagnostic.position(&Source::new("the answer", text));
    let place =
        place.map_or(String::new(), |at| format!("line {}, column {}: ", at.line, at.column));
    let help = diagnostic.help.map_or(String::new(), |help| format!("; {help}"));
    Graded::nothing(Verdict::Unreadable, format!("{place}{}{help}", diagnostic.message))
}

/// Whether both ask for the same, in whatever pieces.
fn is_about(found: &Instance, asked: &Instance) -> bool {
    found.collective.name() == asked.collective.name()
        && (found.root, found.by, found.exclusive) == (asked.root, asked.by, asked.exclusive)
        && found.map() == asked.map()
}

fn found(key: &Key<'_>, checked: &Checked) -> Graded {
    let report = checked.report();
    if report.is_valid() {
        return right(key, checked);
    }
    let schedule = checked.schedule();
    let faults = report.violations.iter().map(|violation| match violation.step {
        Some(_) => format!("{}: {}", violation.when(schedule), violation.message(schedule)),
        None => violation.message(schedule),
    });
    let shown: Vec<String> = faults.take(SHOWN).collect();
    let more = report.counts.total() - shown.len() as u64;
    let more = if more > 0 { format!("; and {more} more") } else { String::new() };
    let text = format!("{}{more}", shown.join("; "));
    let first = report.violations.first().map_or("", |violation| violation.rule.rule().name());
    let full = match report.violations.first() {
        Some(violation) => format!("{text}. To mend the first: {}", violation.advice(schedule)),
        None => text.clone(),
    };
    let shared = [Rule::SendPort, Rule::ReceivePort, Rule::Congestion];
    let arrives = report.counts.iter().all(|(rule, count)| count == 0 || shared.contains(&rule));
    if arrives {
        let model = Model { contention: true, ..Model::default() };
        let cost = price(schedule, &report.measures, model).cost;
        let really = format!(
            "the data arrive, but {text}. If messages waited for each other it would cost {cost}"
        );
        return Graded::partly(&key.question.partial.congested, first, really.clone(), really);
    }
    Graded::wrong(first, text, full)
}

fn right(key: &Key<'_>, checked: &Checked) -> Graded {
    let schedule = checked.schedule();
    let cost = price(schedule, &checked.report().measures, Model::default()).cost;
    let steps = &*schedule.phases[0].steps;
    let named = name(key, steps);
    match named {
        Some(name) if name == key.algorithm.name() => Graded::right("right"),
        Some(name) if key.accepts(name) => Graded {
            reason: Some(format!("right: {name}")),
            ..Graded::right(format!("right, by {name}: it costs {cost}"))
        },
        None if key.accepts("") => {
            Graded::right(format!("right, a schedule of its own: it costs {cost}"))
        }
        named => {
            let what = named.unwrap_or("another algorithm");
            let text = format!(
                "a right schedule, but by {what}; the question asks for {}",
                key.algorithm.name()
            );
            Graded::partly(
                &key.question.partial.other_algorithm,
                format!("right: {what}"),
                text.clone(),
                text,
            )
        }
    }
}

/// The algorithm whose schedule has the same senders and receivers in every step.
fn name(key: &Key<'_>, steps: &dyn Steps) -> Option<&'static str> {
    let given = pairs(steps);
    if pairs(key.plan()) == given {
        return Some(key.algorithm.name());
    }
    let mut others = key.other_plans();
    others.find(|(_, _, steps)| pairs(&**steps) == given).map(|(algorithm, ..)| algorithm.name())
}

/// The pairs of each step, rising.
pub(super) fn pairs(steps: &dyn Steps) -> Vec<Vec<(u32, u32)>> {
    let of = |step: &Step| {
        let mut pairs: Vec<_> =
            step.messages.iter().map(|message| (message.from, message.to)).collect();
        pairs.sort_unstable();
        pairs
    };
    Listed::of(steps).0.iter().map(of).collect()
}
