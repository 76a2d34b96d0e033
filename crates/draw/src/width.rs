//! The width of a page, in the units of LaTeX, of paper and of screens.

use std::fmt;
use std::ops::RangeInclusive;

use hockney_base::number::Rational;

/// A width, kept in tenths of a pixel; 96 pixels are an inch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Width(i32);

/// Units: so many of them are so many tenths of a pixel.
const UNITS: [(&str, i64, i64); 3] = [("pt", 7227, 96_000), ("mm", 254, 9600), ("px", 1, 10)];

/// The narrowest and the widest page, in tenths.
const LIMITS: RangeInclusive<i32> = 1000..=100_000;

impl Width {
    /// `345pt` (of LaTeX: 72.27 are an inch), `121.5 mm`, `640px`; from 100 to 10 000 pixels.
    pub fn parse(text: &str) -> Option<Width> {
        let text = text.trim();
        let (unit, each, tenths) = UNITS.iter().find(|(unit, ..)| text.ends_with(unit))?;
        let number: Rational = text.strip_suffix(unit)?.trim_end().parse().ok()?;
        let width = number * Rational::ratio(*tenths, *each)?;
        let width = i32::try_from(width.floor().to_i64()?).ok()?;
        LIMITS.contains(&width).then_some(Width(width))
    }

    /// A width of so many tenths of a pixel.
    pub(super) fn of_tenths(tenths: i32) -> Width {
        Width(tenths)
    }

    /// In tenths of a pixel.
    pub(super) fn tenths(self) -> i32 {
        self.0
    }
}

/// The text of an article in LaTeX: 345 pt.
impl Default for Width {
    fn default() -> Self {
        Width(4582)
    }
}

/// In whole points.
impl fmt::Display for Width {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (_, each, tenths) = UNITS[0];
        write!(f, "{} pt", (i64::from(self.0) * each + tenths / 2) / tenths)
    }
}

#[cfg(test)]
mod tests {
    use super::Width;

    #[test]
    fn widths_have_a_unit() {
        let tenths = |text| Width::parse(text).map(Width::tenths);
        assert_eq!(tenths("345pt"), Some(Width::default().tenths()));
        assert_eq!(tenths("72.27 pt"), None);
        assert_eq!(tenths("254mm"), Some(9600));
        assert_eq!(tenths("121.5 mm"), Some(4592));
        assert_eq!(tenths("640px"), Some(6400));
        assert_eq!(tenths(" 1e3px "), Some(10_000));
        for wrong in ["345", "pt", "99px", "10001px", "-640px", "1e99px", "3cm", "345 pt wide", ""]
        {
            assert_eq!(tenths(wrong), None, "{wrong}");
        }
        assert_eq!(Width::default().to_string(), "345 pt");
    }
}
