//! The value of a formula: an exact polynomial in t_s, t_w, t_h and m.
//!
//! Exponents may be negative. Coefficients are sums of rationals times roots of primes times
//! powers of logarithms, `3 + 2 sqrt(6) - log2(5)/4`: to base 2 of odd primes, and ln 2. Every number is split into
//! primes first, so the form is canonical: values with the same form are equal. The converse is
//! decided by [`compare`], which gives the reason.

mod decide;
pub(super) mod factor;
mod monomial;
mod power;
#[cfg(test)]
mod tests;

use std::ops::{Add, AddAssign, Neg, Sub};

use thiserror::Error;

pub use decide::{Comparison, TermDifference, compare};
pub use monomial::Powers;

use hockney_base::number::{Rational, Terms, work};
use monomial::Monomial;

/// The most terms a value may have.
pub const MAX_TERMS: usize = 1000;
/// The most bits a coefficient may have.
pub const MAX_BITS: u64 = 20_000;

/// The most terms of a product before terms cancel.
const MAX_PRODUCT: usize = 20 * MAX_TERMS;

/// An exact value: a polynomial in t_s, t_w, t_h and m in canonical form.
#[derive(Clone, Default, PartialEq, Eq, Hash)]
pub struct Value {
    sum: Terms<Monomial>,
}

/// Why an operation on exact values has no answer.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ValueError {
    /// Division by zero: `1/(p - 8)` at p = 8.
    #[error("division by zero")]
    DivisionByZero,
    /// A quotient that is not a sum of products: `m/(t_s + m)`.
    #[error("the quotient by `{0}` is not a sum of products of t_s, t_w, t_h and m")]
    NotPolynomial(String),
    /// A number was needed: `ceil(m)`, `log t_s`, `2^m`.
    #[error("expected a number, found symbols in `{0}`")]
    NotConstant(String),
    /// A logarithm or a power with a fraction of something not above zero: `log 0`, `(-2)^(1/2)`.
    #[error("`{0}` is not above zero")]
    NotPositive(String),
    /// A number that is outside the exact forms: `log2(1 + sqrt(2))`, `3^sqrt(2)`.
    #[error("`{0}` has no exact form here")]
    NotExact(String),
    /// A comparison of numbers that are too near to each other to decide it.
    #[error("cannot decide the value of `{0}`: it is too near to a boundary")]
    Undecided(String),
    /// Too many terms, too many digits, or primes too large to find: `9^9999999`.
    #[error("the value is too large to be computed exactly")]
    TooLarge,
}

impl ValueError {
    /// The help, if there is any.
    pub(super) fn help(&self) -> Option<&'static str> {
        match self {
            Self::NotConstant(_) => Some(
                "rounding, logarithms, roots, min, max, mod and exponents need numbers: give \
                 values to the symbols",
            ),
            Self::NotPositive(_) => {
                Some("logarithms and fractional powers need numbers above zero")
            }
            Self::NotExact(_) => Some(
                "exact forms are rationals, roots and logarithms of rationals, and their sums \
                 and products",
            ),
            Self::DivisionByZero | Self::NotPolynomial(_) | Self::Undecided(_) | Self::TooLarge => {
                None
            }
        }
    }
}

impl Value {
    /// 0.
    pub fn zero() -> Self {
        Self::default()
    }

    /// A number.
    pub fn number(number: impl Into<Rational>) -> Self {
        Self::term(number, Powers::NONE)
    }

    /// A number times powers of symbols.
    pub fn term(coefficient: impl Into<Rational>, powers: Powers) -> Self {
        Self::single(Monomial::of(powers), coefficient.into())
    }

    /// `startups t_s + words m t_w + hops t_h`, the cost of a schedule.
    pub fn cost(
        startups: impl Into<Rational>,
        words: impl Into<Rational>,
        hops: impl Into<Rational>,
    ) -> Self {
        Self::term(startups, Powers::T_S)
            + Self::term(words, Powers::M_T_W)
            + Self::term(hops, Powers::T_H)
    }

    /// Is its canonical form 0?
    pub fn is_zero(&self) -> bool {
        self.sum.is_zero()
    }

    /// Is it free of t_s, t_w, t_h and m?
    pub fn is_constant(&self) -> bool {
        self.sum.terms().all(|(monomial, _)| monomial.powers == Powers::NONE)
    }

