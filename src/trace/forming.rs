//! Putting a value together from disjoint known ones, as a node does before it sends.

use super::{Held, Operator};
use crate::schedule::Runs;

/// The most tries; a trace is of schedules that fit on paper.
const MOST_TRIES: u32 = 100_000;

/// The value of exactly these contributors from known values that share none; `None` where there
/// is no such choice, or none is found in [`MOST_TRIES`] tries.
pub(super) fn form(known: &[Held], wanted: &Runs, operator: Option<Operator>) -> Option<Held> {
    let mut chosen = Vec::new();
    let mut tries = MOST_TRIES;
    if !cover(known, wanted, &Runs::new(), &mut chosen, &mut tries) {
        return None;
    }
    let mut values = chosen.iter().map(|i| known[*i].value.clone());
    let first = values.next().flatten();
    let value = values.fold(first, |a, b| Some(operator?.combine(&a?, &b?)));
    Some(Held { contributors: wanted.clone(), value })
}

/// Covers the least contributor that is wanted and not covered yet, in every way there is.
fn cover(
    known: &[Held],
    wanted: &Runs,
    covered: &Runs,
    chosen: &mut Vec<usize>,
    tries: &mut u32,
) -> bool {
    let Some(least) = wanted.minus(covered).first() else { return true };
    for (i, held) in known.iter().enumerate() {
        let set = &held.contributors;
        let fits = set.contains(least) && set.is_subset(wanted) && set.is_disjoint(covered);
        if !fits {
            continue;
        }
        let Some(left) = tries.checked_sub(1) else { return false };
        *tries = left;
        let mut more = covered.clone();
        more.extend(set);
        chosen.push(i);
        if cover(known, wanted, &more, chosen, tries) {
            return true;
        }
        chosen.pop();
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::number::Rational;

    fn held(numbers: &[u64], value: u64) -> Held {
        let contributors = numbers.iter().copied().collect();
        Held { contributors, value: Some(Rational::from(value)) }
    }

    /// The first choice, {0, 1}, is a dead end: 2 comes only with 1.
    #[test]
    fn tries_again() {
        let known = [held(&[0, 1], 3), held(&[0], 1), held(&[1, 2], 5)];
        let wanted: Runs = [0_u64, 1, 2].into_iter().collect();
        let formed = form(&known, &wanted, Some(Operator::Sum)).unwrap();
        assert_eq!(formed.value, Some(Rational::from(6_u64)));
        assert_eq!(form(&known[..1], &Runs::one(1), Some(Operator::Sum)), None);
    }
}
