//! A proof as a document: a statement, cases, and in each case a sum for each phase, all as texts.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::statement::{Statement, Unreadable, read};
use super::written::Written;
use hockney_kernel::{
    self as kernel, Case, Claim, INDEX, Phase, Range, Refusal, Term, Whole, scope_of,
};

/// The format that this program writes and reads.
pub const FORMAT: &str = "hockney/proof/v1";

/// The values of a name in a case.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RangeText {
    /// The name.
    pub name: String,
    /// This value only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub is: Option<i64>,
    /// Or all values from this one on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub least: Option<i64>,
    /// Of these, the values that are `residue` mod `modulus`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub modulus: Option<i64>,
    /// From 0 to `modulus` - 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub residue: Option<i64>,
}

impl RangeText {
    pub(super) fn of(name: &str, range: Range) -> Self {
        let (is, least, modulus, residue) = match range {
            Range::Is(value) => (Some(value), None, None, None),
            Range::Of(Whole { least, modulus: 1, .. }) => (None, Some(least), None, None),
            Range::Of(Whole { least, modulus, residue }) => {
                (None, Some(least), Some(modulus), Some(residue))
            }
        };
        RangeText { name: name.to_owned(), is, least, modulus, residue }
    }

    fn range(&self) -> Range {
        match self.is {
            Some(value) => Range::Is(value),
            None => Range::Of(Whole {
                // Without a bound there is no range for the kernel.
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
    /// The collective.
    pub collective: String,
    /// The family.
    pub topology: String,
    /// The number of sides of a grid.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sides: Option<usize>,
    /// The algorithm.
    pub algorithm: String,
    /// What the planner asks for beside these sizes: `p is even`.
    #[serde(default, rename = "where", skip_serializing_if = "Vec::is_empty")]
    pub conditions: Vec<String>,
    /// The proved statement.
    pub statement: Statement,
    /// The cases of the proof.
    pub cases: Vec<CaseText>,
}

/// Why a written proof is rejected.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Fault {
    /// A text in it is not a formula.
    #[error(transparent)]
    Unreadable(#[from] Unreadable),
    /// Its cases do not list the names of the domain in order.
    #[error("case {0}: its ranges do not follow the order of the domain")]
    Names(usize),
    /// The kernel rejects it.
    #[error("{}", Written(.0))]
    Refused(Refusal),
}

impl From<Refusal> for Fault {
    fn from(refusal: Refusal) -> Self {
        Fault::Refused(refusal)
    }
}

/// The values of a phase in a case, for printing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PhaseSum {
    /// The cost of step i.
    pub cost: String,
    /// The cost of all its steps, without repetition.
    pub all: String,
    /// Whether it has no steps.
    pub empty: bool,
}

/// The values in an accepted case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Accepted {
    /// Phase by phase.
    pub phases: Vec<PhaseSum>,
    /// The total, which equals the sum of all steps.
    pub total: String,
}

impl Accepted {
    fn of(claim: &Claim, case: &Case) -> Result<Self, Refusal> {
        let scope = scope_of(claim, case);
        let phase = |(phase, sum): (&Phase, &Term)| {
            let from = scope.polynomial(&phase.from)?;
            let empty = from == scope.polynomial(&phase.to)?;
            let all = scope.polynomial(&sum.with(INDEX, &phase.to))?;
            // The cost of no step need not have a value.
            let within = scope.within(&from).filter(|_| !empty);
            let cost = within.map(|within| within.polynomial(&phase.cost)).transpose()?;
            let [cost, all] = [cost.unwrap_or_default(), all].map(|of| Written(&of).to_string());
            Ok(PhaseSum { cost, all, empty })
        };
        let phases = claim.phases.iter().zip(&case.sums).map(phase).collect::<Result<_, _>>()?;
        let total = Written(&scope.polynomial(&claim.total)?).to_string();
        Ok(Accepted { phases, total })
    }
}

impl Certificate {
    /// Checks the proof by the kernel, from its texts. Returns the values in each case.
    ///
    /// # Errors
    /// The first condition that does not hold.
    pub fn check(&self) -> Result<Vec<Accepted>, Fault> {
        let claim = self.statement.claim()?;
        let mut cases = Vec::new();
        for (number, case) in self.cases.iter().enumerate() {
            let names = self.statement.domain.iter().map(|whole| &whole.name);
            if !case.ranges.iter().map(|range| &range.name).eq(names) {
                return Err(Fault::Names(number + 1));
            }
            let sums = case.sums.iter().map(|sum| read(sum)).collect::<Result<_, _>>()?;
            let ranges = case.ranges.iter().map(RangeText::range).collect();
            cases.push(Case { ranges, sums });
        }
        kernel::accept(&claim, &cases)?;
        Ok(cases.iter().map(|case| Accepted::of(&claim, case)).collect::<Result<_, _>>()?)
    }
}
