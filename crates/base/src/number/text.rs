//! Numbers as texts: read as people type them, `3`, `-3`, `1.5`, `3/2`, `1e-6`, `2^20`; rounded for people, and as doubles
//! for programs that plot.
//!
//! ```text
//! number   = [ "+" | "-" ] ( decimal | digits "/" digits | digits "^" digits )
//! decimal  = digits [ "." digits ] [ ( "e" | "E" ) [ "+" | "-" ] digits ]
//! digits   = ( "0" .. "9" )+
//! ```
//!
//! Nothing else is allowed: no blanks, no `1_000`, no `.5`, no digits of other scripts. Sizes are checked
//! before anything is computed, so `1e999999999` costs nothing.

use std::str::FromStr;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::One;
use thiserror::Error;

use super::{Rational, index, saturated};

/// The maximum number of decimal digits of a number that is read, of numerator or denominator.
pub const MAX_DIGITS: usize = 1000;

/// Why a text is not a number, and where.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{kind}")]
pub struct NumberError {
    /// What is wrong.
    pub kind: NumberErrorKind,
    /// The byte offset of the error.
    pub at: usize,
}

/// What can be wrong with a number.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NumberErrorKind {
    /// No number: the empty text, `-`.
    #[error("expected a number such as 3, 1.5, 3/2, 1e-6 or 2^20")]
    Empty,
    /// The text ends where a digit is expected: `1.`, `3/`, `1e-`.
    #[error("the number ends where a digit is expected")]
    Unfinished,
    /// An unexpected character: `1_000`, `abc`, `1.5.2`, `٣`.
    #[error(
        "unexpected `{}` in a number such as 3, 1.5, 3/2, 1e-6 or 2^20", .0.escape_debug()
    )]
    Unexpected(char),
    /// A fraction over zero: `1/0`.
    #[error("division by zero")]
    ZeroDenominator,
    /// More than [`MAX_DIGITS`] digits: `1e999999999`, `9^9999999`, a megabyte of sevens.
    #[error("the number is too large: at most {} digits are allowed", MAX_DIGITS)]
    TooLarge,
}

impl FromStr for Rational {
    type Err = NumberError;

    fn from_str(text: &str) -> Result<Self, NumberError> {
        // A number within the limit, including sign and exponent, is never this long, so the code below sees
        // only a few kilobytes.
        if text.len() > 2 * MAX_DIGITS + 16 {
            let shown = text.bytes().take_while(u8::is_ascii_digit).count();
            let digits = shown > MAX_DIGITS;
            return Err(if digits { fail(NumberErrorKind::TooLarge, 0) } else { too_long(text) });
        }
        let mut reader = Reader { text, at: 0 };
        let negative = reader.take("-");
        if !negative {
            reader.take("+");
        }
        if reader.at == text.len() {
            return Err(fail(NumberErrorKind::Empty, 0));
        }
        let number = reader.number()?;
        match text[reader.at..].chars().next() {
            Some(c) => Err(fail(NumberErrorKind::Unexpected(c), reader.at)),
            None if negative => Ok(-number),
            None => Ok(number),
        }
    }
}

fn fail(kind: NumberErrorKind, at: usize) -> NumberError {
    NumberError { kind, at }
}

