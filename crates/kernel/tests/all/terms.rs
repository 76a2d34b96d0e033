//! What the kernel of proofs must not believe, rule by rule: each of these would be a step of a false proof.

use hockney_base::number::Rational;
use hockney_core::schedule::value;
use hockney_formula::{Bindings, parse};
use hockney_kernel::{
    Case, Claim, Function, Phase, Polynomial, Range, Refusal, Scope, Term, What, Whole, accept,
};
use hockney_testing::sweep;

use crate::written;

fn ratio(above: i64, below: i64) -> Term {
    Term::Number(Rational::ratio(above, below).unwrap())
}

/// Steps 0 to p - 1 at t_s each, run through so many times.
fn repeated(repeat: &Term) -> Claim {
    let once = Term::Apply(Function::Product, vec![Term::name("p"), Term::name("t_s")]);
    Claim {
        domain: vec![("p".to_owned(), 1)],
        means: Vec::new(),
        phases: vec![Phase {
            from: Term::whole(0),
            to: Term::name("p"),
            cost: Term::name("t_s"),
            repeat: repeat.clone(),
        }],
        total: Term::Apply(Function::Product, vec![repeat.clone(), once]),
    }
}

/// Catches a phase that is run through half a time, or less than never.
#[test]
fn a_phase_is_run_through_a_whole_number_of_times() {
    let sums = vec![Term::Apply(Function::Product, vec![Term::name("i"), Term::name("t_s")])];
    let case = Case { ranges: vec![Range::Of(Whole::from(1))], sums };
    let p = Term::name("p");
    let less = |term: Term, by: i64| Term::Apply(Function::Sum, vec![term, Term::whole(-by)]);
    for repeat in [Term::whole(0), Term::whole(2), p.clone(), less(p.clone(), 1)] {
        let accepted = accept(&repeated(&repeat), std::slice::from_ref(&case));
        assert!(accepted.is_ok(), "{repeat:?}: {accepted:?}");
    }
    let half = Term::Apply(Function::Product, vec![ratio(1, 2), p.clone()]);
    for repeat in [ratio(1, 2), Term::whole(-1), ratio(-1, 2), less(p, 2), half] {
        let repeats =
            Scope { whole: [("p".to_owned(), Whole::from(1))].into(), ..Scope::default() };
        let what = What::Repeat(repeats.polynomial(&repeat).unwrap());
        let refusal = Refusal::Wrong { case: 1, phase: 1, what };
        assert_eq!(accept(&repeated(&repeat), std::slice::from_ref(&case)), Err(refusal));
    }
}

/// p and q from 1 on.
fn scope() -> Scope {
    let whole = ["p", "q"].map(|name| (name.to_owned(), Whole::from(1)));
    Scope { whole: whole.into(), ..Scope::default() }
}

fn polynomial(term: &Term) -> Polynomial {
    scope().polynomial(term).unwrap()
}

/// Catches a bound that forgets what is taken away where it is divided: 3 - 2/p is 1 for p = 1.
#[test]
fn what_is_taken_away_counts_where_it_is_divided() {
    let over_p = |number: i64| Term::whole(number).over(Term::name("p"));
    let sum = |number: i64, term: Term| {
        polynomial(&Term::Apply(Function::Sum, vec![Term::whole(number), term]))
    };
    assert_eq!(scope().least(&sum(3, over_p(2))), Some(Rational::from(3)));
    for number in [1, 2, 3] {
        assert_eq!(scope().least(&sum(3, over_p(-number))), None);
        assert!(!scope().not_negative(&sum(0, over_p(-number))));
    }
    // Nor where the divisor is not known to be positive.
    let mut scope = scope();
    scope.whole.insert("p".to_owned(), Whole::from(0));
    assert_eq!(scope.least(&sum(3, over_p(2))), None);
}

/// Catches a remainder that is taken to be smaller than it may be: x mod y is y - 1 for x = y - 1.
#[test]
fn remainders_reach_up_to_one_below_the_divisor() {
    let rest = Term::Apply(Function::Mod, vec![Term::name("p"), Term::name("q")]);
    let taken = Term::Apply(Function::Product, vec![Term::whole(-1), rest]);
    let less = |by: i64| {
        polynomial(&Term::Apply(
            Function::Sum,
            vec![Term::name("q"), Term::whole(-by), taken.clone()],
        ))
    };
    assert_eq!(scope().least(&less(1)), Some(Rational::zero()));
    assert!(scope().not_negative(&less(1)));
    assert!(!scope().not_negative(&less(2)), "q - 2 - (p mod q) is -1 for p = 1, q = 2");
    // Of what is not whole nothing of the kind is known.
    let half = Term::of("p/2");
    let rest = Term::Apply(Function::Mod, vec![half, Term::name("q")]);
    let taken = Term::Apply(Function::Product, vec![Term::whole(-1), rest]);
    let sum = Term::Apply(Function::Sum, vec![Term::name("q"), Term::whole(-1), taken]);
    assert!(!scope().not_negative(&polynomial(&sum)));
}

