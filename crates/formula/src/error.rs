//! Why a text is not a formula: a place, a kind, and what to write instead.

mod words;

use thiserror::Error;

use hockney_base::diagnostic::{Diagnostic, Span};
use hockney_base::number::NumberErrorKind;

/// Why a text cannot be read as a formula, and where.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}", self.diagnostic())]
pub struct ParseError {
    /// The place, in bytes of the text.
    pub span: Span,
    /// The kind of the error.
    pub kind: ParseErrorKind,
}

/// The errors in the text of a formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParseErrorKind {
    /// Nothing but blanks: the empty text, `T =`.
    Empty,
    /// More than 64 KiB of text.
    TooLong,
    /// Brackets, powers or signs nested too deeply: `((((((((((..`.
    TooDeep,
    /// A number that is too large: `1e999999999`.
    Number(NumberErrorKind),
    /// A character that means nothing here: `p # 2`, `p²`, `50%`.
    Character(char),
    /// Something other than the expected part: `ts +`, `min(p`, `ts + * p`.
    Unexpected {
        /// The text there; nothing at the end.
        found: Option<String>,
        /// The expected part.
        expected: &'static str,
    },
    /// A bracket that is never closed: `(ts + tw m`.
    Unclosed(char),
    /// A bracket that was never opened: `ts)`.
    Unopened(char),
    /// Two readings, each as plausible as the other: `1/2p`, `log p/2`, `p^1/3`.
    Ambiguous {
        /// Both, written so that they are not.
        readings: [String; 2],
    },
    /// It begins with an operator: `* log p`, `= ts`.
    LeadingOperator(String),
    /// A dollar sign: `$ts`, `$ts log p$`.
    Dollar {
        /// Is it the only one?
        lone: bool,
    },
    /// A number directly behind a factor: `p 2`, `2 3`.
    NumberAfterFactor,
    /// A name before a bracket that is not a known function: `exp(p)`, `ln(p)`.
    UnknownFunction(String),
    /// A logarithm to another base than 2: `ln p`, `log10 p`, `log_3 p`.
    OtherBase(String),
    /// Words of a sentence: `p where p = 8`, `3 ts seconds`, `message size`.
    Prose(String),
    /// A command of LaTeX without its backslash: `frac{p}{2}`.
    LostBackslash(String),
    /// The subscript of a sign is not a word: `t_`, `t_{1+2}`.
    Below,
    /// A sum with dots whose terms do not determine the others.
    Dots,
    /// An order of growth that is a part of something: `t_s + O(p)`.
    GrowthInside(&'static str),
    /// A symbol where the index of a sum belongs: `sum(p = 1..3, p)`.
    SymbolAsIndex(String),
    /// An equation about a symbol, where a cost was expected: `p = 8`.
    Definition(String),
    /// A notation that is known but not read yet.
    NotYet(Notation),
}

/// A notation that people write and that is not read yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Notation {
    /// A LaTeX command: `\log p`, `\frac{p}{2}`.
    Latex(String),
    /// A new line of LaTeX behind which another formula begins.
    NewLine,
    /// An inequality: `ts <= tw`.
    Inequality,
}

impl ParseError {
    pub(super) fn new(span: impl Into<Span>, kind: ParseErrorKind) -> Self {
        Self { span: span.into(), kind }
    }
    /// Whether a shell makes this error of a right formula that is not in single quotes: it replaces
    /// `$..` and removes backslashes.
    pub fn may_come_from_a_shell(&self) -> bool {
        use ParseErrorKind::{Dollar, LeadingOperator, LostBackslash};
        matches!(self.kind, LeadingOperator(_) | Dollar { lone: true } | LostBackslash(_))
    }

    /// The diagnostic for the user.
    pub fn diagnostic(&self) -> Diagnostic {
        let Words { message, label, help } = self.kind.words();
        let [label, help] = [label, help].map(|text| Some(text).filter(|text| !text.is_empty()));
        Diagnostic { label, help, ..Diagnostic::new(message).at(self.span) }
    }
}

pub(super) use words::OPERAND;
use words::Words;
