//! A formula and the values of its names into an exact value.

use std::cell::RefCell;
use std::collections::BTreeMap;

use thiserror::Error;

use crate::error::said;
use crate::{
    Comparison, Expr, ExprKind, FactorRole, Formula, Function, Link, OPEN_LETTERS, Powers, Series,
    Sign, Value, ValueError, compare, words,
};
use hockney_base::diagnostic::{Diagnostic, Span, nearest};
use hockney_base::number::{Rational, work};

/// The values of the names in a formula.
///
/// t_s, t_w, t_h and m need no value and stay symbols without one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bindings {
    values: BTreeMap<String, Rational>,
}

impl Bindings {
    /// No values.
    pub fn new() -> Self {
        Self::default()
    }

    /// The same, with a value for a name; `ts` is `t_s`.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<Rational>) -> Self {
        self.set(name, value);
        self
    }

    /// Gives a name its value; `ts` is `t_s`.
    pub fn set(&mut self, name: &str, value: impl Into<Rational>) {
        self.values.insert(words::canonical(name).to_owned(), value.into());
    }

    /// The same without the value of a name.
    #[must_use]
    pub fn without(mut self, name: &str) -> Self {
        self.values.remove(words::canonical(name));
        self
    }

    /// The value of a name, if it has one.
    pub fn get(&self, name: &str) -> Option<&Rational> {
        self.values.get(words::canonical(name))
    }
}

/// Why a formula has no value, and which part of it.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}", self.diagnostic())]
pub struct EvaluateError {
    /// The part, in bytes of the text.
    pub span: Span,
    /// The kind of the error.
    pub kind: EvaluateErrorKind,
}

/// The errors of a part of a formula.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EvaluateErrorKind {
    /// A name without a value: `q`, or `p` where no p is given.
    UnknownName {
        /// The name.
        name: String,
        /// The names that mean something here.
        known: Vec<String>,
    },
    /// An operation without an exact answer; see [`ValueError`] for examples.
    Value(ValueError),
    /// A bound of a sum that is not a whole number: `sum(i = 1..log2(p), 1)` where p = 6.
    Bound(String),
    /// A sum over an index with too many terms, and how many.
    TooManyTerms(String),
    /// A chain of equations that does not hold: `T = t_s = 2 t_s`.
    Chain {
        /// The side before, if it differs for sure; otherwise the reason why it is undecided.
        left: Result<Value, String>,
        /// The side that it is claimed to equal.
        right: Value,
    },
    /// There is no cost in it: `O(p)`, `T ≈ t_s`.
    NoCost,
}

impl EvaluateError {
    /// The diagnostic for the user.
    pub fn diagnostic(&self) -> Diagnostic {
        let none = String::new;
        let (name, [it, other, help]) = match &self.kind {
            EvaluateErrorKind::UnknownName { name, known } => {
                let usual = words::alias_of(&words::spelled(name))
                    .or(OPEN_LETTERS.contains(&name.as_str()).then_some("m"))
                    .or_else(|| nearest(name, known.iter().map(String::as_str)));
                let usual = usual.filter(|usual| known.iter().any(|known| known == usual));
                let meant = usual.map(|usual| format!("did you mean `{usual}`?"));
                ("no value", [name.clone(), meant.unwrap_or_default(), known.join(", ")])
            }
            EvaluateErrorKind::Value(error) => {
                ("value", [error.to_string(), none(), error.help().unwrap_or_default().to_owned()])
            }
            EvaluateErrorKind::Bound(value) => ("bound", [value.clone(), none(), none()]),
            EvaluateErrorKind::TooManyTerms(terms) => {
                ("terms", [terms.clone(), MAX_SERIES.to_string(), none()])
            }
            EvaluateErrorKind::Chain { left: Ok(left), right } => {
                ("equation", [left.to_string(), right.to_string(), none()])
            }
            EvaluateErrorKind::Chain { left: Err(why), .. } => {
                ("equation open", [why.clone(), none(), none()])
            }
            EvaluateErrorKind::NoCost => ("no cost", [none(), none(), none()]),
        };
        said(name, &[("it", &it), ("other", &other), ("help", &help)]).at(self.span)
    }
}