/// Random formulas in p, q and k = ceil(log2 p), from a fixed seed.
struct Terms(u64);

impl Terms {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.0 >> 33) % n
    }

    fn some(&mut self, depth: u64) -> Vec<Term> {
        (0..2).map(|_| self.next(depth - 1)).collect()
    }

    fn next(&mut self, depth: u64) -> Term {
        let small = i64::try_from(self.below(5)).unwrap();
        if depth == 0 {
            return match self.below(4) {
                0 => Term::name("p"),
                1 => Term::name("q"),
                2 => Term::name("k"),
                _ => Term::whole(small - 1),
            };
        }
        let one = |function, of| Term::Apply(function, vec![of]);
        let over = |of: Term, by: Term| of.over(by);
        let power =
            |base, exponent| Term::Apply(Function::Power, vec![Term::whole(base), exponent]);
        let two_to = |of: Term| power(2, of);
        let rounding = [Function::Floor, Function::Ceil][usize::try_from(self.below(2)).unwrap()];
        match self.below(13) {
            0 | 1 => Term::Apply(Function::Sum, self.some(depth)),
            2 => Term::Apply(Function::Product, self.some(depth)),
            3 => Term::Apply(Function::Mod, self.some(depth)),
            4 => Term::Apply(Function::Min, self.some(depth)),
            5 => Term::Apply(Function::Max, self.some(depth)),
            6 => one(rounding, over(self.next(depth - 1), Term::whole(small + 1))),
            7 => {
                let inner = one(rounding, over(self.next(depth - 1), Term::whole(2)));
                one(Function::Floor, over(inner, Term::whole(2)))
            }
            8 => one(rounding, one(Function::Log2, self.next(depth - 1))),
            9 => {
                let log = two_to(one(rounding, one(Function::Log2, Term::name("p"))));
                let of = self.next(depth - 1);
                one(rounding, over(of, log))
            }
            10 => one(Function::Log2, two_to(Term::name(if small < 2 { "q" } else { "k" }))),
            11 => {
                let exponent = one(rounding, over(Term::name("q"), Term::whole(small + 1)));
                power(small + 2, exponent)
            }
            _ => over(self.next(depth - 1), two_to(Term::whole(small))),
        }
    }
}

/// The formula as text.
fn text(term: &Term) -> String {
    let all = |of: &[Term], between: &str| of.iter().map(text).collect::<Vec<_>>().join(between);
    match term {
        Term::Number(number) => format!("({number})"),
        Term::Name(name) => name.clone(),
        Term::Apply(Function::Sum, of) => format!("({})", all(of, " + ")),
        Term::Apply(Function::Product, of) => format!("({})", all(of, " * ")),
        Term::Apply(Function::Quotient, of) => format!("({})", all(of, " / ")),
        Term::Apply(Function::Power, of) => format!("({})", all(of, "^")),
        Term::Apply(Function::Mod, of) => format!("({})", all(of, " mod ")),
        Term::Apply(function, of) => format!("{}({})", function.name(), all(of, ", ")),
    }
}

