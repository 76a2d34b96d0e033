//! A formula and the values of its names into an exact value.

mod series;

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;

use thiserror::Error;

pub use series::MAX_SERIES;

use crate::{
    Comparison, Expr, Formula, Function, Link, Node, Operation, Powers, Sign, Value, ValueError,
    compare, words,
};
use hockney_base::diagnostic::{Diagnostic, Span, nearest};
use hockney_base::number::Rational;

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
        let at = |message: String| Diagnostic::new(message).at(self.span);
        match &self.kind {
            EvaluateErrorKind::UnknownName { name, known } => {
                let diagnostic = at(format!("`{name}` has no value here"));
                let usual = match name.as_str() {
                    "α" | "alpha" | "T_s" | "Ts" => Some("t_s"),
                    "β" | "beta" | "T_w" | "Tw" => Some("t_w"),
                    "P" | "N" => Some("p"),
                    "n" | "M" | "L" => Some("m"),
                    _ => nearest(name, known.iter().map(String::as_str)),
                };
                let usual = usual.filter(|usual| known.iter().any(|known| known == usual));
                let label = usual.map(|usual| format!("did you mean `{usual}`?"));
                Diagnostic { label, ..diagnostic }
                    .help(format!("the known names are {}", known.join(", ")))
            }
            EvaluateErrorKind::Value(error) => {
                let help = error.help().map(str::to_owned);
                Diagnostic { help, ..at(error.to_string()) }
            }
            EvaluateErrorKind::Bound(value) => {
                at(format!("the bound `{value}` of a sum is not a whole number"))
                    .help("round it, as in ceil(log p), or choose a size where it is whole")
            }
            EvaluateErrorKind::TooManyTerms(terms) => {
                at(format!("the sum has {terms} terms, and at most {MAX_SERIES} are added up"))
                    .help("write the sum in closed form: m t_w (p - 1)")
            }
            EvaluateErrorKind::Chain { left: Ok(left), right } => {
                at(format!("this equation does not hold: {left} is not {right}"))
                    .label("differs from the side before")
                    .help("write the correct side alone, or `≈` for an approximation")
            }
            EvaluateErrorKind::Chain { left: Err(why), .. } => {
                at(format!("cannot decide whether this equation holds: {why}"))
                    .help("write one of its sides alone")
            }
            EvaluateErrorKind::NoCost => at("this is not an exact cost".to_owned())
                .help("an order of growth or an approximation has no value: write ts log p"),
        }
    }
}

impl ValueError {
    fn at(self, span: Span) -> EvaluateError {
        EvaluateError { span, kind: EvaluateErrorKind::Value(self) }
    }
}

/// How much work a formula may make: about one for a product of two terms.
const WORK: usize = 500_000;

pub(super) fn evaluate(expr: &Expr, bindings: &Bindings) -> Result<Value, EvaluateError> {
    let indices = RefCell::default();
    Evaluator { bindings, indices, work: Cell::new(WORK) }.value(expr)
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
    work: Cell<usize>,
}

