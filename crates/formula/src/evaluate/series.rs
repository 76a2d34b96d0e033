//! A sum over an index, term after term.

use super::{Evaluator, add};
use crate::{EvaluateError, EvaluateErrorKind, Expr, Series, Value};
use hockney_base::number::Rational;

/// The most terms that a sum over an index may have.
pub const MAX_SERIES: u64 = 100_000;

impl Evaluator<'_> {
    pub(super) fn series(&self, series: &Series, whole: &Expr) -> Result<Value, EvaluateError> {
        let from = self.bound(&series.from)?;
        let to = self.bound(&series.to)?;
        let count = &to - &from + Rational::one();
        if count.is_negative() {
            return Ok(Value::zero());
        }
        let Some(count) = count.to_u64().filter(|&count| count <= MAX_SERIES) else {
            let kind = EvaluateErrorKind::TooManyTerms(count.to_string());
            return Err(EvaluateError { span: whole.span, kind });
        };
        let mut total = Value::zero();
        for term in 0..count {
            let index = &from + Rational::from(term);
            self.indices.borrow_mut().push((series.index.clone(), index));
            let value = self.value(&series.body);
            self.indices.borrow_mut().pop();
            total = add(total, &value?, whole.span)?;
        }
        Ok(total)
    }

    /// A bound must be a whole number here: half a term has no meaning.
    fn bound(&self, expr: &Expr) -> Result<Rational, EvaluateError> {
        let value = self.value(expr)?;
        value.as_rational().filter(Rational::is_integer).ok_or_else(|| EvaluateError {
            span: expr.span,
            kind: EvaluateErrorKind::Bound(value.to_string()),
        })
    }

    /// What an index stands for inside its sum; an inner one hides an outer one.
    pub(super) fn index(&self, name: &str) -> Option<Rational> {
        let indices = self.indices.borrow();
        indices.iter().rev().find(|(index, _)| index == name).map(|(_, value)| value.clone())
    }
}
