//! Why a text is not a formula: a place, a kind, and what to write instead.

use std::sync::LazyLock;

use thiserror::Error;

use crate::{MAX_DEPTH, MAX_LENGTH};
use hockney_base::diagnostic::{Diagnostic, Span};
use hockney_base::number::{NumberError, NumberErrorKind};
use hockney_base::table::{Table, filled};

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
#[non_exhaustive]
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
    NotYet(UnreadNotation),
}

/// A notation that people write and that is not read yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UnreadNotation {
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
        use ParseErrorKind::{LeadingOperator, LostBackslash};
        matches!(self.kind, LeadingOperator(_) | LostBackslash(_))
    }

    /// The diagnostic for the user.
    pub fn diagnostic(&self) -> Diagnostic {
        let (name, [it, other, help]) = self.kind.sentence();
        said(name, &[("it", &it), ("other", &other), ("help", &help)]).at(self.span)
    }
}

static SENTENCES: LazyLock<Table> = LazyLock::new(|| Table::of(include_str!("errors.txt")));

/// A message of the table with its label and its help, the names in them replaced.
pub(super) fn said(name: &str, words: &[(&str, &str)]) -> Diagnostic {
    let word =
        |name: &str| words.iter().find(|(of, _)| *of == name).map(|(_, word)| (*word).to_owned());
    let mut columns = SENTENCES.list(name).iter().map(|text| filled(text, word));
    let mut next = || columns.next().filter(|text| text != "-" && !text.is_empty());
    let message = next().unwrap_or_default();
    Diagnostic { label: next(), help: next(), ..Diagnostic::new(message) }
}

pub(super) const OPERAND: &str = "a number, a symbol, a function or a bracket";

impl ParseErrorKind {
    /// The sentence for it, and what stands in it: two texts and a help.
    fn sentence(&self) -> (&'static str, [String; 3]) {
        let none = String::new;
        let of = |name, it: &dyn ToString| (name, [it.to_string(), none(), none()]);
        match self {
            Self::Empty => of("empty", &OPERAND),
            Self::TooLong => of("too long", &MAX_LENGTH),
            Self::TooDeep => of("too deep", &MAX_DEPTH),
            Self::Number(kind) => of("number", &NumberError { kind: kind.clone(), at: 0 }),
            Self::Character(c) => {
                ("character", [c.escape_debug().to_string(), none(), character_help(*c).to_owned()])
            }
            Self::Unexpected { found: None, expected } => of("end", expected),
            Self::Unexpected { found: Some(found), expected } => {
                let help = if found == "," { character_help(',') } else { "" };
                ("unexpected", [found.clone(), (*expected).to_owned(), help.to_owned()])
            }
            Self::Unclosed(open) => of("unclosed", open),
            Self::Unopened(close) => of("unopened", close),
            Self::Ambiguous { readings: [one, other] } => {
                // A name is its own reading: it cannot be told from the product by writing it again.
                let product = one.contains(' ') && one.replace(' ', "") == *other;
                let name = if product { "product or name" } else { "ambiguous" };
                (name, [one.clone(), other.clone(), none()])
            }
            Self::LeadingOperator(operator) => {
                ("leading operator", [operator.clone(), OPERAND.to_owned(), none()])
            }
            Self::NumberAfterFactor => of("number after factor", &""),
            Self::LostBackslash(command) => of("lost backslash", command),
            Self::NotYet(UnreadNotation::Latex(command)) => {
                ("command", [command.clone(), none(), latex_help(command).to_owned()])
            }
            Self::NotYet(UnreadNotation::NewLine) => of("new line", &""),
            Self::NotYet(UnreadNotation::Inequality) => of("inequality", &""),
            Self::UnknownFunction(name) => of("function", name),
            Self::OtherBase(name) => of("base", name),
            Self::Prose(words) => of("prose", words),
            Self::Below => of("below", &""),
            Self::Dots => of("dots", &""),
            Self::GrowthInside(name) => of("growth", name),
            Self::SymbolAsIndex(name) => of("index", name),
            Self::Definition(name) => of("definition", name),
        }
    }
}

/// What to write instead, by a list of the table.
fn instead(list: &str, is: impl Fn(&str) -> bool) -> Option<&'static str> {
    SENTENCES.list(list).pairs().find(|(of, _)| is(of)).map(|(_, help)| help)
}

fn latex_help(command: &str) -> &'static str {
    let help = instead("command help", |of| of.split(' ').any(|of| of == command));
    help.unwrap_or("(t_s + m t_w) \\log p")
}

fn character_help(c: char) -> &'static str {
    let other = match c {
        _ if c.is_ascii_punctuation() => "operators are + - * / ^ and mod",
        _ if c.is_numeric() => "digits are 0 to 9",
        _ => "",
    };
    instead("character help", |of| of.contains(c)).unwrap_or(other)
}
