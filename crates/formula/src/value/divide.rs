//! Exact quotients.

use super::monomial::Powers;
use crate::{Value, ValueError};
use hockney_base::number::Rational;

impl Value {
    /// The quotient, if it is again a sum of products.
    pub fn checked_div(&self, other: &Self) -> Result<Self, ValueError> {
        if other.is_zero() {
            return Err(ValueError::DivisionByZero);
        }
        if self.is_zero() {
            return if other.surely_not_zero() { Ok(Self::zero()) } else { Err(undecided(other)) };
        }
        if let Some((monomial, number)) = other.sum.only_term() {
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
        let first = |value: &Self| value.sum.terms().next().map(|(_, number)| number.clone());
        let ratio = first(self)?.checked_div(&first(other)?)?;
        let same = self.sum == other.sum.scaled(&ratio);
        same.then_some(ratio)
    }

    /// By a number of two terms: `1/(a + b) = (a - b)/(a^2 - b^2)`, which takes square roots out
    /// of the divisor, twice for fourth roots.
    fn over_number(&self, other: &Self) -> Result<Self, ValueError> {
        let not_exact = || ValueError::NotExact(format!("1/({other})"));
        let (mut above, mut below) = (self.clone(), other.clone());
        for _ in 0..4 {
            if below.sum.only_term().is_some() {
                return above.checked_div(&below);
            }
            let terms: Vec<_> = below.sum.terms().collect();
            let [(a, a_number), (b, b_number)] = terms[..] else { return Err(not_exact()) };
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
    ///
    /// The least and greatest power of each symbol in a product is the sum of those in its
    /// factors. So a quotient fits into a box that is known beforehand, and a step that leaves
    /// the box proves that there is none.
    fn over_sum(&self, other: &Self) -> Result<Self, ValueError> {
        let not_polynomial = || ValueError::NotPolynomial(other.to_string());
        let between = |f: fn(i32, i32) -> i32| {
            let part = |a: &Self, b: &Self| a.extent(f)?.zip(b.extent(f)?, i32::checked_sub);
            part(self, other).ok_or(ValueError::TooLarge)
        };
        let (least, greatest) = (between(i32::min)?, between(i32::max)?);
        let lead =
            |value: &Self| value.sum.terms().next_back().map(|(monomial, _)| monomial.powers);
        let (mut rest, mut quotient) = (self.clone(), Self::zero());
        let first = lead(other).ok_or(ValueError::DivisionByZero)?;
        let below = other.coefficient(first);
        while let Some(powers) = lead(&rest) {
            let step = powers.zip(first, i32::checked_sub).ok_or(ValueError::TooLarge)?;
            let inside = |low: i32, high: i32| (low <= high).then_some(0);
            if least.zip(step, inside).is_none() || step.zip(greatest, inside).is_none() {
                return Err(not_polynomial());
            }
            let number = rest.coefficient(powers).checked_div(&below)?;
            let term = number.checked_mul(&Self::term(1, step))?;
            rest = (rest - term.checked_mul(other)?).within_limits()?;
            quotient = (quotient + term).within_limits()?;
        }
        Ok(quotient)
    }

    /// The least, or the greatest, power of each symbol.
    fn extent(&self, f: fn(i32, i32) -> i32) -> Option<Powers> {
        let mut powers = self.sum.terms().map(|(monomial, _)| monomial.powers);
        let first = powers.next()?;
        powers.try_fold(first, |extent, powers| extent.zip(powers, |a, b| Some(f(a, b))))
    }
}

fn undecided(value: &Value) -> ValueError {
    ValueError::Undecided(value.to_string())
}
