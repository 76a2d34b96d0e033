//! Exact powers, logarithms and quotients.
//!
//! One rule serves roots, powers and `2^(log p)` alike: `b^e = 2^(e log2 b)`. The exponent is then
//! a sum of rationals and rational multiples of logarithms of primes, and each of them goes back
//! into the base: `2^(c log2 q) = q^c`.

use super::monomial::{Atom, Monomial, Powers};
use super::{factor, rational_power};
use crate::{Value, ValueError};
use hockney_base::number::Rational;

impl Value {
    /// The logarithm to base 2.
    ///
    /// Exact for positive rationals and their roots, as in `log2(sqrt(12)) = 1 + log2(3)/2`.
    pub fn log2(&self) -> Result<Self, ValueError> {
        let not_exact = || ValueError::NotExact(format!("log2({self})"));
        self.constant()?;
        if self.is_zero() || self.sign() == Some(std::cmp::Ordering::Less) {
            return Err(ValueError::NotPositive(self.to_string()));
        }
        let (monomial, number) = self.sum.only_term().ok_or_else(not_exact)?;
        let mut log = Self::zero();
        for (prime, exponent) in factor::rational(number).ok_or(ValueError::TooLarge)? {
            log.add_log(prime, exponent.into());
        }
        for (atom, exponent) in &monomial.atoms {
            match atom {
                Atom::Root(prime) => log.add_log(*prime, exponent.clone()),
                Atom::Log(_) | Atom::Ln2 => return Err(not_exact()),
            }
        }
        Ok(log)
    }

    /// The natural logarithm, where that to base 2 is exact: `ln(x) = ln(2) log2(x)`.
    pub fn ln(&self) -> Result<Self, ValueError> {
        let ln2 = Monomial { atoms: vec![(Atom::Ln2, Rational::one())], ..Monomial::default() };
        self.log2()?.checked_mul(&Self::single(ln2, Rational::one()))
    }

    /// Adds `times log2(prime)`.
    fn add_log(&mut self, prime: u64, times: Rational) {
        let mut monomial = Monomial::default();
        if prime != 2 {
            monomial.atoms.push((Atom::Log(prime), Rational::one()));
        }
        self.sum.add_term(monomial, times);
    }

    /// The power, if it is exact; 0^0 is 1.
    pub fn checked_pow(&self, exponent: &Self) -> Result<Self, ValueError> {
        let not_exact = || ValueError::NotExact(format!("({self})^({exponent})"));
        let rational = exponent.constant()?.as_rational();
        if let Some(whole) = rational.as_ref().filter(|number| number.is_integer()) {
            return self.whole_pow(whole);
        }
        if self.is_zero() {
            let sign =
                exponent.sign().ok_or_else(|| ValueError::Undecided(exponent.to_string()))?;
            return if sign.is_gt() { Ok(Self::zero()) } else { Err(ValueError::DivisionByZero) };
        }
        if let Some(root) = rational.as_ref().and_then(|exponent| self.rational_root(exponent)) {
            return root;
        }
        let (monomial, number) = self.sum.only_term().ok_or_else(not_exact)?;
        // Symbols stand for quantities that are not negative, so sqrt(m^2) is m.
        let powers = monomial.powers;
        let constant = Monomial { powers: Powers::NONE, ..monomial.clone() };
        let number = Self::single(constant, number.clone());
        let powers = if powers == Powers::NONE {
            Powers::NONE
        } else {
            let scale = |power: i32, _| {
                let power = Rational::from(power) * rational.as_ref()?;
                i32::try_from(power.to_i64()?).ok()
            };
            let scaled = powers.zip(Powers::NONE, scale);
            scaled.ok_or_else(|| ValueError::NotConstant(Self::term(1, powers).to_string()))?
        };
        let log = exponent.checked_mul(&number.log2()?)?;
        let power = log.exp2()?.ok_or_else(not_exact)?;
        power.checked_mul(&Self::term(1, powers))
    }

    /// The square root, if it is exact.
    pub fn sqrt(&self) -> Result<Self, ValueError> {
        let half = Rational::ratio(1, 2).unwrap_or_default();
        self.checked_pow(&Self::number(half))
    }

    /// A rational whose root is rational too needs no primes, however large it is.
    fn rational_root(&self, exponent: &Rational) -> Option<Result<Self, ValueError>> {
        let degree = u32::try_from(exponent.denominator().to_u64()?).ok()?;
        let root = self.as_rational()?.exact_root(degree)?;
        Some(Self::number(root).whole_pow(&exponent.numerator()))
    }

    fn whole_pow(&self, exponent: &Rational) -> Result<Self, ValueError> {
        if let Some((monomial, number)) = self.sum.only_term() {
            if *monomial == Monomial::default() && number.abs().is_one() {
                // 1 and -1 stay small under exponents of any size.
                let odd = exponent.modulo(&2.into()).is_some_and(|rest| rest.is_one());
                return Ok(Self::number(if odd { number.clone() } else { Rational::one() }));
            }
        } else if self.is_zero() && exponent.is_positive() {
            return Ok(Self::zero());
        }
        let exponent = exponent.to_i64().ok_or(ValueError::TooLarge)?;
        if let Some(number) = self.as_rational() {
            return rational_power(&number, exponent).map(Self::number)?.within_limits();
        }
        if exponent < 0 {
            return Self::number(1).checked_div(&self.whole_pow(&(-exponent).into())?);
        }
        // A single term grows in its exponents only, a sum in its terms: limits hold on the way.
        let mut left = exponent;
        let mut square = self.clone();
        let mut power = Self::number(1);
        while left > 0 {
            if left % 2 == 1 {
                power = power.checked_mul(&square)?;
            }
            left /= 2;
            if left > 0 {
                square = square.checked_mul(&square)?;
            }
        }
        Ok(power)
    }

    /// 2 to this power; nothing where that has no exact form.
    fn exp2(&self) -> Result<Option<Self>, ValueError> {
        let mut power = Self::number(1);
        for (monomial, number) in self.sum.terms() {
            let prime = match &monomial.atoms[..] {
                [] => 2,
                [(Atom::Log(prime), exponent)] if exponent.is_one() => *prime,
                _ => return Ok(None),
            };
            let factor = Monomial::atom(Atom::Root(prime), number);
            let (monomial, number) = factor.ok_or(ValueError::TooLarge)?;
            power = power.checked_mul(&Self::single(monomial, number))?;
        }
        Ok(Some(power))
    }
}

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
