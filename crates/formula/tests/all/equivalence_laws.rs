//! What holds of every pair of formulas: rewriting keeps them equal, a change is found with a point
//! where they really differ, and equal ones have equal values wherever they are evaluated.
#![allow(clippy::needless_pass_by_value, clippy::many_single_char_names)] // laws take what is made

use std::cell::Cell;

use hockney_base::number::Rational;
use hockney_formula::{Bindings, Formula, Given, Verdict, equivalence, parse};
use hockney_testing::sweep;
use quickcheck::{Arbitrary, Gen, QuickCheck};

/// A formula, fully bracketed, and one that is equal to it by construction.
#[derive(Clone, Debug)]
struct Rewritten {
    plain: String,
    other: String,
    /// Does it round, so that any p is meant?
    rounds: bool,
}

/// Leaves: what costs are made of.
const SMOOTH: [&str; 10] = ["p", "m", "t_s", "t_w", "log(p)", "2", "3", "(1/2)", "p^2", "sqrt(p)"];
const ROUNDED: [&str; 10] = [
    "p",
    "m",
    "t_s",
    "t_w",
    "floor(p/2)",
    "ceil(log(p))",
    "(p mod 3)",
    "2",
    "min(p, 3)",
    "ceil(p/3)",
];

fn pick<'a>(g: &mut Gen, from: &[&'a str]) -> &'a str {
    g.choose(from).copied().unwrap()
}

fn formula(g: &mut Gen, size: usize, leaves: &[&str]) -> String {
    if size < 2 {
        return pick(g, leaves).to_owned();
    }
    let part = |g: &mut Gen| formula(g, size / 2, leaves);
    let (a, b) = (part(g), part(g));
    match u8::arbitrary(g) % 8 {
        0..=2 => format!("({a} + {b})"),
        3 | 4 => format!("({a} - {b})"),
        5 | 6 => format!("({a} * {b})"),
        _ => format!("({a} / (p + 1))"),
    }
}

/// A formula and a rewriting of it, built side by side.
fn twice(g: &mut Gen, size: usize, leaves: &[&str]) -> (String, String) {
    if size < 2 {
        let leaf = pick(g, leaves).to_owned();
        let other = match (leaf.as_str(), u8::arbitrary(g) % 3) {
            ("p", 0) => "(2^log(p))".to_owned(),
            ("p", 1) => "(p^3/p^2)".to_owned(),
            ("log(p)", 0) => "(log(2*p) - 1)".to_owned(),
            ("log(p)", 1) => "(log(p^2)/2)".to_owned(),
            ("sqrt(p)", 0) => "(p/sqrt(p))".to_owned(),
            ("p^2", 0) => "(2*sum(i = 1..p, i) - p)".to_owned(),
            ("floor(p/2)", 0) => "(p - ceil(p/2))".to_owned(),
            ("floor(p/2)", 1) => "((p - (p mod 2))/2)".to_owned(),
            ("ceil(log(p))", 0) => "(ceil(log(2*p)) - 1)".to_owned(),
            ("(p mod 3)", 0) => "(p - 3*floor(p/3))".to_owned(),
            ("min(p, 3)", 0) => "(p + 3 - max(3, p))".to_owned(),
            ("ceil(p/3)", 0) => "floor((p + 2)/3)".to_owned(),
            _ => leaf.clone(),
        };
        // `2^log(p)` means a family of sizes where nothing rounds, and any p is as good here.
        return (leaf, other);
    }
    let ((a, x), (b, y)) = (twice(g, size / 2, leaves), twice(g, size / 2, leaves));
    let plain = match u8::arbitrary(g) % 8 {
        0..=2 => (
            format!("({a} + {b})"),
            vec![
                format!("({y} + {x})"),
                format!("({x} - (0 - {y}))"),
                format!("((2*{x} + 2*{y})/2)"),
            ],
        ),
        3 | 4 => (
            format!("({a} - {b})"),
            vec![
                format!("(0 - ({y} - {x}))"),
                format!("({x} + (-1)*{y})"),
                format!("(({x} + m) - ({y} + m))"),
            ],
        ),
        5 | 6 => (
            format!("({a} * {b})"),
            vec![
                format!("({y} * {x})"),
                format!("((({x} + {y})^2 - ({x} - {y})^2)/4)"),
                format!("(({x} + 1)*{y} - {y})"),
            ],
        ),
        _ => (
            format!("({a} / (p + 1))"),
            vec![format!("({x} * 2/(2*p + 2))"), format!("(({x} * (p + 2))/((p + 1)*(p + 2)))")],
        ),
    };
    let place = usize::arbitrary(g) % plain.1.len();
    (plain.0, plain.1[place].clone())
}