impl ValueError {
    fn at(self, span: Span) -> EvaluateError {
        EvaluateError { span, kind: EvaluateErrorKind::Value(self) }
    }
}

/// How much work the value of a formula may be.
const MOST_WORK: u64 = 8_000_000;

pub(super) fn evaluate(expr: &Expr, bindings: &Bindings) -> Result<Value, EvaluateError> {
    let evaluator = Evaluator { bindings, indices: RefCell::default() };
    work::within(MOST_WORK, || evaluator.value(expr))
}

/// The common value of all exact sides of the chain; an error where they differ.
pub(super) fn chain(formula: &Formula, bindings: &Bindings) -> Result<Value, EvaluateError> {
    let mut common: Option<Value> = None;
    for link in formula.links.iter().filter(|link| link.is_exact()) {
        let right = evaluate(&link.expr, bindings)?;
        let Some(left) = common.take() else {
            common = Some(right);
            continue;
        };
        let left = match compare(&left, &right) {
            Comparison::Equal => {
                common = Some(left);
                continue;
            }
            Comparison::Different { .. } => Ok(left),
            Comparison::Undecided(why) => Err(why),
        };
        let kind = EvaluateErrorKind::Chain { left, right };
        return Err(EvaluateError { span: link.expr.span, kind });
    }
    let span = formula.links.first().map_or(Span::default(), |link: &Link| link.expr.span);
    common.ok_or(EvaluateError { span, kind: EvaluateErrorKind::NoCost })
}

struct Evaluator<'a> {
    bindings: &'a Bindings,
    /// The indices of the sums around the part in hand, the innermost last.
    indices: RefCell<Vec<(String, Rational)>>,
}

impl Evaluator<'_> {
    fn value(&self, expr: &Expr) -> Result<Value, EvaluateError> {
        let here = |error: ValueError| error.at(expr.span);
        work::count(4);
        if work::is_over() {
            return Err(here(ValueError::TooLarge));
        }
        match &expr.node {
            ExprKind::Number(number) => Ok(Value::number(number.clone())),
            ExprKind::Name(name) => self.name(name, expr.span),
            ExprKind::Sum(terms) => {
                let mut total = Value::zero();
                for (sign, term) in terms {
                    let term = self.value(term)?;
                    let term = if *sign == Sign::Plus { term } else { -term };
                    total = add(total, &term, expr.span)?;
                }
                Ok(total)
            }
            ExprKind::Product(factors) => {
                let mut product = Value::number(1);
                for (operation, factor) in factors {
                    let value = self.value(factor)?;
                    // A quotient that fails, fails because of its divisor.
                    let there = |error: ValueError| error.at(factor.span);
                    product = match operation {
                        FactorRole::Times => product.checked_mul(&value).map_err(here)?,
                        FactorRole::Over => product.checked_div(&value).map_err(there)?,
                        FactorRole::Mod => remainder(&product, &value).map_err(here)?,
                    };
                }
                Ok(product)
            }
            ExprKind::Power(base, exponent) => {
                let (base, exponent) = (self.value(base)?, self.value(exponent)?);
                base.checked_pow(&exponent).map_err(here)
            }
            ExprKind::Call(function, arguments) => {
                if let Some(whole) = self.whole(*function, arguments)? {
                    return Ok(Value::number(whole));
                }
                let values = arguments.iter().map(|argument| self.value(argument));
                let values = values.collect::<Result<Vec<_>, _>>()?;
                call(*function, values).map_err(here)
            }
            ExprKind::Series(series) => self.series(series, expr),
        }
    }

    fn name(&self, name: &str, span: Span) -> Result<Value, EvaluateError> {
        if let Some(index) = self.index(name) {
            return Ok(Value::number(index));
        }
        if let Some(value) = self.bindings.get(name) {
            return Ok(Value::number(value.clone()));
        }
        let powers = match name {
            "t_s" => Powers::T_S,
            "t_w" => Powers::T_W,
            "t_h" => Powers::T_H,
            "m" => Powers::M,
            _ => return Err(self.unknown(name, span)),
        };
        Ok(Value::term(1, powers))
    }

    fn unknown(&self, name: &str, span: Span) -> EvaluateError {
        let mut known: Vec<String> = self.bindings.values.keys().cloned().collect();
        let symbols = ["m", "t_s", "t_w", "t_h"].map(str::to_owned).into_iter();
        known.extend(symbols.filter(|name| !self.bindings.values.contains_key(name)));
        let kind = EvaluateErrorKind::UnknownName { name: name.to_owned(), known };
        EvaluateError { span, kind }
    }

    /// Roundings of `log2 n`, `log_k n` and `sqrt n` are a matter of whole numbers: no prime of n is needed.
    fn whole(
        &self,
        function: Function,
        arguments: &[Expr],
    ) -> Result<Option<Rational>, EvaluateError> {
        let up = function == Function::Ceil;
        let (Function::Ceil | Function::Floor, [Expr { node, .. }]) = (function, arguments) else {
            return Ok(None);
        };
        let (inner, of) = match node {
            ExprKind::Call(inner @ (Function::Log2 | Function::Sqrt), of) => (inner, of),
            // Logarithms to another base.
            ExprKind::Product(factors) => {
                let [(_, of), (FactorRole::Over, base)] = &factors[..] else { return Ok(None) };
                let log = |of: &Expr| match &of.node {
                    ExprKind::Call(Function::Log2, of) if of.len() == 1 => {
                        self.value(&of[0]).map(Some)
                    }
                    _ => Ok(None),
                };
                let (Some(of), Some(base)) = (log(of)?, log(base)?) else { return Ok(None) };
                return Ok(of
                    .as_rational()
                    .zip(base.as_rational())
                    .and_then(|(of, base)| rounded_log(&of, &base, up)));
            }
            _ => return Ok(None),
        };
        let [argument] = &of[..] else { return Ok(None) };
        let Some(number) = self.value(argument)?.as_rational() else { return Ok(None) };
        Ok(match (inner, up) {
            (Function::Log2, false) => number.floor_log2().map(Rational::from),
            (Function::Log2, true) => number.ceil_log2().map(Rational::from),
            (Function::Sqrt, false) => number.floor_root(2),
            (Function::Sqrt, true) => number
                .floor_root(2)
                .map(|root| if root.pow(2) < number { root + Rational::one() } else { root }),
            _ => None,
        })
    }
}

