//! Looks for a size at which the steps do not cost what is claimed.

use super::kernel::{Atom, Case, Claim, INDEX, Polynomial, Range, Scope, Term, scope_of};
use super::longer;

/// A size, what the steps cost there, and what is claimed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counterexample {
    /// Each name of the domain and its value.
    pub at: Vec<(String, i64)>,
    /// The sum of the steps.
    pub sum: Polynomial,
    /// What is claimed.
    pub total: Polynomial,
}

/// How many values of each name are tried.
const TRIED: i64 = 9;
/// How many steps are summed at most.
const MOST_STEPS: i64 = 10_000;

/// The smallest counterexample among small sizes.
pub(super) fn refute(claim: &Claim) -> Option<Counterexample> {
    let names = claim.domain.len();
    let mut sizes: Vec<Vec<i64>> = vec![Vec::new()];
    for (_, least) in &claim.domain {
        let tried = if names > 2 { 4 } else { TRIED };
        sizes = longer(&sizes, |_| (*least..*least + tried).collect());
    }
    sizes.sort_by_key(|size| size.iter().sum::<i64>());
    sizes.iter().find_map(|size| differs(claim, size))
}

fn differs(claim: &Claim, size: &[i64]) -> Option<Counterexample> {
    let ranges = size.iter().map(|value| Range::Is(*value)).collect();
    let scope = scope_of(claim, &Case { ranges, sums: Vec::new() });
    let sum = summed(claim, &scope)?;
    let total = scope.polynomial(&claim.total).ok()?;
    let named = claim.domain.iter().zip(size).map(|((name, _), value)| (name.clone(), *value));
    // Where something is left unevaluated two forms may differ and be equal.
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
    let mut sum = Polynomial::zero();
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
