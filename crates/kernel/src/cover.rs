//! Checks that cases cover a domain.
//!
//! Above every bound and value of a case, the cases of a number depend only on its residue. So it is enough
//! to examine the numbers up to there and one more period.

use super::{Case, Range, Refusal};

const MOST_MODULUS: i64 = 64;
const MOST_BOUND: i64 = 1000;
const MOST_TRIED: i64 = 200_000;

/// Checks that every combination of values is in a case.
pub(super) fn covered(domain: &[(String, i64)], cases: &[Case]) -> Result<(), Refusal> {
    let mut ends = Vec::new();
    for (place, (_, least)) in domain.iter().enumerate() {
        let (mut bound, mut period) = (*least, 1_i64);
        for (number, case) in cases.iter().enumerate() {
            let ill = Refusal::Ranges(number + 1);
            let range = case.ranges.get(place).filter(|_| case.ranges.len() == domain.len());
            let (end, modulus) = match range.ok_or_else(|| ill.clone())? {
                Range::Is(value) => (*value + 1, 1),
                Range::Of(whole) => (whole.least, whole.modulus),
            };
            if !(1..=MOST_MODULUS).contains(&modulus) || !(-1..=MOST_BOUND).contains(&end) {
                return Err(ill);
            }
            bound = bound.max(end);
            // Not the least common period, but a common one.
            if period % modulus != 0 {
                period = period.checked_mul(modulus).ok_or(ill)?;
            }
        }
        ends.push((*least, bound + period));
    }
    let tried =
        ends.iter().try_fold(1_i64, |product, (least, end)| product.checked_mul(end - least));
    let tried = tried.filter(|tried| *tried <= MOST_TRIED).ok_or(Refusal::TooLarge)?;
    for mut number in 0..tried {
        // The values of a combination are the digits of its number.
        let mut digit = |(least, end): &(i64, i64)| {
            let digit = least + number % (end - least);
            number /= end - least;
            digit
        };
        let values: Vec<i64> = ends.iter().map(&mut digit).collect();
        let about =
            |case: &Case| case.ranges.iter().zip(&values).all(|(range, x)| holds(*range, *x));
        if !cases.iter().any(about) {
            let named = domain.iter().zip(&values).map(|((name, _), x)| format!("{name} = {x}"));
            return Err(Refusal::Uncovered(named.collect::<Vec<_>>().join(", ")));
        }
    }
    Ok(())
}

fn holds(range: Range, x: i64) -> bool {
    match range {
        Range::Is(value) => x == value,
        Range::Of(whole) => x >= whole.least && (x - whole.residue).rem_euclid(whole.modulus) == 0,
    }
}
