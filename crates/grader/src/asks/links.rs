//! The number of links that a message takes.

use std::sync::Arc;

use super::number::of_sides;
use super::route::RouteAsk;
use super::{AskKind, Asked, Trait};
use crate::answers::Counted;
use crate::{Graded, Key, Question, list};
use hockney_base::number::Rational;

pub(super) const KIND: AskKind = AskKind {
    name: "links",
    keys: &["from", "to"],
    traits: &[Trait::Waiting, Trait::OfNetwork],
    read: |keys, context| Some(Arc::new(LinksAsk(RouteAsk::read(keys, context)?))),
};

#[derive(Debug)]
struct LinksAsk(RouteAsk);

impl Asked for LinksAsk {
    fn sentence(&self, question: &Question) -> String {
        format!("How many links does {} take?", self.0.message(question))
    }

    fn examples(&self, _: &Question) -> Vec<String> {
        ["3", "4"].map(String::from).into()
    }

    fn grade(&self, key: &Key<'_>, text: &str) -> Graded {
        let right = self.0.links(&key.question.topology);
        of_sides(key, text, &Counted::Things(list("unit links")), |amount| {
            let is = |count: u64| amount.value == Rational::from(count);
            match () {
                () if is(right) => Graded::right("right"),
                () if is(right + 1) => key.say("links nodes", &[("right", &right)]),
                () => key.say("links wrong", &[("right", &right)]),
            }
        })
    }

    fn solution(&self, key: &Key<'_>) -> String {
        self.0.links(&key.question.topology).to_string()
    }

    fn unanswerable(&self, key: &Key<'_>) -> Option<String> {
        self.0.beyond(&key.question.topology)
    }
}
