//! Quotients, where they come out exactly.

use super::monomial::{Monomial, Powers};
use super::{Value, ValueError};
use crate::number::Rational;

/// Steps of a long division after which it is taken never to end.
const MAX_STEPS: usize = 200;

impl Value {
    /// The quotient, where it is again a sum of products.
    pub fn checked_div(&self, other: &Self) -> Result<Self, ValueError> {
        if other.is_zero() {
            return Err(ValueError::DivisionByZero);
        }
        if self.is_zero() {
            return if other.surely_not_zero() { Ok(Self::zero()) } else { Err(undecided(other)) };
        }
        if let Some((monomial, number)) = other.only_term() {
            let (monomial, factor) = monomial.recip().ok_or(ValueError::TooLarge)?;
            let number = number.recip().ok_or(ValueError::DivisionByZero)?;
            return self.checked_mul(&Self::single(monomial, number * factor));
        }
        if !other.surely_not_zero() {
            return Err(undecided(other));
        }
        if let Some(ratio) = self.rational_multiple_of(other) {
            return Ok(Self::number(ratio));
        }
        if other.is_constant() { self.over_number(other) } else { self.over_sum(other) }
    }

    /// `r` with `self = r * other`, where there is one.
    fn rational_multiple_of(&self, other: &Self) -> Option<Rational> {
        let ratio = self.terms.values().next()?.checked_div(other.terms.values().next()?)?;
        let same =
            self.len() == other.len()
                && self.terms.iter().zip(&other.terms).all(|((left, number), (right, other))| {
                    left == right && *number == other * &ratio
                });
        same.then_some(ratio)
    }

    /// By a number of two terms: `1/(a + b) = (a - b)/(a^2 - b^2)`, which takes square roots out
    /// of the divisor, twice for fourth roots.
    fn over_number(&self, other: &Self) -> Result<Self, ValueError> {
        let not_exact = || ValueError::NotExact(format!("1/({other})"));
        let (mut above, mut below) = (self.clone(), other.clone());
        for _ in 0..4 {
            if below.only_term().is_some() {
                return above.checked_div(&below);
            }
            let mut terms = below.terms.iter();
            let (Some((a, a_number)), Some((b, b_number)), None) =
                (terms.next(), terms.next(), terms.next())
            else {
                return Err(not_exact());
            };
            let a = Self::single(a.clone(), a_number.clone());
            let b = Self::single(b.clone(), b_number.clone());
            let conjugate = a - b;
            if !conjugate.surely_not_zero() {
                return Err(undecided(&conjugate));
            }
            above = above.checked_mul(&conjugate)?;
            below = below.checked_mul(&conjugate)?;
        }
        Err(not_exact())
    }

    /// By a sum with symbols: long division from the greatest powers down.
    fn over_sum(&self, other: &Self) -> Result<Self, ValueError> {
        let not_polynomial = || ValueError::NotPolynomial(other.to_string());
        let lead = |value: &Self| value.terms.keys().next_back().map(|monomial| monomial.powers);
        let (mut rest, mut quotient) = (self.clone(), Self::zero());
        let first = lead(other).ok_or(ValueError::DivisionByZero)?;
        let below = other.coefficient(first);
        for _ in 0..MAX_STEPS {
            let Some(powers) = lead(&rest) else { return Ok(quotient) };
            let difference: Option<Powers> = powers.zip(first, i32::checked_sub);
            let monomial = Monomial::of(difference.ok_or(ValueError::TooLarge)?);
            let number = rest.coefficient(powers).checked_div(&below)?;
            let step = number.checked_mul(&Self::single(monomial, Rational::one()))?;
            rest = (rest - step.checked_mul(other)?).within_limits()?;
            quotient = quotient + step;
        }
        Err(not_polynomial())
    }
}

fn undecided(value: &Value) -> ValueError {
    ValueError::Undecided(value.to_string())
}
