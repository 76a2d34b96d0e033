//! The messages for texts that are not formulas.

use crate::{MAX_DEPTH, MAX_LENGTH, Notation, ParseErrorKind};
use hockney_base::number::NumberError;

const DOLLARS: &str = "dollar signs may only enclose the whole formula: $(t_s + m t_w) \\log p$";
pub(crate) const OPERAND: &str = "a number, a symbol, a function or a bracket";

/// The message, the label and the help; the latter two may be empty.
pub(super) struct Words {
    pub message: String,
    pub label: String,
    pub help: String,
}

fn said(message: impl Into<String>, label: impl Into<String>, help: impl Into<String>) -> Words {
    Words { message: message.into(), label: label.into(), help: help.into() }
}

impl ParseErrorKind {
    pub(super) fn words(&self) -> Words {
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
                said("this can be read in two ways", "", format!("write `{one}` or `{other}`"))
            }
            Self::LeadingOperator(operator) => {
                said(format!("the formula begins with `{operator}`"), operand(), "")
            }
            Self::Dollar { lone: true } => said("unpaired `$` in a formula", "", DOLLARS),
            Self::Dollar { lone: false } => said("`$` inside the formula", "", DOLLARS),
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
            Self::NotYet(Notation::Latex(command)) => {
                said(format!("`\\{command}` is not supported"), "", latex_help(command))
            }
            Self::NotYet(Notation::NewLine) => said(
                "expected one formula, found a second one on another line",
                "",
                "write one formula at a time",
            ),
            Self::NotYet(Notation::Inequality) => {
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
