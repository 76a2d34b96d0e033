//! Are two values equal, and in which terms do they differ?

use super::show::symbols;
use crate::Value;

/// The answer to whether two values are equal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// Equal for all t_s, t_w, t_h and m.
    Equal,
    /// Different.
    Different {
        /// Where they differ, t_s first.
        terms: Vec<TermDifference>,
    },
    /// Undecided, with the reason.
    Undecided(String),
}

/// A term in which two values differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TermDifference {
    /// The symbols: `t_s`, `m t_w`, `1` for a number.
    pub term: String,
    /// The coefficient on the left.
    pub left: Value,
    /// The coefficient on the right.
    pub right: Value,
}

/// Compares two values as polynomials in t_s, t_w, t_h and m.
///
/// Equal forms are equal values. Different forms are different values where a theorem or exact
/// bounds prove it; otherwise the result is undecided.
pub fn compare(left: &Value, right: &Value) -> Comparison {
    let difference = left.clone() - right.clone();
    if difference.is_zero() {
        return Comparison::Equal;
    }
    let powers = difference.powers();
    let (sure, open): (Vec<_>, Vec<_>) =
        powers.into_iter().partition(|&powers| difference.coefficient(powers).surely_not_zero());
    if let (true, Some(&powers)) = (sure.is_empty(), open.first()) {
        return Comparison::Undecided(format!(
            "it is not known whether {} is 0: products of different logarithms may cancel",
            difference.coefficient(powers)
        ));
    }
    let terms = sure.into_iter().map(|powers| TermDifference {
        term: symbols(powers),
        left: left.coefficient(powers),
        right: right.coefficient(powers),
    });
    Comparison::Different { terms: terms.collect() }
}
