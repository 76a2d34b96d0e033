//! Are two formulas equal for all values of their symbols? Yes by normal form, no by a point where
//! they differ, or undecided with the reason: never a guess.
//!
//! ```
//! use hockney::internal::formula::{Given, Verdict, equivalence, parse};
//!
//! let sum = parse("sum(i = 1..log p, ts + 2^(i-1) m tw)")?;
//! let closed = parse("ts log p + m tw (p - 1)")?;
//! let answer = equivalence(&sum.links()[0], &closed.links()[0], &Given::default());
//! assert_eq!(answer.verdict, Verdict::Equal);
//! assert_eq!(answer.assuming, ["p = 2^d"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod cases;
mod chain;
mod given;
mod growth;
mod points;
mod rate;
mod rename;
mod setting;
mod steps;
mod usage;
mod where_equal;

use super::syntax::{Link, Relation};
use super::value::TermDifference;
use crate::number::Rational;

pub use chain::{Broken, check_chain};
pub use given::Given;
pub use steps::steps;

use cases::Outcome;
use setting::Setting;

/// Whether two formulas are equal, and what was taken for granted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The answer.
    pub verdict: Verdict,
    /// What is assumed of the symbols: `p = 2^d`, `p - 1 is not 0`.
    pub assuming: Vec<String>,
    /// Something worth knowing beside it, such as where formulas that differ are equal.
    pub note: Option<String>,
}

/// Whether two formulas are equal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// For all values of the symbols.
    Equal,
    /// At the point that is named, they are not.
    Different(Difference),
    /// Their orders of growth are not the same.
    OtherOrder(String),
    /// It stays open, and why.
    Undecided(String),
}

/// A point where two formulas differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The symbols that occur, with their values.
    pub at: Vec<(String, Rational)>,
    /// What the left one comes to.
    pub left: String,
    /// What the right one comes to.
    pub right: String,
    /// The terms in which they differ there, while m and the times stay symbols.
    pub terms: Vec<TermDifference>,
}

/// Compares two formulas, for all values of their symbols that fit what is given.
pub fn equivalence(left: &Link, right: &Link, given: &Given) -> Answer {
    let undecided = |why: String, assuming: Vec<String>| Answer {
        verdict: Verdict::Undecided(why),
        assuming,
        note: None,
    };
    if left.growth.is_some() || right.growth.is_some() {
        return growth::compare(left, right, given);
    }
    if [left, right].iter().any(|link| link.relation == Relation::Approximately) {
        return undecided("an approximation says nothing that could be checked".into(), Vec::new());
    }
    let setting = Setting::new(&[&left.expr, &right.expr], given);
    let mut assuming = setting.assuming.clone();
    let outcome = cases::decide(&setting, &left.expr, &right.expr);
    let why = match outcome {
        Outcome::Equal { assumed } => {
            assuming.extend(assumed);
            return Answer { verdict: Verdict::Equal, assuming, note: None };
        }
        Outcome::Suspect { ref worlds, ref atoms } => {
            let found = points::search(&setting, &left.expr, &right.expr, worlds, atoms);
            match found {
                Some(difference) => {
                    let note = setting.where_equal(&left.expr, &right.expr, &difference);
                    let verdict = Verdict::Different(difference);
                    return Answer { verdict, assuming, note };
                }
                None => {
                    "their normal forms differ, but no point was found where they do; they may \
                         be equal"
                        .to_owned()
                }
            }
        }
        Outcome::Gave(why) => {
            let none = super::normal_form::Atoms::default();
            match points::search(&setting, &left.expr, &right.expr, &[], &none) {
                Some(difference) => {
                    let verdict = Verdict::Different(difference);
                    return Answer { verdict, assuming, note: None };
                }
                None => why,
            }
        }
    };
    undecided(why, assuming)
}
