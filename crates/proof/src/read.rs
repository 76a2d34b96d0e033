//! Reads formulas for the kernel.

use thiserror::Error;

use hockney_formula::{self as formula, Expr, Node, Operation, Reading, Sign};
use hockney_kernel::{Function, Term};

/// Why a text is not a formula for the kernel.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{text}`: {why}")]
pub struct Unreadable {
    /// The text.
    pub text: String,
    /// The error.
    pub why: String,
}

/// Names of the kernel, each with its name while a formula is read. Without p in the formula, d would be read as
/// log p, and N as p.
const OWN: [(&str, &str); 4] =
    [("d", "dimension"), ("N", "quantn"), ("G", "quantg"), ("R", "quantr")];

/// The times of classes, likewise.
const CLASSES: [(&str, &str); 4] = [
    ("t_w[inside]", "wordinside"),
    ("t_w[between]", "wordbetween"),
    ("t_h[inside]", "hopinside"),
    ("t_h[between]", "hopbetween"),
];

/// Reads a formula for the kernel, whose names d, N, G and R are.
///
/// # Errors
/// A text that is not a formula, or contains a sum or a natural logarithm.
pub fn read(text: &str) -> Result<Term, Unreadable> {
    with(text, &OWN)
}

/// Reads a formula of a person: N means p, as in other formulas.
///
/// # Errors
/// As [`read`].
pub fn read_plain(text: &str) -> Result<Term, Unreadable> {
    with(text, &OWN[..1])
}

fn with(text: &str, own: &[(&str, &str)]) -> Result<Term, Unreadable> {
    parsed(text, own).map_err(|why| Unreadable { text: text.to_owned(), why })
}

fn parsed(text: &str, own: &[(&str, &str)]) -> Result<Term, String> {
    let text = CLASSES.iter().fold(text.to_owned(), |text, (name, read)| text.replace(name, read));
    let letters =
        own.iter().try_fold(Reading::new(), |letters, (name, read)| letters.with(name, read));
    let formula = letters.map_err(|error| error.to_string())?.read(&text);
    let formula = formula.map_err(|error| error.to_string())?;
    let other = "the kernel takes a single cost without natural logarithms and sums";
    formula.expr().and_then(term).ok_or_else(|| other.to_owned())
}

fn term(expr: &Expr) -> Option<Term> {
    Some(match &expr.node {
        Node::Number(number) => Term::Number(number.clone()),
        Node::Name(name) => {
            let meant = OWN.iter().chain(&CLASSES).find(|(_, read)| read == name);
            Term::name(meant.map_or(name.as_str(), |(own, _)| own))
        }
        Node::Sum(terms) => {
            let signed = |(sign, of): &(Sign, Expr)| match sign {
                Sign::Plus => term(of),
                Sign::Minus => Some(term(of)?.negative()),
            };
            Term::Sum(terms.iter().map(signed).collect::<Option<_>>()?)
        }
        Node::Product(factors) => {
            let ((_, first), others) = factors.split_first()?;
            others.iter().try_fold(term(first)?, |before, (operation, factor)| {
                let factor = term(factor)?;
                Some(match operation {
                    Operation::Times => before.times(&factor),
                    Operation::Over => before.over(&factor),
                    Operation::Mod => Term::Apply(Function::Mod, vec![before, factor]),
                })
            })?
        }
        Node::Power(base, exponent) => {
            Term::Power(Box::new(term(base)?), Box::new(term(exponent)?))
        }
        Node::Series(_) => return None,
        Node::Call(formula::Function::Sqrt, arguments) => {
            let half = Term::whole(1).over(&Term::whole(2));
            Term::Power(Box::new(term(arguments.first()?)?), Box::new(half))
        }
        Node::Call(function, arguments) => {
            let function = match function {
                formula::Function::Log2 => Function::Log2,
                formula::Function::Floor => Function::Floor,
                formula::Function::Ceil => Function::Ceil,
                formula::Function::Min => Function::Min,
                formula::Function::Max => Function::Max,
                formula::Function::Sqrt | formula::Function::Ln => return None,
            };
            Term::Apply(function, arguments.iter().map(term).collect::<Option<_>>()?)
        }
    })
}
