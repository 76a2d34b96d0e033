//! Exact numbers against fractions of machine integers, and bounds against what they enclose.
#![allow(clippy::many_single_char_names)] // fractions a/b and c/d

use std::cmp::Ordering;

use hockney_base::number::{
    MAX_DIGITS, NumberErrorKind, Rational, counted, index, remainder, saturated, work,
};
use quickcheck::{Gen, QuickCheck};

/// A fraction in lowest terms, with a denominator above 0.
type Plain = (i128, i128);

fn lowest((n, d): Plain) -> Plain {
    let (mut a, mut b) = (n.abs(), d.abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    (n * d.signum() / a, d.abs() / a)
}

fn rational((n, d): Plain) -> Rational {
    Rational::ratio(n, d).unwrap()
}

fn written((n, d): Plain) -> String {
    if d == 1 { n.to_string() } else { format!("{n}/{d}") }
}

/// Whether a number is this fraction, in lowest terms or not.
fn is(number: &Rational, plain: Plain) -> bool {
    number.to_string() == written(lowest(plain))
}

fn laws(test: fn(i32, u8, i32, u8) -> bool) {
    QuickCheck::new().rng(Gen::from_size_and_seed(60, 17)).tests(4000).quickcheck(test);
}

#[test]
fn arithmetic_is_that_of_fractions() {
    fn law(a: i32, b: u8, c: i32, d: u8) -> bool {
        let (a, b) = lowest((i128::from(a % 200), i128::from(b % 12) + 1));
        let (c, d) = lowest((i128::from(c % 200), i128::from(d % 12) + 1));
        let (x, y) = (rational((a, b)), rational((c, d)));
        let (floor, quotient) = (a.div_euclid(b), (c != 0).then(|| (a * d, b * c)));
        let times = quotient.map(lowest).map(|(n, d)| n.div_euclid(d));
        let whole = b == 1 && d == 1;
        let divides = |of: &i128| (a, c) != (0, 0) && a % of == 0 && c % of == 0;
        let common = (1..=200).rev().find(divides).unwrap_or(0);
        is(&(&x + &y), (a * d + c * b, b * d))
            && is(&(&x - &y), (a * d - c * b, b * d))
            && is(&(&x * &y), (a * c, b * d))
            && is(&-&x, (-a, b))
            && is(&x.abs(), (a.abs(), b))
            && is(&x.floor(), (floor, 1))
            && is(&x.ceil(), (-(-a).div_euclid(b), 1))
            && is(&x.numerator(), (a, 1))
            && is(&x.denominator(), (b, 1))
            && is(&x.pow(3), (a * a * a, b * b * b))
            && x.checked_div(&y).is_some() == quotient.is_some()
            && quotient.is_none_or(|plain| is(&x.checked_div(&y).unwrap(), plain))
            && x.recip().is_none() == (a == 0)
            && x.modulo(&y).is_some() == times.is_some()
            && times.is_none_or(|times| is(&x.modulo(&y).unwrap(), (a * d - c * b * times, b * d)))
            && x.cmp(&y) == (a * d).cmp(&(c * b))
            && x.is_integer() == (b == 1)
            && x.is_zero() == (a == 0)
            && x.is_one() == (a == 1 && b == 1)
            && x.is_positive() == (a > 0)
            && x.is_negative() == (a < 0)
            && x.to_i64() == (b == 1).then(|| i64::try_from(a).unwrap())
            && x.to_u64() == u64::try_from(a).ok().filter(|_| b == 1)
            && x.clamped() == u64::try_from(floor).unwrap_or(0)
            && x.gcd(&y).is_some() == whole
            && (!whole || is(&x.gcd(&y).unwrap(), (common, 1)))
            && x.exact_quotient(&y).map(|found| found.to_string())
                == (whole && c != 0 && a % c == 0).then(|| (a / c).to_string())
    }
    laws(law);
}

/// The greatest whole exponent, or root, at which a product is not above a fraction, by counting.
#[test]
fn logarithms_and_roots_are_those_that_counting_finds() {
    fn law(n: i32, d: u8, _: i32, k: u8) -> bool {
        let (n, d, k) = (i128::from(n % 300), i128::from(d % 100) + 1, u32::from(k % 4));
        let number = rational((n, d));
        let power = |exponent: i64| match exponent {
            0.. => (1_i128 << exponent, 1),
            _ => (1, 1_i128 << -exponent),
        };
        let compared = |exponent: i64| {
            let (a, b) = power(exponent);
            (a * d).cmp(&(n * b))
        };
        let down = (-20..20).rev().find(|of| n > 0 && compared(*of) != Ordering::Greater);
        let up = (-20..20).find(|of| n > 0 && compared(*of) != Ordering::Less);
        let root = (0..=300_i128).rev().find(|root| n >= 0 && k > 0 && root.pow(k) * d <= n);
        let exact = (0..=300_i128).flat_map(|a| (1..=100).map(move |b| (a, b)));
        let exact = exact.filter(|_| k > 0 && n >= 0 && k < 3 && n < 100);
        let exact = exact.map(lowest).find(|(a, b)| a.pow(k) * d == n * b.pow(k));
        number.floor_log2() == down
            && number.ceil_log2() == up
            && number.floor_root(k).map(|found| found.to_string())
                == root.map(|root| root.to_string())
            && (k >= 3 || n >= 100 || number.exact_root(k) == exact.map(rational))
    }
    QuickCheck::new()
        .rng(Gen::from_size_and_seed(60, 18))
        .tests(500)
        .quickcheck(law as fn(i32, u8, i32, u8) -> bool);
}

/// So many significant digits, by long division: ties go away from zero.
fn rounded((n, d): Plain, digits: usize) -> String {
    let (sign, n) = (if n < 0 { "-" } else { "" }, n.abs());
    let ten = |power: u32| 10_i128.pow(power);
    // The power of ten of the first digit.
    let mut exponent = (-20..20_i32)
        .rev()
        .find(|of| match of.unsigned_abs() {
            power if *of < 0 => n * ten(power) >= d,
            power => n >= d * ten(power),
        })
        .unwrap();
    let shift = i32::try_from(digits).unwrap() - 1 - exponent;
    let by = ten(shift.unsigned_abs());
    let (n, d) = if shift < 0 { (n, d * by) } else { (n * by, d) };
    let mut all = ((2 * n + d) / (2 * d)).to_string();
    if all.len() > digits {
        exponent += 1;
    }
    all.truncate(all.trim_end_matches('0').len());
    let past = |at: usize| if all.len() > at { format!(".{}", &all[at..]) } else { String::new() };
    let places = exponent.unsigned_abs() as usize;
    match exponent {
        -5..0 => format!("{sign}0.{}{all}", "0".repeat(places - 1)),
        0.. if places < digits => {
            let whole = places + 1;
            format!("{sign}{:0<whole$}{}", &all[..whole.min(all.len())], past(whole))
        }
        _ => format!("{sign}{}{}e{exponent}", &all[..1], past(1)),
    }
}

#[test]
fn digits_are_those_of_long_division() {
    fn law(n: i32, d: u8, by: i32, digits: u8) -> bool {
        let by = 10_i128.pow(by.unsigned_abs() % 9);
        let (n, d) = lowest((i128::from(n) * 7, (i128::from(d) + 2) * by));
        let digits = usize::from(digits % 7) + 1;
        let expected = if d == 1 { n.to_string() } else { rounded((n, d), digits) };
        format!("{:.digits$}", rational((n, d))) == expected
    }
    laws(law);
    for (exact, shown) in [
        ((99_999_995, 100), "999999.95"),
        ((9_999_999, 1000), "9999.999"),
        ((1, 1 << 13), "0.00012207031"),
    ] {
        assert_eq!(format!("{:.8}", rational(exact)), shown, "{exact:?}");
    }
    for (exact, shown) in [((19, 2), "1e1"), ((949, 100), "9"), ((-3, 200), "-0.02")] {
        assert_eq!(format!("{:.0}", rational(exact)), shown, "{exact:?}");
    }
    // A whole number is short up to 10^15, and a power of ten has one digit.
    let power = |of: u32| rational((10_i128.pow(of), 1));
    assert_eq!(format!("{:.3}", power(15)), "1000000000000000");
    assert_eq!(format!("{:.3}", power(15) + Rational::one()), "1e15");
    assert_eq!(format!("{:.3}", -power(16)), "-1e16");
    assert_eq!(rational((-1, 8)).to_f64().to_string(), "-0.125");
}

/// What may stand in a number at most: the text, its digits, and the power of ten.
#[test]
fn the_longest_numbers_are_read_and_longer_ones_are_not() {
    let kind = |text: &str| text.parse::<Rational>().map_err(|error| (error.kind, error.at));
    let zeros = "0".repeat(MAX_DIGITS);
    let longest = format!("-{zeros}.{zeros}e-000000000000");
    assert_eq!(longest.len(), 2 * MAX_DIGITS + 16);
    assert_eq!(kind(&longest), Ok(Rational::zero()));
    assert_eq!(kind(&(longest + "0")), Err((NumberErrorKind::TooLarge, 0)));
    let behind = zeros + &"x".repeat(1100);
    assert_eq!(kind(&behind), Err((NumberErrorKind::Unexpected('x'), MAX_DIGITS)));
    assert_eq!(kind(&("0".to_owned() + &behind)), Err((NumberErrorKind::TooLarge, 0)));
    let tiny = format!("1{}e-1500", "0".repeat(MAX_DIGITS - 1));
    assert_eq!(kind(&tiny), Ok(Rational::power(10, -501)));
    assert_eq!(kind("0e2000"), Ok(Rational::zero()));
    assert_eq!(kind("0e-2000"), Ok(Rational::zero()));
    assert_eq!(kind("0e2001"), Err((NumberErrorKind::TooLarge, 0)));
    assert_eq!(kind("3^0"), Ok(Rational::one()));
    assert_eq!(kind("0^00"), Ok(Rational::one()));
    assert_eq!(kind("10^999"), Ok(Rational::power(10, 999)));
    assert_eq!(kind("10^1000"), Err((NumberErrorKind::TooLarge, 0)));
    assert_eq!(Rational::power(2, -3), rational((1, 8)));
}

#[test]
fn bounds_of_logarithms_are_as_near_as_asked() {
    let half = |bits: u32| Rational::power(2, -i64::from(bits));
    for n in 1..40_i128 {
        for (d, bits) in [(1, 0), (1, 1), (3, 5), (7, 9), (40, 64)] {
            let number = rational((n, d));
            let (low, high) = number.log2_bounds(bits).unwrap();
            let power = lowest((n, d));
            let is_power = |n: i128| n.count_ones() == 1;
            let width =
                if is_power(power.0) && is_power(power.1) { Rational::zero() } else { half(bits) };
            assert_eq!(&high - &low, width, "{number}, {bits} bits");
            if bits > 9 {
                continue;
            }
            // 2^(low scale) <= number^scale <= 2^(high scale), in whole numbers.
            let scale = 1_u32 << bits;
            let raised = |bound: Rational| {
                let exponent = (bound * Rational::from(scale)).to_i64().unwrap();
                Rational::power(2, exponent)
            };
            let of = number.pow(scale);
            assert!(raised(low) <= of && of <= raised(high), "{number}, {bits} bits");
        }
    }
    assert_eq!(Rational::zero().log2_bounds(4), None);
    // Next to a root of 2: from above its square comes out as 2 when it is rounded down, from below when it is rounded up.
    let near = |bits: u32, more: i32| {
        let scale = Rational::power_of_two(2 * bits + 32);
        let root = (Rational::from(2) * scale.pow(2)).floor_root(2).unwrap();
        (root + Rational::from(more)).checked_div(&scale).unwrap().log2_bounds(bits).unwrap()
    };
    assert_eq!(near(4, 1), (rational((1, 2)), rational((9, 16))));
    assert_eq!(near(7, 0), (Rational::zero(), Rational::one()));
}

#[test]
fn bounds_of_roots_and_of_ln_2_enclose_them() {
    let width = |bits: u32| Rational::power(2, -i64::from(bits));
    for n in 0..30_i128 {
        for (d, k, bits) in [(1, 2, 0), (1, 3, 7), (4, 2, 20), (7, 5, 3)] {
            let number = rational((n, d));
            let (low, high) = number.root_bounds(k, bits).unwrap();
            assert!(low.pow(k) <= number && number <= high.pow(k), "{number}, {k}, {bits} bits");
            let expected = if low.pow(k) == number { Rational::zero() } else { width(bits) };
            assert_eq!(high - low, expected, "{number}, {k}, {bits} bits");
        }
    }
    assert_eq!(rational((-1, 2)).root_bounds(2, 3), None);
    assert_eq!(rational((1, 2)).root_bounds(0, 3), None);
    // 30 digits of ln 2.
    let digits = rational((693_147_180_559_945_309_417_232_121_458, 10_i128.pow(30)));
    for bits in [0, 1, 2, 10, 40, 90] {
        let (low, high) = Rational::ln2_bounds(bits);
        assert!(low <= digits && digits < high, "{bits}: {low} {high}");
        assert_eq!(high - low, width(bits), "{bits}");
    }
}

/// Catches work that is counted by the shorter of two numbers.
#[test]
fn the_longer_number_is_the_work() {
    let cost = |task: &dyn Fn()| {
        let before = work::done();
        task();
        work::done() - before
    };
    let (short, long) = (Rational::from(3), Rational::power_of_two(9000) + Rational::one());
    let operations: [fn(&Rational, &Rational) -> Option<Rational>; 2] =
        [Rational::checked_div, Rational::gcd];
    for of in operations {
        let work = |a: &Rational, b: &Rational| cost(&|| drop(of(a, b)));
        let most = work(&long, &long);
        assert_eq!([work(&long, &short), work(&short, &long)], [most; 2]);
        assert!(work(&short, &short) < most);
    }
}

#[test]
fn numbers_fit_into_narrower_types() {
    assert_eq!((saturated::<u8>(255_u64), saturated::<u8>(256_u64)), (255, 255));
    assert_eq!(saturated::<i8>(200_u8), 127);
    assert_eq!(index(7), 7);
    assert_eq!(
        (remainder(23, 7), remainder(u64::MAX, 1 << 31), remainder(5, 0)),
        (2, 0x7fff_ffff, 0)
    );
    assert_eq!([0, 1, 2].map(|number| counted(number, "step")), ["0 steps", "1 step", "2 steps"]);
    assert_eq!(Rational::power_of_two(64).clamped(), u64::MAX);
    assert_eq!(Rational::power_of_two(64).to_u64(), None);
    assert_eq!((Rational::from(8).bits(), rational((3, 4)).bits()), (5, 5));
}
