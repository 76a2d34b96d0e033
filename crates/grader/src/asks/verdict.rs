//! What a student says of a schedule: whether it is valid, and if not, which step is the first wrong one.

use std::sync::Arc;

use super::{AskKind, Asked};
use crate::answers::{bare, plain, read_numbered};
use crate::problems::keys::{AskContext, bad};
use crate::{Basis, Graded, Key, Question, list};
use hockney_ask::answer::Subject;
use hockney_base::diagnostic::Source;
use hockney_files::{List, Node, Result, scalar, words};

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

/// `valid`, `invalid`, `invalid, step 2`, `No: step two`, `invalid (2)`, `step 2`.
fn said(text: &str) -> Option<SaidVerdict> {
    let text = plain(text).to_lowercase();
    let text = text.trim().trim_matches('*');
    let behind = |phrases: &'static List| {
        let phrases = phrases.into_iter().filter_map(|phrase| text.strip_prefix(phrase));
        phrases
            .filter(|rest| !rest.starts_with(char::is_alphanumeric))
            .min_by_key(|rest| rest.len())
    };
    if let Some(rest) = behind(list("verdict valid")) {
        return rest.is_empty().then_some(SaidVerdict::Valid);
    }
    let rest = behind(list("verdict invalid")).unwrap_or(text);
    let rest = rest.trim_start_matches(|c: char| c.is_whitespace() || ",:.;-–—".contains(c));
    let rest = ["at ", "in "].iter().find_map(|word| rest.strip_prefix(word)).unwrap_or(rest);
    if rest.is_empty() {
        return Some(SaidVerdict::Invalid(None));
    }
    let inside = rest.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')).unwrap_or(rest);
    let start = inside.find(|c: char| c.is_ascii_digit()).or_else(|| Some(inside.rfind(' ')? + 1));
    let (word, number) = inside.split_at(start?);
    let named = words("step").contains(&word.trim());
    let bracketed = word.is_empty() && inside.len() < rest.len();
    let number = words("numbers").in_digits(number).unwrap_or(number);
    (named || bracketed).then(|| number.parse().ok())?.map(|step| SaidVerdict::Invalid(Some(step)))
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
