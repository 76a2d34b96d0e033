//! Polynomials with rational coefficients and exponents that may be negative or fractions.
//!
//! The meaning of a key is unknown here, except that a prime to a power is a number:
//! `2^(1/2) 2^(1/2)` is 2. So two polynomials with the same terms are the same function, whatever
//! the other keys mean.

use std::cmp::Ordering;
use std::ops::Deref;

use smallvec::SmallVec;

use super::{Stop, too_large};
use hockney_base::number::{Factors, Rational, Terms, gcd, work};

/// The most terms that a polynomial may have.
const MOST_TERMS: usize = 1500;
/// The most bits of a coefficient.
const MOST_BITS: u64 = 20_000;

/// What is raised to a power in a monomial.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum PowerBase {
    /// An atom, by its number in a table.
    Atom(u16),
    /// A prime; its exponents lie strictly between 0 and 1.
    Prime(u32),
}

/// A product of powers: keys in order, none with exponent 0.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Monomial(SmallVec<[(PowerBase, Exponent); 4]>);

/// By the exponent of the first key, then of the next: an order that products keep.
impl Ord for Monomial {
    fn cmp(&self, other: &Self) -> Ordering {
        let (mut left, mut right) = (self.0.iter().peekable(), other.0.iter().peekable());
        loop {
            let order = match (left.peek(), right.peek()) {
                (None, None) => return Ordering::Equal,
                (Some((_, exponent)), None) => exponent.cmp(&Exponent::ZERO),
                (None, Some((_, exponent))) => Exponent::ZERO.cmp(exponent),
                (Some((a, one)), Some((b, other))) => match a.cmp(b) {
                    Ordering::Less => one.cmp(&Exponent::ZERO),
                    Ordering::Greater => Exponent::ZERO.cmp(other),
                    Ordering::Equal => one.cmp(other),
                },
            };
            if order.is_ne() {
                return order;
            }
            // Exponents are not 0, so equal ones belong to equal keys.
            left.next();
            right.next();
        }
    }
}

impl PartialOrd for Monomial {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Monomial {
    pub(crate) fn is_one(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn powers(&self) -> impl Iterator<Item = (PowerBase, Exponent)> + '_ {
        self.0.iter().copied()
    }

    pub(crate) fn atoms(&self) -> impl Iterator<Item = u16> + '_ {
        self.powers().filter_map(|(key, _)| match key {
            PowerBase::Atom(atom) => Some(atom),
            PowerBase::Prime(_) => None,
        })
    }

    /// The exponent of an atom, 0 where it does not occur.
    pub(crate) fn exponent(&self, atom: u16) -> Exponent {
        let found = self.0.iter().find(|(key, _)| *key == PowerBase::Atom(atom));
        found.map_or(Exponent::ZERO, |(_, exponent)| *exponent)
    }

    /// The only key with its exponent, where there is one.
    pub(crate) fn only(&self) -> Option<(PowerBase, Exponent)> {
        if let [only] = self.0[..] { Some(only) } else { None }
    }

    pub(crate) fn without(&self, atom: u16) -> Self {
        Self(self.0.iter().copied().filter(|(key, _)| *key != PowerBase::Atom(atom)).collect())
    }

    /// Its power, and the rational that comes out of it.
    fn power(&self, exponent: Exponent) -> Option<(Self, Option<Rational>)> {
        let (mut power, mut factor) = (Self::default(), None);
        for (key, own) in self.powers() {
            power.push(key, own.times(exponent)?, &mut factor)?;
        }
        Some((power, factor))
    }

    /// One power more, behind all others; its value as a rational goes into the factor.
    fn push(
        &mut self,
        key: PowerBase,
        mut exponent: Exponent,
        factor: &mut Option<Rational>,
    ) -> Option<()> {
        let whole = exponent.floor();
        if let (PowerBase::Prime(prime), true) = (key, whole != 0) {
            exponent = exponent.minus(Exponent::whole(whole))?;
            let power = Rational::from(prime).pow(whole.unsigned_abs());
            let power = if whole < 0 { power.recip()? } else { power };
            *factor = Some(factor.take().unwrap_or_else(Rational::one) * power);
        }
        if !exponent.is_zero() {
            self.0.push((key, exponent));
        }
        Some(())
    }
}

