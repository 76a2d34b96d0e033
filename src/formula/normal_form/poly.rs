//! Polynomials with rational coefficients and exponents that may be negative or fractions.
//!
//! They know nothing about what their keys stand for, but that a prime to a power is a number:
//! `2^(1/2) 2^(1/2)` is 2. So two polynomials with the same terms are the same function, whatever
//! the other keys mean.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use smallvec::SmallVec;

use super::exponent::Exponent;
use super::{Stop, too_large};
use crate::number::{Rational, add_term};

/// The most terms that a polynomial may have.
const MOST_TERMS: usize = 1500;
/// The most bits of a coefficient.
const MOST_BITS: u64 = 20_000;

/// What is raised to a power in a monomial.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Key {
    /// An atom, by its number in a table.
    Atom(u16),
    /// A prime; its exponents lie strictly between 0 and 1.
    Prime(u32),
}

/// A product of powers: keys in order, none with exponent 0.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Monomial(SmallVec<[(Key, Exponent); 4]>);

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

    pub(crate) fn powers(&self) -> impl Iterator<Item = (Key, Exponent)> + '_ {
        self.0.iter().copied()
    }

    /// The exponent of an atom, 0 where it does not occur.
    pub(crate) fn exponent(&self, atom: u16) -> Exponent {
        let found = self.0.iter().find(|(key, _)| *key == Key::Atom(atom));
        found.map_or(Exponent::ZERO, |(_, exponent)| *exponent)
    }

    /// The only key with its exponent, where there is one.
    pub(crate) fn only(&self) -> Option<(Key, Exponent)> {
        if let [only] = self.0[..] { Some(only) } else { None }
    }

    pub(crate) fn without(&self, atom: u16) -> Self {
        Self(self.0.iter().copied().filter(|(key, _)| *key != Key::Atom(atom)).collect())
    }

    /// The product, and the rational that comes out of it.
    fn times(&self, other: &Self) -> Option<(Self, Option<Rational>)> {
        if self.is_one() {
            return Some((other.clone(), None));
        }
        if other.is_one() {
            return Some((self.clone(), None));
        }
        let mut product = SmallVec::new();
        let mut factor = None;
        let (mut left, mut right) = (self.0.iter().peekable(), other.0.iter().peekable());
        loop {
            let (key, exponent) = match (left.peek(), right.peek()) {
                (None, None) => break,
                (Some(&&(a, one)), Some(&&(b, two))) if a == b => {
                    left.next();
                    right.next();
                    (a, one.plus(two)?)
                }
                (Some(&&power), Some(&&(b, _))) if power.0 < b => {
                    left.next();
                    power
                }
                (Some(&&power), None) => {
                    left.next();
                    power
                }
                (_, Some(&&power)) => {
                    right.next();
                    power
                }
            };
            push(&mut product, key, exponent, &mut factor)?;
        }
        Some((Self(product), factor))
    }

    /// Its power, and the rational that comes out of it.
    fn power(&self, exponent: Exponent) -> Option<(Self, Option<Rational>)> {
        let mut power = SmallVec::new();
        let mut factor = None;
        for &(key, own) in &self.0 {
            push(&mut power, key, own.times(exponent)?, &mut factor)?;
        }
        Some((Self(power), factor))
    }
}

fn push(
    powers: &mut SmallVec<[(Key, Exponent); 4]>,
    key: Key,
    mut exponent: Exponent,
    factor: &mut Option<Rational>,
) -> Option<()> {
    if let Key::Prime(prime) = key {
        let whole = exponent.floor();
        if whole != 0 {
            exponent = exponent.minus(Exponent::whole(whole))?;
            let power = Rational::from(prime).pow(whole.unsigned_abs());
            let power = if whole < 0 { power.recip()? } else { power };
            let before = factor.take().unwrap_or_else(Rational::one);
            *factor = Some(before * power);
        }
    }
    if !exponent.is_zero() {
        powers.push((key, exponent));
    }
    Some(())
}

/// A sum of monomials with coefficients, none of which is 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Poly {
    terms: BTreeMap<Monomial, Rational>,
}

impl Poly {
    pub(crate) fn number(number: impl Into<Rational>) -> Self {
        Self::term(Monomial::default(), number.into())
    }

