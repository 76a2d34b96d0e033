//! What is said about a text that is no formula, and what to write instead.

use crate::formula::{MAX_DEPTH, MAX_LENGTH, Notation, ParseErrorKind};
use crate::number::NumberError;

const SHELL: &str = "the shell replaces `$..` and eats backslashes before the program sees them: \
                     quote the formula singly, as in '(ts + m tw) log p'";
pub(in crate::formula) const OPERAND: &str = "a number, a symbol, a function or a bracket";

/// What is said: message, label and help; the latter two may be empty.
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
                said(message, "this is one too many", "")
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
                    Some(found) => format!("`{found}` cannot stand here"),
                    None => "the formula ends too early".to_owned(),
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
                said(format!("the formula begins with `{operator}`"), operand(), SHELL)
            }
            Self::Dollar { lone: true } => said("a lone `$` in a formula", "", SHELL),
            Self::Dollar { lone: false } => said(
                "`$` stands inside the formula",
                "",
                "one pair of dollar signs may stand around all of it: $(t_s + m t_w) \\log p$",
            ),
            Self::NumberAfterFactor => said(
                "a number stands behind a factor without an operator",
                "expected an operator before this number",
                "write `*` for a product or `^` for a power",
            ),
            Self::LostBackslash(command) => {
                said(format!("`{command}` has lost its backslash"), "", SHELL)
            }
            Self::NotYet(Notation::Latex(command)) => {
                said(format!("`\\{command}` is not read yet"), "", latex_help(command))
            }
            Self::NotYet(Notation::NewLine) => said(
                "a second formula in another line is not read yet",
                "",
                "write one formula at a time",
            ),
            Self::NotYet(Notation::Inequality) => {
                said("inequalities are not read yet", "", "write one side alone")
            }
            _ => self.of_words(),
        }
    }

    /// Of names, words and orders of growth.
    fn of_words(&self) -> Words {
        match self {
            Self::UnknownFunction(name) => said(
                format!("`{name}` is no function"),
                "",
                "functions are log, sqrt, ceil, floor, min and max, orders O, Θ and Ω; for a product write `*`",
            ),
            Self::OtherBase(name) => said(
                format!("`{name}` is not read: logarithms are to base 2"),
                "",
                "write log p, log2(p) or lg p",
            ),
            Self::Prose(words) => said(
                format!("`{words}` is no part of a formula"),
                "expected an operator or the end of the formula",
                "leave out words and units; a name of two words has an underscore: message_size",
            ),
            Self::Below => said(
                "what stands below must be a word",
                "expected letters or digits, as in t_s or t_{s}",
                "",
            ),
            Self::Dots => said(
                "it is not clear how this sum goes on",
                "",
                "dots stand behind two or more terms and before the last, as in 1 + 2 + 4 + ... + p/2; \
                 otherwise write sum(i = 1..p - 1, i m t_w)",
            ),
            Self::GrowthInside(name) => said(
                format!("an order of growth `{name}(..)` is no part of a cost"),
                "expected to stand alone",
                format!("write it alone, as in T = {name}(log p), or leave it out"),
            ),
            Self::SymbolAsIndex(name) => said(
                format!("`{name}` cannot count the terms of a sum: it has a meaning already"),
                "",
                "call the index i: sum(i = 1..p - 1, t_s + i m t_w)",
            ),
            Self::Definition(name) => said(
                format!("this says what {name} is, not what something costs"),
                "expected `T =` or nothing before the formula",
                "write the cost alone: (ts + m tw) log p",
            ),
            _ => said("", "", ""),
        }
    }
}

/// What to write instead of a command of LaTeX.
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
}