impl Factors for Monomial {
    fn product(&self, other: &Self) -> Option<(Self, Option<Rational>)> {
        let (mut product, mut factor) = (Self::default(), None);
        let (mut left, mut right) = (self.powers().peekable(), other.powers().peekable());
        loop {
            let (key, exponent) = match (left.peek(), right.peek()) {
                (None, None) => return Some((product, factor)),
                (Some((a, _)), Some((b, _))) if a == b => {
                    let ((key, one), (_, other)) = (left.next()?, right.next()?);
                    (key, one.plus(other)?)
                }
                (Some((a, _)), Some((b, _))) if a < b => left.next()?,
                (Some(_), None) => left.next()?,
                _ => right.next()?,
            };
            product.push(key, exponent, &mut factor)?;
        }
    }
}

/// A sum of monomials with coefficients, none of which is 0.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Poly(Terms<Monomial>);

impl Deref for Poly {
    type Target = Terms<Monomial>;
    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl Poly {
    pub(crate) fn number(number: impl Into<Rational>) -> Self {
        Self(Terms::number(number))
    }

    pub(crate) fn term(monomial: Monomial, coefficient: Rational) -> Self {
        Self(Terms::term(monomial, coefficient))
    }

    pub(crate) fn scaled(&self, by: &Rational) -> Self {
        Self(self.0.scaled(by))
    }

    pub(crate) fn one() -> Self {
        Self::number(1)
    }

    /// A key to a power, which for a prime may be a number altogether.
    pub(crate) fn power_of(key: PowerBase, exponent: Exponent) -> Result<Self, Stop> {
        if matches!(key, PowerBase::Prime(_)) && exponent.floor().unsigned_abs() > 10_000 {
            return Err(too_large());
        }
        let (mut power, mut factor) = (Monomial::default(), None);
        power.push(key, exponent, &mut factor).ok_or_else(too_large)?;
        Ok(Self::term(power, factor.unwrap_or_else(Rational::one)))
    }

    pub(crate) fn is_one(&self) -> bool {
        self.as_number().is_some_and(|number| number.is_one())
    }

    /// The atoms that occur, in order.
    pub(crate) fn atoms(&self) -> Vec<u16> {
        let mut atoms: Vec<u16> = self.terms().flat_map(|(monomial, _)| monomial.atoms()).collect();
        atoms.sort_unstable();
        atoms.dedup();
        atoms
    }

    pub(crate) fn plus(self, other: &Self) -> Result<Self, Stop> {
        Self(self.0 + other).within_limits()
    }

    pub(crate) fn minus(self, other: &Self) -> Result<Self, Stop> {
        Self(self.0 - other).within_limits()
    }

    pub(crate) fn times(&self, other: &Self) -> Result<Self, Stop> {
        if self.is_one() {
            return Ok(other.clone());
        }
        if other.is_one() {
            return Ok(self.clone());
        }
        if self.len() * other.len() > 40 * MOST_TERMS {
            return Err(too_large());
        }
        Self(self.multiplied(other, usize::MAX).ok_or_else(too_large)?).within_limits()
    }

    pub(crate) fn to_the(&self, exponent: u32) -> Result<Self, Stop> {
        if self.len() > 1 && exponent > 200 {
            return Err(too_large());
        }
        let mut power = Self::one();
        for _ in 0..exponent {
            power = power.times(self)?;
        }
        Ok(power)
    }

    /// A monomial to any power; its coefficient is left to the caller.
    pub(crate) fn monomial_power(monomial: &Monomial, exponent: Exponent) -> Result<Self, Stop> {
        let (power, factor) = monomial.power(exponent).ok_or_else(too_large)?;
        Ok(Self::term(power, factor.unwrap_or_else(Rational::one)))
    }

    /// One over a single term.
    pub(crate) fn recip_of_term(&self) -> Option<Self> {
        let (monomial, number) = self.only_term()?;
        let (power, factor) = monomial.power(Exponent::whole(-1))?;
        let number = number.recip()?;
        Some(Self::term(power, number * factor.unwrap_or_else(Rational::one)))
    }

    /// The quotient, where it is a polynomial again and found without much ado.
    pub(crate) fn divided_by(&self, other: &Self) -> Option<Self> {
        // It only makes forms smaller, so that it may not cost much.
        if self.len() * other.len() > 4000 {
            return None;
        }
        let (first, number) = other.terms().next_back()?;
        let lead = Self::term(first.clone(), number.clone()).recip_of_term()?;
        let (mut rest, mut quotient) = (self.clone(), Self::default());
        // Leading terms sink with every step; with negative exponents they may do so for ever.
        for _ in 0..self.len() + 64 {
            let Some((monomial, number)) = rest.terms().next_back() else {
                return Some(quotient);
            };
            let step = Self::term(monomial.clone(), number.clone()).times(&lead).ok()?;
            rest = rest.minus(&step.times(other).ok()?).ok()?;
            quotient = quotient.plus(&step).ok()?;
            if rest.len() > 2 * (self.len() + other.len()) + 16 {
                return None;
            }
        }
        None
    }

    fn within_limits(self) -> Result<Self, Stop> {
        let small = self.len() <= MOST_TERMS
            && !work::is_over()
            && self.terms().all(|(_, number)| number.bits() <= MOST_BITS);
        if small { Ok(self) } else { Err(too_large()) }
    }
}

/// A fraction in lowest terms with a positive denominator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Exponent {
    above: i32,
    below: i32,
}