impl Evaluator<'_> {
    fn value(&self, expr: &Expr) -> Result<Value, EvaluateError> {
        let here = |error: ValueError| error.at(expr.span);
        match &expr.node {
            Node::Number(number) => Ok(Value::number(number.clone())),
            Node::Name(name) => self.name(name, expr.span),
            Node::Sum(terms) => {
                let mut total = Value::zero();
                for (sign, term) in terms {
                    let term = self.value(term)?;
                    let term = if *sign == Sign::Plus { term } else { -term };
                    total = self.add(total, &term, expr.span)?;
                }
                Ok(total)
            }
            Node::Product(factors) => {
                let mut product = Value::number(1);
                for (operation, factor) in factors {
                    let value = self.value(factor)?;
                    // A quotient that fails, fails because of its divisor.
                    let there = |error: ValueError| error.at(factor.span);
                    self.spend(product.weight() * value.weight()).map_err(here)?;
                    product = match operation {
                        Operation::Times => product.checked_mul(&value).map_err(here)?,
                        Operation::Over => {
                            let quotient = product.checked_div(&value).map_err(there)?;
                            self.division_work(&quotient, &value).map_err(here)?;
                            quotient
                        }
                        Operation::Mod => self.remainder(&product, &value).map_err(here)?,
                    };
                }
                Ok(product)
            }
            Node::Power(base, exponent) => {
                let (base, exponent) = (self.value(base)?, self.value(exponent)?);
                self.power_work(&base, &exponent).map_err(here)?;
                base.checked_pow(&exponent).map_err(here)
            }
            Node::Call(function, arguments) => {
                if let Some(whole) = self.whole(*function, arguments)? {
                    return Ok(Value::number(whole));
                }
                let values = arguments.iter().map(|argument| self.value(argument));
                let values = values.collect::<Result<Vec<_>, _>>()?;
                self.call(*function, values).map_err(here)
            }
            Node::Series(series) => self.series(series, expr),
        }
    }

    fn add(&self, mut total: Value, term: &Value, span: Span) -> Result<Value, EvaluateError> {
        let here = |error: ValueError| error.at(span);
        self.spend(sum_work(&total)).map_err(here)?;
        total += term;
        total.within_limits().map_err(here)
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
            Node::Call(inner, of) => (inner, of),
            // Logarithms to another base.
            Node::Product(factors) => {
                let [(_, of), (Operation::Over, base)] = &factors[..] else { return Ok(None) };
                let log = |of: &Expr| match &of.node {
                    Node::Call(Function::Log2, of) if of.len() == 1 => self.value(&of[0]).map(Some),
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

    fn call(&self, function: Function, values: Vec<Value>) -> Result<Value, ValueError> {
        let mut values = values.into_iter();
        let Some(first) = values.next() else { return Ok(Value::zero()) };
        match function {
            Function::Log2 => self.log2(&first),
            Function::Ln => {
                self.power_work(&first, &Value::zero())?;
                first.ln()
            }
            Function::Sqrt => {
                self.power_work(&first, &Value::zero())?;
                first.sqrt()
            }
            Function::Ceil | Function::Floor => {
                self.decide(&first)?;
                let whole = if function == Function::Ceil { first.ceil() } else { first.floor() };
                Ok(Value::number(whole?))
            }
            Function::Min | Function::Max => values.try_fold(first, |best, value| {
                self.decide(&value)?;
                let order = value.order(&best)?;
                let better = if function == Function::Min { order.is_lt() } else { order.is_gt() };
                Ok(if better { value } else { best })
            }),
        }
    }

    /// `a - b floor(a/b)`
    fn remainder(&self, a: &Value, b: &Value) -> Result<Value, ValueError> {
        let quotient = a.checked_div(b)?;
        self.decide(&quotient)?;
        let whole = Value::number(quotient.floor()?);
        Ok(a.clone() - b.checked_mul(&whole)?)
    }

    fn log2(&self, value: &Value) -> Result<Value, ValueError> {
        self.power_work(value, &Value::zero())?;
        value.log2()
    }

    fn spend(&self, work: usize) -> Result<(), ValueError> {
        let left = self.work.get().checked_sub(work).ok_or(ValueError::TooLarge)?;
        self.work.set(left);
        Ok(())
    }

    /// Finding the primes of a number, and multiplying sums out.
    fn power_work(&self, base: &Value, exponent: &Value) -> Result<(), ValueError> {
        let large = base.as_rational().is_some_and(|number| number.bits() > 32);
        let whole = exponent.as_rational().and_then(|number| number.abs().to_u64()).unwrap_or(1);
        let whole = usize::try_from(whole.min(MAX_WORTH)).unwrap_or(usize::MAX);
        self.spend(if large { 2000 } else { 10 })?;
        if base.len() > 1 { self.spend(base.len().pow(2).saturating_mul(whole)) } else { Ok(()) }
    }

    /// A long division takes a product with the divisor for each term of the quotient.
    fn division_work(&self, quotient: &Value, divisor: &Value) -> Result<(), ValueError> {
        let long = divisor.len() > 1;
        self.spend(if long { 10 * quotient.len() * divisor.len() } else { 0 })
    }

    /// Bounds of irrational numbers are the costliest step there is.
    fn decide(&self, value: &Value) -> Result<(), ValueError> {
        if value.as_rational().is_some() {
            return Ok(());
        }
        // Large coefficients need bounds as much nearer.
        let near = if value.weight() > 4 * value.len() { 20_000 } else { 500 };
        self.spend(near * value.len())
    }
}

/// Adding to a value: terms are looked up, and large fractions get a common denominator.
fn sum_work(total: &Value) -> usize {
    let size = total.weight() / total.len().max(1);
    1 + total.len() / 16 + size * size / 10
}

/// An exponent of a sum above this one is over every limit anyway.
const MAX_WORTH: u64 = 1 << 20;

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
