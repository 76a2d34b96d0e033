//! Searches a size at which the steps differ from the claimed cost.

use super::longer;
use hockney_kernel::{Atom, Case, Claim, INDEX, Polynomial, Range, Scope, Term, scope_of};

/// A size, the cost of the steps there, and the claimed cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counterexample {
    /// Each name of the domain with its value.
    pub at: Vec<(String, i64)>,
    /// The sum of the steps.
    pub sum: Polynomial,
    /// The claimed cost.
    pub total: Polynomial,
}

/// The number of values that are tried for each name.
const TRIED: i64 = 9;
/// The maximum number of steps that are summed.
const MOST_STEPS: i64 = 10_000;

/// A counterexample among small sizes: the smallest nontrivial one, such as 8 nodes or 3 dimensions,
/// otherwise the smallest of all.
pub(super) fn refute(claim: &Claim) -> Option<Counterexample> {
    let names = claim.domain.len();
    let mut sizes: Vec<Vec<i64>> = vec![Vec::new()];
    for (_, least) in &claim.domain {
        let tried = if names > 2 { 4 } else { TRIED };
        sizes = longer(&sizes, |_| (*least..*least + tried).collect());
    }
    let trivial = |size: &[i64]| {
        let small = |((name, _), value): &(&(String, i64), &i64)| **value < instructive(name);
        claim.domain.iter().zip(size).filter(small).count()
    };
    sizes.sort_by_key(|size| (trivial(size), size.iter().sum::<i64>()));
    sizes.iter().find_map(|size| differs(claim, size))
}

/// The least nontrivial value of this name.
fn instructive(name: &str) -> i64 {
    match name {
        "p" => 8,
        "n" => 2,
        _ => 3,
    }
}

fn differs(claim: &Claim, size: &[i64]) -> Option<Counterexample> {
    let ranges = size.iter().map(|value| Range::Is(*value)).collect();
    let scope = scope_of(claim, &Case { ranges, sums: Vec::new() });
    let sum = summed(claim, &scope)?;
    let total = scope.polynomial(&claim.total).ok()?;
    let named = claim.domain.iter().zip(size).map(|((name, _), value)| (name.clone(), *value));
    // If a part is not evaluated, two forms may differ and be equal.
    let evaluated = |of: &Polynomial| of.atoms().all(|atom| matches!(atom, Atom::Name(_)));
    (evaluated(&sum) && evaluated(&total) && sum != total).then(|| Counterexample {
        at: named.collect(),
        sum,
        total,
    })
}

/// The costs of all steps added up one by one.
fn summed(claim: &Claim, scope: &Scope) -> Option<Polynomial> {
    let whole = |term: &Term| scope.polynomial(term).ok()?.as_number()?.to_i64();
    let mut sum = Polynomial::default();
    for phase in &claim.phases {
        let (from, to, repeat) = (whole(&phase.from)?, whole(&phase.to)?, whole(&phase.repeat)?);
        if to - from > MOST_STEPS {
            return None;
        }
        for i in from..to {
            let cost = scope.polynomial(&phase.cost.with(INDEX, &Term::whole(i))).ok()?;
            sum = sum.plus(&cost.times(&Polynomial::number(repeat))?);
        }
    }
    Some(sum)
}