impl Arbitrary for Rewritten {
    fn arbitrary(g: &mut Gen) -> Self {
        let rounds = bool::arbitrary(g);
        let leaves = if rounds { ROUNDED } else { SMOOTH };
        let size = 1 + usize::arbitrary(g) % 10;
        let (plain, other) = twice(g, size, &leaves);
        Self { plain, other, rounds }
    }
}

fn read(text: &str) -> Formula {
    parse(text).unwrap_or_else(|error| panic!("{text}\n{error}"))
}

fn verdict(left: &str, right: &str) -> Verdict {
    let (left, right) = (read(left), read(right));
    equivalence(&left.links()[0], &right.links()[0], &Given::default()).verdict
}

fn values(text: &str, p: u32, numbers: [i32; 3]) -> Option<Rational> {
    let mut bindings = Bindings::new().with("p", p);
    for (name, number) in ["m", "t_s", "t_w"].into_iter().zip(numbers) {
        bindings.set(name, Rational::ratio(number, 3).unwrap());
    }
    let value = read(text).evaluate(&bindings).unwrap_or_else(|error| panic!("{text}\n{error}"));
    value.as_rational()
}

sweep! {
    fn rewriting_keeps_formulas_equal(effort) {
        fn law(pair: Rewritten) -> bool {
            let verdict = verdict(&pair.plain, &pair.other);
            assert_eq!(verdict, Verdict::Equal, "{}  |  {}", pair.plain, pair.other);
            // And evaluation on its own says so, too.
            for p in [1, 4, 16, 64] {
                assert_eq!(
                    values(&pair.plain, p, [2, 5, 7]),
                    values(&pair.other, p, [2, 5, 7]),
                    "{}  |  {} at {p}",
                    pair.plain,
                    pair.other
                );
            }
            true
        }
        QuickCheck::new()
            .rng(Gen::from_size_and_seed(30, 7))
            .tests(effort.of(200, 1500))
            .quickcheck(law as fn(Rewritten) -> bool);
    }
}

sweep! {
    fn changes_are_found_with_a_point_where_they_show(effort) {
        thread_local!(static OPEN: Cell<u32> = const { Cell::new(0) });
        fn law(pair: Rewritten, change: u8) -> bool {
            let changes = [
                "t_s",
                "m*t_w",
                "1",
                "p",
                "(p - 1)*t_s",
                "log(p)",
                "m*t_w/p",
                "(p mod 2)",
                "p*m",
                "m^2/1000",
                "max(0, p - 5)",
                "sqrt(p)",
            ];
            let change = changes[usize::from(change) % changes.len()];
            let other = format!("({} + {change})", pair.other);
            match verdict(&pair.plain, &other) {
                Verdict::Different(difference) => {
                    let mut bindings = Bindings::new();
                    for (name, value) in &difference.at {
                        bindings.set(name, value.clone());
                    }
                    let value = |text: &str| read(text).evaluate(&bindings).unwrap();
                    let (left, right) = (value(&pair.plain), value(&other));
                    assert_ne!(left, right, "{}  |  {other}", pair.plain);
                    // The point is one of the family: powers of two and squares where they are meant.
                    let p = difference.at.iter().find(|(name, _)| name == "p");
                    if let (false, Some((_, p)), true) = (pair.rounds, p, other.contains("log"))
                        && !other.contains("mod")
                    {
                        assert!(p.to_u64().unwrap().is_power_of_two(), "{}  |  {other}", pair.plain);
                    }
                }
                Verdict::Undecided(_) => OPEN.with(|open| open.set(open.get() + 1)),
                verdict => panic!("{}  |  {other}: {verdict:?}", pair.plain),
            }
            true
        }
        QuickCheck::new()
            .rng(Gen::from_size_and_seed(30, 8))
            .tests(effort.of(200, 1500))
            .quickcheck(law as fn(Rewritten, u8) -> bool);
        OPEN.with(|open| assert_eq!(open.get(), 0, "every such change shows somewhere"));
    }
}

sweep! {
    /// Any two formulas: what is called equal is equal wherever it is evaluated, and the other way.
    fn verdicts_agree_with_exact_evaluation(effort) {
        #[derive(Clone, Debug)]
        struct Two(String, String);
        impl Arbitrary for Two {
            fn arbitrary(g: &mut Gen) -> Self {
                // Few and small, so that some pairs are equal.
                let leaves = ["p", "2", "floor(p/2)", "min(p, 2)", "(p mod 2)", "1", "ceil(p/2)"];
                let (one, other) = (1 + usize::arbitrary(g) % 5, 1 + usize::arbitrary(g) % 5);
                Self(formula(g, one, &leaves), formula(g, other, &leaves))
            }
        }
        thread_local!(static EQUAL: Cell<u32> = const { Cell::new(0) });
        fn law(two: Two) -> bool {
            let Two(left, right) = two;
            let same = (1..=40).all(|p| values(&left, p, [1, 1, 1]) == values(&right, p, [1, 1, 1]));
            match verdict(&left, &right) {
                Verdict::Equal => {
                    assert!(same, "{left}  |  {right}");
                    EQUAL.with(|equal| equal.set(equal.get() + 1));
                }
                Verdict::Different(_) => assert!(!same, "{left}  |  {right}"),
                verdict => panic!("{left}  |  {right}: {verdict:?}"),
            }
            true
        }
        QuickCheck::new()
            .rng(Gen::from_size_and_seed(30, 9))
            .tests(effort.of(400, 3000))
            .quickcheck(law as fn(Two) -> bool);
        EQUAL.with(|equal| assert!(equal.get() > effort.of(4, 40), "{}", equal.get()));
    }
}

