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

mod growth;
mod points;
mod rename;
mod setting;
mod steps;

pub use growth::{large, nearly, truncates};
pub use rename::{Letters, OPEN_LETTERS, OneWay, equal_reading};
pub use setting::Given;
use setting::{Setting, Usage, names, usages};
pub use steps::steps;

use crate::normal_form::{Atoms, Normalizer, World};
use crate::{Expr, Formula, Link, Relation, TermDifference};
use hockney_base::number::{Rational, work};

/// Whether two formulas are equal, and what was taken for granted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EquivalenceAnswer {
    /// The answer.
    pub verdict: Verdict,
    /// The assumptions about the symbols: `p = 2^d`, `p - 1 is not 0`.
    pub assuming: Vec<String>,
    /// Something worth knowing beside it, such as where formulas that differ are equal.
    pub note: Option<String>,
}

impl EquivalenceAnswer {
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
    Different(DifferingPoint),
    /// Their orders of growth are not the same.
    OtherOrder(String),
    /// Undecided, with the reason.
    Undecided(String),
}

/// A point where two formulas differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DifferingPoint {
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
pub fn equivalence(left: &Link, right: &Link, given: &Given) -> EquivalenceAnswer {
    work::within(MOST_WORK, || decided(left, right, given))
}

fn decided(left: &Link, right: &Link, given: &Given) -> EquivalenceAnswer {
    if left.growth.is_some() || right.growth.is_some() {
        return growth::compare(left, right, given);
    }
    if [left, right].iter().any(|link| link.relation == Relation::Approximately) {
        return EquivalenceAnswer::undecided("an approximation cannot be checked", Vec::new());
    }
    let setting = Setting::new(&[&left.expr, &right.expr], given);
    let mut assuming = setting.assuming.clone();
    // Half of the work is left to the search for a difference.
    let decide = || by_normal_forms(&setting, &left.expr, &right.expr);
    let (worlds, atoms, why) = match work::within(MOST_WORK / 2, decide) {
        Outcome::Equal { assumed } => {
            assuming.extend(assumed);
            return EquivalenceAnswer { verdict: Verdict::Equal, assuming, note: None };
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
            EquivalenceAnswer { verdict: Verdict::Different(difference), assuming, note }
        }
        None => EquivalenceAnswer::undecided(why, assuming),
    }
}

/// The most parts that are looked at.
const MOST_PARTS: usize = 1000;
/// The parts that are kept as places to look for a difference.
const MOST_SUSPECTS: usize = 8;

/// The result of normal forms.
enum Outcome {
    /// Equal in all cases, with the assumptions.
    Equal { assumed: Vec<String> },
    /// Different normal forms in some cases.
    Suspect { worlds: Vec<World>, atoms: Atoms },
    /// There are no normal forms, with the reason.
    Gave(String),
}

/// Compares normal forms in all parts.
fn by_normal_forms(setting: &Setting, left: &Expr, right: &Expr) -> Outcome {
    let mut atoms = Atoms::default();
    let mut open = vec![World::default()];
    let mut assumed: Vec<String> = Vec::new();
    let mut suspects = Vec::new();
    let mut gave = None;
    let mut parts = 0;
    while let Some(world) = open.pop() {
        parts += 1;
        if parts > MOST_PARTS {
            gave = Some(format!("deciding it needs more than {MOST_PARTS} cases"));
            break;
        }
        let mut normalizer = Normalizer::new(&mut atoms, &world, &setting.names);
        let same = normalizer.form(left).and_then(|left| left.same(&normalizer.form(right)?));
        match same {
            Ok(true) => {
                for assumption in std::mem::take(&mut normalizer.assumed) {
                    if !assumed.contains(&assumption) {
                        assumed.push(assumption);
                    }
                }
            }
            Ok(false) => suspects.push(world),
            Err(stop) => gave = world.divide(stop, &atoms, &mut open).err().or(gave),
        }
        if suspects.len() >= MOST_SUSPECTS || work::is_over() {
            break;
        }
    }
    match gave {
        _ if !suspects.is_empty() => Outcome::Suspect { worlds: suspects, atoms },
        Some(why) => Outcome::Gave(why),
        None => Outcome::Equal { assumed },
    }
}

impl Setting {
    /// The sizes at which formulas that differ at one point are equal, if they are easy to describe.
    fn where_equal(
        &self,
        left: &Expr,
        right: &Expr,
        difference: &DifferingPoint,
    ) -> Option<String> {
        let equal = |setting: &Self| matches!(by_normal_forms(setting, left, right), Outcome::Equal { ref assumed } if assumed.is_empty());
        // Points with p = 1 are looked at last, so there may be no other.
        for letter in &self.whole {
            if !points::is_least(self, letter, &difference.at) {
                continue;
            }
            let mut setting = self.clone();
            let least = setting.names.least_of(letter) + 1;
            setting.names.least.retain(|(known, _)| known != letter);
            setting.names.least.push((letter.clone(), least));
            if equal(&setting) {
                let (name, value) = points::size(&setting, letter, least);
                return Some(format!("they are equal for {name} >= {value}"));
            }
        }
        let usage = self.rounded.iter().find(|usage| usage.name == "p")?;
        let mut families = Vec::new();
        if usage.log || usage.root > 1 {
            families.extend(self.family(usage));
        }
        let log = Usage { log: true, root: 1, ..usage.clone() };
        families.extend(self.family(&log));
        for family in families {
            let mut given = Given::default();
            given.meanings.push(("p".to_owned(), family.clone()));
            let mut setting = Self::new(&[left, right], &given);
            // A difference at one node alone does not matter.
            for (_, least) in &mut setting.names.least {
                *least = (*least).max(1);
            }
            if equal(&setting) {
                return Some(format!("they are equal for p = {family} and p > 1"));
            }
        }
        None
    }
}

/// The first link of a chain that does not follow from the part before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BrokenLink {
    /// Its place among the links, from 0.
    pub place: usize,
    /// The verdict about it, never `Equal`.
    pub answer: EquivalenceAnswer,
}

/// The first link that is not equal to the one before it, nor behind `≈` nearly the same; nothing where all are. An order of
/// growth is compared with the last exact side.
///
/// A link that differs has priority over an earlier one that is undecided.
pub fn check_chain(formula: &Formula, given: &Given) -> Option<BrokenLink> {
    work::within(2 * MOST_WORK, || first_broken(formula, given))
}

fn first_broken(formula: &Formula, given: &Given) -> Option<BrokenLink> {
    let mut before: Option<&Link> = None;
    let mut open = None;
    for (place, link) in formula.links().iter().enumerate() {
        let rough = link.relation == Relation::Approximately;
        if let Some(before) = before {
            let answer = match rough {
                true if nearly(before, link) => continue,
                true => EquivalenceAnswer::undecided(NOT_NEARLY, Vec::new()),
                false => equivalence(before, link, given),
            };
            match answer.verdict {
                Verdict::Equal => {}
                Verdict::Undecided(_) => open = open.or(Some(BrokenLink { place, answer })),
                Verdict::Different(_) | Verdict::OtherOrder(_) => {
                    return Some(BrokenLink { place, answer });
                }
            }
        }
        if !rough && (before.is_none() || link.growth.is_none()) {
            before = Some(link);
        }
    }
    open
}

/// Why an approximation is not decided.
const NOT_NEARLY: &str = "the difference to the approximation does not vanish for large p and m";