sweep! {
    /// Catches every rule of simplification, and every bound, that is false at some size: the simplified formula is
    /// evaluated again.
    fn what_is_simplified_keeps_its_value(effort) {
        let (mut terms, mut compared, mut bounded) = (Terms(11), 0, 0);
        for round in 0..effort.of(800, 8_000) {
            let depth = 1 + terms.below(3);
            let term = terms.next(depth);
            let mut fact = |least: u64| {
                let modulus = 1 + i64::try_from(terms.below(3)).unwrap();
                let residue = i64::try_from(terms.below(3)).unwrap() % modulus;
                Whole { least: i64::try_from(least + terms.below(3)).unwrap(), modulus, residue }
            };
            let (p, q) = (fact(1), fact(0));
            let whole = [("p", p), ("q", q), ("k", Whole::from(0))];
            let mut scope = Scope {
                whole: whole.map(|(name, whole)| (name.to_owned(), whole)).into(),
                ..Scope::default()
            };
            scope.logarithm = (round % 2 == 0).then(|| (Polynomial::name("p"), Polynomial::name("k")));
            let Ok(simplified) = scope.polynomial(&term) else { continue };
            let (before, after) = (text(&term), written::polynomial(&simplified));
            let (least, is_whole) = (scope.least(&simplified), scope.is_whole(&simplified));
            let not_negative = scope.not_negative(&simplified);
            let (before_read, after_read) = (parse(&before).unwrap(), parse(&after).unwrap());
            for at in 0..12 {
                let (p, q) = (p.smallest() + at * p.modulus, q.smallest() + at / 2 * q.modulus);
                let k = (0..32).find(|k| 1_i64 << k >= p).unwrap();
                let names = [("p", p), ("q", q), ("k", k)];
                let at = names
                    .iter()
                    .fold(Bindings::new(), |at, (name, value)| at.with(name, Rational::from(*value)));
                let context = format!("{before} = {after} at {names:?} in {:?}", scope.whole);
                // A logarithm that is no rational has no value of its own.
                let (Ok(one), Ok(other)) = (before_read.evaluate(&at), after_read.evaluate(&at)) else {
                    continue;
                };
                assert_eq!(one.to_string(), other.to_string(), "{context}");
                compared += 1;
                let Some(value) = one.as_rational() else { continue };
                bounded += usize::from(least.is_some());
                assert!(
                    least.as_ref().is_none_or(|least| *least <= value),
                    "least {least:?}: {context}"
                );
                assert!(!not_negative || !value.is_negative(), "not negative: {context}");
                assert!(!is_whole || value.is_integer(), "whole: {context}");
            }
        }
        assert!(compared > effort.of(1_000, 10_000) && bounded > effort.of(400, 4_000), "{compared} {bounded}");
    }
}

/// Catches a term that the planner and the kernel read alike and understand differently: where both know a value, it
/// is the same one.
#[test]
fn terms_mean_the_same_to_the_planner_and_to_the_kernel() {
    let (mut terms, mut compared) = (Terms(13), 0);
    for _ in 0..10_000 {
        let depth = 1 + terms.below(3);
        let made = terms.next(depth);
        let term = Term::read(&text(&made)).unwrap();
        for (p, q) in [(1, 0), (2, 3), (5, 2), (8, 1), (9, 7), (12, 4)] {
            let k = (0..32).find(|k| 1_i64 << k >= p).unwrap();
            let names = [("p", p), ("q", q), ("k", k)];
            let get = |name: &str| names.iter().find(|(own, _)| *own == name).map(|of| of.1.into());
            let means = names.map(|(name, value)| (name.to_owned(), Term::whole(value)));
            let scope = Scope { means: means.into(), ..Scope::default() };
            let kernel = scope.polynomial(&term).ok().and_then(|value| value.as_number());
            let (Some(kernel), Ok(planner)) = (kernel, value(&term, &get)) else { continue };
            assert_eq!(kernel.to_string(), planner.to_string(), "{} at {names:?}", text(&made));
            compared += 1;
        }
    }
    assert!(compared > 20_000, "{compared}");
}

/// Catches a logarithm that is one too small at a power of its base, or one too large behind it.
#[test]
fn logarithms_of_numbers_to_any_base() {
    for base in [2_i64, 3, 4, 5, 6, 8, 10, 1024] {
        for x in 1..=1100_i64 {
            let log = Term::of(&format!("ceil(log_{base} {x})"));
            let least = (0..64).find(|log| base.pow(*log) >= x).unwrap();
            let found = polynomial(&log).as_number().unwrap();
            assert_eq!(found.to_string(), least.to_string(), "log_{base} {x}");
        }
    }
    // 1.5 log2 3 = 2.38
    let log = polynomial(&Term::of("ceil(log2(3) * (3/2))"));
    assert_eq!(log.as_number(), Some(Rational::from(3)));
    for text in ["ceil(log2(1/9)/log2(3))", "ceil(log2(3) * log2(5))"] {
        assert_eq!(polynomial(&Term::of(text)).as_number(), None, "{text}");
    }
}

