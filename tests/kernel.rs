//! What the kernel of proofs must not believe, rule by rule: each of these would be a step of a false proof.

use hockney::internal::number::Rational;
use hockney::internal::proof::kernel::{
    Case, Claim, Function, Phase, Polynomial, Range, Refusal, Scope, Term, What, Whole, accept,
};

fn ratio(above: i64, below: i64) -> Term {
    Term::Number(Rational::ratio(above, below).unwrap())
}

/// Steps 0 to p - 1 at t_s each, run through so many times.
fn repeated(repeat: &Term) -> Claim {
    let once = Term::Product(vec![Term::name("p"), Term::name("t_s")]);
    Claim {
        domain: vec![("p".to_owned(), 1)],
        means: Vec::new(),
        phases: vec![Phase {
            from: Term::whole(0),
            to: Term::name("p"),
            cost: Term::name("t_s"),
            repeat: repeat.clone(),
        }],
        total: Term::Product(vec![repeat.clone(), once]),
    }
}

/// Catches a phase that is run through half a time, or less than never.
#[test]
fn a_phase_is_run_through_a_whole_number_of_times() {
    let sums = vec![Term::Product(vec![Term::name("i"), Term::name("t_s")])];
    let case = Case { ranges: vec![Range::Of(Whole::from(1))], sums };
    let p = Term::name("p");
    let less = |term: Term, by: i64| Term::Sum(vec![term, Term::whole(-by)]);
    for repeat in [Term::whole(0), Term::whole(2), p.clone(), less(p.clone(), 1)] {
        let accepted = accept(&repeated(&repeat), std::slice::from_ref(&case));
        assert!(accepted.is_ok(), "{repeat:?}: {accepted:?}");
    }
    let half = Term::Product(vec![ratio(1, 2), p.clone()]);
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
    let over_p = |number: i64| Term::Quotient(Term::whole(number).into(), Term::name("p").into());
    let sum = |number: i64, term: Term| polynomial(&Term::Sum(vec![Term::whole(number), term]));
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
    let taken = Term::Product(vec![Term::whole(-1), rest]);
    let less =
        |by: i64| polynomial(&Term::Sum(vec![Term::name("q"), Term::whole(-by), taken.clone()]));
    assert_eq!(scope().least(&less(1)), Some(Rational::zero()));
    assert!(scope().not_negative(&less(1)));
    assert!(!scope().not_negative(&less(2)), "q - 2 - (p mod q) is -1 for p = 1, q = 2");
    // Of what is not whole nothing of the kind is known.
    let half = Term::Quotient(Term::name("p").into(), Term::whole(2).into());
    let rest = Term::Apply(Function::Mod, vec![half, Term::name("q")]);
    let taken = Term::Product(vec![Term::whole(-1), rest]);
    let sum = Term::Sum(vec![Term::name("q"), Term::whole(-1), taken]);
    assert!(!scope().not_negative(&polynomial(&sum)));
}
