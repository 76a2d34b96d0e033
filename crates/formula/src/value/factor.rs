//! Prime factors of whole numbers, which make the normal form of roots and logarithms canonical.
//!
//! Everything below 2^64 is factored (trial division, Miller-Rabin with the bases that decide
//! 64 bits, Pollard's rho in Brent's form), larger numbers where small primes leave no more.

use std::collections::BTreeMap;

use hockney_base::number::{Rational, gcd, work};

/// Primes and their exponents, which are never 0.
pub(crate) type PrimeFactors = BTreeMap<u64, i64>;

/// The primes of a positive rational, those below the line with negative exponents; nothing
/// where a factor of more than 64 bits remains.
pub(crate) fn rational(number: &Rational) -> Option<PrimeFactors> {
    let mut factors = PrimeFactors::new();
    whole(&number.numerator(), 1, &mut factors)?;
    whole(&number.denominator(), -1, &mut factors)?;
    Some(factors)
}

fn whole(number: &Rational, sign: i64, factors: &mut PrimeFactors) -> Option<()> {
    let mut rest = number.clone();
    // Large numbers come from powers such as 2^1000 or 10^-200: small primes go first.
    for prime in 2..1000 {
        if let Some(small) = rest.to_u64() {
            return small_whole(small, sign, factors);
        }
        let prime_number = Rational::from(prime);
        while let Some(quotient) = rest.exact_quotient(&prime_number) {
            *factors.entry(prime).or_default() += sign;
            rest = quotient;
        }
    }
    small_whole(rest.to_u64()?, sign, factors)
}

fn small_whole(mut n: u64, sign: i64, factors: &mut PrimeFactors) -> Option<()> {
    if n == 0 {
        return None;
    }
    work::count(200);
    for prime in 2..200 {
        while n.is_multiple_of(prime) {
            *factors.entry(prime).or_default() += sign;
            n /= prime;
        }
    }
    let mut open = vec![n];
    while let Some(n) = open.pop() {
        if n == 1 {
        } else if is_prime(n) {
            *factors.entry(n).or_default() += sign;
        } else {
            let divisor = divisor(n)?;
            open.extend([divisor, n / divisor]);
        }
    }
    Some(())
}

fn times(a: u64, b: u64, n: u64) -> u64 {
    let product = u128::from(a) * u128::from(b) % u128::from(n);
    // A remainder by a `u64` is a `u64`.
    u64::try_from(product).unwrap_or_default()
}

fn power(mut base: u64, mut exponent: u64, n: u64) -> u64 {
    let mut result = 1 % n;
    base %= n;
    while exponent > 0 {
        if exponent % 2 == 1 {
            result = times(result, base, n);
        }
        base = times(base, base, n);
        exponent /= 2;
    }
    result
}

/// The bases of Miller-Rabin, and the constants of the walks of Pollard's rho.
const PRIMES: [u64; 12] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37];

/// Miller-Rabin for numbers from 2 on; the first twelve primes as bases decide everything below 3.3 * 10^24 (Sorenson
/// and Webster 2015).
fn is_prime(n: u64) -> bool {
    if let Some(&base) = PRIMES.iter().find(|&&base| n.is_multiple_of(base)) {
        return n == base;
    }
    let twos = (n - 1).trailing_zeros();
    let odd = (n - 1) >> twos;
    PRIMES.iter().all(|&base| {
        let mut x = power(base, odd, n);
        if x == 1 || x == n - 1 {
            return true;
        }
        (1..twos).any(|_| {
            x = times(x, x, n);
            x == n - 1
        })
    })
}

/// A divisor of a composite number that is neither 1 nor itself.
fn divisor(n: u64) -> Option<u64> {
    // Squares of primes make the walk below go in step with itself.
    let root = n.isqrt();
    if root * root == n {
        return Some(root);
    }
    PRIMES.iter().find_map(|&seed| {
        let next = |x: u64| {
            let square = u128::from(times(x, x, n)) + u128::from(seed);
            u64::try_from(square % u128::from(n)).unwrap_or_default()
        };
        let (mut slow, mut fast, mut product) = (2, 2, 1);
        // Differences are multiplied up, so that one gcd serves 64 of them.
        for _ in 0..1 << 13 {
            work::count(100);
            if work::is_over() {
                return None;
            }
            let (start_slow, start_fast) = (slow, fast);
            for _ in 0..64 {
                slow = next(slow);
                fast = next(next(fast));
                product = times(product, slow.abs_diff(fast), n);
            }
            let mut found = gcd(product, n);
            if found == n {
                // Some 64 at once hit every factor: again, one by one.
                (slow, fast) = (start_slow, start_fast);
                found = 1;
                while found == 1 {
                    slow = next(slow);
                    fast = next(next(fast));
                    found = gcd(slow.abs_diff(fast), n);
                }
            }
            if found == n {
                return None;
            }
            if found != 1 {
                return Some(found);
            }
            product = 1;
        }
        None
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn product(factors: &PrimeFactors) -> Rational {
        factors.iter().fold(Rational::one(), |product, (&prime, &exponent)| {
            assert!(is_prime(prime));
            product * Rational::from(prime).pow(u32::try_from(exponent.abs()).unwrap())
        })
    }

    #[test]
    fn primes_and_their_products_are_told_apart() {
        assert_eq!((2..60).filter(|&n| is_prime(n)).count(), 17);
        // A strong pseudoprime to the bases 2, 3, 5 and 7.
        assert!(!is_prime(3_215_031_751));
        assert!(is_prime(u64::MAX - 58));
    }

    #[test]
    fn every_kind_of_64_bit_number_is_factored() {
        let hard = [
            1,
            2,
            97 * 97,
            4_294_967_291 * 4_294_967_279,
            4_294_967_291 * 4_294_967_291,
            u64::MAX,
            u64::MAX - 58,
            (1 << 61) - 1,
            2_642_245 * 2_642_245 * 2_642_245,
            1_000_003 * 1_000_033,
            // The first walk finds both factors at once.
            211 * 283,
        ];
        for n in hard {
            let factors = rational(&Rational::from(n)).unwrap();
            assert_eq!(product(&factors), Rational::from(n), "{n}");
        }
    }

    #[test]
    fn nothing_has_no_factors() {
        assert_eq!(rational(&Rational::zero()), None);
    }

    #[test]
    fn large_numbers_need_small_primes() {
        let factors = rational(&"1e-300".parse().unwrap()).unwrap();
        assert_eq!(factors, PrimeFactors::from([(2, -300), (5, -300)]));
        let prime = Rational::from((1_u64 << 61) - 1);
        assert_eq!(rational(&(&prime * &prime)), None);
    }
}
