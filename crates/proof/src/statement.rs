//! The statement to prove: the step costs that an algorithm states, its closed form, and the sizes.
//!
//! A [`Statement`] consists of readable texts. [`Statement::claim`] is the same for the kernel, with every
//! formula as a tree and nothing simplified.

use serde::{Deserialize, Serialize};

use super::given::Facts;
use hockney_core::topology::{Family, Sizes};
use hockney_formula::Given;
use hockney_kernel::{Claim, Phase, Term};
use hockney_plan::planner::{Algorithm, StatedPhase, StepCosts};

pub use super::read::{Unreadable, read, read_plain};

/// The times of hops in boxes.
const HOPS: [&str; 2] = ["t_h[inside]", "t_h[between]"];

/// A name of the domain: a whole number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Whole {
    /// The name.
    pub name: String,
    /// Its least value.
    pub least: i64,
}

/// A name defined by a formula.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Meaning {
    /// The name.
    pub name: String,
    /// The formula.
    pub is: String,
}

/// Stated steps for the kernel.
pub(super) fn phase(stated: &StatedPhase) -> Result<Phase, Unreadable> {
    Ok(Phase {
        from: read(&stated.from)?,
        to: read(&stated.to)?,
        cost: read(&stated.cost)?,
        repeat: read(&stated.repeat)?,
    })
}

/// A claim in texts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Statement {
    /// Names of whole numbers.
    pub domain: Vec<Whole>,
    /// Names defined by formulas in those.
    pub means: Vec<Meaning>,
    /// The facts about sizes that restrict it: `p = 2^d`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub given: Vec<String>,
    /// The steps.
    pub phases: Vec<StatedPhase>,
    /// Their total cost.
    pub total: String,
}

impl Statement {
    /// The statement of an algorithm on a family, with its closed form or another total, for the sizes of which
    /// some facts are given.
    ///
    /// The domain follows from the symbols: sides if they occur, d on powers of two, q with p - q for a
    /// shift, and p otherwise. If an algorithm supports fewer sizes than that, more is proved than needed.
    pub fn new(
        family: &Family,
        sides: usize,
        costs: &StepCosts,
        (total, given): (&str, &Given),
    ) -> Result<Self, Unreadable> {
        let mut statement = Statement {
            domain: Vec::new(),
            means: Vec::new(),
            given: Vec::new(),
            phases: costs.phases.clone(),
            total: total.to_owned(),
        };
        let facts = Facts::read(given)?;
        if costs.groups {
            let whole = |name: &str| Whole { name: name.to_owned(), least: 1 };
            statement.domain = ["N", "G", "R"].map(whole).into();
            let (name, is) = ("p".to_owned(), "N * G".to_owned());
            statement.means = vec![Meaning { name, is }];
            return facts.restrict(statement);
        }
        let Claim { phases, total, .. } = statement.claim()?;
        let speaks = |name: &str| {
            let mut terms = phases.iter().flat_map(Phase::terms).chain([&total]);
            terms.any(|term| term.mentions(name))
        };
        let grid = family.sizes() == Sizes::Sides;
        let twos = costs.powers_of_two || family.sizes() == Sizes::PowerOfTwo;
        let names: Vec<String> = (1..=sides).map(|j| format!("k_{j}")).collect();
        let of_sides = names.iter().any(|name| speaks(name) || facts.mention(name))
            || speaks("r")
            || speaks("c");
        let (mut domain, means) = if grid && of_sides {
            let mut means = vec![("p", names.join(" * "))];
            if sides == 2 {
                means.extend([("r", "k_1".to_owned()), ("c", "k_2".to_owned())]);
            }
            let sides = names.iter().map(|name| (name.as_str(), 1));
            (sides.chain(speaks("q").then_some(("q", 0))).collect(), means)
        } else if speaks("q") && !speaks("d") {
            // q is below p, so p - q is at least 1.
            (vec![("q", 0), ("s", 1)], vec![("p", "q + s".to_owned())])
        } else if twos {
            (vec![("d", 0)], vec![("p", "2^d".to_owned())])
        } else {
            (vec![("p", 1)], Vec::new())
        };
        domain.extend(speaks("n").then_some(("n", 1)));
        let whole = |(name, least): (&str, i64)| Whole { name: name.to_owned(), least };
        statement.domain = domain.into_iter().map(whole).collect();
        let meaning = |(name, is): (&str, String)| Meaning { name: name.to_owned(), is };
        statement.means = means.into_iter().map(meaning).collect();
        facts.restrict(statement)
    }

    /// Whether both are about the same steps at the same sizes. The total may differ.
    pub fn same_steps(&self, other: &Self) -> bool {
        self.phases == other.phases
            && self.domain == other.domain
            && self.given == other.given
            && self.means.iter().all(|meaning| other.means.contains(meaning))
            && self.means.len() == other.means.len()
    }

    /// The claim for the kernel. Without a term in t_h in the total, steps cost no hops, as in textbooks.
    ///
    /// # Errors
    /// A text that is not a formula, or contains a sum or a natural logarithm.
    pub fn claim(&self) -> Result<Claim, Unreadable> {
        let in_groups = self.in_groups();
        let means = |meaning: &Meaning| Ok((meaning.name.clone(), read(&meaning.is)?));
        let total = if in_groups { read(&self.total)? } else { read_plain(&self.total)? };
        let mut phases = self.phases.iter().map(phase).collect::<Result<Vec<_>, Unreadable>>()?;
        if self.without_hops() {
            let (none, hops) = (Term::whole(0), HOPS);
            for phase in &mut phases {
                phase.cost = phase.cost.with_all(&hops.map(|name| (name, &none)));
            }
        }
        Ok(Claim {
            domain: self.domain.iter().map(|whole| (whole.name.clone(), whole.least)).collect(),
            means: self.means.iter().map(means).collect::<Result<_, _>>()?,
            phases,
            total,
        })
    }

    /// Whether its steps have hops, and its total has none.
    pub fn without_hops(&self) -> bool {
        self.in_groups() && !HOPS.iter().any(|name| self.total.contains(name))
    }

    /// Whether it is about all machines of boxes, with times of their classes.
    pub fn in_groups(&self) -> bool {
        self.phases.iter().any(|phase| phase.cost.contains('['))
    }

    /// `every p = 1, 2, ..`.
    pub fn sizes(&self) -> String {
        let from = |whole: &Whole| {
            let Whole { name, least } = whole;
            format!("{name} = {least}, {}, ..", least + 1)
        };
        let domain: Vec<String> = self.domain.iter().map(from).collect();
        let given =
            |name: &str| self.given.iter().any(|fact| fact.starts_with(&format!("{name} =")));
        let spoken = self.means.iter().filter(|Meaning { name, .. }| name == "p" || given(name));
        let spoken: Vec<String> =
            spoken.map(|Meaning { name, is }| format!("{name} = {is}")).collect();
        let with = if spoken.is_empty() { "" } else { ", with " };
        format!("every {}{with}{}", domain.join("; "), spoken.join(", "))
    }
}

/// The statement that an algorithm makes on a family of a total, under given facts; `None` if it has no stated step
/// costs.
pub fn stated(
    algorithm: &Algorithm,
    family: &'static Family,
    sides: usize,
    claimed: (&str, &Given),
) -> Option<Result<Statement, Unreadable>> {
    let costs = algorithm.stated_costs(family, sides)?;
    Some(Statement::new(family, sides, &costs, claimed))
}
