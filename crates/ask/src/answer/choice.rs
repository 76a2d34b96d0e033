//! From a name to an algorithm: the one that is named, the best, or the default.

use super::{How, Large, Unanswered};
use crate::{NoBest, Unpriced};
use hockney_base::diagnostic::{did_you_mean, nearest, visible};
use hockney_core::collective::{COLLECTIVES, Collective};
use hockney_core::topology::Family;
use hockney_plan::planner::{self, Algorithm, NameMeaning, PlanError, Request, Role, fitted};
pub use hockney_plan::question::Choice;
use hockney_plan::question::Question;

type Result<T> = std::result::Result<T, Unanswered>;

impl Large {
    /// Whether an algorithm can be planned here.
    pub(super) fn fits(&self, algorithm: &Algorithm) -> std::result::Result<(), PlanError> {
        let (name, family) = (algorithm.name(), self.family.name());
        match &self.request {
            Some(request) => fitted(algorithm, request).map(drop),
            None if algorithm.on(self.family).is_some() => algorithm.fits_at(&self.outline()),
            None => Err(PlanError::NotOnFamily { algorithm: name, family }),
        }
    }

    /// The algorithm that a name means here.
    pub(super) fn meant(&self, name: &str) -> Result<&'static Algorithm> {
        let collective = self.collective.name();
        let (family, nodes) = (Some(self.family), Some(self.nodes()));
        let meaning = planner::meaning_on(name, collective, family, nodes);
        resolved(name, &meaning, (collective, &|_| true), (collective, &self.algorithms()))
    }

    /// `those for ring are recursive-doubling, chain, sequential; wrong there: near-first-doubling`
    pub(super) fn algorithms(&self) -> String {
        let named = |wrong: bool| -> Vec<&str> {
            let is = |role| (role == Role::Counterexample) == wrong;
            // A schedule of the table of optima is there for few sizes.
            let has = |a: &&Algorithm| !a.is_tabled() || self.fits(a).is_ok();
            let those = on(self.collective.name(), self.family);
            let those = those.filter(|a| a.on(self.family).is_some_and(|u| is(u.role)));
            those.filter(has).map(Algorithm::name).collect()
        };
        let right = format!("those for {} are {}", self.family.name(), named(false).join(", "));
        match named(true)[..] {
            [] => right,
            ref wrong => format!("{right}; wrong there: {}", wrong.join(", ")),
        }
    }

    /// Every algorithm turned the question down; the order of dimensions is what can do that.
    pub(super) fn no_candidate(&self) -> Unanswered {
        let collective = self.collective.name();
        // The reason why an order is wrong is more helpful than that most algorithms take none.
        let why = on(collective, self.family)
            .filter_map(|algorithm| self.fits(algorithm).err())
            .min_by_key(|error| matches!(error, PlanError::TakesNoOrder(_)))
            .map_or_else(String::new, |error| format!(": {error}"));
        let help = match self.order {
            Some(_) => "leave out --order, or see `hockney list algorithms`".to_owned(),
            None => self.algorithms(),
        };
        let machine = self.machine();
        Unanswered::unusable(format!("no algorithm of {collective} fits {machine}{why}")).help(help)
    }

    /// What runs instead of an algorithm that does not fit, with the nearest command.
    pub(super) fn instead(&self, error: &PlanError) -> String {
        let all = format!("{} -t {}", self.collective.name(), self.machine());
        match error {
            PlanError::NotOnFamily { .. } => {
                let steps = match self.dimension() {
                    Some(d) if d > 1 => {
                        format!(", such as `Step k = 0..{}: i -> i xor 2^k`", d - 1)
                    }
                    _ => String::new(),
                };
                format!(
                    "{}; for other steps write them to FILE{steps}: hockney cost {all} FILE --contention",
                    self.algorithms()
                )
            }
            PlanError::NeedsPowerOfTwo(_, p) => format!(
                "a variant for {p} nodes is not built in; those that run here are ranked by: hockney compare {all}"
            ),
            PlanError::NoOptimum(_) => {
                let pieces = match self.pieces {
                    1 => String::new(),
                    pieces => format!(" --pieces {pieces}"),
                };
                format!(
                    "`hockney optimal {all}{pieces}` searches for it; `hockney list optima` prints the table"
                )
            }
            _ => "`hockney list algorithms` prints the sizes and roots of each".to_owned(),
        }
    }
}

