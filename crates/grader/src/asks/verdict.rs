//! What a student says of a schedule: whether it is valid, and if not, which step is the first wrong one.

use std::sync::Arc;

use super::{AskKind, Asked};
use crate::answers::{bare, plain, read_numbered};
use crate::problems::keys::{AskContext, bad};
use crate::{Basis, Graded, Key, Question, list};
use hockney_ask::answer::Subject;
use hockney_base::diagnostic::Source;
use hockney_base::table::List;
use hockney_files::{Node, Result, scalar, words};

pub(super) const KIND: AskKind = AskKind {
    name: "verdict",
    keys: &["schedule"],
    traits: &[],
    read: |keys, context| {
        let lines = keys.must("schedule", LINES, |node| lines(node, context))?;
        Some(Arc::new(VerdictAsk(lines)))
    },
};

const LINES: &str = "write schedule: | and the lines below it";

/// The schedule to be judged, which must be readable itself.
fn lines(node: &Node<'_>, context: &AskContext<'_>) -> Result<String> {
    let lines = scalar::text(node, "the lines")?;
    let read = context.numbered.zip(context.instance);
    let read = read.map(|(topology, instance)| read_numbered(lines, topology, instance));
    let Some(Err(error)) = read else { return Ok(lines.to_owned()) };
    let why = error.diagnostic();
    let place = why.position(&Source::new("the schedule", lines));
    let place =
        place.map_or(String::new(), |at| format!(" at its line {}, column {}", at.line, at.column));
    let message = format!("the schedule cannot be read{place}: {}", why.message);
    bad(message, node.span, why.help.as_deref().unwrap_or(LINES))
}

/// The lines that the student is shown.
#[derive(Debug)]
struct VerdictAsk(String);

impl VerdictAsk {
    /// The schedule, or why it was not checked.
    fn judged(&self, key: &Key<'_>) -> Result<Subject, String> {
        let of = &key.question.instance;
        let steps = read_numbered(&self.0, &key.question.topology, of);
        Ok(key.judged(of, steps.map_err(|error| error.to_string())?.steps)?.subject)
    }
}

impl Asked for VerdictAsk {
    fn sentence(&self, _: &Question) -> String {
        "Is this schedule valid? If not, which step is the first wrong one?".to_owned()
    }

    fn examples(&self, _: &Question) -> Vec<String> {
        ["invalid, step 2", "invalid, step 3"].map(String::from).into()
    }

    fn grade(&self, key: &Key<'_>, text: &str) -> Graded {
        let bare = bare(text, &key.question.names());
        let Some(said) = said(&bare.text) else {
            return Graded::unreadable("this is neither `valid` nor `invalid` with a step");
        };
        let graded = match self.judged(key) {
            Ok(subject) => of_verdict(key, &subject, &said),
            Err(why) => key.say("verdict unchecked", &[("why", &why)]),
        };
        graded.skipping(&bare.skipped).by(Basis::Checker)
    }

    fn solution(&self, key: &Key<'_>) -> String {
        let first = |subject: Subject| match subject.report().violations.first() {
            None => "valid".to_owned(),
            Some(first) => {
                let step = first.step.map(|step| format!(", step {step}"));
                format!("invalid{}", step.unwrap_or_default())
            }
        };
        self.judged(key).map_or_else(|why| why, first)
    }

    fn reason(&self, key: &Key<'_>) -> Option<String> {
        self.judged(key).ok().map(|subject| spelled(&subject))
    }

    fn shown(&self) -> Option<&str> {
        Some(&self.0)
    }
}

/// What an answer says: `valid`, or `invalid` and perhaps the first wrong step.
enum SaidVerdict {
    Valid,
    Invalid(Option<usize>),
}

/// `valid`, `invalid, step 2`, `No: step two`, `invalid (2)`, `step 2`, `it is wrong in the 2nd step`: every word is a
/// verdict, the number of a step, or means nothing.
fn said(text: &str) -> Option<SaidVerdict> {
    let text = plain(text).to_lowercase();
    let is_negative = text.replace(" - ", " ").contains(" -");
    if is_negative || text.contains(['?', '+', '=', '<', '>', '/']) {
        return None;
    }
    let all: Vec<&str> =
        text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let is_step = |word: Option<&&str>| word.is_some_and(|word| words("step").contains(word));
    let number = |word: &str, next: Option<&&str>| {
        let place = || words("places").in_digits(word).filter(|_| is_step(next));
        word.parse().ok().or_else(|| words("numbers").in_digits(word).or_else(place)?.parse().ok())
    };
    let (mut valid, mut step, mut rest) = (None, None, &all[..]);
    while let [word, behind @ ..] = rest {
        let longest = |phrases: &'static List| {
            let phrases = phrases.iter().map(|phrase| phrase.split(' ').collect::<Vec<_>>());
            phrases.filter(|phrase| rest.starts_with(phrase)).map(|phrase| phrase.len()).max()
        };
        let [yes, no] = [list("verdict valid"), list("verdict invalid")].map(longest);
        if let Some(length) = yes.max(no) {
            rest = &rest[length..];
            let no_step = yes < no && is_step(rest.first());
            if valid.replace(yes > no).is_some_and(|before| before != (yes > no))
                || no_step && rest.get(1).is_none_or(|word| number(word, None).is_none())
            {
                return None;
            }
            continue;
        }
        rest = behind;
        match number(word, rest.first()) {
            Some(found) if step.replace(found).is_some() => return None,
            None if !is_step(Some(word)) && !list("verdict filler").contains(word) => return None,
            _ => {}
        }
    }
    match (valid, step) {
        (Some(true), None) => Some(SaidVerdict::Valid),
        (Some(true), Some(_)) | (None, None) => None,
        (Some(false) | None, step) => Some(SaidVerdict::Invalid(step)),
    }
}

/// The right verdict.
fn spelled(subject: &Subject) -> String {
    let schedule = subject.schedule();
    match subject.report().violations.first() {
        None => "the schedule is valid".to_owned(),
        Some(first) => {
            let (when, message) = (first.when(schedule), first.message(schedule));
            format!("the schedule is invalid at {when}: {message}")
        }
    }
}

fn of_verdict(key: &Key<'_>, subject: &Subject, said: &SaidVerdict) -> Graded {
    let steps = subject.report().steps;
    let first = subject.report().violations.first().map(|first| first.step);
    let sentence = match (first, said) {
        (None, SaidVerdict::Invalid(_)) => "verdict valid",
        (Some(_), SaidVerdict::Valid) => "verdict invalid",
        (Some(Some(wanted)), SaidVerdict::Invalid(Some(given))) if wanted != *given => {
            "verdict step"
        }
        (Some(Some(_)), SaidVerdict::Invalid(None)) => "verdict no step",
        // What is missing at the end was not sent in the last step, or in one more.
        (Some(None), SaidVerdict::Invalid(Some(given))) if ![steps, steps + 1].contains(given) => {
            "verdict end"
        }
        (None, SaidVerdict::Valid) | (Some(_), SaidVerdict::Invalid(_)) => {
            return Graded::right("right");
        }
    };
    key.say(sentence, &[("right", &spelled(subject))])
}
