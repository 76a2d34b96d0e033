//! Texts meant to exhaust or confuse: refused at once, never with a panic.

use crate::{
    Bindings, EvaluateErrorKind, Given, MAX_LENGTH, ParseErrorKind, ValueError, Verdict,
    equal_reading, equivalence, parse,
};
use hockney_base::diagnostic::Source;
use hockney_base::number::work;

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

/// A formula with as much work as a number says.
type Text = fn(u32) -> String;

/// Catches work that is not counted, and parts that are worked out more than once: twice as much counts about twice.
#[test]
fn twice_the_work_counts_twice() {
    let kinds: [(&str, Text); 13] = [
        ("i", |n| format!("sum(i = 1..{n}, i)")),
        ("p", |n| format!("sum(i = 1..{n}, p)")),
        ("+", |n| vec!["p"; n as usize].join("+")),
        ("*", |n| vec!["p/12"; n as usize].join("*")),
        ("round", |n| format!("sum(i = 1..{n}, floor(i sqrt(2) + log(3)))")),
        ("ceil", |n| format!("{}p{}", "ceil(".repeat(n as usize), ")".repeat(n as usize))),
        ("max", |n| format!("max({})", vec!["sqrt(2), log 3"; n as usize].join(", "))),
        ("mod", |n| format!("sum(i = 1..{n}, (9^99 mod 7^77))")),
        ("primes", |n| format!("sum(i = 1..{n}, log(18446744073709551557))")),
        ("factors", |n| format!("sum(i = 1..{n}, log(18446743979220271189))")),
        ("roots", |n| format!("sum(i = 1..{n}, {}^(1/2))", u64::MAX)),
        ("/", |n| format!("sum(i = 1..{n}, (m^9 - t_s^9)/(m - t_s))")),
        ("^", |n| format!("sum(i = 1..{n}, (m + t_s + t_w)^9)")),
    ];
    for (name, text) in kinds {
        let work = |n| {
            let formula = parse(&text(n)).unwrap();
            let before = work::done();
            let value = formula.evaluate(&Bindings::new().with("p", 12));
            assert!(value.is_ok(), "{name}: {value:?}");
            work::done() - before
        };
        let (once, twice) = (work(40), work(80));
        assert!(
            once >= 80 && twice > once + once / 2 && twice < 3 * once,
            "{name}: {once}, {twice}"
        );
    }
}

/// Catches a part of the work on a question that has no limit. These four took more than 8 s each.
#[test]
fn a_question_takes_no_more_work_than_one_may() {
    let nines = |n| "9".repeat(n);
    let ceilings = format!("{}p{}", "ceil(".repeat(100), ")".repeat(100));
    let questions = [
        ("sum(i=1..p, floor(i/7))", "sum(i = 1..10^18, i)", Some("p = q^2"), "undecided"),
        (&ceilings, "1+2+4+...+p", None, "different"),
        ("e^p", &format!("{}^(1/2)", nines(38)), None, "undecided"),
        (&format!("log_{} p", nines(300)), "p", None, "undecided"),
        ("sum(i=1..300, sum(j=1..300, floor((i+j)/7)))", "p", None, "undecided"),
        ("(m + ts + tw + th)^1000", "p", None, "undecided"),
        (&format!("{}i{}", "sum(i=1..p, ".repeat(20), ")".repeat(20)), "p", None, "undecided"),
    ];
    for (left, right, fact, expected) in questions {
        let mut given = Given::default();
        if let Some(fact) = fact {
            given.add(fact).unwrap();
        }
        let [left, right] = [left, right].map(|text| parse(text).unwrap());
        let before = work::done();
        let answer = equivalence(&left.links()[0], &right.links()[0], &given);
        // The last number may be a large one.
        assert!(work::done() - before < 9_000_000, "{left}: {}", work::done() - before);
        let found = match answer.verdict {
            Verdict::Equal => "equal",
            Verdict::Different(_) | Verdict::OtherOrder(_) => "different",
            Verdict::Undecided(_) => "undecided",
        };
        assert_eq!(found, expected, "{left}");
    }
}

#[test]
fn too_much_work_is_refused() {
    for text in [
        "sum(i = 1..90000, floor(log2(3) + log2(5) + log2(7) + i sqrt(2)))",
        "sum(i = 1..90000, (m^900 - t_s^900)/(m - t_s))",
        "sum(i = 1..90000, log2(18446743979220271189))",
    ] {
        let error = parse(text).unwrap().evaluate(&Bindings::new()).unwrap_err();
        assert_eq!(error.kind, EvaluateErrorKind::Value(ValueError::TooLarge), "{text}");
    }
}

/// Catches an n that is m beside an m, and letters that both formulas have.
#[test]
fn letters_that_may_mean_m_or_p() {
    let ways = |text: &str| {
        let ways = parse(text).unwrap().readings(|letter| letter == "B");
        ways.into_iter().map(|(formula, _)| formula.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(ways("(ts + m tw) log n")[0], "(t_s + m t_w) log2(p)");
    assert_eq!(ways("(ts + n tw) log p")[0], "(t_s + m t_w) log2(p)");
    assert_eq!(ways("(ts + n tw) log p").len(), 2);
    assert_eq!(ways("ts log n + B tw L").len(), 4);
    assert_eq!(ways("n + L + M"), ["n + L + M"]);
    assert_eq!(ways("ts + m tw"), ["t_s + m t_w"]);
    let read = |left: &str, right: &str| {
        let [left, right] = [left, right].map(|text| parse(text).unwrap());
        equal_reading([&left, &right], &Given::default()).map(|found| found.0)
    };
    assert_eq!(read("(ts + m tw) log n", "(ts + m tw) log p"), Some(vec![("n", "p")]));
    assert_eq!(read("ts + n tw", "ts + m tw"), Some(vec![("n", "m")]));
    assert_eq!(read("ts + n tw", "ts + m tw + n tw"), None);
}