/// The algorithms of a collective on a family.
pub fn on(collective: &str, family: &'static Family) -> impl Iterator<Item = &'static Algorithm> {
    of(collective).filter(move |algorithm| algorithm.on(family).is_some())
}

/// The algorithm that is chosen.
pub(super) fn chosen(question: &Question, how: &How<'_>) -> Result<&'static Algorithm> {
    let request = question.request();
    is_planned(request.instance.collective)?;
    match how.algorithm {
        Choice::Best => best(question, how),
        Choice::Named(name) => meant(name, request),
        Choice::Default => planner::default_algorithm(request).ok_or_else(|| no_candidate(request)),
    }
}

/// Refuses a collective without algorithms.
///
/// # Errors
/// A collective that is only read from files.
pub(super) fn is_planned(collective: &Collective) -> Result<()> {
    if of(collective.name()).next().is_some() {
        return Ok(());
    }
    let is_planned = |c: &&str| planner::algorithms().any(|a| a.collective() == *c);
    let planned: Vec<&str> = COLLECTIVES.iter().map(|c| c.name()).filter(is_planned).collect();
    Err(Unanswered::undecided(format!(
        "there is no algorithm for {}, only for {}; your own schedule can be checked and its cost computed",
        collective.name(),
        planned.join(", ")
    )))
}

/// The algorithm that a name means for a request.
///
/// # Errors
/// A name that means none.
pub fn meant(name: &str, request: &Request) -> Result<&'static Algorithm> {
    Large::of(request).meant(name)
}

/// What runs instead of an algorithm that does not fit a request, with the nearest command.
pub fn instead(error: &PlanError, request: &Request) -> String {
    Large::of(request).instead(error)
}

/// The algorithm that a name means on a family, or on any, whatever the size.
///
/// # Errors
/// A name that means none there.
pub fn named(
    name: &str,
    collective: &Collective,
    family: Option<&'static Family>,
) -> Result<&'static Algorithm> {
    let (collective, here) =
        (collective.name(), |a: &Algorithm| family.is_none_or(|f| a.on(f).is_some()));
    let (scope, place) = match family {
        None => (collective.to_owned(), collective),
        Some(family) => (format!("{collective} on {}", family.name()), family.name()),
    };
    let names: Vec<&str> = of(collective).filter(|a| here(a)).map(Algorithm::name).collect();
    let known = format!("those for {place} are {}", names.join(", "));
    let meaning = planner::meaning_on(name, collective, family, None);
    resolved(name, &meaning, (collective, &here), (&scope, &known))
}

/// The algorithms of a collective.
fn of(collective: &str) -> impl Iterator<Item = &'static Algorithm> {
    planner::algorithms().filter(move |algorithm| algorithm.collective() == collective)
}

/// The algorithm with this meaning, one of the collective's that are possible here. The texts are for messages:
/// what it would be for, and which algorithms there are.
fn resolved(
    name: &str,
    meaning: &NameMeaning,
    (collective, here): (&str, &dyn Fn(&Algorithm) -> bool),
    (scope, known): (&str, &str),
) -> Result<&'static Algorithm> {
    let unknown = |help: String| {
        Unanswered::unusable(format!("there is no algorithm `{}` for {scope}", visible(name)))
            .help(help)
    };
    match meaning {
        NameMeaning::Algorithm(found) => {
            let found = planner::algorithm(collective, found).filter(|algorithm| here(algorithm));
            found.ok_or_else(|| unknown(known.to_owned()))
        }
        NameMeaning::Several(names) => {
            let message = format!("`{name}` has two meanings: {}", names.join(" and "));
            Err(Unanswered::unusable(message)
                .help(format!("name one of them, such as -a {}", names[0])))
        }
        NameMeaning::Missing(why) => Err(unknown(format!("{why}; {known}"))),
        NameMeaning::Unknown => {
            if let Some(numbers) = planner::numbers_of(collective, name) {
                return Err(unknown(numbers));
            }
            let names = || {
                let canonical = of(collective).filter(|algorithm| here(algorithm));
                let aliases = planner::aliases(collective).map(|(name, _)| name);
                canonical.map(Algorithm::name).chain(aliases)
            };
            let begins = |known: &&str| name.len() > 2 && known.starts_with(name);
            let near = names().find(begins).or_else(|| nearest(name, names()));
            Err(unknown(did_you_mean(near, known)))
        }
    }
}

/// Every algorithm turned the request down; the order of dimensions is what can do that.
pub fn no_candidate(request: &Request) -> Unanswered {
    Large::of(request).no_candidate()
}

/// The algorithm of the first row of the ranking with the same options.
fn best(question: &Question, how: &How<'_>) -> Result<&'static Algorithm> {
    let best = crate::best(question, &how.numbers, how).map_err(|why| match why {
        NoBest::Missing(options) => {
            let all = "which algorithm is best depends on numbers that are not given";
            Unanswered::unusable(all).help(format!("add {}", options.join(" and ")))
        }
        NoBest::NothingFits => no_candidate(question.request()),
        NoBest::NoCost(unpriced) => {
            let why = |(name, why): &Unpriced| format!("no cost for {name}: {why}");
            Unanswered::undecided(unpriced.iter().map(why).collect::<Vec<_>>().join("; "))
        }
    })?;
    Ok(best.algorithm)
}
