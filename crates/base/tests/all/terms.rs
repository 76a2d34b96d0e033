//! Terms as trees: what binds what, where a term ends, and where a text stops being one.

use hockney_base::diagnostic::Span;
use hockney_base::term::{Binary, DEEPEST, Dialect, FORMULA, Function, Term, TermErrorKind};
use quickcheck::{Arbitrary, Gen, QuickCheck};

/// A tree with each function before its terms: `(+ 1 p)`.
fn tree(term: &Term) -> String {
    match term {
        Term::Number(number) => number.to_string(),
        Term::Name(name) => name.clone(),
        Term::Apply(function, of) => {
            let sign = match function {
                Function::Sum => "+",
                Function::Product => "*",
                Function::Quotient => "/",
                Function::Power => "^",
                Function::Mod => "mod",
                Function::Xor => "xor",
                named => named.name(),
            };
            let of: Vec<String> = of.iter().map(tree).collect();
            format!("({sign} {})", of.join(" "))
        }
    }
}

const BY_HAND: [&[(&str, Binary)]; 4] = [
    &[("%", modulo), ("mod", modulo)],
    &[("xor", |one, other| one.joined(Function::Xor, other))],
    &[("+", Term::plus), ("-", Term::minus)],
    &[("*", Term::times), ("/", Term::over)],
];

fn modulo(one: Term, other: Term) -> Term {
    one.joined(Function::Mod, other)
}

/// A dialect for lines that people write, with names `i` and `p`.
fn by_hand(longest: usize) -> Dialect<'static> {
    Dialect {
        levels: &BY_HAND,
        sums: 2,
        brackets: &[("(", ")"), ("{", "}")],
        names: &|name| ["i", "p"].contains(&name).then(|| Term::name(name)),
        by_hand: true,
        longest,
    }
}

/// The tree of the term that a text begins with, and the text of that term.
fn begins<'t>(dialect: &Dialect<'_>, text: &'t str) -> (String, &'t str) {
    let (term, end) = dialect.read(text, 0).unwrap_or_else(|error| panic!("{text}: {error:?}"));
    (tree(&term), &text[..end])
}

/// What is wrong with a text, and from where to where.
fn fault(dialect: &Dialect<'_>, text: &str) -> (String, usize, usize) {
    let error = dialect.read(text, 0).unwrap_err();
    (error.to_string(), error.at.start, error.at.end)
}

#[test]
fn formulas_are_the_trees_that_a_reader_sees() {
    for (text, expected) in [
        ("1 + 2 + p", "(+ 1 2 p)"),
        ("1 - p - 2", "(+ 1 (* -1 p) (* -1 2))"),
        ("2*3 + 1", "(+ (* 2 3) 1)"),
        ("2 + 3*p", "(+ 2 (* 3 p))"),
        ("(1 + 2)*p", "(* (+ 1 2) p)"),
        ("1 + (2 + p)", "(+ 1 (+ 2 p))"),
        ("2*3*p", "(* 2 3 p)"),
        ("2/3/p", "(/ (/ 2 3) p)"),
        ("2/(3/p)", "(/ 2 (/ 3 p))"),
        ("p mod 3 mod 2", "(mod (mod p 3) 2)"),
        ("p mod3", "(mod p 3)"),
        ("p modx", "(* p modx)"),
        ("-p^2 + 3", "(+ (* -1 (^ p 2)) 3)"),
        ("-2 p", "(* -1 (* 2 p))"),
        ("2^3^p", "(^ 2 (^ 3 p))"),
        ("2 ^ 3 p", "(* (^ 2 3) p)"),
        ("2 p (q + 1) 3", "(* 2 p (+ q 1) 3)"),
        ("(p)(q)", "(* p q)"),
        ("log p^2", "(^ (log2 p) 2)"),
        ("log2(2 p) + 1", "(+ (log2 (* 2 p)) 1)"),
        ("log_2 p", "(log2 p)"),
        ("log_3 p", "(/ (log2 p) (log2 3))"),
        ("log_b p", "(* log_b p)"),
        ("floor ( p/2 )", "(floor (/ p 2))"),
        ("ceil(floor(p))", "(ceil (floor p))"),
        ("min(1, p, 2^p) max(p, 3)", "(* (min 1 p (^ 2 p)) (max p 3))"),
        ("t_h[up] + t_h", "(+ t_h[up] t_h)"),
        (" p ", "p"),
        ("µ2", "µ2"),
    ] {
        assert_eq!(Term::read(text).map(|term| tree(&term)).as_deref(), Ok(expected), "{text}");
        assert_eq!(begins(&FORMULA, text), (expected.to_owned(), text.trim_end()), "{text}");
    }
}

