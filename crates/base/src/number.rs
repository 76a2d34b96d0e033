//! Exact rationals: the only number type behind costs, and the only file that uses the big-integer library
//! directly.
//!
//! There is no division operator, because division can fail: use [`Rational::checked_div`]. Nothing here is a
//! float, and nothing rounds.
//!
//! ```
//! use hockney_base::number::Rational;
//!
//! let third = Rational::ratio(1_u64, 3_u64).unwrap();
//! assert_eq!((&third + &third).to_string(), "2/3");
//! ```

mod bounds;
mod quantity;
mod terms;
#[cfg(test)]
mod tests;
mod text;
pub mod work;

use num_bigint::BigInt;
use num_integer::Integer;
pub use num_integer::gcd;
use num_rational::BigRational;
use num_traits::{Bounded, One, Signed, ToPrimitive, Unsigned, Zero};
pub use quantity::{
    Quantity, QuantityFault, RATES, SECOND, SIZES, TIMES, TimePerSize, Unit, is_rate,
};
use serde::{Serialize, Serializer};
use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Mul, MulAssign, Neg, Sub, SubAssign};
pub use terms::{Factors, MOST_EXPONENT, Terms, powers, sign_before};
pub use text::{MAX_DIGITS, NumberError, NumberErrorKind};

/// An exact rational number of any size, always in lowest terms.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Rational(BigRational);

impl Rational {
    /// 0.
    pub fn zero() -> Self {
        Self(BigRational::zero())
    }

    /// 1.
    pub fn one() -> Self {
        Self(BigRational::one())
    }

    /// `n / d`, or nothing where `d` is zero.
    pub fn ratio(n: impl Into<Self>, d: impl Into<Self>) -> Option<Self> {
        n.into().checked_div(&d.into())
    }

    /// 2 to the power `exponent`.
    pub fn power_of_two(exponent: u32) -> Self {
        Self::integer(BigInt::one() << exponent)
    }

    /// Is it 0?
    pub fn is_zero(&self) -> bool {
        self.0.is_zero()
    }

    /// Is it 1?
    pub fn is_one(&self) -> bool {
        self.0.is_one()
    }

    /// Is it a whole number?
    pub fn is_integer(&self) -> bool {
        self.0.is_integer()
    }

    /// Is it below 0?
    pub fn is_negative(&self) -> bool {
        self.0.is_negative()
    }

    /// Is it above 0?
    pub fn is_positive(&self) -> bool {
        self.0.is_positive()
    }

    /// The whole number above the line, in lowest terms; it carries the sign.
    #[must_use]
    pub fn numerator(&self) -> Self {
        Self::integer(self.0.numer().clone())
    }

    /// The whole number below the line, in lowest terms; at least 1.
    #[must_use]
    pub fn denominator(&self) -> Self {
        Self::integer(self.0.denom().clone())
    }

    /// The number of bits of numerator and denominator together, for limits on size.
    pub fn bits(&self) -> u64 {
        self.0.numer().bits() + self.0.denom().bits()
    }

    /// `self / other`, or nothing where `other` is zero.
    pub fn checked_div(&self, other: &Self) -> Option<Self> {
        work::divisor(self.bits().max(other.bits()));
        (!other.is_zero()).then(|| Self(&self.0 / &other.0))
    }

    /// The quotient of two whole numbers, where it is a whole number.
    pub fn exact_quotient(&self, other: &Self) -> Option<Self> {
        if other.is_zero() || !self.is_integer() || !other.is_integer() {
            return None;
        }
        work::product(self.bits(), other.bits());
        let (quotient, rest) = self.0.numer().div_rem(other.0.numer());
        rest.is_zero().then(|| Self::integer(quotient))
    }

    /// `1 / self`, or nothing for zero.
    pub fn recip(&self) -> Option<Self> {
        (!self.is_zero()).then(|| Self(self.0.recip()))
    }

    /// `self - other * floor(self / other)`, or nothing where `other` is zero.
    ///
    /// The result has the sign of `other`, as remainders in number theory have.
    pub fn modulo(&self, other: &Self) -> Option<Self> {
        let quotient = self.checked_div(other)?.floor();
        Some(self - &(other * &quotient))
    }

    /// `self` to a whole power; 0 to the power 0 is 1.
    ///
    /// The result has about `exponent` times as many digits. Check [`bits`](Self::bits) first for exponents
    /// from outside.
    #[must_use]
    pub fn pow(&self, exponent: u32) -> Self {
        // A bit less, so that powers of 1 stay short.
        let bits = self.bits().saturating_sub(2).saturating_mul(exponent.into());
        work::product(bits, bits);
        // A fraction in lowest terms stays so under powers; `new_raw` spares the gcd.
        let (n, d) = (self.0.numer().pow(exponent), self.0.denom().pow(exponent));
        Self(BigRational::new_raw(n, d))
    }

