//! Free text, which a person grades.

use std::sync::Arc;

use super::{AskKind, Asked, Trait};
use crate::problems::keys::text_of;
use crate::{Graded, Key, Question};

pub(super) const KIND: AskKind = AskKind {
    name: "explain",
    keys: &["what"],
    traits: &[Trait::Composed, Trait::Waiting, Trait::Long, Trait::InLines],
    read: |keys, _| {
        let what = keys.read("what", |node| text_of(node, "a question"));
        let what = what.unwrap_or_else(|| "Explain your answers.".to_owned());
        Some(Arc::new(ExplainAsk(what)))
    },
};

/// The question that a text answers.
#[derive(Debug)]
struct ExplainAsk(String);

impl Asked for ExplainAsk {
    fn sentence(&self, _: &Question) -> String {
        self.0.clone()
    }

    fn examples(&self, _: &Question) -> Vec<String> {
        vec!["a few sentences".to_owned()]
    }

    fn grade(&self, _: &Key<'_>, _: &str) -> Graded {
        Graded::undecided("a person reads this text")
    }

    fn solution(&self, _: &Key<'_>) -> String {
        "a person reads the text".to_owned()
    }
}