/// Catches an arrow or a comment that is taken for an operation.
#[test]
fn a_formula_ends_before_what_is_none() {
    for (text, expected, part) in [
        ("a -> b", "a", "a"),
        ("a --> b", "a", "a"),
        ("a // b", "a", "a"),
        ("a ** b", "a", "a"),
        ("a - b ; c", "(+ a (* -1 b))", "a - b"),
        ("2 + p)", "(+ 2 p)", "2 + p"),
        ("i[3", "i", "i"),
        ("a Mod 3", "(* a Mod 3)", "a Mod 3"),
        ("p % 2", "p", "p"),
    ] {
        assert_eq!(begins(&FORMULA, text), (expected.to_owned(), part), "{text}");
    }
    let (term, end) = FORMULA.read("the cost: p + 1, each", 9).unwrap();
    assert_eq!((tree(&term).as_str(), end), ("(+ p 1)", 15));
}

#[test]
fn what_is_no_formula_is_refused_where_it_goes_wrong() {
    let expected = "a number or a name belongs here";
    let close = "a closing bracket `)` belongs here";
    for (text, message, start, end) in [
        ("", expected, 0, 0),
        ("  ", expected, 2, 2),
        ("$", expected, 0, 1),
        ("2 +", expected, 3, 3),
        ("2 * -3", expected, 4, 5),
        ("2 + −3", expected, 4, 7),
        ("floor p", expected, 6, 7),
        ("floor()", expected, 6, 7),
        ("floor(p, q)", expected, 10, 11),
        ("min(p)", expected, 5, 6),
        ("max p", expected, 4, 5),
        ("log", expected, 3, 3),
        ("(2", close, 2, 2),
        ("(2 ]", close, 3, 4),
        ("min(2, p", close, 8, 8),
        ("1 + 99999999999999999999", "this number is too large", 4, 24),
    ] {
        assert_eq!(fault(&FORMULA, text), (message.to_owned(), start, end), "{text}");
        assert_eq!(Term::read(text).unwrap_err().at, Span::new(start, end), "{text}");
    }
    for (text, start, end) in [("p )", 2, 3), ("i[3", 1, 2), ("p $ 2", 2, 3)] {
        let error = Term::read(text).unwrap_err();
        assert_eq!((error.kind, error.at), (TermErrorKind::Expected, Span::new(start, end)));
    }
    assert_eq!(Term::of("p +"), Term::name("p +"));
    assert_eq!(Term::of("18446744073709551615"), Term::Number(u64::MAX.into()));
}

#[test]
fn what_people_write_has_an_order_of_its_own() {
    for (text, expected, part) in [
        ("i + 1 mod p", "(mod (+ i 1) p)", "i + 1 mod p"),
        ("i mod p + 1", "(mod i (+ p 1))", "i mod p + 1"),
        ("i % 2 % 3", "(mod (mod i 2) 3)", "i % 2 % 3"),
        ("i xor 2 + 1", "(xor i (+ 2 1))", "i xor 2 + 1"),
        ("i xor 1 xor 2 mod p", "(mod (xor (xor i 1) 2) p)", "i xor 1 xor 2 mod p"),
        ("i - 2 p*3", "(+ i (* -1 (* 2 p 3)))", "i - 2 p*3"),
        ("2i", "(* 2 i)", "2i"),
        ("2 i p + 1", "(+ (* 2 i p) 1)", "2 i p + 1"),
        ("i 2", "i", "i"),
        ("2(i + 1)", "2", "2"),
        ("i x", "i", "i"),
        ("i (mod p)", "(mod i p)", "i (mod p)"),
        ("i + 1 ( mod p + 2 ) mod 3", "(mod (mod (+ i 1) (+ p 2)) 3)", "i + 1 ( mod p + 2 ) mod 3"),
        ("i (p)", "i", "i"),
        ("{i + 1}*(p)", "(* (+ i 1) p)", "{i + 1}*(p)"),
        ("i ** 2", "(^ i 2)", "i ** 2"),
        ("i^2^p", "(^ i 2)", "i^2"),
        ("2^{i + 1}", "(^ 2 (+ i 1))", "2^{i + 1}"),
        ("i MOD p", "(mod i p)", "i MOD p"),
        ("i Xor p", "(xor i p)", "i Xor p"),
        ("i modp", "i", "i"),
        ("i mod3", "(mod i 3)", "i mod3"),
        ("i -> 3", "i", "i"),
        ("i --> 3", "i", "i"),
        ("i // 3", "i", "i"),
        ("i - 3 -> p", "(+ i (* -1 3))", "i - 3"),
        ("p[3]", "p", "p"),
    ] {
        assert_eq!(begins(&by_hand(100), text), (expected.to_owned(), part), "{text}");
    }
    let expected = "a number or a name belongs here";
    let close = "a closing bracket `}` belongs here";
    for (text, message, start, end) in [
        ("-i", expected, 0, 1),
        ("floor(i)", expected, 0, 1),
        ("i + x", expected, 4, 5),
        ("i + ip", expected, 4, 5),
        ("{i)", close, 2, 3),
        ("i (mod p", "a closing bracket `)` belongs here", 8, 8),
    ] {
        assert_eq!(fault(&by_hand(100), text), (message.to_owned(), start, end), "{text}");
    }
}