/// A very long text that does not begin with too many digits: the error points at the first character that no
/// number contains.
fn too_long(text: &str) -> NumberError {
    let odd = text.char_indices().find(|(_, c)| !"0123456789+-.eE/^".contains(*c));
    odd.map_or(fail(NumberErrorKind::TooLarge, 0), |(at, c)| {
        fail(NumberErrorKind::Unexpected(c), at)
    })
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Reader<'a> {
    fn take(&mut self, token: &str) -> bool {
        let found = self.text[self.at..].starts_with(token);
        if found {
            self.at += token.len();
        }
        found
    }

    /// At least one digit.
    fn digits(&mut self) -> Result<&'a str, NumberError> {
        let rest = &self.text[self.at..];
        let length = rest.bytes().take_while(u8::is_ascii_digit).count();
        match rest.chars().next() {
            None => return Err(fail(NumberErrorKind::Unfinished, self.at)),
            Some(c) if length == 0 => return Err(fail(NumberErrorKind::Unexpected(c), self.at)),
            Some(_) if length > MAX_DIGITS => return Err(fail(NumberErrorKind::TooLarge, self.at)),
            Some(_) => self.at += length,
        }
        Ok(&rest[..length])
    }

    fn number(&mut self) -> Result<Rational, NumberError> {
        let start = self.at;
        let whole = self.digits()?;
        let too_large = || fail(NumberErrorKind::TooLarge, start);
        let integer = |digits| Rational::from_digits(digits).ok_or_else(too_large);
        if self.take("/") {
            let below = self.at;
            let denominator = integer(self.digits()?)?;
            return integer(whole)?
                .checked_div(&denominator)
                .ok_or_else(|| fail(NumberErrorKind::ZeroDenominator, below));
        }
        if self.take("^") {
            let base = integer(whole)?;
            let exponent: Option<u32> = small(self.digits()?);
            return power(&base, exponent).ok_or_else(too_large);
        }
        let fraction = if self.take(".") { self.digits()? } else { "" };
        let mut exponent = 0;
        if self.take("e") || self.take("E") {
            let down = self.take("-");
            if !down {
                self.take("+");
            }
            exponent = small(self.digits()?).ok_or_else(too_large)?;
            if down {
                exponent = -exponent;
            }
        }
        let mut digits = String::with_capacity(whole.len() + fraction.len());
        digits.push_str(whole);
        digits.push_str(fraction);
        // Both terms are within MAX_DIGITS, as checked by `small` and `digits`.
        let shift = exponent - i32::try_from(fraction.len()).map_err(|_| too_large())?;
        scaled(&integer(&digits)?, shift).ok_or_else(too_large)
    }
}

/// An exponent, if it is within the limit.
fn small<T: FromStr + PartialOrd + From<u16>>(digits: &str) -> Option<T> {
    let digits = digits.trim_start_matches('0');
    let limit = u16::try_from(MAX_DIGITS).ok()?;
    if digits.is_empty() {
        return Some(T::from(0));
    }
    // Five digits always fit; more exceed the limit anyway.
    let value: T = if digits.len() <= 5 { digits.parse().ok()? } else { return None };
    (value <= T::from(4 * limit)).then_some(value)
}

/// `base ^ exponent`, if it is within the limit.
fn power(base: &Rational, exponent: Option<u32>) -> Option<Rational> {
    // 0 and 1 stay small under any power, also one that is too long to read.
    if base.is_one() || (base.is_zero() && exponent != Some(0)) {
        return Some(base.clone());
    }
    let exponent = exponent?;
    let digits = base.to_string().len();
    // The result has at least (d-1) * exponent digits.
    if (digits - 1).saturating_mul(exponent as usize) > MAX_DIGITS {
        return None;
    }
    within(base.pow(exponent))
}

/// `digits * 10^shift`, if it is within the limit.
fn scaled(digits: &Rational, shift: i32) -> Option<Rational> {
    let size = shift.unsigned_abs();
    if size as usize > 2 * MAX_DIGITS {
        return None;
    }
    let ten = Rational::from(10).pow(size);
    let value = if shift < 0 { digits.checked_div(&ten)? } else { digits * &ten };
    // Digits without a shift were counted when they were read, and the limit takes longer to compute than most numbers.
    if shift == 0 { Some(value) } else { within(value) }
}

fn within(value: Rational) -> Option<Rational> {
    let limit = Rational::from(10).pow(u32::try_from(MAX_DIGITS).ok()?);
    (value.numerator() < limit && value.denominator() <= limit).then_some(value)
}

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