fn add(mut total: Value, term: &Value, span: Span) -> Result<Value, EvaluateError> {
    total += term;
    total.within_limits().map_err(|error| error.at(span))
}

fn call(function: Function, values: Vec<Value>) -> Result<Value, ValueError> {
    let mut values = values.into_iter();
    let Some(first) = values.next() else { return Ok(Value::zero()) };
    match function {
        Function::Log2 => first.log2(),
        Function::Ln => first.ln(),
        Function::Sqrt => first.sqrt(),
        Function::Ceil => first.ceil().map(Value::number),
        Function::Floor => first.floor().map(Value::number),
        Function::Min | Function::Max => values.try_fold(first, |best, value| {
            let order = value.order(&best)?;
            let better = if function == Function::Min { order.is_lt() } else { order.is_gt() };
            Ok(if better { value } else { best })
        }),
    }
}

/// `a - b floor(a/b)`
fn remainder(a: &Value, b: &Value) -> Result<Value, ValueError> {
    let whole = Value::number(a.checked_div(b)?.floor()?);
    Ok(a.clone() - b.checked_mul(&whole)?)
}

/// The rounded logarithm of a number from 1 on to a whole base from 2 on, both of a usual size.
fn rounded_log(of: &Rational, base: &Rational, up: bool) -> Option<Rational> {
    let (one, two) = (Rational::one(), Rational::from(2));
    let usual = base.is_integer() && *base >= two && *of >= one && of.bits() <= 128;
    let (mut power, mut log) = (one, 0_u32);
    while usual && &power * base <= *of {
        power = &power * base;
        log += 1;
    }
    usual.then(|| Rational::from(log + u32::from(up && power < *of)))
}

/// The most terms that a sum over an index may have.
pub const MAX_SERIES: u64 = 100_000;

impl Evaluator<'_> {
    fn series(&self, series: &Series, whole: &Expr) -> Result<Value, EvaluateError> {
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
    fn index(&self, name: &str) -> Option<Rational> {
        let indices = self.indices.borrow();
        indices.iter().rev().find(|(index, _)| index == name).map(|(_, value)| value.clone())
    }
}
