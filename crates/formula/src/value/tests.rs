//! The laws of exact values.

use std::cmp::Ordering;

use quickcheck::{Arbitrary, Gen, quickcheck};

use super::*;

/// A number made of few primes, so that roots and logarithms meet and cancel.
#[derive(Clone, Debug)]
struct Number(Value);

impl Arbitrary for Number {
    fn arbitrary(g: &mut Gen) -> Self {
        let rational = |g: &mut Gen| {
            let n = i64::from(i8::arbitrary(g) % 7);
            Value::number(Rational::ratio(n, 1 + i64::from(u8::arbitrary(g) % 3)).unwrap())
        };
        let mut total = rational(g);
        for _ in 0..u8::arbitrary(g) % 3 {
            let base = Value::number(i64::from(1 + u8::arbitrary(g) % 11));
            let atom = if bool::arbitrary(g) {
                let exponent = Rational::ratio(1, 1 + i64::from(u8::arbitrary(g) % 3)).unwrap();
                base.checked_pow(&Value::number(exponent)).unwrap()
            } else {
                base.log2().unwrap()
            };
            total += &rational(g).checked_mul(&atom).unwrap();
        }
        Self(total)
    }
}

fn number(text: &str) -> Value {
    let bindings = crate::Bindings::new();
    crate::parse(text).unwrap().evaluate(&bindings).unwrap()
}

quickcheck! {
    fn products_distribute(a: Number, b: Number, c: Number) -> bool {
        let times = |a: &Value, b: &Value| a.checked_mul(b).unwrap();
        let sum = b.0.clone() + c.0.clone();
        times(&a.0, &sum) == times(&a.0, &b.0) + times(&a.0, &c.0)
    }

    fn division_undoes_multiplication(a: Number, b: Number) -> bool {
        match a.0.checked_mul(&b.0).unwrap().checked_div(&b.0) {
            Ok(quotient) => quotient == a.0,
            Err(error) => matches!(error, ValueError::DivisionByZero | ValueError::NotExact(_)),
        }
    }

    fn floors_enclose(a: Number) -> bool {
        let floor = Value::number(a.0.floor().unwrap());
        let next = floor.clone() + Value::number(1);
        a.0.order(&floor).unwrap().is_ge() && a.0.order(&next).unwrap().is_lt()
    }

    fn signs_multiply(a: Number, b: Number) -> bool {
        let sign = |value: &Value| match value.sign().unwrap() {
            Ordering::Less => -1,
            Ordering::Equal => 0,
            Ordering::Greater => 1,
        };
        sign(&a.0.checked_mul(&b.0).unwrap()) == sign(&a.0) * sign(&b.0)
    }

    fn equal_is_equal_and_different_is_different(a: Number, b: Number) -> bool {
        let difference = a.0.clone() - b.0.clone();
        match compare(&a.0, &b.0) {
            Comparison::Equal => difference.sign() == Some(Ordering::Equal),
            Comparison::Different { .. } => difference.sign() != Some(Ordering::Equal),
            Comparison::Undecided(_) => false,
        }
    }

    fn powers_of_logarithms_return(n: u32) -> bool {
        let n = Value::number(u64::from(n) + 1);
        Value::number(2).checked_pow(&n.log2().unwrap()).unwrap() == n
    }
}

#[test]
fn values_are_written_as_people_would() {
    let cases = [
        ("0", "0"),
        ("3ts + 7m tw", "3 t_s + 7 m t_w"),
        ("-ts - 1", "-t_s - 1"),
        ("7m tw*0.5", "7 m t_w/2"),
        ("log(3) ts", "log2(3) t_s"),
        ("log(6) ts", "(log2(3) + 1) t_s"),
        ("√12 ts*0.25", "sqrt(3) t_s/2"),
        ("√2*3^(1/3)*5", "5 * 72^(1/6)"),
        ("ts/m", "t_s/m"),
        ("1/(2m^2)", "1/(2 m^2)"),
        ("(1 + √2)/m", "(sqrt(2) + 1)/m"),
        ("log(3)^2 - 1/log 3", "log2(3)^2 - 1/log2(3)"),
        ("log(3) log(5)", "log2(3) log2(5)"),
    ];
    for (text, shown) in cases {
        assert_eq!(number(text).to_string(), shown, "{text}");
    }
}

#[test]
fn costs_are_built_and_taken_apart() {
    let cost = Value::cost(3, 7, Rational::ratio(1, 2).unwrap());
    assert_eq!(cost.to_string(), "3 t_s + 7 m t_w + t_h/2");
    assert_eq!(cost, number("3 ts + 7 m tw + 0.5 th"));
    assert_eq!(cost.coefficient(Powers::M_T_W), Value::number(7));
    assert_eq!(cost.coefficient(Powers::M), Value::zero());
    assert_eq!(cost.powers(), [Powers::T_S, Powers::M_T_W, Powers::T_H]);
    assert_eq!(cost.as_rational(), None);
    let half = Rational::ratio(1, 2).unwrap();
    let numbers = [("m", 2.into()), ("t_s", 1.into()), ("t_w", half), ("t_h", 0.into())];
    assert_eq!(cost.substitute(&numbers[..1]).unwrap().to_string(), "3 t_s + 14 t_w + t_h/2");
    assert_eq!(cost.substitute(&numbers).unwrap().as_rational(), Some(10.into()));
    let error = number("ts/m").substitute(&[("m", 0.into())]);
    assert_eq!(error, Err(ValueError::DivisionByZero));
}