/// Catches a combination of values that no case is about, wherever it lies.
#[test]
fn cases_that_leave_a_combination_out_do_not_cover_the_domain() {
    let mut random = Terms(12);
    let mut small = |n: u64| i64::try_from(random.below(n)).unwrap();
    let (mut covered, mut uncovered) = (0, 0);
    for _ in 0..3_000 {
        let leasts = [small(3), small(3)];
        let claim = Claim {
            domain: ["p", "q"].map(str::to_owned).into_iter().zip(leasts).collect(),
            means: Vec::new(),
            phases: Vec::new(),
            total: Term::whole(0),
        };
        let mut case = || {
            let mut range = || {
                if small(3) == 0 {
                    return Range::Is(small(5));
                }
                let modulus = 1 + small(2);
                Range::Of(Whole { least: small(5), modulus, residue: small(2) % modulus })
            };
            vec![range(), range()]
        };
        // One case that leaves a corner out, or nothing, and a few more.
        let mut cases = vec![vec![Range::Of(Whole::from(1)), Range::Of(Whole::from(1))]];
        cases.push(vec![Range::Is(0), Range::Of(Whole::from(0))]);
        cases.push(vec![Range::Of(Whole::from(0)), Range::Is(0)]);
        cases.extend([case(), case()]);
        cases.swap_remove(usize::try_from(small(3)).unwrap());
        let holds = |range: &Range, x: i64| match *range {
            Range::Is(value) => x == value,
            Range::Of(whole) => x >= whole.least && x.rem_euclid(whole.modulus) == whole.residue,
        };
        let about =
            |case: &Vec<Range>, at: [i64; 2]| case.iter().zip(at).all(|(range, x)| holds(range, x));
        let ats = (leasts[0]..24).flat_map(|p| (leasts[1]..24).map(move |q| [p, q]));
        let left_out = ats.into_iter().any(|at| !cases.iter().any(|case| about(case, at)));
        let cases: Vec<Case> =
            cases.into_iter().map(|ranges| Case { ranges, sums: Vec::new() }).collect();
        let answer = accept(&claim, &cases);
        if left_out {
            assert!(matches!(answer, Err(Refusal::Uncovered(_))), "{claim:?} {cases:?} {answer:?}");
            uncovered += 1;
        } else {
            assert!(
                !matches!(answer, Err(Refusal::Uncovered(_))),
                "{claim:?} {cases:?} {answer:?}"
            );
            covered += 1;
        }
    }
    assert!(covered > 300 && uncovered > 300, "{covered} {uncovered}");
}

/// Catches a limit that is not there: nothing larger is computed.
#[test]
fn large_formulas_are_refused() {
    let p = Polynomial::name("p");
    let power = |exponent: i64| p.power(exponent);
    assert!(power(64).is_some() && power(-64).is_some());
    assert_eq!((power(65), power(-65)), (None, None));
    let (one, other) = (power(32).unwrap(), power(33).unwrap());
    assert!(one.times(&one).is_some());
    assert_eq!(one.times(&other), None);
    let nested = |depth: usize| {
        let term =
            (0..depth).fold(Term::name("p"), |term, _| Term::Apply(Function::Sum, vec![term]));
        scope().polynomial(&term)
    };
    assert_eq!(nested(64), Ok(p));
    assert_eq!(nested(65), Err(Refusal::TooLarge));
}

/// Compared with a list: numbers with a remainder from a least one on, and the greatest of two names.
#[test]
fn least_values_are_reached() {
    for (least, modulus) in (-5..9).flat_map(|least| (1..6).map(move |modulus| (least, modulus))) {
        for residue in 0..modulus {
            let whole = Whole { least, modulus, residue };
            let smallest = (least..least + modulus).find(|x| x.rem_euclid(modulus) == residue);
            assert_eq!(Some(whole.smallest()), smallest, "{whole:?}");
        }
    }
    let whole = [("x", 3), ("y", 5)].map(|(name, least)| (name.to_owned(), Whole::from(least)));
    let scope = Scope { whole: whole.into(), ..Scope::default() };
    let max = Term::Apply(Function::Max, vec![Term::name("x"), Term::name("y")]);
    let max = scope.polynomial(&max).unwrap();
    assert_eq!(scope.least(&max), Some(Rational::from(5)));
}

/// Catches a remainder that is taken for another one.
#[test]
fn a_case_is_about_the_numbers_with_its_remainder() {
    let claim = Claim {
        domain: vec![("p".to_owned(), 2)],
        means: Vec::new(),
        phases: Vec::new(),
        total: Term::whole(0),
    };
    let case = |least, modulus, residue| {
        let ranges = vec![Range::Of(Whole { least, modulus, residue })];
        Case { ranges, sums: Vec::new() }
    };
    assert!(accept(&claim, &[case(3, 1, 0), case(2, 3, 2)]).is_ok());
    let left_out = Refusal::Uncovered("p = 2".to_owned());
    assert_eq!(accept(&claim, &[case(3, 1, 0), case(2, 3, 1)]), Err(left_out));
}

/// Catches a fact that is multiplied by what may be below 0.
#[test]
fn facts_hold_times_what_is_not_negative() {
    let sure = |least: i64| {
        let whole = [("a", 0), ("s", 0), ("z", least)];
        let whole = whole.map(|(name, least)| (name.to_owned(), Whole::from(least)));
        let [a, s, z] = ["a", "s", "z"].map(Polynomial::name);
        let scope = Scope { whole: whole.into(), facts: vec![a.minus(&s)], ..Scope::default() };
        scope.not_negative(&a.times(&z).unwrap().minus(&s.times(&z).unwrap()))
    };
    assert!(sure(0) && !sure(-1));
}
