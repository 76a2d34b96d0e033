//! What exact numbers promise, hostile spellings included.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

use quickcheck::quickcheck;

use super::{MAX_DIGITS, NumberErrorKind, Rational};

fn read(text: &str) -> Rational {
    text.parse().unwrap()
}

fn ratio(n: i64, d: i64) -> Rational {
    Rational::ratio(n, d).unwrap()
}

#[test]
fn numbers_are_read_exactly() {
    let cases = [
        ("3", "3"),
        ("-3", "-3"),
        ("+3", "3"),
        ("007", "7"),
        ("1.5", "3/2"),
        ("-0.25", "-1/4"),
        ("3/2", "3/2"),
        ("-6/4", "-3/2"),
        ("1e-6", "1/1000000"),
        ("2.5E+3", "2500"),
        ("1.50e1", "15"),
        ("2^20", "1048576"),
        ("-2^2", "-4"),
        ("0^0", "1"),
        ("0^99999999", "0"),
        ("1^99999999", "1"),
        ("0e3", "0"),
    ];
    for (text, exact) in cases {
        assert_eq!(read(text).to_string(), exact, "{text}");
    }
}

#[test]
fn what_is_no_number_is_refused_with_its_place() {
    use NumberErrorKind::{Empty, TooLarge, Unexpected, Unfinished, ZeroDenominator};
    let cases = [
        ("", Empty, 0),
        ("-", Empty, 0),
        ("1.", Unfinished, 2),
        ("3/", Unfinished, 2),
        ("1e-", Unfinished, 3),
        ("2^", Unfinished, 2),
        (".5", Unexpected('.'), 0),
        ("1_000", Unexpected('_'), 1),
        ("1 000", Unexpected(' '), 1),
        (" 1", Unexpected(' '), 0),
        ("1,5", Unexpected(','), 1),
        ("--1", Unexpected('-'), 1),
        ("1.5.2", Unexpected('.'), 3),
        ("1/2/3", Unexpected('/'), 3),
        ("1/-2", Unexpected('-'), 2),
        ("1.5/2", Unexpected('/'), 3),
        ("1\0", Unexpected('\0'), 1),
        ("inf", Unexpected('i'), 0),
        ("0x10", Unexpected('x'), 1),
        ("\u{663}", Unexpected('\u{663}'), 0),
        ("2²", Unexpected('²'), 1),
        ("1/0", ZeroDenominator, 2),
        ("0/000", ZeroDenominator, 2),
        ("1e999999999", TooLarge, 0),
        ("-1e999999999", TooLarge, 1),
        ("1e-999999999", TooLarge, 0),
        ("1e99999999999999999999999999", TooLarge, 0),
        ("9^9999999", TooLarge, 0),
        ("9^2000", TooLarge, 0),
        ("1e1000", TooLarge, 0),
    ];
    for (text, kind, at) in cases {
        let error = text.parse::<Rational>().unwrap_err();
        assert_eq!((error.kind, error.at), (kind, at), "{text:?}");
    }
}

#[test]
fn size_limits_hold_to_the_digit() {
    assert!("7".repeat(MAX_DIGITS).parse::<Rational>().is_ok());
    assert!("7".repeat(MAX_DIGITS + 1).parse::<Rational>().is_err());
    assert!("1e999".parse::<Rational>().is_ok());
    assert!("1e-1000".parse::<Rational>().is_ok());
    assert!("1e-1001".parse::<Rational>().is_err());
    assert!("2^3321".parse::<Rational>().is_ok());
    assert!("2^3322".parse::<Rational>().is_err());
}

#[test]
fn a_megabyte_is_refused_at_once() {
    let kind = |text: String| text.parse::<Rational>().unwrap_err().kind;
    assert_eq!(kind("7".repeat(10_000_000)), NumberErrorKind::TooLarge);
    assert_eq!(kind(format!("0.{}", "7".repeat(10_000_000))), NumberErrorKind::TooLarge);
    assert_eq!(kind("x".repeat(10_000_000)), NumberErrorKind::Unexpected('x'));
}