#[test]
fn products_of_different_logarithms_stay_open_where_bounds_do_not_help() {
    // x differs from log2(3) log2(5) by less than the bounds are narrowed to.
    let product = number("log(3) log(5)");
    let scale = Rational::power_of_two(1100);
    let scaled = product.checked_mul(&Value::number(scale.clone())).unwrap();
    assert!(matches!(scaled.floor(), Err(ValueError::Undecided(_))));
    let (low, _) = Rational::from(3).log2_bounds(2000).unwrap();
    let (also_low, _) = Rational::from(5).log2_bounds(2000).unwrap();
    let near = Value::number(low * also_low);
    let Comparison::Undecided(reason) = compare(&product, &near) else { panic!() };
    assert!(reason.ends_with("is 0: products of different logarithms may cancel"));
    // With one logarithm a theorem decides what bounds do not.
    let (low, _) = Rational::from(3).log2_bounds(2000).unwrap();
    let Comparison::Different { terms } = compare(&number("log 3"), &Value::number(low)) else {
        panic!()
    };
    assert_eq!(terms[0].term, "1");
}

#[test]
fn powers_of_whole_numbers_are_exact_within_the_limit() {
    assert_eq!(number("2^10000").as_rational(), Some(Rational::from(2).pow(10_000)));
    assert_eq!(Value::number(2).checked_pow(&Value::number(30_000)), Err(ValueError::TooLarge));
    // Every power of 0 is known, however large.
    let of_zero =
        |m| Value::term(1, Powers { m, ..Powers::NONE }).substitute(&[("m", Rational::zero())]);
    assert_eq!(of_zero(50_000), Ok(Value::zero()));
    assert_eq!(of_zero(-50_000), Err(ValueError::DivisionByZero));
}

/// Above 0 and too near to it for bounds, so only theorems tell it from 0.
fn near_zero(text: &str) -> Value {
    let value = number(text);
    let (below, _) = value.bounds(2000).unwrap();
    value - Value::number(below)
}

#[test]
fn what_no_theorem_decides_stays_open() {
    for decided in ["log2(3) + log2(5)", "log2(3)^2", "ln(2)", "sqrt(2) + sqrt(3)"] {
        assert!(near_zero(decided).surely_not_zero(), "{decided}");
    }
    let one = Value::number(1);
    for open in ["log2(3)^2 + log2(5)", "log2(3) * log2(5)", "ln(2) + log2(3)"] {
        let open = near_zero(open);
        assert!(!open.surely_not_zero(), "{open}");
        assert_eq!(open.sign(), None);
        for above in [Value::zero(), one.clone()] {
            assert!(matches!(above.checked_div(&open), Err(ValueError::Undecided(_))), "{open}");
        }
    }
    // 1/(a + b) = (a - b)/(a^2 - b^2), where a - b may be 0.
    let (product, _) = number("log2(3) * log2(5)").bounds(2000).unwrap();
    let sum = number("log2(3) * log2(5)") + Value::number(product);
    assert!(matches!(one.checked_div(&sum), Err(ValueError::Undecided(_))));
}

#[test]
fn symbols_have_no_bounds_and_large_powers_have_a_sign() {
    assert_eq!((number("m").bounds(32), number("m - 1").sign()), (None, None));
    let large = number("log2(3)^3000");
    assert_eq!((large.bounds(32), large.sign()), (None, Some(Ordering::Greater)));
    assert_eq!((-large.clone()).sign(), Some(Ordering::Less));
    assert!(matches!(large.floor(), Err(ValueError::Undecided(_))));
}

#[test]
fn a_sum_from_beyond_its_end_is_empty() {
    assert_eq!(number("sum(i = 5..1, 1/i)"), Value::zero());
    assert_eq!(number("sum(i = 5..5, 1/i)"), number("1/5"));
}

#[test]
fn values_have_no_more_terms_and_digits_than_allowed() {
    let terms = |count: i32| {
        let term = |m| Value::term(1, Powers { m, ..Powers::NONE });
        (0..count).map(term).fold(Value::zero(), |sum, term| sum + term).within_limits()
    };
    assert!(terms(1000).is_ok());
    assert_eq!(terms(1001), Err(ValueError::TooLarge));
    let digits = |bits: u32| Value::number(Rational::from(2).pow(bits - 2)).within_limits();
    assert!(digits(20_000).is_ok());
    assert_eq!(digits(20_001), Err(ValueError::TooLarge));
}

/// Also where the number or the base is not one for which whole powers are tried.
#[test]
fn rounded_logarithms_to_any_base() {
    for (text, rounded) in [
        ("floor(log(8)/log(3))", 1),
        ("floor(log(9)/log(3))", 2),
        ("ceil(log(9)/log(3))", 2),
        ("ceil(log(10)/log(3))", 3),
        ("ceil(log(1)/log(3))", 0),
        ("floor(log(1/3)/log(3))", -1),
        ("floor(log(9)/log(1/3))", -2),
        ("floor(log(2^200)/log(2))", 200),
    ] {
        assert_eq!(number(text), Value::number(rounded), "{text}");
    }
    for text in ["ceil(log(10)/log(1))", "ceil(log(10)/log(3/2))"] {
        let refused = crate::parse(text).unwrap();
        assert!(refused.evaluate(&crate::Bindings::new()).is_err(), "{text}");
    }
}
