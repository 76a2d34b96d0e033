//! Why a text is not a document: it is wrong at a place, or it is over a limit.

use thiserror::Error;

use crate::Node;
use hockney_base::diagnostic::{Diagnostic, Span, nearest};

/// Why a text could not be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}", self.diagnostic())]
pub enum ReadError {
    /// An error in the text; it always has a place.
    Bad(Diagnostic),
    /// The document is over a limit: no answer.
    Limit {
        /// What there is too much of: `vertices`.
        what: &'static str,
        /// How many there are.
        needed: u128,
        /// How many there may be.
        allowed: u128,
        /// Where they are asked for, if that is one place.
        at: Option<Span>,
    },
}

impl From<Diagnostic> for ReadError {
    fn from(diagnostic: Diagnostic) -> Self {
        ReadError::Bad(diagnostic)
    }
}

/// Refuses what is at a place, with what to do about it.
pub(crate) fn refuse<T, E: From<Diagnostic>>(
    at: Span,
    message: impl Into<String>,
    help: impl Into<String>,
) -> Result<T, E> {
    Err(Diagnostic::new(message).at(at).help(help).into())
}

/// Refuses more of something than there may be.
pub fn within(
    what: &'static str,
    needed: impl Into<u128>,
    allowed: impl Into<u128>,
    at: Option<Span>,
) -> Result<(), ReadError> {
    let (needed, allowed) = (needed.into(), allowed.into());
    if needed <= allowed { Ok(()) } else { Err(ReadError::Limit { what, needed, allowed, at }) }
}

impl ReadError {
    /// The error where the text has so many bytes before it.
    pub(super) fn behind(self, bytes: usize) -> Self {
        self.placed(|span| Some(Span::new(span.start + bytes, span.end + bytes)))
    }

    /// The error at another place.
    pub(super) fn placed(self, moved: impl Fn(Span) -> Option<Span>) -> Self {
        match self {
            ReadError::Bad(bad) => Diagnostic { span: bad.span.and_then(moved), ..bad }.into(),
            ReadError::Limit { what, needed, allowed, at } => {
                ReadError::Limit { what, needed, allowed, at: at.and_then(moved) }
            }
        }
    }

    /// The error as a diagnostic.
    pub fn diagnostic(&self) -> Diagnostic {
        match self {
            ReadError::Bad(diagnostic) => diagnostic.clone(),
            ReadError::Limit { what, needed, allowed, at } => {
                let message =
                    format!("limit exceeded: {needed} {what} are needed, {allowed} are allowed");
                Diagnostic { span: *at, ..Diagnostic::new(message) }
            }
        }
    }
}

/// "expected a message, found a list".
pub fn wrong(node: &Node<'_>, what: &str, at: Span, help: &str) -> ReadError {
    let message = format!("expected {what}, found {}", node.describe());
    Diagnostic::new(message).at(at).help(help).into()
}

/// The error for a name that is not one of the known ones.
pub fn unknown(kind: &str, at: Span, found: &str, place: &str, known: &[&str]) -> ReadError {
    let message = format!("there is no {kind} `{}` in {place}", shortened(found));
    Diagnostic::new(message).at(at).label(suggestion(found, known)).into()
}

/// The nearest known name, or all known names.
pub fn suggestion(found: &str, known: &[&str]) -> String {
    nearest(found, known.iter().copied()).map_or_else(
        || format!("expected one of: {}", known.join(", ")),
        |near| format!("did you mean `{near}`?"),
    )
}

/// A text from the input, shortened for a message.
pub fn shortened(text: &str) -> String {
    const LONGEST: usize = 40;
    match text.char_indices().nth(LONGEST) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_owned(),
    }
}
