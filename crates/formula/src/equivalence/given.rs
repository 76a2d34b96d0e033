//! The given facts about the symbols: `p = 2^d`, `p = a b`, `p >= 2`, and n read as m.

use crate::{Expr, ExprKind, Formula, ParseError, Reading, words};
use hockney_base::diagnostic::{Diagnostic, Span};

/// The known facts about the symbols.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Given {
    /// The meaning of names.
    pub(super) meanings: Vec<(String, Expr)>,
    /// From where on whole symbols count.
    pub(super) least: Vec<(String, i64)>,
    /// The growth of which symbols matters.
    pub(super) growing: Vec<String>,
}

impl Given {
    /// Adds `p = 2^d`, `p = a b` or `p >= 2`.
    pub fn add(&mut self, text: &str) -> Result<(), Diagnostic> {
        let bad = |span: std::ops::Range<usize>, message: &str| {
            Diagnostic::new(message.to_owned())
                .at(span)
                .help("write a name, a sign and a value: p = 2^d, p = a*b, p >= 2")
        };
        let Some((sign, least)) =
            text.find(">=").map(|at| (at, true)).or_else(|| text.find('=').map(|at| (at, false)))
        else {
            return Err(bad(0..text.len(), "expected a condition on a symbol"));
        };
        let name = text[..sign].trim();
        let start = sign + if least { 2 } else { 1 };
        let plain = name.chars().all(|c| c.is_alphanumeric() || c == '_');
        if name.is_empty() || !plain || name.starts_with(|c: char| c.is_ascii_digit()) {
            return Err(bad(0..sign, "expected a name before the sign"));
        }
        let name = words::canonical(name).to_owned();
        let meaning = read(&text[start..]).map_err(|error| {
            error.diagnostic().at(Span::new(error.span.start + start, error.span.end + start))
        })?;
        let Some(meaning) = meaning.expr().filter(|_| meaning.name().is_none()) else {
            return Err(bad(start..text.len(), "expected one value after the sign"));
        };
        if least {
            let ExprKind::Number(number) = &meaning.node else {
                return Err(bad(start..text.len(), "expected a number after the sign"));
            };
            let Some(number) = number.to_i64() else {
                return Err(bad(start..text.len(), "expected a whole number after the sign"));
            };
            self.least.retain(|(known, _)| *known != name);
            self.least.push((name, number));
            return Ok(());
        }
        if self.meanings.iter().any(|(known, _)| *known == name) {
            return Err(bad(0..sign, &format!("{name} is given twice")));
        }
        let names = super::names(meaning);
        let round = |name: &String| {
            self.meanings.iter().any(|(known, _)| known == name) || names.contains(name)
        };
        if round(&name) || names.iter().any(|n| self.meanings.iter().any(|(k, _)| k == n)) {
            let round = "the value contains the name itself or another given name";
            return Err(bad(start..text.len(), round));
        }
        if name == "d" {
            return Err(bad(0..sign, "d is log2 p; give p instead"));
        }
        if names.iter().any(|name| name == "d") && (name != "p" || !is_power_of_two(meaning)) {
            return Err(bad(start..text.len(), "d is log2 p; use another letter here"));
        }
        self.meanings.push((name, meaning.clone()));
        Ok(())
    }

    /// The meaning of names, in the order in which they were given.
    pub fn meanings(&self) -> &[(String, Expr)] {
        &self.meanings
    }

    /// From where on whole symbols count.
    pub fn least(&self) -> &[(String, i64)] {
        &self.least
    }

    /// Names the symbols whose growth matters, instead of p.
    pub fn grow(&mut self, names: &str) {
        let names = names.split(',').map(str::trim).filter(|name| !name.is_empty());
        self.growing = names.map(|name| words::canonical(name).to_owned()).collect();
    }
}

/// Here d is a letter, where a formula without p would take it for log2 p.
fn read(text: &str) -> Result<Formula, ParseError> {
    const STAND_IN: &str = "k_999999";
    let reading = Reading::new().with("d", STAND_IN).unwrap_or_default();
    let formula = reading.read(text)?;
    Ok(formula.renamed(STAND_IN, "d").unwrap_or(formula))
}

/// Is it `2^d`?
fn is_power_of_two(expr: &Expr) -> bool {
    let ExprKind::Power(base, exponent) = &expr.node else { return false };
    matches!(&base.node, ExprKind::Number(two) if *two == 2.into())
        && matches!(&exponent.node, ExprKind::Name(name) if name == "d")
}
