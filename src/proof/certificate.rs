//! A proof as it is written down: a statement, cases, and in each a sum for each phase, all in texts.

use serde::{Deserialize, Serialize};

use super::kernel::{self, Accepted, Case, Range, Refusal, Whole};
use super::statement::{Statement, Unreadable, read};

/// The format that this program writes and reads.
pub const FORMAT: &str = "hockney-proof/1";

/// Which values of a name a case is about.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RangeText {
    /// The name.
    pub name: String,
    /// This value only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub is: Option<i64>,
    /// Or all from this one on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub least: Option<i64>,
    /// Of these, those that are `residue` mod `modulus`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub modulus: Option<i64>,
    /// From 0 to `modulus` - 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub residue: Option<i64>,
}

impl RangeText {
    pub(super) fn of(name: &str, range: Range) -> Self {
        let none = RangeText { name: name.to_owned(), ..Self::default() };
        match range {
            Range::Is(value) => RangeText { is: Some(value), ..none },
            Range::Of(Whole { least, modulus: 1, .. }) => RangeText { least: Some(least), ..none },
            Range::Of(Whole { least, modulus, residue }) => RangeText {
                least: Some(least),
                modulus: Some(modulus),
                residue: Some(residue),
                ..none
            },
        }
    }

    fn range(&self) -> Range {
        match self.is {
            Some(value) => Range::Is(value),
            None => Range::Of(Whole {
                // Without a bound it is about nothing that the kernel would count.
                least: self.least.unwrap_or(i64::MAX),
                modulus: self.modulus.unwrap_or(1),
                residue: self.residue.unwrap_or(0),
            }),
        }
    }

    /// `p = 1`, `p >= 2`, `odd p >= 3`, `k_1 = 4, 8, ..`.
    pub fn said(&self) -> String {
        let name = &self.name;
        match self.range() {
            Range::Is(value) => format!("{name} = {value}"),
            Range::Of(whole @ Whole { modulus: 1, .. }) => {
                format!("{name} >= {}", whole.smallest())
            }
            Range::Of(whole @ Whole { modulus: 2, residue, .. }) => {
                let parity = if residue == 0 { "even" } else { "odd" };
                format!("{parity} {name} >= {}", whole.smallest())
            }
            Range::Of(whole) => {
                let first = whole.smallest();
                format!("{name} = {first}, {}, ..", first.saturating_add(whole.modulus))
            }
        }
    }
}

/// A part of the domain, with the sums.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CaseText {
    /// For each name of the domain, in its order.
    pub ranges: Vec<RangeText>,
    /// For each phase the cost of the steps before step i.
    pub sums: Vec<String>,
}

/// A written proof.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    /// Always [`FORMAT`].
    pub format: String,
    /// Of which collective.
    pub collective: String,
    /// On which family.
    pub topology: String,
    /// How many sides a grid has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sides: Option<usize>,
    /// By which algorithm.
    pub algorithm: String,
    /// What is proved.
    pub statement: Statement,
    /// How.
    pub cases: Vec<CaseText>,
}

/// Why a written proof is not accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A text in it is no formula.
    Unreadable(Unreadable),
    /// Its cases do not name the domain in its order.
    Names(usize),
    /// The kernel refuses it.
    Refused(Refusal),
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Fault::Unreadable(unreadable) => unreadable.fmt(f),
            Fault::Names(case) => {
                write!(f, "case {case}: its ranges do not name the domain in its order")
            }
            Fault::Refused(refusal) => refusal.fmt(f),
        }
    }
}

impl std::error::Error for Fault {}

impl Certificate {
    /// Hands the proof to the kernel, from its texts.
    ///
    /// # Errors
    /// The first thing that does not hold.
    pub fn check(&self) -> Result<Vec<Accepted>, Fault> {
        let claim = self.statement.claim().map_err(Fault::Unreadable)?;
        let mut cases = Vec::new();
        for (number, case) in self.cases.iter().enumerate() {
            let names = self.statement.domain.iter().map(|whole| &whole.name);
            if !case.ranges.iter().map(|range| &range.name).eq(names) {
                return Err(Fault::Names(number + 1));
            }
            let sums = case.sums.iter().map(|sum| read(sum)).collect::<Result<_, _>>();
            let ranges = case.ranges.iter().map(RangeText::range).collect();
            cases.push(Case { ranges, sums: sums.map_err(Fault::Unreadable)? });
        }
        kernel::accept(&claim, &cases).map_err(Fault::Refused)
    }
}
