//! Cost formulas as people write them: read exactly or refused with a place, and evaluated
//! without rounding. `specs/formula.md` is the specification.
//!
//! ```
//! use hockney::formula::{Bindings, Comparison, Value, compare, parse};
//!
//! let formula = parse("ts log p + twm(p−1)")?;
//! let value = formula.evaluate(&Bindings::new().with("p", 8))?;
//! assert_eq!(value.to_string(), "3 t_s + 7 m t_w");
//! assert_eq!(compare(&value, &Value::cost(3, 7, 0)), Comparison::Equal);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod error;
mod evaluate;
mod lexer;
mod parser;
mod syntax;
#[cfg(test)]
mod tests;
mod traps;
mod value;
mod words;

use std::fmt;

pub use error::{Notation, ParseError, ParseErrorKind};
pub use evaluate::{Bindings, EvaluateError, EvaluateErrorKind, MAX_SERIES};
pub use syntax::{Expr, Growth, Link, Node, Operation, Relation, Series, Sign};
pub use value::{
    Comparison, MAX_BITS, MAX_TERMS, Powers, TermDifference, Value, ValueError, compare,
};
pub use words::Function;

/// The longest text that is read, in bytes.
pub const MAX_LENGTH: usize = 64 * 1024;
/// How deeply brackets, powers, signs and functions may be nested.
pub const MAX_DEPTH: usize = 128;

/// A formula that was read: a cost, or a chain `T = a = b ≈ c`, of which every side is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Formula {
    name: Option<String>,
    /// At least one.
    links: Vec<Link>,
}

/// Reads a formula in plain notation, such as `(ts + m tw) log p`.
pub fn parse(text: &str) -> Result<Formula, ParseError> {
    if text.len() > MAX_LENGTH {
        let start = text.floor_char_boundary(MAX_LENGTH);
        return Err(ParseError::new(start..start, ParseErrorKind::TooLong));
    }
    let tokens = lexer::tokens(text)?;
    parser::formula(text, &tokens)
}

impl Formula {
    /// Its exact value where names stand for what `bindings` says. All sides that are said to be
    /// equal must be: a chain that breaks is an error. Orders of growth and approximations have
    /// no part in it.
    pub fn evaluate(&self, bindings: &Bindings) -> Result<Value, EvaluateError> {
        evaluate::chain(self, bindings)
    }

    /// Whether it speaks of a symbol, even where its value does not depend on it.
    pub fn mentions(&self, symbol: &str) -> bool {
        fn within(expr: &Expr, symbol: &str) -> bool {
            match &expr.node {
                Node::Number(_) => false,
                Node::Name(name) => name == symbol,
                Node::Sum(terms) => terms.iter().any(|(_, term)| within(term, symbol)),
                Node::Product(factors) => factors.iter().any(|(_, factor)| within(factor, symbol)),
                Node::Power(base, exponent) => within(base, symbol) || within(exponent, symbol),
                Node::Call(_, arguments) => arguments.iter().any(|a| within(a, symbol)),
                Node::Series(series) => {
                    within(&series.from, symbol)
                        || within(&series.to, symbol)
                        || (series.index != symbol && within(&series.body, symbol))
                }
            }
        }
        self.links.iter().filter(|link| link.is_exact()).any(|link| within(&link.expr, symbol))
    }

    /// The name on the left, as `T_p` in `T_p = ts log p`.
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// All sides, from left to right, without the name.
    pub fn links(&self) -> &[Link] {
        &self.links
    }

    /// Its tree, where it states one cost and nothing else.
    pub fn expr(&self) -> Option<&Expr> {
        match &self.links[..] {
            [link] if link.is_exact() => Some(&link.expr),
            _ => None,
        }
    }
}

impl Link {
    /// Its exact value, of what it states as a cost or as an approximation of one; for an order of
    /// growth, of what stands in its brackets.
    pub fn evaluate(&self, bindings: &Bindings) -> Result<Value, EvaluateError> {
        evaluate::evaluate(&self.expr, bindings)
    }
}

/// Plain notation that reads back as the same formula.
impl fmt::Display for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name.as_deref().unwrap_or_default())?;
        for (place, link) in self.links.iter().enumerate() {
            let first = place == 0 && self.name.is_none();
            f.write_str(match link.relation {
                Relation::Equal if first => "",
                Relation::Equal => " = ",
                Relation::Approximately if first => "≈ ",
                Relation::Approximately => " ≈ ",
            })?;
            link.fmt(f)?;
        }
        Ok(())
    }
}
