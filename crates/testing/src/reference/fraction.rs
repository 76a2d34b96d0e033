//! Exact fractions of 128-bit numbers, always in lowest terms, for counting words in units of m.

use std::cmp::Ordering;

use super::json::{Read, bad, digits, too_large};

/// `numerator / denominator`, in lowest terms, so that equality is equality.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fraction {
    /// Above the line.
    pub numerator: u128,
    /// Below the line, never 0.
    pub denominator: u128,
}

impl Fraction {
    /// Nothing.
    pub const ZERO: Self = Self { numerator: 0, denominator: 1 };

    /// Brings to lowest terms; the denominator is not 0.
    pub fn new(numerator: u128, denominator: u128) -> Self {
        let (mut a, mut b) = (numerator, denominator);
        while b > 0 {
            (a, b) = (b, a % b);
        }
        Self { numerator: numerator / a, denominator: denominator / a }
    }

    /// The sum.
    pub fn plus(self, other: Self) -> Read<Self> {
        let left = self.numerator.checked_mul(other.denominator);
        let right = other.numerator.checked_mul(self.denominator);
        let below = self.denominator.checked_mul(other.denominator);
        match (left.zip(right).and_then(|(left, right)| left.checked_add(right)), below) {
            (Some(above), Some(below)) => Ok(Self::new(above, below)),
            _ => too_large("a cost beyond 128 bits"),
        }
    }

    /// So many times.
    pub fn times(self, count: usize) -> Read<Self> {
        match self.numerator.checked_mul(count as u128) {
            Some(above) => Ok(Self::new(above, self.denominator)),
            None => too_large("a cost beyond 128 bits"),
        }
    }

    /// The product.
    pub fn by(self, other: Self) -> Read<Self> {
        let above = self.numerator.checked_mul(other.numerator);
        match above.zip(self.denominator.checked_mul(other.denominator)) {
            Some((above, below)) => Ok(Self::new(above, below)),
            None => too_large("a cost beyond 128 bits"),
        }
    }

    /// A part of it; `parts` is not 0.
    pub fn cut(self, parts: usize) -> Read<Self> {
        match self.denominator.checked_mul(parts as u128) {
            Some(below) => Ok(Self::new(self.numerator, below)),
            None => too_large("a cost beyond 128 bits"),
        }
    }

    /// Reads `3`, `3/4`, `0.75`: what a scale may be. A scale of nothing is refused.
    pub fn read(text: &str) -> Read<Self> {
        let (above, below) = if let Some((above, below)) = text.split_once('/') {
            (digits(above)?, digits(below)?)
        } else if let Some((above, after)) = text.split_once('.') {
            let places = u32::try_from(after.len()).unwrap_or(u32::MAX);
            let Some(below) = 10_usize.checked_pow(places) else {
                return too_large(format!("{text} has too many digits"));
            };
            let after = digits(&format!("1{after}"))?.wrapping_sub(below);
            match digits(above)?.checked_mul(below).and_then(|above| above.checked_add(after)) {
                Some(above) if places > 0 => (above, below),
                _ => return bad(format!("{text:?} is not a number")),
            }
        } else {
            (digits(text)?, 1)
        };
        if above == 0 || below == 0 {
            return bad(format!("{text:?} is not above nothing"));
        }
        Ok(Self::new(above as u128, below as u128))
    }
}

impl PartialOrd for Fraction {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Fraction {
    fn cmp(&self, other: &Self) -> Ordering {
        // Compared only within one phase, where both were made from the same unit: no overflow in reach.
        (self.numerator * other.denominator).cmp(&(other.numerator * self.denominator))
    }
}

impl std::fmt::Display for Fraction {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.denominator {
            1 => write!(out, "{}", self.numerator),
            below => write!(out, "{}/{below}", self.numerator),
        }
    }
}
