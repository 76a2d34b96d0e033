//! The statement to prove: the step costs that an algorithm states, its closed form, and the sizes.
//!
//! A [`Statement`] consists of readable texts. [`Statement::claim`] is the same for the kernel, with every
//! formula as a tree and nothing simplified. Facts about sizes restrict it: `p = 2^d`, `k_1 = k_2`, `p >= 4`. A fact
//! defines a name of the domain by others, which take its place.

use serde::{Deserialize, Serialize};

use hockney_base::number::Rational;
use hockney_core::topology::{Family, Sizes};
use hockney_formula::Given;
use hockney_kernel::{Claim, Function, Phase, Scope, Term};
use hockney_plan::planner::{Algorithm, StatedPhase, StepCosts};

use super::read::read_total;
pub use super::read::{Unreadable, read};

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
        total: &str,
        given: &Given,
    ) -> Result<Self, Unreadable> {
        let mut statement = Statement {
            domain: Vec::new(),
            means: Vec::new(),
            given: Vec::new(),
            phases: costs.phases.clone(),
            total: total.to_owned(),
        };
        let facts = Restrictions::read(given)?;
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
        } else if costs.multiples_of > 1 {
            (vec![("N", 1)], vec![("p", format!("{} N", costs.multiples_of))])
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
        let means = |meaning: &Meaning| Ok((meaning.name.clone(), read(&meaning.is)?));
        let total = read_total(&self.total, self.in_groups())?;
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
    total: &str,
    given: &Given,
) -> Option<Result<Statement, Unreadable>> {
    let costs = algorithm.stated_costs(family, sides)?;
    Some(Statement::new(family, sides, &costs, total, given))
}

