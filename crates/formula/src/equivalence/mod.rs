//! Are two formulas equal for all values of their symbols? Yes by normal form, no by a point where
//! they differ, or undecided with the reason: never a guess.
//!
//! ```
//! use hockney_formula::{Given, Verdict, equivalence, parse};
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

use super::normal_form::Atoms;
use crate::{Link, Relation, TermDifference};
use hockney_base::number::{Rational, work};

pub use chain::{Broken, check_chain};
pub use given::Given;
pub use rename::{Letters, OPEN_LETTERS, OneWay, equal_reading};
pub use steps::steps;

use cases::Outcome;
use rate::Rate;
use setting::Setting;
use usage::{Usage, names, usages};

/// Whether two formulas are equal, and what was taken for granted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The answer.
    pub verdict: Verdict,
    /// The assumptions about the symbols: `p = 2^d`, `p - 1 is not 0`.
    pub assuming: Vec<String>,
    /// Something worth knowing beside it, such as where formulas that differ are equal.
    pub note: Option<String>,
}

impl Answer {
    fn undecided(why: impl Into<String>, assuming: Vec<String>) -> Self {
        Self { verdict: Verdict::Undecided(why.into()), assuming, note: None }
    }
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
    /// Undecided, with the reason.
    Undecided(String),
}

/// A point where two formulas differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The symbols that occur, with their values.
    pub at: Vec<(String, Rational)>,
    /// The value of the left formula.
    pub left: String,
    /// The value of the right formula.
    pub right: String,
    /// The terms in which they differ there, while m and the times stay symbols.
    pub terms: Vec<TermDifference>,
}

/// How much work the answer to one question may be.
const MOST_WORK: u64 = 8_000_000;

/// Compares two formulas, for all values of their symbols that fit what is given.
pub fn equivalence(left: &Link, right: &Link, given: &Given) -> Answer {
    work::within(MOST_WORK, || decided(left, right, given))
}

fn decided(left: &Link, right: &Link, given: &Given) -> Answer {
    if left.growth.is_some() || right.growth.is_some() {
        return growth::compare(left, right, given);
    }
    if [left, right].iter().any(|link| link.relation == Relation::Approximately) {
        return Answer::undecided("an approximation cannot be checked", Vec::new());
    }
    let setting = Setting::new(&[&left.expr, &right.expr], given);
    let mut assuming = setting.assuming.clone();
    // Half of the work is left to the search for a difference.
    let decide = || cases::decide(&setting, &left.expr, &right.expr);
    let (worlds, atoms, why) = match work::within(MOST_WORK / 2, decide) {
        Outcome::Equal { assumed } => {
            assuming.extend(assumed);
            return Answer { verdict: Verdict::Equal, assuming, note: None };
        }
        Outcome::Suspect { worlds, atoms } => {
            let why = "their normal forms differ, but no values were found for which the \
                       formulas differ; they may be equal";
            (worlds, atoms, why.to_owned())
        }
        Outcome::Gave(why) => (Vec::new(), Atoms::default(), why),
    };
    match points::search(&setting, &left.expr, &right.expr, &worlds, &atoms) {
        Some(difference) => {
            let equal = || setting.where_equal(&left.expr, &right.expr, &difference);
            let note = if worlds.is_empty() { None } else { equal() };
            Answer { verdict: Verdict::Different(difference), assuming, note }
        }
        None => Answer::undecided(why, assuming),
    }
}