    pub(crate) fn one() -> Self {
        Self::number(1)
    }

    pub(crate) fn term(monomial: Monomial, number: Rational) -> Self {
        let mut poly = Self::default();
        poly.add_term(monomial, number);
        poly
    }

    /// A key to a power, which for a prime may be a number altogether.
    pub(crate) fn power_of(key: Key, exponent: Exponent) -> Result<Self, Stop> {
        let mut powers = SmallVec::new();
        let mut factor = None;
        if let Key::Prime(_) = key
            && exponent.floor().unsigned_abs() > 10_000
        {
            return Err(too_large());
        }
        push(&mut powers, key, exponent, &mut factor).ok_or_else(too_large)?;
        Ok(Self::term(Monomial(powers), factor.unwrap_or_else(Rational::one)))
    }

    pub(crate) fn is_zero(&self) -> bool {
        self.terms.is_empty()
    }

    pub(crate) fn is_one(&self) -> bool {
        self.as_number().is_some_and(|number| number.is_one())
    }

    pub(crate) fn len(&self) -> usize {
        self.terms.len()
    }

    pub(crate) fn terms(&self) -> impl DoubleEndedIterator<Item = (&Monomial, &Rational)> {
        self.terms.iter()
    }

    /// The rational that it is, where it is one.
    pub(crate) fn as_number(&self) -> Option<Rational> {
        let mut terms = self.terms.iter();
        match (terms.next(), terms.next()) {
            (None, _) => Some(Rational::zero()),
            (Some((monomial, number)), None) if monomial.is_one() => Some(number.clone()),
            _ => None,
        }
    }

    /// The only term, where there is one.
    pub(crate) fn only_term(&self) -> Option<(&Monomial, &Rational)> {
        let mut terms = self.terms.iter();
        terms.next().filter(|_| terms.next().is_none())
    }

    /// The atoms that occur, in order.
    pub(crate) fn atoms(&self) -> Vec<u16> {
        let keys = self.terms.keys().flat_map(Monomial::powers);
        let mut atoms: Vec<u16> = keys
            .filter_map(|(key, _)| if let Key::Atom(atom) = key { Some(atom) } else { None })
            .collect();
        atoms.sort_unstable();
        atoms.dedup();
        atoms
    }

    fn add_term(&mut self, monomial: Monomial, number: Rational) {
        add_term(&mut self.terms, monomial, number);
    }

    pub(crate) fn plus(mut self, other: &Self) -> Result<Self, Stop> {
        for (monomial, number) in &other.terms {
            self.add_term(monomial.clone(), number.clone());
        }
        self.within_limits()
    }

    pub(crate) fn minus(mut self, other: &Self) -> Result<Self, Stop> {
        for (monomial, number) in &other.terms {
            self.add_term(monomial.clone(), -number);
        }
        self.within_limits()
    }

    #[must_use]
    pub(crate) fn scaled(&self, by: &Rational) -> Self {
        if by.is_one() {
            return self.clone();
        }
        let terms = self.terms.iter().map(|(monomial, number)| (monomial.clone(), number * by));
        Self { terms: terms.filter(|(_, number)| !number.is_zero()).collect() }
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
        let mut product = Self::default();
        for (left, one) in &self.terms {
            for (right, two) in &other.terms {
                let (monomial, factor) = left.times(right).ok_or_else(too_large)?;
                let number = one * two;
                product.add_term(
                    monomial,
                    match factor {
                        Some(factor) => number * factor,
                        None => number,
                    },
                );
            }
        }
        product.within_limits()
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
        let (first, number) = other.terms.iter().next_back()?;
        let lead = Self::term(first.clone(), number.clone()).recip_of_term()?;
        let (mut rest, mut quotient) = (self.clone(), Self::default());
        // Leading terms sink with every step; with negative exponents they may do so for ever.
        for _ in 0..self.len() + 64 {
            let Some((monomial, number)) = rest.terms.iter().next_back() else {
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
        let small = self.terms.len() <= MOST_TERMS
            && self.terms.values().all(|number| number.bits() <= MOST_BITS);
        if small { Ok(self) } else { Err(too_large()) }
    }
}
