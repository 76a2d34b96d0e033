//! Why a text is not a formula: a place, a kind, and what to write instead.

use std::fmt;

use super::{MAX_DEPTH, MAX_LENGTH};
use crate::diagnostic::{Diagnostic, Span};
use crate::number::{NumberError, NumberErrorKind};

/// Why a text cannot be read as a formula, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// The place, in bytes of the text.
    pub span: Span,
    /// What is wrong there.
    pub kind: ParseErrorKind,
}

/// What can be wrong with the text of a formula.
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
    /// Something else than what must stand there: `ts +`, `min(p`, `ts + * p`.
    Unexpected {
        /// What stands there; nothing at the end.
        found: Option<String>,
        /// What must.
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
    /// A name before a bracket that is no known function: `exp(p)`, `ln(p)`.
    UnknownFunction(String),
    /// A logarithm to another base than 2: `ln p`, `log10 p`, `log_3 p`.
    OtherBase(String),
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
    /// LaTeX's grouping: `t_{s}`, `2^{i-1}`.
    Braces,
    /// Square brackets: `2[p-1]`.
    SquareBrackets,
    /// A sum with dots: `1 + 2 + ... + p`.
    Ellipsis,
    /// An inequality: `ts <= tw`.
    Inequality,
}

impl ParseError {
    pub(super) fn new(span: impl Into<Span>, kind: ParseErrorKind) -> Self {
        Self { span: span.into(), kind }
    }

    /// What to show to the person who wrote it.
    pub fn diagnostic(&self) -> Diagnostic {
        let (message, label, help) = self.kind.words();
        let mut diagnostic = Diagnostic::new(message).at(self.span);
        if !label.is_empty() {
            diagnostic = diagnostic.label(label);
        }
        if help.is_empty() { diagnostic } else { diagnostic.help(help) }
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.diagnostic().fmt(f)
    }
}

impl std::error::Error for ParseError {}

const SHELL: &str = "the shell replaces `$..` and eats backslashes before the program sees them: \
                     quote the formula singly, as in '(ts + m tw) log p'";
pub(super) const OPERAND: &str = "a number, a symbol, a function or a bracket";

impl ParseErrorKind {
    /// Message, label and help; the latter two may be empty.
    fn words(&self) -> (String, String, String) {
        let three = |a: &str, b: &str, c: &str| (a.to_owned(), b.to_owned(), c.to_owned());
        match self {
            Self::Empty => three(
                "the formula is empty",
                &format!("expected {OPERAND}"),
                "for example: (ts + m tw) log p",
            ),
            Self::TooLong => (
                format!("the formula is longer than {MAX_LENGTH} bytes"),
                String::new(),
                String::new(),
            ),
            Self::TooDeep => {
                let message = format!("the formula is nested more than {MAX_DEPTH} deep");
                (message, "this is one too many".to_owned(), String::new())
            }
            Self::Number(kind) => (
                NumberError { kind: kind.clone(), at: 0 }.to_string(),
                String::new(),
                String::new(),
            ),
            Self::Character(c) => {
                let message = format!("`{}` means nothing in plain notation", c.escape_debug());
                (message, String::new(), character_help(*c))
            }
            Self::Unexpected { found, expected } => {
                let message = match found {
                    Some(found) => format!("`{found}` cannot stand here"),
                    None => "the formula ends too early".to_owned(),
                };
                let help =
                    if found.as_deref() == Some(",") { character_help(',') } else { String::new() };
                (message, format!("expected {expected}"), help)
            }
            Self::Unclosed(open) => {
                three(&format!("the bracket `{open}` is never closed"), "opened here", "")
            }
            Self::Unopened(close) => {
                three(&format!("the bracket `{close}` was never opened"), "closed here", "")
            }
            Self::Ambiguous { readings: [one, other] } => {
                three("this can be read in two ways", "", &format!("write `{one}` or `{other}`"))
            }
            Self::LeadingOperator(operator) => three(
                &format!("the formula begins with `{operator}`"),
                &format!("expected {OPERAND}"),
                SHELL,
            ),
            Self::Dollar { lone: true } => three("a lone `$` in a formula", "", SHELL),
            Self::Dollar { lone: false } => three(
                "LaTeX is not read yet: `$` means nothing in plain notation",
                "",
                "leave the dollar signs out: (ts + m tw) log p",
            ),
            Self::NumberAfterFactor => three(
                "a number stands behind a factor without an operator",
                "expected an operator before this number",
                "write `*` for a product or `^` for a power",
            ),
            Self::UnknownFunction(name) => three(
                &format!("`{name}` is no function"),
                "",
                "functions are log, sqrt, ceil, floor, min and max; for a product write `*`",
            ),
            Self::OtherBase(name) => three(
                &format!("`{name}` is not read: logarithms are to base 2"),
                "",
                "write log p, log2(p) or lg p",
            ),
            Self::GrowthInside(name) => three(
                &format!("an order of growth `{name}(..)` is no part of a cost"),
                "expected to stand alone",
                &format!("write it alone, as in T = {name}(log p), or leave it out"),
            ),
            Self::SymbolAsIndex(name) => three(
                &format!("`{name}` cannot count the terms of a sum: it has a meaning already"),
                "",
                "call the index i: sum(i = 1..p - 1, t_s + i m t_w)",
            ),
            Self::Definition(name) => three(
                &format!("this says what {name} is, not what something costs"),
                "expected `T =` or nothing before the formula",
                "write the cost alone: (ts + m tw) log p",
            ),
            Self::NotYet(notation) => {
                let (what, help) = notation.words();
                (format!("{what} not read yet"), String::new(), help)
            }
        }
    }
}

