//! Texts meant to exhaust or confuse: refused at once, never with a panic.

use crate::{Bindings, EvaluateErrorKind, MAX_LENGTH, ParseErrorKind, ValueError, parse};
use hockney_base::diagnostic::Source;

fn kind(text: &str) -> ParseErrorKind {
    let error = parse(text).expect_err("it has no meaning");
    let shown = error.diagnostic().render(&Source::new("formula", text));
    assert!(shown.len() < 2000, "{shown}");
    error.kind
}

#[test]
fn deep_nesting_is_refused() {
    for open in ["(", "⌈", "-", "2^", "√", "log ", "min(", "log2("] {
        let text = open.repeat(60_000 / open.len());
        assert_eq!(kind(&text), ParseErrorKind::TooDeep, "{open}");
    }
    let fine = format!("{}p{}", "(".repeat(100), ")".repeat(100));
    assert!(parse(&fine).is_ok());
}

#[test]
fn long_texts_are_refused_before_they_are_read() {
    assert_eq!(kind(&"p + ".repeat(1 << 18)), ParseErrorKind::TooLong);
    assert_eq!(kind(&"−".repeat(MAX_LENGTH)), ParseErrorKind::TooLong);
}

#[test]
fn long_flat_formulas_are_no_deep_ones() {
    let terms = vec!["1"; 30_000].join("+");
    let value = parse(&terms).unwrap().evaluate(&Bindings::new()).unwrap();
    assert_eq!(value.to_string(), "30000");
    let factors = vec!["1"; 30_000].join("*");
    assert!(parse(&factors).unwrap().evaluate(&Bindings::new()).is_ok());
}

#[test]
fn work_is_limited() {
    let expensive = [
        "9^9^9^9".to_owned(),
        "2^100000".to_owned(),
        "(m + ts + tw + th)^1000".to_owned(),
        "(1 + √2 + √3 + √5 + √7 + √11 + √13)^200".to_owned(),
        vec!["(m + ts)"; 7000].join("*"),
        (2..5000).map(|n| format!("1/{n}")).collect::<Vec<_>>().join("+"),
        (0..2000).map(|n| format!("log({})", u64::MAX - n)).collect::<Vec<_>>().join("+"),
        (0..3000).map(|n| format!("floor(√{n} + √2)")).collect::<Vec<_>>().join("+"),
        "p^(1/99999999)".to_owned(),
        "floor(3^(1/19999) + √2)".to_owned(),
        "1/(m + ts + tw)^20".to_owned(),
    ];
    for text in expensive {
        let formula = parse(&text).unwrap();
        // An answer or none: what matters is that it comes.
        let _ = formula.evaluate(&Bindings::new().with("p", 12));
    }
}

#[test]
fn powers_of_one_stay_one() {
    let value = |text| parse(text).unwrap().evaluate(&Bindings::new()).unwrap().to_string();
    assert_eq!(value("1^(10^900)"), "1");
    assert_eq!(value("(-1)^(10^900 + 1)"), "-1");
    assert_eq!(value("0^(10^900)"), "0");
}

/// Each kind of work in such an amount that it is done, and in such that it is refused.
#[test]
fn each_kind_of_work_is_counted() {
    let too_large = |text: &str| match parse(text).unwrap().evaluate(&Bindings::new()) {
        Ok(_) => false,
        Err(error) => error.kind == EvaluateErrorKind::Value(ValueError::TooLarge),
    };
    // Roundings of irrational numbers by the number of terms; those of fractions are nearly free.
    let rounded =
        |times: u32| format!("sum(i = 1..{times}, floor(log2(3) + log2(5) + log2(7) + i sqrt(2)))");
    assert!(!too_large(&rounded(100)) && too_large(&rounded(300)));
    assert!(!too_large("sum(i = 1..2000, floor(i/2))"));
    // Long divisions by the number of terms of the quotient.
    let divided = |times: u32| format!("sum(i = 1..{times}, (m^900 - t_s^900)/(m - t_s))");
    assert!(!too_large(&divided(20)) && too_large(&divided(40)));
    // Primes of numbers of more than 31 bits.
    let primes = |of: u64, times: u32| format!("sum(i = 1..{times}, log2({of}))");
    assert!(!too_large(&primes((1 << 31) - 1, 400)));
    assert!(!too_large(&primes((1 << 32) - 5, 200)) && too_large(&primes((1 << 32) - 5, 400)));
}
