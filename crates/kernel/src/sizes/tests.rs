//! Every case distinction has the sizes of its domain, and no others.

use super::*;
use hockney_base::number::Rational;

/// The value of a formula with these values of the names.
fn value(sizes: &Sizes, at: &[(String, i64)], of: &Term) -> Option<Rational> {
    let mut scope = sizes.scope.clone();
    for (name, value) in at {
        scope.whole.remove(name);
        scope.means.insert(name.clone(), Term::whole(*value));
    }
    scope.polynomial(of).ok()?.as_number()
}

/// The values of these names in all cases together, with other names up to a limit.
fn reached(domain: Domain, split: Split, names: &[&str]) -> Vec<Vec<i64>> {
    let mut all = Vec::new();
    for sizes in cases(domain, split) {
        // There is at least one piece.
        assert_eq!(sizes.scope.whole["n"], Whole::from(1));
        let own: Vec<(String, i64)> = { sizes.scope.whole.iter() }
            .filter(|(name, _)| *name != "n")
            .map(|(name, whole)| (name.clone(), whole.least))
            .collect();
        let mut ats: Vec<Vec<(String, i64)>> = vec![Vec::new()];
        for (name, least) in own {
            let more = |at: &Vec<(String, i64)>| -> Vec<_> {
                let with = |value| [&at[..], &[(name.clone(), value)]].concat();
                (least..20).map(with).collect()
            };
            ats = ats.iter().flat_map(more).collect();
        }
        for at in ats {
            let of = |term: &Term| value(&sizes, &at, term);
            let sure = |fact: &Term| of(fact).is_some_and(|fact| !fact.is_negative());
            if !sizes.facts.iter().all(sure) {
                continue;
            }
            let values = names.iter().map(|name| of(&Term::name(name))?.to_i64());
            let values: Vec<i64> = values.collect::<Option<_>>().unwrap();
            if let Some(log) = &sizes.log {
                let p = Rational::from(values[0]);
                assert_eq!(of(log), p.ceil_log2().map(Rational::from), "{values:?}");
            }
            all.push(values);
        }
    }
    all.sort();
    all
}

/// Catches a case distinction that leaves a size out, or has another one.
#[test]
fn the_cases_are_the_domain() {
    for split in [Split::None, Split::Parity, Split::Binary, Split::Rests(2), Split::Rests(5)] {
        let reached = reached(Domain::Every, split, &["p"]);
        assert_eq!(reached[..19], (1..20).map(|p| vec![p]).collect::<Vec<_>>(), "{split:?}");
    }
    for split in [Split::None, Split::Parity] {
        let reached = reached(Domain::PowersOfTwo, split, &["p"]);
        assert_eq!(reached[..20], (0..20).map(|d| vec![1 << d]).collect::<Vec<_>>(), "{split:?}");
    }
    let pairs = || (1..10).flat_map(|p| (0..p).map(move |q| vec![p, q]));
    for split in [Split::None, Split::Distance] {
        let mut reached = reached(Domain::Shift, split, &["p", "q"]);
        reached.retain(|at| at[0] < 10);
        assert_eq!(reached, pairs().collect::<Vec<_>>(), "{split:?}");
    }
    for (domain, names) in
        [(Domain::Sides(2), ["k_1", "k_2", "p"]), (Domain::Groups, ["N", "G", "p"])]
    {
        let mut reached = reached(domain, Split::None, &names);
        reached.dedup();
        let sides = (1..20).flat_map(|a| (1..20).map(move |b| vec![a, b, a * b]));
        assert_eq!(reached, sides.collect::<Vec<_>>());
    }
}

/// What the scope of a step says of the number of steps: at least so many, and no more than that is sure.
fn surely(scope: &Scope, steps: &Term, least: i64) {
    let steps = scope.polynomial(steps).unwrap();
    let sure = |least: i64| scope.not_negative(&steps.minus(&Polynomial::number(least)));
    assert!(sure(least) && !sure(least + 1), "{steps:?} is not {least}");
}

/// Catches a fact about a step that is too strong, from which a wrong rule would follow.
#[test]
fn a_step_shows_no_more_than_that_it_exists() {
    let log = Term::of("ceil(log2(p))");
    let turns = [(Domain::Every, log), (Domain::PowersOfTwo, Term::name("d"))];
    for (domain, steps) in turns {
        let sizes = cases(domain, Split::None).remove(0).known().unwrap();
        let StepRange::Steps(turn) = sizes.steps(&Term::whole(0), &steps).unwrap() else {
            panic!("{domain:?}")
        };
        assert!(!turn.some);
        // The number of steps from the last on, and from an earlier one on.
        let from_here = steps.clone().minus(Term::name(INDEX));
        surely(&turn.last, &from_here, 1);
        surely(&turn.last, &steps, 1);
        surely(&turn.earlier.unwrap(), &from_here, 2);
    }
}
