//! One step of a schedule.

use std::sync::Arc;

use super::super::answers::without_label;
use super::super::key::Key;
use super::super::verdict::{Graded, Verdict};
use super::super::ways::pairs;
use super::another::{for_way, however_read};
use super::reasons::of_rule;
use crate::checker::{Rule, check};
use crate::collective::{Ports, Schedule};
use crate::schedule::{Listed, Steps};

pub(super) fn grade(key: &Key<'_>, number: u32, text: &str) -> Graded {
    however_read(key, without_label(text), |steps| match steps.0.len() {
        1 => judged(key, number, &steps),
        count => Graded::nothing(
            Verdict::Unreadable,
            format!("one step is asked for, and these are {count}: write its messages in one line"),
        ),
    })
}

fn judged(key: &Key<'_>, number: u32, given: &Listed) -> Graded {
    let index = number as usize - 1;
    let wanted = &key.own().pairs;
    let given_pairs = pairs(given);
    let Some(asked) = given_pairs.first() else {
        return Graded::nothing(Verdict::Unreadable, "there is no message in it");
    };
    if wanted.get(index) == Some(asked) {
        return Graded::right("right");
    }
    let full = || spelled(wanted.get(index), number, key);
    let other = key.ways().found.iter().find(|way| way.pairs.get(index) == Some(asked));
    if let Some(way) = other {
        let said = format!("this is step {number} of {}", way.name());
        return for_way(key, way, &said, &format!(": {}", full()));
    }
    let fault = fault(key, index, given);
    match fault {
        Some((Rule::NotHeld | Rule::CannotForm, fault)) if key.accepts("") => Graded::open(
            format!(
                "after the steps of {} it fails: {fault}; after others it may be right",
                key.algorithm.name()
            ),
            full(),
        ),
        Some((rule, fault)) => Graded::wrong(
            of_rule(rule),
            format!("step {number}: {fault}"),
            format!("step {number}: {fault}. {}", full()),
        ),
        None if key.accepts("") => Graded::nothing(
            Verdict::Undecided,
            "this step breaks no rule, and it is not one of a known algorithm: whether it leads to the end is not decided",
        ),
        None if key.ways().cut => Graded::nothing(
            Verdict::Undecided,
            "this step breaks no rule, and there are too many orders of the algorithm to try them all",
        ),
        None => Graded::wrong(
            "the messages of no step of the algorithm, in whatever order",
            format!("this is not step {number} of {}", key.algorithm.name()),
            full(),
        ),
    }
}

/// The first rule that the step breaks after the planned steps before it.
fn fault(key: &Key<'_>, index: usize, given: &Listed) -> Option<(Rule, String)> {
    let mut steps = Listed::of(key.plan()).0;
    steps.truncate(index);
    steps.extend(given.0.iter().cloned());
    let question = key.question;
    let steps: Arc<dyn Steps> = Arc::new(Listed(steps));
    let schedule =
        Schedule::plain(question.topology.clone(), Ports::One, key.request.instance.clone(), steps);
    let checked = check(&schedule, &Key::limits()).ok()?;
    let found =
        checked.report().violations.iter().find(|violation| violation.step == Some(index + 1))?;
    Some((found.rule.rule(), found.message(&schedule)))
}

fn spelled(step: Option<&Vec<(u32, u32)>>, number: u32, key: &Key<'_>) -> String {
    let name = key.algorithm.name();
    let Some(step) = step else { return format!("{name} has no step {number}") };
    let show = |node: u32| key.question.topology.show(node);
    let messages: Vec<String> =
        step.iter().map(|(from, to)| format!("{} -> {}", show(*from), show(*to))).collect();
    format!("step {number} of {name} is {}", messages.join(", "))
}