#[test]
fn errors_speak_to_people() {
    let message = |text: &str| text.parse::<Rational>().unwrap_err().to_string();
    assert_eq!(message("1,5"), "unexpected `,` in a number such as 3, 1.5, 3/2, 1e-6 or 2^20");
    assert_eq!(message("1e9999"), "the number is too large: at most 1000 digits are allowed");
}

#[test]
fn decimals_are_exact_or_absent() {
    let cases = [
        (ratio(21, 2), Some("10.5")),
        (ratio(-1, 4), Some("-0.25")),
        (ratio(3, 1), Some("3")),
        (ratio(0, 1), Some("0")),
        (ratio(100, 1), Some("100")),
        (ratio(1, 1_000_000), Some("0.000001")),
        (ratio(1, 3), None),
        (ratio(1, 1 << 40), None),
    ];
    for (number, decimal) in cases {
        assert_eq!(number.decimal().as_deref(), decimal, "{number}");
    }
}

#[test]
fn six_digits_are_shown_rounded() {
    let cases = [
        ("0", "0"),
        ("-3", "-3"),
        ("1000000000000000", "1000000000000000"),
        ("1234567890123456", "1.23457e15"),
        ("26574471/6250", "4251.92"),
        ("425191536/17984375", "23.6423"),
        ("2635/11", "239.545"),
        ("-1/3", "-0.333333"),
        ("2/3", "0.666667"),
        ("1/3125", "0.00032"),
        ("1/1000000", "1e-6"),
        ("3/2000000000", "1.5e-9"),
        ("19999999/2", "1e7"),
        ("19999998/2", "9999999"),
        ("9999996/1000000", "10"),
        ("1234567/10", "123457"),
        ("12345674/10", "1.23457e6"),
        ("999999999999999999/2", "5e17"),
        ("10.5", "10.5"),
        ("0.1", "0.1"),
        ("0.00001", "0.00001"),
    ];
    for (exact, shown) in cases {
        assert_eq!(format!("{:.6}", read(exact)), shown, "{exact}");
    }
    assert_eq!(read("1/3").to_f64().to_string(), "0.3333333333333333");
    assert_eq!(read("4996/25").to_f64().to_string(), "199.84");
}

quickcheck! {
    /// What is shown is a number again, and no more than a digit in the sixth place away.
    fn what_is_shown_is_near(n: i64, d: u32) -> bool {
        let exact = ratio(n, i64::from(d) + 1);
        let shown = read(&format!("{exact:.6}"));
        (&shown - &exact).abs() * Rational::from(1_000_000) <= exact.abs() * Rational::from(5)
    }
}

#[test]
fn rounding_goes_down_and_up_on_both_sides_of_zero() {
    assert_eq!((ratio(-7, 2).floor(), ratio(-7, 2).ceil()), (ratio(-4, 1), ratio(-3, 1)));
    assert_eq!((ratio(7, 2).floor(), ratio(7, 2).ceil()), (ratio(3, 1), ratio(4, 1)));
    assert_eq!(ratio(-7, 1).modulo(&ratio(3, 1)), Some(ratio(2, 1)));
    assert_eq!(ratio(7, 1).modulo(&ratio(-3, 1)), Some(ratio(-2, 1)));
    assert_eq!(ratio(7, 1).modulo(&Rational::zero()), None);
}

#[test]
fn logarithms_of_powers_and_their_neighbours() {
    let logs = |n: i64, d: i64| (ratio(n, d).floor_log2(), ratio(n, d).ceil_log2());
    assert_eq!(logs(1, 1), (Some(0), Some(0)));
    assert_eq!(logs(7, 1), (Some(2), Some(3)));
    assert_eq!(logs(8, 1), (Some(3), Some(3)));
    assert_eq!(logs(9, 1), (Some(3), Some(4)));
    assert_eq!(logs(1, 3), (Some(-2), Some(-1)));
    assert_eq!(logs(1, 4), (Some(-2), Some(-2)));
    assert_eq!(logs(5, 4), (Some(0), Some(1)));
    assert_eq!(logs(0, 1), (None, None));
    assert_eq!(logs(-8, 1), (None, None));
}

