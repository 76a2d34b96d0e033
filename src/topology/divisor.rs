//! A number to divide by again and again, with one multiplication each time.
//!
//! Coordinates are quotients, and a division takes several times as long as all else that is done
//! for a hop. Source: Lemire, Kaser and Kurz 2019, Faster remainder by direct computation.

/// A divisor below 2^31.
#[derive(Clone, Copy, Debug)]
pub(super) struct Divisor {
    number: u32,
    /// 2^63 over the number, rounded up.
    reciprocal: u64,
}

impl Divisor {
    pub(super) fn new(number: u32) -> Self {
        Divisor { number, reciprocal: (1_u64 << 63).div_ceil(u64::from(number.max(1))) }
    }

    /// The quotient, rounded down, and what is left.
    ///
    /// The reciprocal is too large by less than 1, and so n times it by less than 2^32: that is less
    /// than the part 2^63/number by which the next quotient would be larger.
    #[inline]
    pub(super) fn divide(self, n: u32) -> (u32, u32) {
        let wide = u128::from(self.reciprocal) * u128::from(u64::from(n) << 1);
        // No more than n, so it fits.
        let quotient = u32::try_from(wide >> 64).unwrap_or(n);
        (quotient, n - quotient * self.number)
    }
}

/// Which numbers are among the first of a block, where blocks of so many below 2^31 follow each
/// other.
#[derive(Clone, Copy, Debug)]
pub(super) struct FirstOfBlock {
    /// 2^64 over the number in a block, rounded up; 0 for 2^64.
    reciprocal: u64,
    /// The reciprocal times the number of first ones, or what is above all where these are the block.
    bound: u64,
}

impl FirstOfBlock {
    pub(super) fn new(first: u32, block: u32) -> Self {
        let reciprocal = (u64::MAX / u64::from(block.max(1))).wrapping_add(1);
        let bound = if first < block { reciprocal * u64::from(first) } else { u64::MAX };
        FirstOfBlock { reciprocal, bound }
    }

    /// Whether n is.
    ///
    /// Where n is r more than q blocks, n times the reciprocal is q times 2^64, and r times the
    /// reciprocal, and q times that by which it is too large, which is less than the reciprocal.
    #[inline]
    pub(super) fn has(self, n: u32) -> bool {
        u64::from(n).wrapping_mul(self.reciprocal) < self.bound
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers near those where a quotient by a small or a large number changes.
    fn cases() -> impl Iterator<Item = (u32, u32)> {
        let divisors = (1..2000).chain((1..31).flat_map(|k| [(1 << k) - 1, 1 << k, (1 << k) + 1]));
        divisors.filter(|divisor| *divisor < 1 << 31).flat_map(|divisor| {
            let multiples = (0..=5).map(move |k| u32::MAX / divisor / 5 * k * divisor);
            let near = multiples.chain([u32::MAX / divisor * divisor, u32::MAX, 7]);
            near.flat_map(|n| n.saturating_sub(2)..=n.saturating_add(2)).map(move |n| (n, divisor))
        })
    }

    #[test]
    fn divides_as_division_does() {
        for (n, divisor) in cases() {
            let divided = Divisor::new(divisor).divide(n);
            assert_eq!(divided, (n / divisor, n % divisor), "{n} by {divisor}");
        }
    }

    #[test]
    fn the_first_are_those_that_leave_little() {
        for (n, block) in cases() {
            for first in [1, 2, block / 2, block - 1, block].into_iter().filter(|f| *f <= block) {
                let has = FirstOfBlock::new(first, block).has(n);
                assert_eq!(has, n % block < first, "{n}, {first} of {block}");
            }
        }
    }
}
