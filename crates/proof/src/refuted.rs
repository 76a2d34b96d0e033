//! Searches a size at which the steps differ from the claimed cost.

use super::longer;
use super::written::Written;
use hockney_formula::{self as formula, Bindings, Comparison, Formula};
use hockney_kernel::{Atom, Case, Claim, INDEX, Polynomial, Range, Scope, Term, scope_of};

/// A size, the cost of the steps there, and the claimed cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counterexample {
    /// Each name of the domain with its value.
    pub at: Vec<(String, i64)>,
    /// The sum of the steps.
    pub sum: String,
    /// The claimed cost.
    pub total: String,
}

/// The number of values that are tried for each name.
const TRIED: i64 = 9;
/// The maximum number of steps that are summed.
const MOST_STEPS: i64 = 10_000;

/// A counterexample among the small sizes that are `planned`: an instructive one, such as 8 nodes or 3 dimensions,
/// otherwise the smallest of all, those with a side of one node last.
///
/// `total` is the claimed cost as a formula, whose value may be irrational; without it, as the kernel reads it.
pub(super) fn refute(
    claim: &Claim,
    total: Option<&Formula>,
    planned: &dyn Fn(&Scope) -> bool,
) -> Option<Counterexample> {
    let names = claim.domain.len();
    let mut sizes: Vec<Vec<i64>> = vec![Vec::new()];
    for (_, least) in &claim.domain {
        let tried = if names > 2 { 4 } else { TRIED };
        sizes = longer(&sizes, |_| (*least..*least + tried).collect());
    }
    let plain = |size: &[i64]| {
        let instructive =
            claim.domain.iter().zip(size).all(|((name, _), value)| *value == instructive(name));
        let ones = size.iter().filter(|value| **value < 2).count();
        (!instructive, ones, size.iter().sum::<i64>())
    };
    sizes.sort_by_key(|size| plain(size));
    sizes.iter().find_map(|size| differs(claim, total, size, planned))
}

/// An instructive value of this name.
fn instructive(name: &str) -> i64 {
    match name {
        "p" => 8,
        "n" => 2,
        _ => 3,
    }
}

fn differs(
    claim: &Claim,
    total: Option<&Formula>,
    size: &[i64],
    planned: &dyn Fn(&Scope) -> bool,
) -> Option<Counterexample> {
    let ranges = size.iter().map(|value| Range::Is(*value)).collect();
    let scope = scope_of(claim, &Case { ranges, sums: Vec::new() });
    let sum = summed(claim, &scope)?;
    let written = Written(&sum).to_string();
    let total = if let Some(formula) = total {
        let claimed = formula.evaluate(&bindings(claim, &scope)).ok()?;
        let steps = formula::parse(&written).ok()?.evaluate(&Bindings::new()).ok()?;
        let compared = formula::compare(&steps, &claimed);
        matches!(compared, Comparison::Different { .. }).then(|| claimed.to_string())?
    } else {
        let total = scope.polynomial(&claim.total).ok()?;
        // If a part is not evaluated, two forms may differ and be equal.
        let evaluated = |of: &Polynomial| of.atoms().all(|atom| matches!(atom, Atom::Name(_)));
        (evaluated(&sum) && evaluated(&total) && sum != total)
            .then(|| Written(&total).to_string())?
    };
    let named = claim.domain.iter().zip(size).map(|((name, _), value)| (name.clone(), *value));
    planned(&scope).then(|| Counterexample { at: named.collect(), sum: written, total })
}

/// The values of the names of a closed form.
fn bindings(claim: &Claim, scope: &Scope) -> Bindings {
    let value = |name: &str| scope.polynomial(&Term::name(name)).ok()?.as_number();
    let names = claim.domain.iter().map(|(name, _)| name).chain(claim.means.iter().map(|(n, _)| n));
    let mut bindings = Bindings::new().with("n", 1).with("t_h", 0);
    for name in names {
        if let Some(value) = value(name) {
            bindings.set(name, value);
        }
    }
    if let Some(d) =
        value("p").filter(|p| p.floor_log2() == p.ceil_log2()).and_then(|p| p.floor_log2())
    {
        bindings.set("d", d);
    }
    bindings
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