/// The algorithm as it is stated where some facts are given: for powers of two only, if it has a simpler form there.
pub fn stated_where(algorithm: &'static Algorithm, given: &Given) -> &'static Algorithm {
    let twos = |is: &Term| match is {
        Term::Apply(Function::Power, of) => match &of[..] {
            [Term::Number(base), _] => base.floor_log2() == base.ceil_log2(),
            _ => false,
        },
        _ => false,
    };
    let facts = given.meanings().iter();
    let mut facts = facts.filter(|(name, _)| name == "p").map(|(_, is)| read(&is.to_string()));
    let powers = facts.any(|is| is.is_ok_and(|is| twos(&is)));
    let simpler = powers.then(|| algorithm.at_powers_of_two()).flatten();
    simpler.map_or(algorithm, |simpler| Box::leak(Box::new(simpler)))
}

/// What restricts the sizes, in the terms of the kernel.
struct Restrictions {
    /// A name, its meaning as text, and as term.
    means: Vec<(String, String, Term)>,
    /// From where on a name counts.
    least: Vec<(String, i64)>,
}

impl Restrictions {
    fn read(given: &Given) -> Result<Self, Unreadable> {
        let means = given.meanings().iter().map(|(name, is)| {
            let is = is.to_string();
            Ok((name.clone(), is.clone(), read(&is)?))
        });
        Ok(Restrictions {
            means: means.collect::<Result<_, Unreadable>>()?,
            least: given.least().to_vec(),
        })
    }

    /// Whether a fact contains the name.
    fn mention(&self, name: &str) -> bool {
        self.means.iter().any(|(own, _, term)| own == name || term.mentions(name))
            || self.least.iter().any(|(own, _)| own == name)
    }

    /// The statement for the sizes with these facts.
    ///
    /// # Errors
    /// A fact about a name that is no name of the domain, or a value that may be no size.
    fn restrict(&self, mut statement: Statement) -> Result<Statement, Unreadable> {
        for (name, is, term) in &self.means {
            let fact = format!("{name} = {is}");
            // Sizes that are powers of two have this fact.
            let known = |Meaning { name: own, is: of }: &Meaning| {
                own == name && read(of).is_ok_and(|of| of == *term)
            };
            if !statement.means.iter().any(known) {
                statement
                    .define(name, is, term)
                    .map_err(|why| Unreadable { text: fact.clone(), why })?;
            }
            statement.given.push(fact);
        }
        for (name, least) in &self.least {
            let fact = format!("{name} >= {least}");
            // On powers of two, p >= 4 is d >= 2.
            let log = |(of, least): (&str, i64)| {
                (name == "p" && of == "d").then(|| Rational::from(least).ceil_log2())
            };
            let bound = |of: &Whole| match log((&of.name, *least)) {
                Some(log) => Some(log.unwrap_or(0)),
                None => (of.name == *name).then_some(*least),
            };
            let found = statement.domain.iter_mut().find_map(|of| Some((bound(of)?, of)));
            let Some((least, of)) = found else {
                let why = statement.not_in_domain(name);
                return Err(Unreadable { text: fact, why });
            };
            of.least = of.least.max(least);
            statement.given.push(fact);
        }
        Ok(statement)
    }
}

impl Statement {
    fn not_in_domain(&self, name: &str) -> String {
        let names: Vec<&str> = self.domain.iter().map(|of| of.name.as_str()).collect();
        format!("the sizes of this claim are {}, and not {name}", names.join(" and "))
    }

    /// Defines a name of the domain by others.
    fn define(&mut self, name: &str, is: &str, term: &Term) -> Result<(), String> {
        // On powers of two, p = 4^k defines d = log2 p.
        let twos = name == "p" && self.domain.iter().any(|of| of.name == "d");
        let own = if twos { "d" } else { name };
        let at = self.domain.iter().position(|of| of.name == own);
        let Some(at) = at else { return Err(self.not_in_domain(name)) };
        let Whole { least, .. } = self.domain.remove(at);
        let mut names = Vec::new();
        named(term, &mut names);
        let defined = |name: &str| self.means.iter().any(|mean| mean.name == name);
        if let Some(name) = names.iter().find(|name| Scope::is_amount(name) || defined(name)) {
            return Err(format!("{name} is not a size of this claim"));
        }
        names.retain(|name| !self.domain.iter().any(|of| of.name == *name));
        let known =
            self.domain.iter().map(|of| (of.name.clone(), hockney_kernel::Whole::from(of.least)));
        let known: Vec<_> = known.collect();
        // New names begin at 0 where that gives a size, and otherwise at 1.
        let size = |from: i64| {
            let new = names.iter().map(|name| (name.clone(), hockney_kernel::Whole::from(from)));
            let whole = known.iter().cloned().chain(new).collect();
            let scope = Scope { whole, ..Scope::default() };
            let least = if twos { 1 } else { least };
            let value = scope.polynomial(term).ok();
            value.is_some_and(|value| {
                scope.is_whole(&value)
                    && scope.least(&value).is_some_and(|value| value >= least.into())
            })
        };
        let from = [0, 1].into_iter().find(|from| size(*from));
        let from = from.ok_or("it is not provably a whole number that is large enough")?;
        self.domain.splice(at..at, names.into_iter().map(|name| Whole { name, least: from }));
        if twos {
            self.means.retain(|mean| mean.name != "p");
            self.means.push(Meaning { name: "d".to_owned(), is: format!("log2({is})") });
        }
        for mean in &mut self.means {
            mean.is = put(&mean.is, own, is);
        }
        self.means.push(Meaning { name: name.to_owned(), is: is.to_owned() });
        Ok(())
    }
}

/// The names in a term.
fn named(term: &Term, names: &mut Vec<String>) {
    match term {
        Term::Name(name) if names.contains(name) => {}
        Term::Name(name) => names.push(name.clone()),
        _ => term.parts().iter().for_each(|part| named(part, names)),
    }
}

/// The text with a name replaced by a formula.
fn put(text: &str, name: &str, by: &str) -> String {
    let plain = |text: &str| text.chars().all(|c| c.is_alphanumeric() || c == '_');
    let by = if plain(by) { by.to_owned() } else { format!("({by})") };
    let words = text.split_inclusive(|c: char| !(c.is_alphanumeric() || c == '_'));
    let word = |word: &str| match word.strip_suffix(|c: char| !(c.is_alphanumeric() || c == '_')) {
        Some(own) if own == name => format!("{by}{}", &word[own.len()..]),
        None if word == name => by.clone(),
        _ => word.to_owned(),
    };
    words.map(word).collect()
}
