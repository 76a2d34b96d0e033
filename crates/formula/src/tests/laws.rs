//! What holds of every formula: it is displayed so that it reads back, and so is its value.

use quickcheck::{Arbitrary, Gen, QuickCheck};

use crate::{Bindings, Expr, ExprKind, FactorRole, Function, Series, Sign, parse};
use hockney_base::diagnostic::Span;
use hockney_base::number::Rational;

/// A tree of any shape the parser can make.
#[derive(Clone, Debug)]
struct Tree(Expr);

impl Arbitrary for Tree {
    fn arbitrary(g: &mut Gen) -> Self {
        let size = g.size().min(12);
        Self(tree(g, size))
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        let parts: Vec<Expr> = match &self.0.node {
            ExprKind::Number(_) | ExprKind::Name(_) => Vec::new(),
            ExprKind::Sum(terms) => terms.iter().map(|(_, term)| term.clone()).collect(),
            ExprKind::Product(factors) => {
                factors.iter().map(|(_, factor)| factor.clone()).collect()
            }
            ExprKind::Power(base, exponent) => vec![(**base).clone(), (**exponent).clone()],
            ExprKind::Call(_, arguments) => arguments.clone(),
            ExprKind::Series(series) => vec![series.body.clone()],
        };
        Box::new(parts.into_iter().map(Tree))
    }
}

fn tree(g: &mut Gen, size: usize) -> Expr {
    let kind = if size < 2 { u8::arbitrary(g) % 3 } else { u8::arbitrary(g) % 11 };
    let part = |g: &mut Gen| tree(g, size / 2);
    let node = match kind {
        0 => ExprKind::Number(Rational::ratio(u32::arbitrary(g) % 50, 1).unwrap()),
        1 => ExprKind::Number(
            Rational::ratio(u32::arbitrary(g) % 50, 3 + u32::arbitrary(g) % 6).unwrap(),
        ),
        2 => {
            let names = ["p", "m", "t_s", "t_w", "t_h", "r", "k_1", "side", "i"];
            ExprKind::Name((*g.choose(&names).unwrap()).to_owned())
        }
        3 | 4 => {
            let signs = [Sign::Plus, Sign::Minus];
            let count = 1 + usize::arbitrary(g) % 3;
            // A single term that is added is that term.
            let first = if count == 1 { Sign::Minus } else { *g.choose(&signs).unwrap() };
            let first = if first == Sign::Plus { Sign::Plus } else { Sign::Minus };
            let mut terms = vec![(first, part(g))];
            for _ in 1..count {
                terms.push((*g.choose(&signs).unwrap(), part(g)));
            }
            ExprKind::Sum(terms)
        }
        5..=7 => {
            let mut factors = vec![(FactorRole::Times, part(g))];
            if u8::arbitrary(g).is_multiple_of(5) {
                // A remainder is alone.
                factors.push((FactorRole::Mod, part(g)));
            } else {
                for _ in 0..=(usize::arbitrary(g) % 3) {
                    let operations = [FactorRole::Times, FactorRole::Times, FactorRole::Over];
                    factors.push((*g.choose(&operations).unwrap(), part(g)));
                }
            }
            ExprKind::Product(factors)
        }
        8 => ExprKind::Power(Box::new(part(g)), Box::new(part(g))),
        9 => ExprKind::Series(Box::new(Series {
            index: (*g.choose(&["i", "j"]).unwrap()).to_owned(),
            from: part(g),
            to: part(g),
            body: part(g),
        })),
        _ => {
            let functions = [
                Function::Log2,
                Function::Ln,
                Function::Sqrt,
                Function::Ceil,
                Function::Floor,
                Function::Min,
                Function::Max,
            ];
            let function = *g.choose(&functions).unwrap();
            let several = matches!(function, Function::Min | Function::Max);
            let count = if several { 1 + usize::arbitrary(g) % 3 } else { 1 };
            ExprKind::Call(function, (0..count).map(|_| part(g)).collect())
        }
    };
    Expr::new(node, Span::default())
}

fn bindings() -> Bindings {
    Bindings::new().with("p", 12).with("r", 3).with("k_1", 2).with("side", 4)
}

fn reads_back(tree: &Tree) -> bool {
    let text = tree.0.to_string();
    let formula = parse(&text).unwrap_or_else(|error| panic!("{text}\n{error}"));
    let before = super::super::evaluate::evaluate(&tree.0, &bindings());
    let after = formula.evaluate(&bindings());
    match (before, after) {
        (Ok(before), Ok(after)) => {
            assert_eq!(before, after, "{text}");
            let shown = before.to_string();
            if shown.len() > hockney_base::number::MAX_DIGITS {
                // Numbers of more digits can be computed than are read.
                return true;
            }
            let again = parse(&shown).unwrap_or_else(|error| panic!("{shown}\n{error}"));
            let again = again.evaluate(&Bindings::new());
            assert_eq!(again.unwrap_or_else(|error| panic!("{shown}\n{error}")), before, "{shown}");
        }
        (Err(before), Err(after)) => assert_eq!(before.kind, after.kind, "{text}"),
        (before, after) => panic!("{text}: {before:?}, {after:?}"),
    }
    true
}

#[test]
fn what_is_displayed_reads_back() {
    let law: fn(Tree) -> bool = |tree| reads_back(&tree);
    QuickCheck::new().rng(Gen::from_size_and_seed(40, 2)).tests(3000).quickcheck(law);
}

#[test]
fn nothing_that_can_be_typed_panics() {
    let pieces = [
        "p", "m", "ts", "t_w", "d", "twm", "log", "log2", "√", "sqrt", "ceil", "min", "mod", "(",
        ")", "⌈", "⌉", ",", "+", "-", "−", "*", "/", "^", "=", ".", "2", "1.5", " ", " ", "x", "$",
        "\\frac", "{", "²", "_", "\u{301}", "\0", "1e9", "O", "k₁", "\n",
    ];
    let law = move |choice: Vec<u8>| {
        let chosen = choice.iter().map(|&byte| pieces[usize::from(byte) % pieces.len()]);
        let text: String = chosen.collect();
        let source = hockney_base::diagnostic::Source::new("formula", &text);
        match parse(&text) {
            Err(error) => assert!(!error.diagnostic().render(&source).is_empty()),
            Ok(formula) => {
                // What was read is displayed as the same thing, whatever it was.
                let again =
                    parse(&formula.to_string()).unwrap_or_else(|error| panic!("{text}\n{error}"));
                assert_eq!(again.to_string(), formula.to_string(), "{text}");
                if let Err(error) = formula.evaluate(&bindings()) {
                    assert!(!error.diagnostic().render(&source).is_empty());
                }
            }
        }
        true
    };
    let law: Box<dyn Fn(Vec<u8>) -> bool + Send + Sync> = Box::new(law);
    let law = Law(law);
    QuickCheck::new().rng(Gen::from_size_and_seed(12, 3)).tests(20_000).quickcheck(law);
}

/// A law that remembers something, which a plain function cannot.
struct Law(Box<dyn Fn(Vec<u8>) -> bool + Send + Sync>);

impl quickcheck::Testable for Law {
    fn result(&self, g: &mut Gen) -> quickcheck::TestResult {
        let choice = Vec::<u8>::arbitrary(g);
        quickcheck::TestResult::from_bool((self.0)(choice))
    }
}
