//! Comparison and rounding of numbers, decided by exact bounds that are narrowed until they agree, never by floating
//! point: are two values equal, and in which terms do they differ?

use std::cmp::Ordering;

use super::monomial::{Atom, symbols};
use crate::{Value, ValueError};
use hockney_base::number::{Rational, work};

/// How near the bounds are taken, in bits, before a question is given up.
const BITS: [u32; 6] = [32, 64, 128, 256, 512, 1024];

impl Value {
    /// The sign; `None` for values with symbols and for undecided cases.
    pub fn sign(&self) -> Option<Ordering> {
        if let Some(number) = self.as_rational() {
            return Some(number.cmp(&Rational::zero()));
        }
        // Every atom is positive: where all numbers before them are, no bounds are needed.
        let all = |is: fn(&Rational) -> bool| {
            self.is_constant() && self.sum.terms().all(|(_, number)| is(number))
        };
        if all(Rational::is_positive) {
            return Some(Ordering::Greater);
        }
        if all(Rational::is_negative) {
            return Some(Ordering::Less);
        }
        BITS.iter().find_map(|&bits| {
            let (low, high) = self.bounds(bits)?;
            if low.is_positive() {
                Some(Ordering::Greater)
            } else if high.is_negative() {
                Some(Ordering::Less)
            } else {
                None
            }
        })
    }

    /// The greatest whole number that is not above it.
    pub fn floor(&self) -> Result<Rational, ValueError> {
        self.constant()?;
        if let Some(number) = self.as_rational() {
            return Ok(number.floor());
        }
        let agreed = BITS.iter().find_map(|&bits| {
            let (low, high) = self.bounds(bits)?;
            let floor = low.floor();
            (floor == high.floor()).then_some(floor)
        });
        agreed.ok_or_else(|| self.open())
    }

    /// Why bounds did not decide a question about it.
    fn open(&self) -> ValueError {
        if work::is_over() { ValueError::TooLarge } else { ValueError::Undecided(self.to_string()) }
    }

    /// The least whole number that is not below it.
    pub fn ceil(&self) -> Result<Rational, ValueError> {
        self.constant()?;
        // ceil(x) = -floor(-x)
        Ok(-(-self.clone()).floor()?)
    }

    /// How two numbers compare.
    pub fn order(&self, other: &Self) -> Result<Ordering, ValueError> {
        let difference = self.constant()?.clone() - other.constant()?.clone();
        difference.sign().ok_or_else(|| difference.open())
    }

    /// Is it surely not 0? True for some coefficient is enough.
    ///
    /// - Without logarithms: products of fractional powers of different primes are linearly
    ///   independent over the rationals (Besicovitch 1940), so no form but the empty one is 0.
    /// - With one logarithm of a prime, whatever its powers: it is transcendental
    ///   (Gelfond-Schneider; Lindemann for ln 2), so no polynomial in it with algebraic coefficients is 0.
    /// - With several to base 2, each to the first power and not multiplied: 1 and they are linearly
    ///   independent over the algebraic numbers (Baker 1966).
    /// - Otherwise bounds may keep away from 0. Whether products of different logarithms can
    ///   cancel is an open question of mathematics.
    pub(super) fn surely_not_zero(&self) -> bool {
        self.powers().into_iter().any(|powers| {
            let coefficient = self.coefficient(powers);
            coefficient.independent() || coefficient.sign().is_some_and(Ordering::is_ne)
        })
    }

    /// Is it different from 0 by the theorems above?
    fn independent(&self) -> bool {
        let mut logs: Vec<Atom> = Vec::new();
        let mut linear = true;
        for (monomial, _) in self.sum.terms() {
            let mut degree = 0;
            for (log, exponent) in monomial.logs() {
                logs.push(log);
                linear &= exponent.is_one() && log != Atom::Ln2;
                degree += 1;
            }
            linear &= degree <= 1;
        }
        logs.sort_unstable();
        logs.dedup();
        !self.is_zero() && (logs.len() <= 1 || linear)
    }

    /// Rationals around it, nearer for more bits; nothing with symbols, and where that is too
    /// much work.
    pub fn bounds(&self, bits: u32) -> Option<(Rational, Rational)> {
        let (mut low, mut high) = (Rational::zero(), Rational::zero());
        if !self.is_constant() {
            return None;
        }
        for (monomial, number) in self.sum.terms() {
            if work::is_over() {
                return None;
            }
            // Every atom is positive, so products of bounds are bounds of products.
            let (mut least, mut most) = (Rational::one(), Rational::one());
            for (atom, exponent) in &monomial.atoms {
                let (below, above) = atom_bounds(*atom, exponent, bits)?;
                least *= below;
                most *= above;
            }
            if number.is_negative() {
                (least, most) = (most, least);
            }
            low += number * &least;
            high += number * &most;
        }
        Some((low, high))
    }
}

fn atom_bounds(atom: Atom, exponent: &Rational, bits: u32) -> Option<(Rational, Rational)> {
    match atom {
        Atom::Root(prime) => {
            let (n, k) = (exponent.numerator().to_u64()?, exponent.denominator().to_u64()?);
            let (n, k) = (u32::try_from(n).ok()?, u32::try_from(k).ok()?);
            // The root is taken of a number of that many bits.
            if u64::from(k) * u64::from(bits + 64) > 1 << 18 {
                return None;
            }
            Rational::from(prime).pow(n).root_bounds(k, bits)
        }
        Atom::Log(_) | Atom::Ln2 => {
            let (low, high) = match atom {
                Atom::Log(prime) => Rational::from(prime).log2_bounds(bits)?,
                _ => Rational::ln2_bounds(bits),
            };
            let size = u32::try_from(exponent.abs().to_u64()?).ok()?;
            if u64::from(size) * u64::from(bits) > 1 << 16 {
                return None;
            }
            let (low, high) = (low.pow(size), high.pow(size));
            if exponent.is_negative() {
                Some((high.recip()?, low.recip()?))
            } else {
                Some((low, high))
            }
        }
    }
}

/// The answer to whether two values are equal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// Equal for all t_s, t_w, t_h and m.
    Equal,
    /// Different.
    Different {
        /// Where they differ, t_s first.
        terms: Vec<TermDifference>,
    },
    /// Undecided, with the reason.
    Undecided(String),
}

/// A term in which two values differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TermDifference {
    /// The symbols: `t_s`, `m t_w`, `1` for a number.
    pub term: String,
    /// The coefficient on the left.
    pub left: Value,
    /// The coefficient on the right.
    pub right: Value,
}

/// Compares two values as polynomials in t_s, t_w, t_h and m.
///
/// Equal forms are equal values. Different forms are different values where a theorem or exact
/// bounds prove it; otherwise the result is undecided.
pub fn compare(left: &Value, right: &Value) -> Comparison {
    let difference = left.clone() - right.clone();
    if difference.is_zero() {
        return Comparison::Equal;
    }
    let powers = difference.powers();
    let (sure, open): (Vec<_>, Vec<_>) =
        powers.into_iter().partition(|&powers| difference.coefficient(powers).surely_not_zero());
    if let (true, Some(&powers)) = (sure.is_empty(), open.first()) {
        return Comparison::Undecided(format!(
            "it is not known whether {} is 0: products of different logarithms may cancel",
            difference.coefficient(powers)
        ));
    }
    let terms = sure.into_iter().map(|powers| TermDifference {
        term: symbols(powers),
        left: left.coefficient(powers),
        right: right.coefficient(powers),
    });
    Comparison::Different { terms: terms.collect() }
}
