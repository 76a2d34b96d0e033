//! Sums of terms with exact coefficients, kept so that equal sums are equal maps.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::iter::Sum;
use std::ops::{Add, Sub};

use super::{Rational, work};

/// The factor after a coefficient; the default is 1.
pub trait Factors: Clone + Default + Ord {
    /// The product, and its numeric factor, if any: `2^(1/2) 2^(1/2)` is 2. Nothing if an exponent becomes
    /// too large.
    fn product(&self, other: &Self) -> Option<(Self, Option<Rational>)>;
}

/// The maximum exponent of [`powers`].
pub const MOST_EXPONENT: i64 = 64;

/// A product of whole powers times a power of another; nothing if an exponent becomes too large. No exponent is 0.
pub fn powers<K: Clone + Ord>(
    one: &BTreeMap<K, i64>,
    other: &BTreeMap<K, i64>,
    power: i64,
) -> Option<BTreeMap<K, i64>> {
    let mut product = one.clone();
    for (factor, exponent) in other {
        let sum = product.remove(factor).unwrap_or(0) + exponent * power;
        if sum.abs() > MOST_EXPONENT {
            return None;
        }
        if sum != 0 {
            product.insert(factor.clone(), sum);
        }
    }
    Some(product)
}

impl<K: Clone + Ord> Factors for BTreeMap<K, i64> {
    fn product(&self, other: &Self) -> Option<(Self, Option<Rational>)> {
        Some((powers(self, other, 1)?, None))
    }
}

/// A sum of terms, in which no coefficient is 0.
///
/// Two sums with the same terms are equal, whatever values their factors have.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Terms<F: Ord>(BTreeMap<F, Rational>);

impl<F: Factors> Terms<F> {
    /// 0.
    pub fn zero() -> Self {
        Self::default()
    }

    /// A number.
    pub fn number(number: impl Into<Rational>) -> Self {
        Self::term(F::default(), number.into())
    }

    /// A single term.
    pub fn term(factors: F, coefficient: Rational) -> Self {
        let mut sum = Self::default();
        sum.add_term(factors, coefficient);
        sum
    }

    /// Is it 0?
    pub fn is_zero(&self) -> bool {
        self.0.is_empty()
    }

    /// How many terms it has.
    #[expect(clippy::len_without_is_empty, reason = "a sum without terms is 0: `is_zero`")]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Factors with their coefficients, in order.
    pub fn terms(&self) -> impl DoubleEndedIterator<Item = (&F, &Rational)> {
        self.0.iter()
    }

    /// The sum as a number, if it is one.
    pub fn as_number(&self) -> Option<Rational> {
        match self.0.len() {
            0 => Some(Rational::zero()),
            1 => self.0.get(&F::default()).cloned(),
            _ => None,
        }
    }

    /// The constant term.
    pub fn constant(&self) -> Rational {
        self.0.get(&F::default()).cloned().unwrap_or_else(Rational::zero)
    }

    /// Its only term, if it has exactly one.
    pub fn only_term(&self) -> Option<(&F, &Rational)> {
        self.0.first_key_value().filter(|_| self.0.len() == 1)
    }

    /// Adds a term.
    pub fn add_term(&mut self, factors: F, coefficient: Rational) {
        work::count(2);
        match self.0.entry(factors) {
            Entry::Vacant(entry) => {
                if !coefficient.is_zero() {
                    entry.insert(coefficient);
                }
            }
            Entry::Occupied(mut entry) => {
                *entry.get_mut() += coefficient;
                if entry.get().is_zero() {
                    entry.remove();
                }
            }
        }
    }

    /// Each coefficient times a number.
    #[must_use]
    pub fn scaled(&self, by: &Rational) -> Self {
        if by.is_zero() {
            return Self::default();
        }
        Self(self.0.iter().map(|(factors, number)| (factors.clone(), number * by)).collect())
    }

    /// The product; nothing if it has more than `most` terms on the way, or is more work than is left.
    pub fn multiplied(&self, other: &Self, most: usize) -> Option<Self> {
        let mut product = Self::default();
        for (left, one) in &self.0 {
            for (right, two) in &other.0 {
                let (factors, number) = left.product(right)?;
                let coefficient = one * two;
                product.add_term(
                    factors,
                    match number {
                        Some(number) => coefficient * number,
                        None => coefficient,
                    },
                );
            }
            if product.len() > most || work::is_over() {
                return None;
            }
        }
        Some(product)
    }
}

impl<F: Factors> Add<&Self> for Terms<F> {
    type Output = Self;
    fn add(mut self, other: &Self) -> Self {
        for (factors, number) in &other.0 {
            self.add_term(factors.clone(), number.clone());
        }
        self
    }
}

impl<F: Factors> Sum for Terms<F> {
    fn sum<I: Iterator<Item = Self>>(terms: I) -> Self {
        terms.fold(Self::zero(), |sum, term| sum + &term)
    }
}

impl<F: Factors> Sub<&Self> for Terms<F> {
    type Output = Self;
    fn sub(mut self, other: &Self) -> Self {
        for (factors, number) in &other.0 {
            self.add_term(factors.clone(), -number);
        }
        self
    }
}

/// The sign before a term of a sum. The first term has a sign only if it is negative.
pub fn sign_before(place: usize, negative: bool) -> &'static str {
    match (place, negative) {
        (0, false) => "",
        (0, true) => "-",
        (_, false) => " + ",
        (_, true) => " - ",
    }
}
