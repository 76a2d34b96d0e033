//! Numbers rounded for people, and as doubles for programs that plot.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::One;

use super::{Rational, index, saturated};

impl Rational {
    /// The value with this many significant digits, rounded to the nearest, ties away from zero.
    ///
    /// Trailing zeros are dropped. A whole number up to 10^15 is written in full. Any other
    /// number below 10^-5, or with more digits before the point, has an exponent, such as `1.5e-9`.
    pub fn significant(&self, digits: u32) -> String {
        const WHOLE: u32 = 15;
        let most_whole = Self::from(10).pow(WHOLE);
        if self.is_zero() || (self.is_integer() && self.abs() <= most_whole) {
            return self.to_string();
        }
        let sign = if self.is_negative() { "-" } else { "" };
        let most = i64::from(digits.max(1));
        let (digits, exponent) = self.abs().leading_digits(most);
        let digits = digits.trim_end_matches('0');
        let places = |count: i64| index(count.unsigned_abs());
        let fraction =
            |digits: &str| if digits.is_empty() { String::new() } else { format!(".{digits}") };
        match exponent {
            -5..0 => format!("{sign}0.{}{digits}", "0".repeat(places(-exponent - 1))),
            0.. if exponent < most => {
                let (whole, rest) = digits.split_at(digits.len().min(places(exponent) + 1));
                format!("{sign}{whole:0<width$}{}", fraction(rest), width = places(exponent) + 1)
            }
            _ => {
                let (first, rest) = digits.split_at(1);
                format!("{sign}{first}{}e{exponent}", fraction(rest))
            }
        }
    }

    /// The first `count` digits of a positive number, rounded, and the power of ten of the first one.
    fn leading_digits(&self, count: i64) -> (String, i64) {
        let ten = |power| Self::power(10, power);
        // Numerator and denominator have at least this many digits more or less, give or take one.
        let length = |n: &BigInt| saturated::<i64>(n.to_string().len());
        let mut exponent = length(self.0.numer()) - length(self.0.denom());
        if *self < ten(exponent) {
            exponent -= 1;
        }
        let half = Self(BigRational::new_raw(BigInt::one(), BigInt::from(2)));
        let digits = (&(self * &ten(count - 1 - exponent)) + &half).floor().to_string();
        // 9.9999996 becomes 10.
        let carried = saturated::<i64>(digits.len()) > count;
        (digits, if carried { exponent + 1 } else { exponent })
    }

    /// The nearest double, for programs that plot: never part of a verdict.
    pub fn to_f64(&self) -> f64 {
        const ENOUGH: u32 = 20;
        self.significant(ENOUGH).parse().unwrap_or(f64::NAN)
    }
}
