//! Why a question has no answer.

use thiserror::Error;

use hockney_core::checker::NoAnswer;
use hockney_core::collective::InstanceError;
use hockney_cost::{NoTime, QuantityError};

/// Why a question has no answer, in a sentence, and what to do.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{message}{raised}")]
#[non_exhaustive]
pub struct Unanswered {
    /// The kind of reason.
    pub kind: Why,
    /// The reason.
    pub message: String,
    /// How the limit that was reached is raised, to be read on behind the reason: `; --limit messages=9 raises it`.
    pub raised: String,
    /// What to do.
    pub help: Option<String>,
}

/// The kind of reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// The question cannot be asked like this.
    Unusable,
    /// It is not decided: a limit was reached, or something is not known.
    Undecided,
}

impl Unanswered {
    /// A question that cannot be asked like this.
    pub fn unusable(message: impl Into<String>) -> Self {
        Unanswered::of(Why::Unusable, message.into())
    }

    /// A question that is not decided.
    pub fn undecided(message: impl Into<String>) -> Self {
        Unanswered::of(Why::Undecided, message.into())
    }

    fn of(kind: Why, message: String) -> Self {
        Unanswered { kind, message, raised: String::new(), help: None }
    }

    /// The same with advice.
    #[must_use]
    pub fn help(self, help: impl Into<String>) -> Self {
        Unanswered { help: Some(help.into()), ..self }
    }
}

/// A limit of the checker, with the option that raises it.
impl From<NoAnswer> for Unanswered {
    fn from(why: NoAnswer) -> Self {
        Unanswered { raised: why.raised(), ..Unanswered::undecided(why.to_string()) }
    }
}

impl From<NoTime> for Unanswered {
    fn from(why: NoTime) -> Self {
        match why {
            NoTime::NoAnswer(why) => why.into(),
            why => Unanswered::undecided(why.to_string()),
        }
    }
}

impl From<InstanceError> for Unanswered {
    fn from(error: InstanceError) -> Self {
        Unanswered::unusable(error.to_string())
    }
}

impl From<QuantityError> for Unanswered {
    fn from(error: QuantityError) -> Self {
        Unanswered::unusable(error.to_string())
    }
}