/// Three names, compared and rounded within each other, with two spellings that are equal by construction.
fn of_three_names(g: &mut Gen, size: usize) -> (String, String) {
    if size < 2 {
        let leaf = pick(g, &["p", "q", "r", "p", "q", "r", "2", "p q"]).to_owned();
        return (leaf.clone(), leaf);
    }
    let ((a, x), (b, y)) = (of_three_names(g, size / 2), of_three_names(g, size / 2));
    let by = pick(g, &["q", "r", "(q r)"]);
    match u8::arbitrary(g) % 10 {
        0 | 1 => (format!("max({a}, {b})"), format!("max({y}, {x})")),
        2 | 3 => (format!("min({a}, {b})"), format!("min({y}, {x}, {y})")),
        4 => (format!("max(2 ({a}), 2 ({b}))"), format!("2 max({x}, {y})")),
        5 => (format!("min({a}, {b}) p"), format!("min(({y}) p, ({x}) p)")),
        6 => (format!("({a} + {b})"), format!("(min({x}, {y}) + max({x}, {y}))")),
        7 => (format!("ceil(({a})/{by})"), format!("floor(({x} + {by} - 1)/{by})")),
        8 => (format!("floor(floor(({a})/{by})/r)"), format!("floor(({x})/({by} r))")),
        _ => (format!("ceil(ceil(({a})/{by})/q)"), format!("ceil(({x})/({by} q))")),
    }
}

sweep! {
    fn several_names_are_judged_as_they_are_evaluated(effort) {
        #[derive(Clone, Debug)]
        struct Two(String, String, bool);
        impl Arbitrary for Two {
            fn arbitrary(g: &mut Gen) -> Self {
                let sizes = [1 + usize::arbitrary(g) % 6, 1 + usize::arbitrary(g) % 4];
                let [(one, same), (_, other)] = sizes.map(|size| of_three_names(g, size));
                match u8::arbitrary(g) % 3 {
                    0 => Self(one, other, false),
                    1 => Self(one, format!("({same}) + max(0, {other} - 5)"), false),
                    _ => Self(one, same, true),
                }
            }
        }
        thread_local!(static FOUND: Cell<[u32; 3]> = const { Cell::new([0; 3]) });
        fn law(two: Two) -> bool {
            let Two(left, right, same) = two;
            let (one, other) = (read(&left), read(&right));
            let at = |bindings: &Bindings| {
                let value = |of: &Formula| of.evaluate(bindings).unwrap().as_rational().unwrap();
                (value(&one), value(&other))
            };
            let small = (0..216).map(|k| [1 + k % 6, 1 + k / 6 % 6, 1 + k / 36]);
            let some = [[7, 4, 3], [30, 7, 11], [1000, 13, 9], [17, 64, 2], [5, 100, 33]];
            let mut points = small
                .chain(some)
                .map(|[p, q, r]: [u32; 3]| Bindings::new().with("p", p).with("q", q).with("r", r));
            let place = match verdict(&left, &right) {
                Verdict::Equal => {
                    for bindings in points {
                        let (one, other) = at(&bindings);
                        assert_eq!(one, other, "{left}  |  {right} at {bindings:?}");
                    }
                    0
                }
                Verdict::Different(difference) => {
                    assert!(!same, "{left}  |  {right}");
                    let mut bindings = points.next().unwrap();
                    for (name, value) in &difference.at {
                        bindings.set(name, value.clone());
                    }
                    let (one, other) = at(&bindings);
                    assert_ne!(one, other, "{left}  |  {right} at {bindings:?}");
                    1
                }
                _ => 2,
            };
            FOUND.with(|found| {
                let mut counts = found.get();
                counts[place] += 1;
                found.set(counts);
            });
            true
        }
        QuickCheck::new()
            .rng(Gen::from_size_and_seed(30, 13))
            .tests(effort.of(200, 1200))
            .quickcheck(law as fn(Two) -> bool);
        // Of those that are equal by construction nearly all are seen to be.
        let [equal, different, undecided] = FOUND.with(Cell::get);
        assert!(equal > effort.of(50, 300) && different > effort.of(60, 400) && undecided < effort.of(25, 120), "{equal} {different} {undecided}");
    }
}
