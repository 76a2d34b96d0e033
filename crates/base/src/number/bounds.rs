//! Bounds of irrational numbers: logarithms and roots between two rationals, as close as requested.
//!
//! A bound is never used as the value. Bounds only decide `floor`, `ceil`, `min` and similar functions of an
//! irrational number, if both bounds give the same result.

use super::Rational;

impl Rational {
    /// Rationals `low <= log2(self) <= high`, `2^-bits` apart; nothing unless positive.
    ///
    /// They are further apart only for numbers within about `2^-bits` of a power of two, such as `2^1000 +
    /// 1`, whose next digit is undecided. After the whole part is split off, squaring a number of `[1, 2)`
    /// shifts its logarithm by one binary place: the digit is 1 if the square reaches 2. Each square is
    /// rounded outwards, and the digits end where the two roundings disagree.
    pub fn log2_bounds(&self, bits: u32) -> Option<(Self, Self)> {
        let whole = self.floor_log2()?;
        let scale = Self::power_of_two(u32::try_from(whole.unsigned_abs()).ok()?);
        let rest = if whole < 0 { self * &scale } else { self.checked_div(&scale)? };
        let mut log = Self::from(whole);
        if rest.is_one() {
            return Some((log.clone(), log));
        }
        // From here on, whole numbers represent themselves over `2^grain`. Squaring doubles the relative
        // error each time: one guard bit per place, and some to spare.
        let grain = 2 * bits + 32;
        let scaled = rest * Self::power_of_two(grain);
        let (mut low, mut high) = (scaled.floor(), scaled.ceil());
        let two = Self::power_of_two(grain + 1);
        let half = Self::ratio(1, 2)?;
        let mut place = Self::one();
        for _ in 0..bits {
            low = (&low * &low).shifted_down(grain);
            high = (&high * &high).shifted_up(grain);
            place *= &half;
            if low >= two {
                log += &place;
                low = low.shifted_down(1);
                high = high.shifted_up(1);
            } else if high >= two {
                // The digit is undecided: the bounds are one place wider.
                place *= Self::from(2);
                break;
            }
        }
        Some((log.clone(), log + place))
    }

    /// Rationals `low <= ln(2) <= high`, `2^-bits` apart: the sum of `1/(k 2^k)` over k = 1, 2, ..
    pub fn ln2_bounds(bits: u32) -> (Self, Self) {
        let (mut low, mut power) = (Self::zero(), Self::one());
        let Some(half) = Self::ratio(1, 2) else { return (Self::zero(), Self::one()) };
        // Whole numbers represent themselves over `2^grain`, and each term is rounded down.
        let grain = 2 * bits + 32;
        let scale = Self::power_of_two(grain);
        for k in 1..=bits + 1 {
            power *= &half;
            let term = (&scale * &power).checked_div(&Self::from(k)).unwrap_or_default();
            low += term.floor();
        }
        // The terms left out and what was rounded off are less than `2^-(bits + 1)` each.
        let low = low.checked_div(&scale).unwrap_or_default();
        let place = power * Self::from(2);
        (low.clone(), low + place)
    }

    /// Rationals `low <= self^(1/k) <= high` at most `2^-bits` apart; nothing below zero or for
    /// `k` = 0.
    pub fn root_bounds(&self, k: u32, bits: u32) -> Option<(Self, Self)> {
        if let Some(root) = self.exact_root(k) {
            return Some((root.clone(), root));
        }
        let scale = Self::power_of_two(bits);
        let low = (self * &scale.pow(k)).floor_root(k)?;
        let high = &low + &Self::one();
        Some((low.checked_div(&scale)?, high.checked_div(&scale)?))
    }
}
