//! How many steps it takes, and how many messages are sent: in one step, or in all.

use std::sync::Arc;

use super::number::of_sides;
use super::{Asked, Kind, Trait};
use crate::answers::{Amount, Counted};
use crate::grade::ladder::{Gradable, graded};
use crate::grade::mistakes::{factor, value_at};
use crate::problems::parts::step;
use crate::traced::ends_alike;
use crate::{Graded, Key, Question, Sizes, list};
use hockney_ask::Ranked;
use hockney_base::number::Rational;
use hockney_core::collective::Data;
use hockney_cost::bindings_of;
use hockney_files::words;
use hockney_formula::Powers;

pub(super) const STEPS: Kind = Kind {
    name: "steps",
    keys: &[],
    traits: &[Trait::Composed, Trait::Waiting, Trait::ByAlgorithm],
    read: |_, _| Some(Arc::new(Things::Steps)),
};

pub(super) const MESSAGES: Kind = Kind {
    name: "messages",
    keys: &["step"],
    traits: &[Trait::Composed, Trait::Waiting, Trait::ByAlgorithm],
    read: |keys, _| Some(Arc::new(Things::Messages(keys.read("step", step)))),
};

/// What is counted.
#[derive(Clone, Copy, Debug)]
enum Things {
    Steps,
    /// Of one step, counted from 1, or of all.
    Messages(Option<u32>),
}

impl Things {
    fn count(self, key: &Key<'_>) -> u64 {
        match self {
            Things::Steps => key.steps() as u64,
            Things::Messages(step) => key.messages(step),
        }
    }
}

impl Asked for Things {
    fn sentence(&self, _: &Question) -> String {
        match self {
            Things::Steps => "How many steps does it take?".to_owned(),
            Things::Messages(None) => "How many messages are sent?".to_owned(),
            Things::Messages(Some(step)) => format!("How many messages are sent in step {step}?"),
        }
    }

    fn example(&self, _: &Question) -> String {
        "3".to_owned()
    }

    fn grade(&self, key: &Key<'_>, text: &str) -> Graded {
        let names = match self {
            Things::Steps => words("step"),
            Things::Messages(_) => list("unit messages"),
        };
        let judge = |amount: &Amount| graded(&Count { key, of: *self, given: &amount.value });
        of_sides(key, text, &Counted::Things(names), judge)
    }

    fn solution(&self, key: &Key<'_>) -> String {
        format!("{}.", self.count(key))
    }

    fn unanswerable(&self, key: &Key<'_>) -> Option<String> {
        if let Things::Messages(Some(step)) = self { key.lacks_step(*step) } else { None }
    }
}

/// A number of things.
struct Count<'a> {
    key: &'a Key<'a>,
    of: Things,
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
        if *given < bound.value {
            return Some(self.say("steps below", &bound.why));
        }
        if phases && given + given == steps {
            return Some(self.say("steps half", &""));
        }
        // Who may take any algorithm may take one that is not known here.
        if key.is_open() {
            return Some(self.say("steps open", &""));
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

    fn is_of(&self, row: &Ranked) -> Option<Sizes> {
        let is = match self.of {
            Things::Steps => row.cost.t_s == *self.given,
            Things::Messages(None) => self.is(self.key.messages_by(row.algorithm)?),
            // Other algorithms have other steps.
            Things::Messages(Some(_)) => false,
        };
        is.then_some(Sizes::This)
    }

    fn is_stated(&self, cost: &str) -> Option<Sizes> {
        let is = matches!(self.of, Things::Steps) && self.is_steps_of(cost);
        is.then_some(Sizes::This)
    }

    fn right(&self) -> [String; 2] {
        let right = self.of.count(self.key);
        let more = match self.of {
            Things::Steps => format!(", which takes {right} steps"),
            Things::Messages(_) => format!(", which sends {right}"),
        };
        [right.to_string(), more]
    }

    fn nearly(&self) -> Option<Graded> {
        let is_fraction = matches!(self.of, Things::Steps) && !self.given.is_integer();
        is_fraction.then(|| self.say("steps fraction", &""))
    }

    fn mistake(&self) -> Option<Graded> {
        let (other, sentence) = match self.of {
            Things::Steps => return self.mistake_in_steps(),
            Things::Messages(None) => (self.key.steps() as u64, "messages steps"),
            Things::Messages(Some(_)) => (self.key.messages(None), "messages all"),
        };
        self.is(other).then(|| self.say(sentence, &""))
    }

    fn unexplained(&self) -> Graded {
        let sentence = match self.of {
            Things::Steps => "steps wrong",
            Things::Messages(Some(_)) if self.key.is_open() => "messages open",
            Things::Messages(_) => "messages wrong",
        };
        self.say(sentence, &"")
    }
}
