//! The number of messages: of one step, or of all.

use std::sync::Arc;

use super::number::of_sides;
use super::{Asked, Kind, Trait};
use crate::answers::{Amount, Counted};
use crate::grade::ladder::{Gradable, graded};
use crate::problems::parts::step;
use crate::{Graded, Key, Question, Sizes, list};
use hockney_ask::Ranked;
use hockney_base::number::Rational;

pub(super) const KIND: Kind = Kind {
    name: "messages",
    keys: &["step"],
    traits: &[Trait::Composed, Trait::Waiting, Trait::ByAlgorithm],
    read: |keys, _| Some(Arc::new(Messages(keys.read("step", step)))),
};

/// The number of messages of one step, counted from 1, or of all.
#[derive(Debug)]
struct Messages(Option<u32>);

impl Asked for Messages {
    fn sentence(&self, _: &Question) -> String {
        let step = self.0.map_or(String::new(), |step| format!(" in step {step}"));
        format!("How many messages are sent{step}?")
    }

    fn example(&self, _: &Question) -> String {
        "3".to_owned()
    }

    fn grade(&self, key: &Key<'_>, text: &str) -> Graded {
        let step = self.0;
        let judge = |amount: &Amount| graded(&MessageCount { key, step, given: &amount.value });
        of_sides(key, text, &Counted::Things(list("unit messages")), judge)
    }

    fn solution(&self, key: &Key<'_>) -> String {
        format!("{}.", key.messages(self.0))
    }

    fn unanswerable(&self, key: &Key<'_>) -> Option<String> {
        key.lacks_step(self.0?)
    }
}

/// A number of messages: of a step, or of all.
struct MessageCount<'a> {
    key: &'a Key<'a>,
    step: Option<u32>,
    given: &'a Rational,
}

impl MessageCount<'_> {
    fn is(&self, count: u64) -> bool {
        *self.given == Rational::from(count)
    }
}

impl Gradable for MessageCount<'_> {
    fn key(&self) -> &Key<'_> {
        self.key
    }

    fn is_right(&self) -> bool {
        self.is(self.key.messages(self.step))
    }

    /// Other algorithms have other steps.
    fn is_of(&self, row: &Ranked) -> Option<Sizes> {
        let sent = self.step.map_or_else(|| self.key.messages_by(row.algorithm), |_| None)?;
        self.is(sent).then_some(Sizes::This)
    }

    fn right(&self) -> [String; 2] {
        let right = self.key.messages(self.step);
        [right.to_string(), format!(", which sends {right}")]
    }

    fn mistake(&self) -> Option<Graded> {
        match self.step {
            None => self.is(self.key.steps() as u64).then(|| self.say("messages steps", &"")),
            Some(_) => self.is(self.key.messages(None)).then(|| self.say("messages all", &"")),
        }
    }

    fn unexplained(&self) -> Graded {
        let open = self.step.is_some() && self.key.is_open();
        self.say(if open { "messages open" } else { "messages wrong" }, &"")
    }
}
