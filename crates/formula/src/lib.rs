//! Cost formulas as people write them: read exactly or refused with a place, and evaluated
//! without rounding. `specs/formula.md` is the specification.
//!
//! ```
//! use hockney_formula::{Bindings, Comparison, Value, compare, parse};
//!
//! let formula = parse("ts log p + twm(p−1)")?;
//! let value = formula.evaluate(&Bindings::new().with("p", 8))?;
//! assert_eq!(value.to_string(), "3 t_s + 7 m t_w");
//! assert_eq!(compare(&value, &Value::cost(3, 7, 0)), Comparison::Equal);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod equivalence;
mod error;
mod evaluate;
mod lexer;
mod names;
mod normal_form;
mod parser;
mod reading;
mod syntax;
#[cfg(test)]
mod tests;
mod typeset;
mod value;
mod words;

use std::fmt;

use evaluate::evaluate;

pub use equivalence::{
    BrokenLink, DifferingPoint, EquivalenceAnswer, Given, Letters, OPEN_LETTERS, OneWay, Verdict,
    check_chain, equal_reading, equivalence, large, nearly, steps, truncates,
};
pub use error::{ParseError, ParseErrorKind, UnreadNotation};
pub use evaluate::{Bindings, EvaluateError, EvaluateErrorKind, MAX_SERIES};
pub use names::Note;
pub use reading::{Reading, ReplaceError};
pub use syntax::{Expr, ExprKind, FactorRole, Growth, Link, Relation, Series, Sign};
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
    notes: Vec<Note>,
}

/// Reads a formula, such as `(ts + m tw) log p` or `\frac{p-1}{p} m t_w`.
pub fn parse(text: &str) -> Result<Formula, ParseError> {
    Reading::new().read(text)
}

impl Formula {
    /// Its exact value with the names bound by `bindings`. All sides that are claimed to be
    /// equal must be: a chain that breaks is an error. Orders of growth and approximations have
    /// no part in it.
    pub fn evaluate(&self, bindings: &Bindings) -> Result<Value, EvaluateError> {
        evaluate::chain(self, bindings)
    }

    /// Whether it mentions a symbol, even where its value does not depend on it.
    pub fn mentions(&self, symbol: &str) -> bool {
        self.links.iter().filter(|link| link.is_exact()).any(|link| mentions(&link.expr, symbol))
    }

    /// The name on the left, as `T_p` in `T_p = ts log p`.
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// All sides, from left to right, without the name.
    pub fn links(&self) -> &[Link] {
        &self.links
    }

    /// The value of a chain: its last exact side, or its last side if none is exact.
    pub fn stated(&self) -> Option<&Link> {
        self.links.iter().rev().find(|link| link.is_exact()).or(self.links.last())
    }

    /// The names that were read as others: `α` as t_s, `d` as log p.
    pub fn notes(&self) -> &[Note] {
        &self.notes
    }

    /// The question back where t_w is in a denominator, as in m/β: no cost of messages is so.
    pub fn bandwidth(&self) -> Option<String> {
        let divides = |link: &Link| link.expr.divides_by("t_w", false);
        let name = self.notes.iter().find(|note| note.read == "t_w");
        let name = name.map_or("t_w", |note| &note.written);
        self.links.iter().any(divides).then(|| {
            format!(
                "t_w stands in a denominator: is `{name}` a bandwidth? write t_w for the time of a word, \
                 which is 1 divided by the bandwidth"
            )
        })
    }

    /// Its tree, where it states one cost and nothing else.
    pub fn expr(&self) -> Option<&Expr> {
        match &self.links[..] {
            [link] if link.is_exact() => Some(&link.expr),
            _ => None,
        }
    }
}

/// Does `symbol` occur in `expr`? The index of a sum hides it in there.
fn mentions(expr: &Expr, symbol: &str) -> bool {
    let mut found = false;
    expr.visit(&mut Vec::new(), &mut |part, bound| {
        let here = matches!(&part.node, ExprKind::Name(name) if name == symbol);
        found |= here && !bound.iter().any(|index| index == symbol);
    });
    found
}

impl Link {
    /// Whether it mentions a symbol, even where its value does not depend on it.
    pub fn mentions(&self, symbol: &str) -> bool {
        mentions(&self.expr, symbol)
    }

    /// Its exact value, of what it states as a cost or as an approximation of one; for an order of
    /// growth, of the content in its brackets.
    pub fn evaluate(&self, bindings: &Bindings) -> Result<Value, EvaluateError> {
        evaluate(&self.expr, bindings)
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
