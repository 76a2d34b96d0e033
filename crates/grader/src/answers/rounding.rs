//! A number with its last digit, which says how far it may be rounded.

use hockney_base::number::Rational;

/// A number that a side of an answer may mean.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) struct Amount {
    /// The number, in the unit of the question's numbers.
    pub(in super::super) value: Rational,
    /// What its last digit counts; 0 if it has no last digit.
    pub(in super::super) grain: Rational,
    /// Whether it may be rounded.
    pub(in super::super) rounded: Rounded,
    /// Whether a point in it separates thousands: `1.515` for 1515.
    pub(in super::super) by_point: bool,
    /// Whether it is written with a unit of time.
    pub(in super::super) in_unit: bool,
}

/// What shows that a number may be rounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Rounded {
    /// Nothing.
    No,
    /// Digits behind its point.
    ByDigits,
    /// `≈` before it.
    BySign,
}

impl Rounded {
    pub(super) fn by_digits(pointed: bool) -> Self {
        if pointed { Rounded::ByDigits } else { Rounded::No }
    }
}

impl Amount {
    /// Whether it is another value, rounded to its own digits.
    pub(in super::super) fn rounds(&self, value: &Rational) -> bool {
        let off = (value - &self.value).abs();
        &off + &off <= self.grain
    }

    /// A computed value; nothing is rounded if it has no end behind the point.
    pub(in super::super) fn computed(value: Rational, in_unit: bool) -> Self {
        let grain = value.decimal().map_or_else(Rational::zero, |digits| grain(&digits));
        let rounded = Rounded::by_digits(!value.is_integer());
        Amount { value, grain, rounded, by_point: false, in_unit }
    }

    /// The same in another unit: both in nanoseconds.
    pub(super) fn scaled(self, from: &Rational, to: &Rational) -> Self {
        let scaled = |value: &Rational| (value * from).checked_div(to).unwrap_or_default();
        Amount { value: scaled(&self.value), grain: scaled(&self.grain), ..self }
    }
}

/// What the last digit of a number counts: of `1.50` a hundredth, of `2.1e3` a hundred.
pub(super) fn grain(written: &str) -> Rational {
    const MOST: u32 = 1000;
    let (digits, exponent) = written.split_once(['e', 'E']).unwrap_or((written, "0"));
    let places = digits.split_once('.').map_or(0, |(_, places)| places.len());
    let places = i64::try_from(places).ok().zip(exponent.parse::<i64>().ok());
    let places = places.map(|(places, exponent)| places.saturating_sub(exponent));
    let power = places.and_then(|places| u32::try_from(places.unsigned_abs()).ok());
    let power = power.filter(|power| *power <= MOST).map(|power| Rational::from(10_u32).pow(power));
    match (places, power) {
        (Some(..0), Some(power)) => power,
        (_, Some(power)) => power.recip().unwrap_or_default(),
        (_, None) => Rational::zero(),
    }
}
