//! Time reversal of an algorithm: a collective that spreads becomes one that combines.

use super::Algorithm;
use super::algorithm::Plan;

/// The algorithm that is this one run backwards, with the same needs and the same cost.
pub(super) const fn reversal(
    of: &'static Algorithm,
    collective: &'static str,
    name: &'static str,
    about: &'static str,
    source: &'static str,
) -> Algorithm {
    Algorithm { name, collective, about, source, plan: Plan::Backwards(of), ..*of }
}