#[test]
fn long_and_deep_terms_are_refused_where_they_become_so() {
    let dialect = by_hand(5);
    assert_eq!(begins(&dialect, "1 + i + 3").0, "(+ 1 i 3)");
    let long = "this is too long".to_owned();
    assert_eq!(fault(&dialect, "1 + i + 3 + 4"), (long.clone(), 13, 13));
    assert_eq!(fault(&dialect, "1 + 2^i mod 3 ;"), (long.clone(), 13, 14));
    assert_eq!(fault(&by_hand(3), "1 (mod 2) (mod 3)"), (long.clone(), 16, 17));
    // 4999 signs between 5000 numbers, and one more with the function.
    let sum = vec!["1"; 5000].join("+");
    assert!(Term::read(&sum.replacen('1', "floor(1)", 1)).is_ok());
    let error = Term::read(&sum.replacen('1', "floor(floor(1))", 1)).unwrap_err();
    assert_eq!(error.kind, TermErrorKind::Long);

    let nested = |count: usize| "(".repeat(count) + "p" + &")".repeat(count);
    assert_eq!(Term::read(&nested(DEEPEST)), Ok(Term::name("p")));
    let deep = "these brackets are too deep".to_owned();
    let (at, past) = (DEEPEST, DEEPEST + 1);
    assert_eq!(fault(&FORMULA, &nested(past)), (deep, at, past));
    let beside = vec![nested(DEEPEST); 3].join(" + ");
    assert_eq!(Term::read(&beside).map(|sum| tree(&sum)).as_deref(), Ok("(+ p p p)"));
    let powers = |count: usize| vec!["2"; count].join("^");
    assert!(Term::read(&powers(DEEPEST + 1)).is_ok());
    assert_eq!(Term::read(&powers(DEEPEST + 2)).unwrap_err().kind, TermErrorKind::Deep);
    let logs = |count: usize| "log ".repeat(count) + "p";
    assert!(Term::read(&logs(DEEPEST)).is_ok());
    assert_eq!(Term::read(&logs(DEEPEST + 1)).unwrap_err().kind, TermErrorKind::Deep);
}

#[test]
fn names_are_replaced_all_at_once() {
    let of = Term::of("p + min(q, p^2)");
    let swapped = of.with_all(&[("p", &Term::name("q")), ("q", &Term::name("p"))]);
    assert_eq!(tree(&swapped), "(+ q (min p (^ q 2)))");
    assert_eq!(tree(&of.with("p", &Term::of("1 + q"))), "(+ (+ 1 q) (min q (^ (+ 1 q) 2)))");
    assert_eq!(of.with("x", &Term::whole(1)), of);
    assert_eq!((of.parts().len(), Term::whole(3).parts().len()), (2, 0));
}

/// A tree of sums, products, quotients, powers and functions.
#[derive(Clone, Debug)]
struct Drawn(Term);

impl Arbitrary for Drawn {
    fn arbitrary(g: &mut Gen) -> Self {
        fn draw(g: &mut Gen, depth: u32) -> Term {
            let (kind, number) = (u8::arbitrary(g) % 12, i64::from(u8::arbitrary(g)));
            if depth == 0 || kind < 3 {
                let names = ["p", "q_1", "t_h[up]"];
                return match kind % 2 {
                    0 => Term::whole(number),
                    _ => Term::name(g.choose(&names).unwrap()),
                };
            }
            let (one, other) = (draw(g, depth - 1), draw(g, depth - 1));
            match kind {
                3 | 4 => one.plus(other),
                5 | 6 => one.times(other),
                7 => one.over(other),
                8 => one.joined(Function::Power, other),
                9 => one.joined(Function::Mod, other),
                10 => Term::Apply(Function::Min, vec![one, other]),
                _ => Term::Apply(Function::Log2, vec![one]),
            }
        }
        Drawn(draw(g, 4))
    }
}

/// The text of a tree, with brackets only where they change it.
fn text(term: &Term, binds: u8) -> String {
    let Term::Apply(function, of) = term else { return tree(term) };
    let part = |at: usize, binds: u8| text(&of[at], binds);
    let all =
        |sign: &str, binds: u8| of.iter().map(|of| text(of, binds)).collect::<Vec<_>>().join(sign);
    let (own, text) = match function {
        Function::Sum => (1, all(" + ", 2)),
        Function::Product => (2, all(" ", 3)),
        Function::Quotient => (2, format!("{}/{}", part(0, 2), part(1, 3))),
        Function::Mod => (2, format!("{} mod {}", part(0, 2), part(1, 3))),
        Function::Power => (3, format!("{}^{}", part(0, 4), part(1, 3))),
        named => (4, format!("{}({})", named.name(), all(", ", 0))),
    };
    if own < binds { format!("({text})") } else { text }
}

/// Catches brackets that change nothing and are missed, and a name that swallows what is beside it.
#[test]
fn a_written_tree_is_read_as_that_tree() {
    #[allow(clippy::needless_pass_by_value)] // what quickcheck calls
    fn law(drawn: Drawn) -> bool {
        Term::read(&text(&drawn.0, 0)).as_ref() == Ok(&drawn.0)
    }
    QuickCheck::new()
        .rng(Gen::from_size_and_seed(30, 11))
        .tests(3000)
        .quickcheck(law as fn(Drawn) -> bool);
}
