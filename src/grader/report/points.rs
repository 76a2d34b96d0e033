//! Points as decimals, for formats that have no fractions.

use serde_json::value::RawValue;

use crate::number::Rational;

/// How many digits stand behind the point.
const DIGITS: u32 = 6;

/// A decimal: exact where it has at most six digits behind the point, else cut off there, so that
/// it never says more points than there are.
pub(super) fn decimal(points: &Rational) -> String {
    let scale = Rational::from(10_u64.pow(DIGITS));
    let cut = (points * &scale).floor().checked_div(&scale).unwrap_or_default();
    cut.decimal().unwrap_or_else(|| cut.to_string())
}

/// The same as a number of JSON, without a float between.
pub(super) fn number(points: &Rational) -> Option<Box<RawValue>> {
    RawValue::from_string(decimal(points)).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_cut_off_and_never_rounded_up() {
        for (points, shown) in
            [("5/2", "2.5"), ("2/3", "0.666666"), ("7", "7"), ("0", "0"), ("1/3", "0.333333")]
        {
            let points = points.parse::<Rational>().unwrap_or_default();
            assert_eq!(decimal(&points), shown);
            assert_eq!(number(&points).map(|raw| raw.get().to_owned()).as_deref(), Some(shown));
        }
    }
}
