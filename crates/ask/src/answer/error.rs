//! Why a question has no answer.

use thiserror::Error;

use hockney_core::checker::NoAnswer;
use hockney_core::collective::InstanceError;
use hockney_cost::QuantityError;

/// Why a question has no answer, in a sentence, and what to do.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{message}")]
pub struct Unanswered {
    /// The kind of reason.
    pub kind: Why,
    /// The reason.
    pub message: String,
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
        Unanswered { kind: Why::Unusable, message: message.into(), help: None }
    }

    /// A question that is not decided.
    pub fn undecided(message: impl Into<String>) -> Self {
        Unanswered { kind: Why::Undecided, message: message.into(), help: None }
    }

    /// The reason alone, for whoever has no option that raises a limit.
    pub fn reason(&self) -> &str {
        self.message.split(RAISED_BY).next().unwrap_or(&self.message)
    }

    /// The same with advice.
    #[must_use]
    pub fn help(self, help: impl Into<String>) -> Self {
        Unanswered { help: Some(help.into()), ..self }
    }
}

/// What stands between a limit and how it is raised.
const RAISED_BY: &str = "; --limit ";

/// A limit of the checker, with the option that raises it.
impl From<NoAnswer> for Unanswered {
    fn from(why: NoAnswer) -> Self {
        let raised = why.raised_by().map_or_else(String::new, |how| format!("{RAISED_BY}{how}"));
        Unanswered::undecided(format!("{why}{raised}"))
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