    /// A power of a whole number above 0.
    pub fn power(base: u32, exponent: i64) -> Self {
        let power = Self::from(base).pow(saturated(exponent.unsigned_abs()));
        if exponent < 0 { power.recip().unwrap_or_default() } else { power }
    }

    /// The absolute value.
    #[must_use]
    pub fn abs(&self) -> Self {
        Self(self.0.abs())
    }

    /// The greatest whole number that is not above it.
    #[must_use]
    pub fn floor(&self) -> Self {
        Self(self.0.floor())
    }

    /// The least whole number that is not below it.
    #[must_use]
    pub fn ceil(&self) -> Self {
        Self(self.0.ceil())
    }

    /// The value as a `u64`, where it is one.
    pub fn to_u64(&self) -> Option<u64> {
        if self.is_integer() { self.0.numer().to_u64() } else { None }
    }

    /// The whole part as a `u64`: 0 below zero, and the greatest for what is greater.
    pub fn clamped(&self) -> u64 {
        if self.is_negative() { 0 } else { self.0.to_integer().to_u64().unwrap_or(u64::MAX) }
    }

    /// The value as an `i64`, where it is one.
    pub fn to_i64(&self) -> Option<i64> {
        if self.is_integer() { self.0.numer().to_i64() } else { None }
    }

    /// The exponent of the largest power of two that is not above it; nothing unless positive.
    ///
    /// `floor_log2(1/3)` is -2, because 1/4 <= 1/3 < 1/2.
    pub fn floor_log2(&self) -> Option<i64> {
        if !self.is_positive() {
            return None;
        }
        let (n, d) = (self.0.numer(), self.0.denom());
        let guess = i64::try_from(n.bits()).ok()? - i64::try_from(d.bits()).ok()?;
        // 2^(a-1) <= n < 2^a and 2^(b-1) <= d < 2^b put n/d between 2^(a-b-1) and 2^(a-b+1).
        let reached = if guess >= 0 { *n >= d << guess } else { n << -guess >= *d };
        Some(if reached { guess } else { guess - 1 })
    }

    /// The exponent of the least power of two that is not below it; nothing unless positive.
    ///
    /// On a whole number p this is the number of rounds in which doubling reaches p nodes.
    pub fn ceil_log2(&self) -> Option<i64> {
        // ceil(x) = -floor(-x), and -log2(x) = log2(1/x).
        Some(-self.recip()?.floor_log2()?)
    }

    /// The greatest whole number whose `k`-th power is not above it; nothing below zero or for
    /// `k` = 0.
    pub fn floor_root(&self, k: u32) -> Option<Self> {
        if self.is_negative() || k == 0 {
            return None;
        }
        for _ in 0..8 {
            work::product(self.bits(), self.bits());
        }
        // x^k <= q holds for a whole x exactly when x^k <= floor(q).
        Some(Self::integer(self.0.floor().numer().nth_root(k)))
    }

    /// The rational whose `k`-th power it is, where there is one; the one that is not negative.
    pub fn exact_root(&self, k: u32) -> Option<Self> {
        let n = self.numerator().floor_root(k)?;
        let d = self.denominator().floor_root(k)?;
        let root = n.checked_div(&d)?;
        (root.pow(k) == *self).then_some(root)
    }

    /// The greatest common divisor of two whole numbers, at least 0; nothing for fractions.
    pub fn gcd(&self, other: &Self) -> Option<Self> {
        work::divisor(self.bits().max(other.bits()));
        let whole = self.is_integer() && other.is_integer();
        whole.then(|| Self::integer(self.0.numer().gcd(other.0.numer())))
    }

    /// The value written as a decimal, where that is exact and short: `10.5`, `0.000001`.
    ///
    /// Short is at most 12 places after the point; whole numbers are written in full.
    pub fn decimal(&self) -> Option<String> {
        const PLACES: u32 = 12;
        let places = (0..=PLACES).find(|&k| (self * &Self::from(10).pow(k)).is_integer())?;
        let digits = (self.abs() * Self::from(10).pow(places)).to_string();
        let width = places as usize;
        let digits = format!("{digits:0>least$}", least = width + 1);
        let (whole, rest) = digits.split_at(digits.len() - width);
        let sign = if self.is_negative() { "-" } else { "" };
        let point = if rest.is_empty() { "" } else { "." };
        Some(format!("{sign}{whole}{point}{rest}"))
    }