#[test]
fn roots_are_exact_or_floored() {
    assert_eq!(ratio(9, 4).exact_root(2), Some(ratio(3, 2)));
    assert_eq!(ratio(27, 1).exact_root(3), Some(ratio(3, 1)));
    assert_eq!(ratio(28, 1).exact_root(3), None);
    assert_eq!(ratio(28, 1).floor_root(3), Some(ratio(3, 1)));
    assert_eq!(ratio(-4, 1).exact_root(2), None);
    assert_eq!(ratio(4, 1).exact_root(0), None);
}

#[test]
fn bounds_enclose_and_are_as_near_as_asked() {
    let (low, high) = Rational::from(3).log2_bounds(40).unwrap();
    // 2^1.584962500721 < 3 < 2^1.584962500722
    assert!(low <= read("1.584962500722") && high >= read("1.584962500721"));
    assert!(high - low <= Rational::power_of_two(40).recip().unwrap());
    let (low, high) = ratio(1, 3).log2_bounds(20).unwrap();
    assert!(low <= read("-1.5849624") && high >= read("-1.5849626"));
    assert_eq!(Rational::from(1024).log2_bounds(4), Some((10.into(), 10.into())));
    // A root of 2 from above, closer than any rounding: that its square reaches 2 is not decided, and the bounds say so.
    let mut root = ratio(3, 2);
    for _ in 0..8 {
        root = (&root + &Rational::from(2).checked_div(&root).unwrap()) * ratio(1, 2);
    }
    let (low, high) = root.log2_bounds(40).unwrap();
    assert!(low <= ratio(1, 2) && high > ratio(1, 2), "{low} {high}");
    let (low, high) = Rational::from(2).root_bounds(2, 30).unwrap();
    assert!(low.pow(2) < 2.into() && high.pow(2) > 2.into());
}

#[test]
fn division_by_zero_is_an_absence() {
    assert_eq!(Rational::ratio(1, 0), None);
    assert_eq!(Rational::zero().recip(), None);
    assert_eq!(Rational::one().checked_div(&Rational::zero()), None);
}

#[test]
fn equal_numbers_hash_alike_and_serialize_as_strings() {
    let hash = |number: &Rational| {
        let mut hasher = DefaultHasher::new();
        number.hash(&mut hasher);
        hasher.finish()
    };
    assert_eq!(hash(&ratio(6, 4)), hash(&ratio(3, 2).pow(1)));
    assert_eq!(serde_json::to_string(&ratio(21, 2)).unwrap(), "\"21/2\"");
    assert_eq!(Rational::default(), Rational::zero());
}

quickcheck! {
    fn what_is_displayed_reads_back(n: i64, d: u32) -> bool {
        Rational::ratio(n, d).is_none_or(|number| read(&number.to_string()) == number)
    }

    fn decimals_read_back(n: i64, places: u8) -> bool {
        let number = Rational::ratio(n, Rational::from(10).pow(u32::from(places % 13))).unwrap();
        read(&number.decimal().unwrap()) == number
    }

    fn logarithm_bounds_enclose(n: u32, bits: u8) -> bool {
        let (n, bits) = (Rational::from(n) + Rational::one(), u32::from(bits % 8));
        let (low, high) = n.log2_bounds(bits).unwrap();
        let scale = 1_u32 << bits;
        // 2^(low scale) <= n^scale <= 2^(high scale), in whole numbers.
        let power = |bound: &Rational| {
            let exponent = (bound * &Rational::from(scale)).floor().to_u64().unwrap();
            Rational::power_of_two(u32::try_from(exponent).unwrap())
        };
        power(&low) <= n.pow(scale) && n.pow(scale) <= power(&high)
    }
}

/// Catches a divisor of fractions, and one with a sign.
#[test]
fn only_whole_numbers_have_a_divisor() {
    let gcd = |a: &str, b: &str| read(a).gcd(&read(b)).map(|of| of.to_string());
    assert_eq!(gcd("12", "-18").as_deref(), Some("6"));
    assert_eq!(gcd("0", "5").as_deref(), Some("5"));
    for (a, b) in [("3/2", "3"), ("3", "3/2"), ("1/2", "1/3")] {
        assert_eq!(gcd(a, b), None, "{a} and {b}");
    }
}
