//! The number of steps.

use std::sync::Arc;

use super::number::of_sides;
use super::{Asked, Kind, Trait};
use crate::answers::{Amount, Counted};
use crate::grade::ladder::{Gradable, graded};
use crate::grade::mistakes::{factor, value_at};
use crate::traced::ends_alike;
use crate::{Graded, Key, Question, Sizes};
use hockney_ask::Ranked;
use hockney_base::number::Rational;
use hockney_core::collective::Data;
use hockney_cost::bindings_of;
use hockney_files::words;
use hockney_formula::Powers;

pub(super) const KIND: Kind = Kind {
    name: "steps",
    keys: &[],
    traits: &[Trait::Composed, Trait::Waiting, Trait::ByAlgorithm],
    read: |_, _| Some(Arc::new(Steps)),
};

#[derive(Debug)]
struct Steps;

impl Asked for Steps {
    fn sentence(&self, _: &Question) -> String {
        "How many steps does it take?".to_owned()
    }

    fn example(&self, _: &Question) -> String {
        "3".to_owned()
    }

    fn grade(&self, key: &Key<'_>, text: &str) -> Graded {
        let judge = |amount: &Amount| graded(&StepCount { key, given: &amount.value });
        of_sides(key, text, &Counted::Things(words("step")), judge)
    }

    fn solution(&self, key: &Key<'_>) -> String {
        format!("{}.", key.steps())
    }
}

/// A number of steps.
struct StepCount<'a> {
    key: &'a Key<'a>,
    given: &'a Rational,
}

impl StepCount<'_> {
    /// Whether a formula has so many steps.
    fn is(&self, formula: &str) -> bool {
        let at = bindings_of(&self.key.question.topology, &self.key.question.instance);
        value_at(formula, &at).is_some_and(|value| {
            value.coefficient(Powers::T_S).as_rational().as_ref() == Some(self.given)
        })
    }
}

impl Gradable for StepCount<'_> {
    fn key(&self) -> &Key<'_> {
        self.key
    }

    fn is_right(&self) -> bool {
        *self.given == Rational::from(self.key.steps() as u64)
    }

    fn is_of(&self, row: &Ranked) -> Option<Sizes> {
        (row.cost.t_s == *self.given).then_some(Sizes::This)
    }

    fn is_stated(&self, cost: &str) -> Option<Sizes> {
        self.is(cost).then_some(Sizes::This)
    }

    fn right(&self) -> [String; 2] {
        let steps = self.key.steps();
        [steps.to_string(), format!(", which takes {steps} steps")]
    }

    fn nearly(&self) -> Option<Graded> {
        (!self.given.is_integer()).then(|| self.say("steps fraction", &""))
    }

    fn mistake(&self) -> Option<Graded> {
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
        let factor = factor(|factor| factor != "1" && self.is(&format!("({factor}) t_s")));
        factor.map(|name| self.say("steps factor", &name))
    }

    fn unexplained(&self) -> Graded {
        self.say("steps wrong", &"")
    }
}