impl Notation {
    fn words(&self) -> (&'static str, String) {
        let (what, help) = match self {
            Self::Latex(command) => return ("LaTeX is", latex_help(command)),
            Self::Braces => ("curly brackets are", "write round ones: t_s, 2^(p-1), min(m, p)"),
            Self::SquareBrackets => ("square brackets are", "write round ones: 2 (p - 1)"),
            Self::Ellipsis => ("sums with dots are", "write the sum in closed form: p - 1"),
            Self::Inequality => ("inequalities are", "write one side alone"),
        };
        (what, help.to_owned())
    }
}

/// What to write instead of a LaTeX command.
fn latex_help(command: &str) -> String {
    let instead = match command {
        "log" | "lg" => "log p",
        "sqrt" | "surd" => "sqrt(p)",
        "frac" | "dfrac" | "tfrac" => "(p - 1)/p",
        "lceil" | "rceil" => "ceil(..)",
        "lfloor" | "rfloor" => "floor(..)",
        "min" | "max" => "min(a, b), max(a, b)",
        "times" | "cdot" => "*",
        "alpha" => "t_s",
        "beta" => "t_w",
        "sum" => return "write the sum in closed form: m t_w (p - 1)".to_owned(),
        "left" | "right" | "big" | "Big" => return "leave it out: brackets alone do".to_owned(),
        _ => "(ts + m tw) log p",
    };
    format!("in plain notation: {instead}")
}

fn character_help(c: char) -> String {
    const HIGH: &str = "⁰¹²³⁴⁵⁶⁷⁸⁹";
    if let Some(digit) = HIGH.chars().position(|high| high == c) {
        return format!("write a power as `^{digit}`");
    }
    if let Some(plain) = ('\u{ff01}'..='\u{ff5e}').contains(&c).then(|| u32::from(c) - 0xfee0) {
        return char::from_u32(plain).map_or(String::new(), |plain| format!("write `{plain}`"));
    }
    match c {
        '%' => "write `mod` for a remainder, 1/2 for 50%",
        '÷' | '∕' | '⁄' => "write `/`",
        '—' | '‒' => "write `-`",
        '∛' => "write p^(1/3)",
        '∞' => "a cost is finite",
        ';' | ',' => {
            "a decimal has a point: 1.5; commas stand between the arguments of min and max"
        }
        '.' => "a decimal has a digit on both sides of its point: 0.5; for a product write `*`",
        '_' => "an underscore stands inside a name: t_s",
        '!' | '&' | '|' | '#' | '@' | '?' | ':' | '"' | '\'' | '`' => {
            "operators are + - * / ^ and mod"
        }
        _ if c.is_numeric() => "digits are 0 to 9",
        _ => "",
    }
    .to_owned()
}
