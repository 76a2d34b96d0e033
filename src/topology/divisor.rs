//! A number to divide by again and again, with one multiplication each time.
//!
//! Coordinates are quotients, and a division takes several times as long as all else that is done
//! for a hop.

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

    /// The quotient, rounded down.
    ///
    /// The reciprocal is too large by less than 1, and so n times it by less than 2^32: that is less
    /// than the part 2^63/number by which the next quotient would be larger.
    #[inline]
    fn quotient(self, n: u32) -> u32 {
        let wide = u128::from(self.reciprocal) * u128::from(u64::from(n) << 1);
        // No more than n, so it fits.
        u32::try_from(wide >> 64).unwrap_or(n)
    }

    /// What is left.
    #[inline]
    pub(super) fn remainder(self, n: u32) -> u32 {
        self.divide(n).1
    }

    /// The quotient, rounded down, and what is left.
    #[inline]
    pub(super) fn divide(self, n: u32) -> (u32, u32) {
        let quotient = self.quotient(n);
        (quotient, n - quotient * self.number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Where a quotient changes, for small and for the largest numbers and divisors.
    #[test]
    fn divides_as_division_does() {
        let divisors = (1..2000).chain((1..31).flat_map(|k| [(1 << k) - 1, 1 << k, (1 << k) + 1]));
        for divisor in divisors.filter(|divisor| *divisor < 1 << 31) {
            let by = Divisor::new(divisor);
            let multiples = |k: u32| u32::MAX / divisor / 5 * k * divisor;
            let near = (0..=5).map(multiples).chain([u32::MAX / divisor * divisor, u32::MAX, 7]);
            for n in near.flat_map(|n| n.saturating_sub(2)..=n.saturating_add(2)) {
                assert_eq!(by.divide(n), (n / divisor, n % divisor), "{n} by {divisor}");
            }
        }
    }
}
