//! How many steps it takes, and how many messages are sent: in one step, or in all.

use std::sync::Arc;

use super::number::of_sides;
use super::{AskKind, Asked, Trait};
use crate::answers::{Amount, Counted};
use crate::grade::ladder::{Gradable, graded};
use crate::grade::mistakes::{factor, value_at};
use crate::problems::parts::step;
use crate::traced::ends_alike;
use crate::{Graded, Key, Question, SizeSet, list};
use hockney_ask::Ranked;
use hockney_base::number::Rational;
use hockney_core::collective::Data;
use hockney_cost::bindings_of;
use hockney_files::words;
use hockney_formula::Powers;

pub(super) const STEPS: AskKind = AskKind {
    name: "steps",
    keys: &[],
    traits: &[Trait::Composed, Trait::Waiting, Trait::ByAlgorithm],
    read: |_, _| Some(Arc::new(CountAsk::Steps)),
};

pub(super) const MESSAGES: AskKind = AskKind {
    name: "messages",
    keys: &["step"],
    traits: &[Trait::Composed, Trait::Waiting, Trait::ByAlgorithm],
    read: |keys, _| Some(Arc::new(CountAsk::Messages(keys.read("step", step)))),
};

/// What is counted.
#[derive(Clone, Copy, Debug)]
enum CountAsk {
    Steps,
    /// Of one step, counted from 1, or of all.
    Messages(Option<u32>),
}

impl CountAsk {
    fn count(self, key: &Key<'_>) -> u64 {
        match self {
            CountAsk::Steps => key.steps() as u64,
            CountAsk::Messages(step) => key.messages(step),
        }
    }
}

impl Asked for CountAsk {
    fn sentence(&self, _: &Question) -> String {
        match self {
            CountAsk::Steps => "How many steps does it take?".to_owned(),
            CountAsk::Messages(None) => "How many messages are sent?".to_owned(),
            CountAsk::Messages(Some(step)) => format!("How many messages are sent in step {step}?"),
        }
    }

    fn examples(&self, _: &Question) -> Vec<String> {
        ["3", "100", "1"].map(String::from).into()
    }

    fn grade(&self, key: &Key<'_>, text: &str) -> Graded {
        let names = match self {
            CountAsk::Steps => words("step"),
            CountAsk::Messages(_) => list("unit messages"),
        };
        let judge = |amount: &Amount| graded(&Count { key, of: *self, given: &amount.value });
        of_sides(key, text, &Counted::Things(names), judge)
    }

    fn solution(&self, key: &Key<'_>) -> String {
        self.count(key).to_string()
    }

    fn unanswerable(&self, key: &Key<'_>) -> Option<String> {
        if let CountAsk::Messages(Some(step)) = self { key.lacks_step(*step) } else { None }
    }
}

/// A number of things.
struct Count<'a> {
    key: &'a Key<'a>,
    of: CountAsk,
    given: &'a Rational,
}

impl Count<'_> {
    fn is(&self, count: u64) -> bool {
        *self.given == Rational::from(count)
    }

    /// Whether a cost has so many steps.
    fn is_steps_of(&self, cost: &str) -> bool {
        let at = bindings_of(&self.key.question.topology, &self.key.question.instance);
        let steps = value_at(cost, &at).map(|value| value.coefficient(Powers::T_S).as_rational());
        steps.flatten().as_ref() == Some(self.given)
    }

    /// The mistake in a number of steps.
    fn mistake_in_steps(&self) -> Option<Graded> {
        let (key, given) = (self.key, self.given);
        let (of, steps) = (&key.question.instance, Rational::from(key.steps() as u64));
        let bound = &key.ranking.bounds.steps;
        let phases = key.question.topology.network().sides().is_some_and(|sides| sides.len() == 2)
            || (of.data() == Data::Combined && ends_alike(of));
        if Some(given) < key.least(|of| Some(of.bounds.steps.value.clone())).as_ref() {
            return Some(self.say("steps below", &bound.why));
        }
        // Who may take any algorithm may take one that is not known here.
        if key.is_open() {
            return Some(self.say("steps open", &""));
        }
        if phases && given + given == steps {
            return Some(self.say("steps half", &""));
        }
        if *given == steps + Rational::one() {
            return Some(self.say("steps one more", &""));
        }
        let is = |factor: &str| factor != "1" && self.is_steps_of(&format!("({factor}) t_s"));
        factor(is).map(|name| self.say("steps factor", &name))
    }
}

impl Gradable for Count<'_> {
    fn key(&self) -> &Key<'_> {
        self.key
    }

    fn is_right(&self) -> bool {
        self.is(self.of.count(self.key))
    }

    fn is_of(&self, row: &Ranked) -> Option<SizeSet> {
        let is = match self.of {
            CountAsk::Steps => row.cost.t_s == *self.given,
            CountAsk::Messages(None) => self.is(self.key.messages_by(row.algorithm)?),
            // Other algorithms have other steps.
            CountAsk::Messages(Some(_)) => false,
        };
        is.then_some(SizeSet::This)
    }

    fn is_stated(&self, cost: &str) -> Option<SizeSet> {
        let is = matches!(self.of, CountAsk::Steps) && self.is_steps_of(cost);
        is.then_some(SizeSet::This)
    }

    fn right(&self) -> [String; 2] {
        let right = self.of.count(self.key);
        let more = match self.of {
            CountAsk::Steps => format!(", which takes {right} steps"),
            CountAsk::Messages(_) => format!(", which sends {right}"),
        };
        [right.to_string(), more]
    }

    fn nearly(&self) -> Option<Graded> {
        let is_fraction = matches!(self.of, CountAsk::Steps) && !self.given.is_integer();
        is_fraction.then(|| self.say("steps fraction", &""))
    }

    fn mistake(&self) -> Option<Graded> {
        let (other, sentence) = match self.of {
            CountAsk::Steps => return self.mistake_in_steps(),
            CountAsk::Messages(None) => (self.key.steps() as u64, "messages steps"),
            CountAsk::Messages(Some(_)) => (self.key.messages(None), "messages all"),
        };
        self.is(other).then(|| self.say(sentence, &""))
    }

    fn unexplained(&self) -> Graded {
        let sentence = match self.of {
            CountAsk::Steps => "steps wrong",
            CountAsk::Messages(Some(_)) if self.key.is_open() => "messages open",
            CountAsk::Messages(_) => "messages wrong",
        };
        self.say(sentence, &"")
    }
}
