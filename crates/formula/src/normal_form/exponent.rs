//! Exponents: small fractions with checked arithmetic.

use std::cmp::Ordering;

use hockney_base::number::{Rational, gcd};

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
