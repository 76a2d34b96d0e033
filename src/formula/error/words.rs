//! What is said about a text that is no formula, and what to write instead.

use super::{Notation, ParseErrorKind};
use crate::formula::{MAX_DEPTH, MAX_LENGTH};
use crate::number::NumberError;

const SHELL: &str = "the shell replaces `$..` and eats backslashes before the program sees them: \
                     quote the formula singly, as in '(ts + m tw) log p'";
pub(in crate::formula) const OPERAND: &str = "a number, a symbol, a function or a bracket";

fn three(a: &str, b: &str, c: &str) -> (String, String, String) {
    (a.to_owned(), b.to_owned(), c.to_owned())
}

impl ParseErrorKind {
    /// Message, label and help; the latter two may be empty.
    pub(super) fn words(&self) -> (String, String, String) {
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
                let message = format!("`{}` means nothing in a formula", c.escape_debug());
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
                "`$` stands inside the formula",
                "",
                "one pair of dollar signs may stand around all of it: $(t_s + m t_w) \\log p$",
            ),
            Self::NumberAfterFactor => three(
                "a number stands behind a factor without an operator",
                "expected an operator before this number",
                "write `*` for a product or `^` for a power",
            ),
            Self::UnknownFunction(name) => three(
                &format!("`{name}` is no function"),
                "",
                "functions are log, sqrt, ceil, floor, min and max, orders O, Θ and Ω; for a product write `*`",
            ),
            Self::OtherBase(name) => three(
                &format!("`{name}` is not read: logarithms are to base 2"),
                "",
                "write log p, log2(p) or lg p",
            ),
            Self::Prose(_)
            | Self::LostBackslash(_)
            | Self::Below
            | Self::Dots
            | Self::GrowthInside(_)
            | Self::SymbolAsIndex(_) => self.more_words(),
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

    fn more_words(&self) -> (String, String, String) {
        match self {
            Self::Prose(words) => three(
                &format!("`{words}` is no part of a formula"),
                "expected an operator or the end of the formula",
                "leave out words and units; a name of two words has an underscore: message_size",
            ),
            Self::LostBackslash(command) => {
                three(&format!("`{command}` has lost its backslash"), "", SHELL)
            }
            Self::Below => three(
                "what stands below must be a word",
                "expected letters or digits, as in t_s or t_{s}",
                "",
            ),
            Self::Dots => three(
                "it is not clear how this sum goes on",
                "",
                "dots stand behind two or more terms and before the last, as in 1 + 2 + 4 + ... + p/2; \
                 otherwise write sum(i = 1..p - 1, i m t_w)",
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
            _ => (String::new(), String::new(), String::new()),
        }
    }
}

impl Notation {
    fn words(&self) -> (String, String) {
        let (what, help) = match self {
            Self::Latex(command) => {
                return (format!("`\\{command}` is"), latex_help(command));
            }
            Self::NewLine => ("a second formula in another line is", "write one formula at a time"),
            Self::Inequality => ("inequalities are", "write one side alone"),
        };
        (what.to_owned(), help.to_owned())
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

fn character_help(c: char) -> String {
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
    .to_owned()
}
