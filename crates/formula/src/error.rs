//! Why a text is not a formula: a place, a kind, and what to write instead.

use thiserror::Error;

use crate::{MAX_DEPTH, MAX_LENGTH};
use hockney_base::diagnostic::{Diagnostic, Span};
use hockney_base::number::{NumberError, NumberErrorKind};

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
        let Words { message, label, help } = self.kind.words();
        let [label, help] = [label, help].map(|text| Some(text).filter(|text| !text.is_empty()));
        Diagnostic { label, help, ..Diagnostic::new(message).at(self.span) }
    }
}

pub(super) const OPERAND: &str = "a number, a symbol, a function or a bracket";

/// The message, the label and the help; the latter two may be empty.
struct Words {
    pub message: String,
    pub label: String,
    pub help: String,
}

fn said(message: impl Into<String>, label: impl Into<String>, help: impl Into<String>) -> Words {
    Words { message: message.into(), label: label.into(), help: help.into() }
}

impl ParseErrorKind {
    fn words(&self) -> Words {
        let operand = || format!("expected {OPERAND}");
        match self {
            Self::Empty => {
                said("the formula is empty", operand(), "for example: (ts + m tw) log p")
            }
            Self::TooLong => said(format!("the formula is longer than {MAX_LENGTH} bytes"), "", ""),
            Self::TooDeep => {
                let message = format!("the formula is nested more than {MAX_DEPTH} deep");
                said(message, "one level too many", "")
            }
            Self::Number(kind) => {
                said(NumberError { kind: kind.clone(), at: 0 }.to_string(), "", "")
            }
            Self::Character(c) => {
                let message = format!("`{}` means nothing in a formula", c.escape_debug());
                said(message, "", character_help(*c))
            }
            Self::Unexpected { found, expected } => {
                let message = match found {
                    Some(found) => format!("unexpected `{found}`"),
                    None => "unexpected end of the formula".to_owned(),
                };
                let comma = found.as_deref() == Some(",");
                let help = if comma { character_help(',') } else { "" };
                said(message, format!("expected {expected}"), help)
            }
            Self::Unclosed(open) => {
                said(format!("the bracket `{open}` is never closed"), "opened here", "")
            }
            Self::Unopened(close) => {
                said(format!("the bracket `{close}` was never opened"), "closed here", "")
            }
            Self::Ambiguous { readings: [one, other] } => {
                // A name is its own reading: it cannot be told from the product by writing it again.
                let product = one.contains(' ') && one.replace(' ', "") == *other;
                let help = if product {
                    format!("write `{one}` for the product, or another name for `{other}`")
                } else {
                    format!("write `{one}` or `{other}`")
                };
                said("this can be read in two ways", "", help)
            }
            Self::LeadingOperator(operator) => {
                said(format!("the formula begins with `{operator}`"), operand(), "")
            }
            Self::NumberAfterFactor => said(
                "a number follows a factor without an operator",
                "expected an operator before this number",
                "write `*` for a product or `^` for a power",
            ),
            Self::LostBackslash(command) => said(
                format!("`{command}` is missing its backslash"),
                "",
                format!("write `\\{command}`"),
            ),
            Self::NotYet(UnreadNotation::Latex(command)) => {
                said(format!("`\\{command}` is not supported"), "", latex_help(command))
            }
            Self::NotYet(UnreadNotation::NewLine) => said(
                "expected one formula, found a second one on another line",
                "",
                "write one formula at a time",
            ),
            Self::NotYet(UnreadNotation::Inequality) => {
                said("inequalities are not supported", "", "write one side alone")
            }
            _ => self.of_words(),
        }
    }

    /// Of names, words and orders of growth.
    fn of_words(&self) -> Words {
        match self {
            Self::UnknownFunction(name) => said(
                format!("`{name}` is not a function"),
                "",
                "functions are log, sqrt, ceil, floor, min and max; orders are O, Θ and Ω; for \
                 a product write `*`",
            ),
            Self::OtherBase(name) => said(
                format!("`{name}` is not supported: logarithms are to base 2"),
                "",
                "write log p, log2(p) or lg p",
            ),
            Self::Prose(words) => said(
                format!("`{words}` is not part of a formula"),
                "expected an operator or the end of the formula",
                "leave out words and units; a name of two words has an underscore: message_size",
            ),
            Self::Below => said(
                "a subscript must be a word",
                "expected letters or digits, as in t_s or t_{s}",
                "",
            ),
            Self::Dots => said(
                "the pattern of this sum is unclear",
                "",
                "write two or more terms before the dots and the last term after them, as in 1 \
                 + 2 + 4 + ... + p/2; \
                 otherwise write sum(i = 1..p - 1, i m t_w)",
            ),
            Self::GrowthInside(name) => said(
                format!("an order of growth `{name}(..)` cannot be part of a cost"),
                "expected no other terms beside it",
                format!("write it alone, as in T = {name}(log p), or leave it out"),
            ),
            Self::SymbolAsIndex(name) => said(
                format!("`{name}` cannot be the index of a sum: it already has a meaning"),
                "",
                "call the index i: sum(i = 1..p - 1, t_s + i m t_w)",
            ),
            Self::Definition(name) => said(
                format!("this equation defines {name}, not a cost"),
                "expected `T =` or nothing before the formula",
                "write the cost alone: (ts + m tw) log p",
            ),
            _ => said("", "", ""),
        }
    }
}

/// The replacement for a command of LaTeX.
fn latex_help(command: &str) -> String {
    let instead = match command {
        "setminus" | "backslash" => "\\sqrt{p}, if a root was meant",
        "prod" => "p^n",
        "binom" | "choose" => "p (p - 1)/2",
        "mathcal" | "mathbb" | "cal" => "O(log p)",
        "lvert" | "rvert" | "vert" | "mid" => "max(a, -a)",
        _ => "(t_s + m t_w) \\log p",
    };
    format!("write for example {instead}")
}

fn character_help(c: char) -> &'static str {
    match c {
        '%' => "write `mod` for a remainder, 1/2 for 50%",
        '—' | '‒' => "write `-`",
        '½' => "write 1/2",
        '∛' => "write p^(1/3)",
        '∞' => "a cost is finite",
        ';' | ',' => "decimals have a point: 1.5; commas separate the arguments of min and max",
        '.' => "a decimal has a digit on both sides of its point: 0.5; for a product write `*`",
        '_' => "an underscore is allowed only inside a name: t_s",
        '!' | '&' | '|' | '#' | '@' | '?' | ':' | '"' | '\'' | '`' => {
            "operators are + - * / ^ and mod"
        }
        _ if c.is_numeric() => "digits are 0 to 9",
        _ => "",
    }
}