impl Exponent {
    pub(crate) const ZERO: Self = Self::whole(0);
    pub(crate) const ONE: Self = Self::whole(1);

    pub(crate) const fn whole(number: i32) -> Self {
        Self { above: number, below: 1 }
    }

    /// Nothing where it is too large, or divided by zero.
    pub(crate) fn new(above: i64, below: i64) -> Option<Self> {
        if below == 1 {
            return Some(Self { above: i32::try_from(above).ok()?, below: 1 });
        }
        let divisor = i64::try_from(gcd(above.unsigned_abs(), below.unsigned_abs())).ok()?;
        if below == 0 || divisor == 0 {
            return None;
        }
        let divisor = if below < 0 { -divisor } else { divisor };
        let above = i32::try_from(above / divisor).ok()?;
        Some(Self { above, below: i32::try_from(below / divisor).ok()? })
    }

    pub(crate) fn of(number: &Rational) -> Option<Self> {
        let (above, below) = (number.numerator().to_i64()?, number.denominator().to_i64()?);
        Self::new(above, below)
    }

    pub(crate) fn plus(self, other: Self) -> Option<Self> {
        if self.below == 1 && other.below == 1 {
            return Some(Self::whole(self.above.checked_add(other.above)?));
        }
        let (a, b) = (i64::from(self.above), i64::from(self.below));
        let (c, d) = (i64::from(other.above), i64::from(other.below));
        Self::new((a * d).checked_add(c * b)?, b * d)
    }

    pub(crate) fn times(self, other: Self) -> Option<Self> {
        let (a, b) = (i64::from(self.above), i64::from(self.below));
        let (c, d) = (i64::from(other.above), i64::from(other.below));
        Self::new(a * c, b * d)
    }

    pub(crate) fn minus(self, other: Self) -> Option<Self> {
        self.plus(other.times(Self::whole(-1))?)
    }

    pub(crate) fn is_zero(self) -> bool {
        self.above == 0
    }

    pub(crate) fn is_whole(self) -> bool {
        self.below == 1
    }

    pub(crate) fn is_negative(self) -> bool {
        self.above < 0
    }

    /// The greatest whole number that is not above it.
    pub(crate) fn floor(self) -> i32 {
        self.above.div_euclid(self.below)
    }

    /// Its value where that is a whole number.
    pub(crate) fn to_whole(self) -> Option<i32> {
        self.is_whole().then_some(self.above)
    }

    pub(crate) fn below(self) -> i32 {
        self.below
    }

    pub(crate) fn rational(self) -> Rational {
        // A denominator is never zero.
        Rational::ratio(self.above, self.below).unwrap_or_default()
    }
}

impl PartialOrd for Exponent {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Exponent {
    fn cmp(&self, other: &Self) -> Ordering {
        let left = i64::from(self.above) * i64::from(other.below);
        left.cmp(&(i64::from(other.above) * i64::from(self.below)))
    }
}