    /// The same, or an error where it holds symbols.
    pub(super) fn constant(&self) -> Result<&Self, ValueError> {
        let constant = self.is_constant().then_some(self);
        constant.ok_or_else(|| ValueError::NotConstant(self.to_string()))
    }

    /// The value as a rational, if it is one.
    pub fn as_rational(&self) -> Option<Rational> {
        self.sum.as_number()
    }

    /// The coefficient of `powers`, a value without symbols; 0 if they do not occur.
    #[must_use]
    pub fn coefficient(&self, powers: Powers) -> Self {
        let constant = |(monomial, number): (&Monomial, &Rational)| {
            Terms::term(Monomial { powers: Powers::NONE, ..monomial.clone() }, number.clone())
        };
        let part = self.sum.terms().filter(|(of, _)| of.powers == powers);
        Self { sum: part.map(constant).sum() }
    }

    /// The powers that occur, t_s first, numbers last, each once.
    pub fn powers(&self) -> Vec<Powers> {
        let mut powers: Vec<_> =
            self.sum.terms().rev().map(|(monomial, _)| monomial.powers).collect();
        powers.dedup();
        powers
    }

    /// The value with numbers in the place of symbols: `[("m", 64), ("t_s", 1)]`.
    ///
    /// Other names are ignored. An error where a symbol becomes 0 that is divided by, or where a
    /// power becomes too large.
    pub fn substitute(&self, numbers: &[(&str, Rational)]) -> Result<Self, ValueError> {
        let mut total = Self::zero();
        for (monomial, number) in self.sum.terms() {
            let mut monomial = monomial.clone();
            let mut number = number.clone();
            for (name, with) in numbers {
                let power = match *name {
                    "m" => &mut monomial.powers.m,
                    "t_s" => &mut monomial.powers.t_s,
                    "t_w" => &mut monomial.powers.t_w,
                    "t_h" => &mut monomial.powers.t_h,
                    _ => continue,
                };
                number *= rational_power(with, i64::from(std::mem::take(power)))?;
            }
            total.sum.add_term(monomial, number);
        }
        total.within_limits()
    }

    /// The product, within the limits of size.
    pub fn checked_mul(&self, other: &Self) -> Result<Self, ValueError> {
        let product = self.sum.multiplied(&other.sum, MAX_PRODUCT).ok_or(ValueError::TooLarge)?;
        Self { sum: product }.within_limits()
    }

    /// How many terms it has.
    pub(super) fn len(&self) -> usize {
        self.sum.len()
    }

    /// The same, if it is small and there may be more work.
    pub(super) fn within_limits(self) -> Result<Self, ValueError> {
        let small = self.len() <= MAX_TERMS
            && !work::is_over()
            && self.sum.terms().all(|(_, number)| number.bits() <= MAX_BITS);
        if small { Ok(self) } else { Err(ValueError::TooLarge) }
    }

    fn single(monomial: Monomial, number: Rational) -> Self {
        Self { sum: Terms::term(monomial, number) }
    }
}

/// A rational to a whole power, within the limits of size.
fn rational_power(base: &Rational, exponent: i64) -> Result<Rational, ValueError> {
    if base.is_one() || exponent == 0 {
        return Ok(Rational::one());
    }
    if base.is_zero() {
        return if exponent > 0 { Ok(Rational::zero()) } else { Err(ValueError::DivisionByZero) };
    }
    let size = u32::try_from(exponent.unsigned_abs()).map_err(|_| ValueError::TooLarge)?;
    if base.bits().saturating_mul(u64::from(size)) > 2 * MAX_BITS {
        return Err(ValueError::TooLarge);
    }
    let power = base.pow(size);
    if exponent > 0 { Ok(power) } else { power.recip().ok_or(ValueError::DivisionByZero) }
}

impl AddAssign<&Value> for Value {
    fn add_assign(&mut self, other: &Value) {
        self.sum = std::mem::take(&mut self.sum) + &other.sum;
    }
}

impl Add for Value {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self { sum: self.sum + &other.sum }
    }
}

impl Neg for Value {
    type Output = Self;
    fn neg(self) -> Self {
        Self { sum: self.sum.scaled(&-Rational::one()) }
    }
}

impl Sub for Value {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self { sum: self.sum - &other.sum }
    }
}