    /// A whole number over `2^bits`, rounded down.
    fn shifted_down(&self, bits: u32) -> Self {
        Self::integer(self.0.numer() >> bits)
    }

    /// A whole number over `2^bits`, rounded up.
    fn shifted_up(&self, bits: u32) -> Self {
        // A shift rounds down, and ceil(x) = -floor(-x).
        Self::integer(-(-self.0.numer() >> bits))
    }

    fn integer(n: BigInt) -> Self {
        Self(BigRational::from_integer(n))
    }

    /// A whole number from ASCII digits; nothing for other text.
    fn from_digits(digits: &str) -> Option<Self> {
        BigInt::parse_bytes(digits.as_bytes(), 10).map(Self::integer)
    }
}

/// Exact: `3`, `-21/2`. With a precision, so many significant digits: `{:.6}` writes `-10.5`.
impl fmt::Display for Rational {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        work::product(self.bits(), self.bits());
        match f.precision() {
            None => self.0.fmt(f),
            Some(digits) => f.write_str(&self.significant(saturated(digits))),
        }
    }
}

/// As displayed, for readable test failures.
impl fmt::Debug for Rational {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// As a string, so that no reader turns it into a float.
impl Serialize for Rational {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

macro_rules! from_integers {
    ($($integer:ty)*) => { $(
        impl From<$integer> for Rational {
            fn from(n: $integer) -> Self {
                Self::integer(BigInt::from(n))
            }
        }
    )* };
}
from_integers!(i32 u32 i64 u64 i128 u128 usize);

/// Defines an operator for values and references, so that callers clone only values that they keep.
macro_rules! operator {
    ($trait:ident $method:ident $assign:ident $assign_method:ident) => {
        impl $trait<&Rational> for &Rational {
            type Output = Rational;
            fn $method(self, other: &Rational) -> Rational {
                // Most numbers here are whole, and whole numbers need no common denominator.
                if self.is_integer() && other.is_integer() {
                    work::product(self.bits(), other.bits());
                    return Rational::integer(self.0.numer().$method(other.0.numer()));
                }
                work::divisor(self.bits().max(other.bits()));
                Rational((&self.0).$method(&other.0))
            }
        }
        impl $trait<Rational> for &Rational {
            type Output = Rational;
            fn $method(self, other: Rational) -> Rational {
                self.$method(&other)
            }
        }
        impl $trait<&Rational> for Rational {
            type Output = Rational;
            fn $method(self, other: &Rational) -> Rational {
                (&self).$method(other)
            }
        }
        impl $trait for Rational {
            type Output = Rational;
            fn $method(self, other: Rational) -> Rational {
                (&self).$method(&other)
            }
        }
        impl $assign<&Rational> for Rational {
            fn $assign_method(&mut self, other: &Rational) {
                *self = (&*self).$method(other);
            }
        }
        impl $assign for Rational {
            fn $assign_method(&mut self, other: Rational) {
                *self = (&*self).$method(&other);
            }
        }
    };
}
operator!(Add add AddAssign add_assign);
operator!(Sub sub SubAssign sub_assign);
operator!(Mul mul MulAssign mul_assign);

impl Neg for Rational {
    type Output = Self;
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Neg for &Rational {
    type Output = Rational;
    fn neg(self) -> Rational {
        Rational(-&self.0)
    }
}

impl Sum for Rational {
    fn sum<I: Iterator<Item = Self>>(numbers: I) -> Self {
        numbers.fold(Self::zero(), |total, number| total + number)
    }
}

impl<'a> Sum<&'a Rational> for Rational {
    fn sum<I: Iterator<Item = &'a Self>>(numbers: I) -> Self {
        numbers.fold(Self::zero(), |total, number| total + number)
    }
}

/// The remainder of a division by a number of 32 bits; 0 if that is 0.
#[allow(clippy::cast_possible_truncation, reason = "a remainder is below the number that divides")]
pub fn remainder(number: u64, by: u32) -> u32 {
    number.checked_rem(by.into()).unwrap_or_default() as u32
}

/// `3 steps`, `1 message`
pub fn counted(number: u128, one: &str) -> String {
    format!("{number} {one}{}", if number == 1 { "" } else { "s" })
}

/// A number in a type that may be narrower, where more than the type has means the same as the greatest that it has:
/// for limits, for amounts that a limit refuses, and for numbers of nodes and steps, which a limit has let pass.
pub fn saturated<To: Bounded>(number: impl Unsigned + TryInto<To>) -> To {
    number.try_into().unwrap_or_else(|_| To::max_value())
}

/// A number as an index or a length. What is beyond the memory of the machine becomes the greatest index, which is
/// beyond every list.
pub fn index(number: u64) -> usize {
    saturated(number)
}
