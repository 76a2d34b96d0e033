//! Reads formulas for the kernel.

use thiserror::Error;

use hockney_base::term::TermError;
use hockney_formula::{self as formula, Expr, ExprKind, FactorRole, Reading, Sign};
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

/// Names of the kernel, each with its name while the formula of a person is read. Without p in the formula, d would be
/// read as log p, and N as p.
const OWN: [(&str, &str); 8] = [
    ("d", "dimension"),
    ("N", "quantn"),
    ("G", "quantg"),
    ("R", "quantr"),
    ("t_w[inside]", "wordinside"),
    ("t_w[between]", "wordbetween"),
    ("t_h[inside]", "hopinside"),
    ("t_h[between]", "hopbetween"),
];

/// Reads a formula in the names of the kernel.
///
/// # Errors
/// A text that is not a formula.
pub fn read(text: &str) -> Result<Term, Unreadable> {
    let unreadable = |why: TermError| Unreadable { text: text.to_owned(), why: why.to_string() };
    Term::read(text).map_err(unreadable)
}

/// Reads a formula of a person in any notation. N means p, as in other formulas, unless it is about machines of boxes.
///
/// # Errors
/// A text that is not a formula, or contains a sum or a natural logarithm.
pub(super) fn read_total(text: &str, in_groups: bool) -> Result<Term, Unreadable> {
    parsed(text, in_groups).map_err(|why| Unreadable { text: text.to_owned(), why })
}

fn parsed(text: &str, in_groups: bool) -> Result<Term, String> {
    let (letters, classes) = OWN.split_at(4);
    let text = classes.iter().fold(text.to_owned(), |text, (name, read)| text.replace(name, read));
    let own = &letters[..if in_groups { letters.len() } else { 1 }];
    let letters =
        own.iter().try_fold(Reading::new(), |letters, (name, read)| letters.with(name, read));
    let formula = letters.map_err(|error| error.to_string())?.read(&text);
    let formula = formula.map_err(|error| error.to_string())?;
    let other = "the kernel takes a single cost without natural logarithms and sums";
    formula.expr().and_then(term).ok_or_else(|| other.to_owned())
}

fn term(expr: &Expr) -> Option<Term> {
    Some(match &expr.node {
        ExprKind::Number(number) => Term::Number(number.clone()),
        ExprKind::Name(name) => {
            let meant = OWN.iter().find(|(_, read)| read == name);
            Term::name(meant.map_or(name.as_str(), |(own, _)| own))
        }
        ExprKind::Sum(terms) => {
            let signed = |(sign, of): &(Sign, Expr)| match sign {
                Sign::Plus => term(of),
                Sign::Minus => Some(Term::whole(-1).times(term(of)?)),
            };
            Term::Apply(Function::Sum, terms.iter().map(signed).collect::<Option<_>>()?)
        }
        ExprKind::Product(factors) => {
            let ((_, first), others) = factors.split_first()?;
            others.iter().try_fold(term(first)?, |before, (operation, factor)| {
                let factor = term(factor)?;
                Some(match operation {
                    FactorRole::Times => before.times(factor),
                    FactorRole::Over => before.over(factor),
                    FactorRole::Mod => before.joined(Function::Mod, factor),
                })
            })?
        }
        ExprKind::Power(base, exponent) => term(base)?.joined(Function::Power, term(exponent)?),
        ExprKind::Series(_) => return None,
        ExprKind::Call(formula::Function::Sqrt, arguments) => {
            let half = Term::whole(1).over(Term::whole(2));
            term(arguments.first()?)?.joined(Function::Power, half)
        }
        ExprKind::Call(function, arguments) => {
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
