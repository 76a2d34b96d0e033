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
pub use evaluate::{Bindings, EvaluateError, EvaluateErrorKind};
pub use syntax::{Expr, Node, Operation, Sign};
pub use value::{
    Comparison, MAX_BITS, MAX_TERMS, Powers, TermDifference, Value, ValueError, compare,
};
pub use words::Function;

/// The longest text that is read, in bytes.
pub const MAX_LENGTH: usize = 64 * 1024;
/// How deeply brackets, powers, signs and functions may be nested.
pub const MAX_DEPTH: usize = 128;

/// A formula that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Formula {
    expr: Expr,
}

/// Reads a formula in plain notation, such as `(ts + m tw) log p`.
pub fn parse(text: &str) -> Result<Formula, ParseError> {
    if text.len() > MAX_LENGTH {
        let start = text.floor_char_boundary(MAX_LENGTH);
        return Err(ParseError::new(start..start, ParseErrorKind::TooLong));
    }
    let tokens = lexer::tokens(text)?;
    Ok(Formula { expr: parser::formula(text, &tokens)? })
}

impl Formula {
    /// Its exact value where names stand for what `bindings` says.
    pub fn evaluate(&self, bindings: &Bindings) -> Result<Value, EvaluateError> {
        evaluate::evaluate(&self.expr, bindings)
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
            }
        }
        within(&self.expr, symbol)
    }

    /// Its tree.
    pub fn expr(&self) -> &Expr {
        &self.expr
    }
}

/// Plain notation that reads back as the same formula.
impl fmt::Display for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.expr.fmt(f)
    }
}
