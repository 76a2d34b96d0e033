//! From `-a` to an algorithm: the one that is named, the best, or the default.

use super::failure::{Failure, Result, did_you_mean};
use hockney_ask::{How, NoBest, Unpriced};
use hockney_base::diagnostic::{nearest, visible};
use hockney_core::collective::{COLLECTIVES, Collective};
use hockney_core::topology::Family;
use hockney_cost::Numbers;
use hockney_plan::planner::{self, Algorithm, Meaning, PlanError, Request, Role};
use hockney_plan::question::Question;

/// The algorithms of a collective on a family.
pub(crate) fn on(
    collective: &str,
    family: &'static Family,
) -> impl Iterator<Item = &'static Algorithm> {
    of(collective).filter(move |algorithm| algorithm.on(family).is_some())
}

/// The algorithm that is named, other than `best`, or the default one.
pub(crate) fn algorithm(name: Option<&str>, request: &Request) -> Result<&'static Algorithm> {
    let collective = request.instance.collective.name();
    if of(collective).next().is_none() {
        let is_planned = |c: &&str| planner::algorithms().any(|a| a.collective() == *c);
        let planned: Vec<&str> = COLLECTIVES.iter().map(|c| c.name()).filter(is_planned).collect();
        return Err(Failure::NoAnswer(format!(
            "there is no algorithm for {collective}, only for {}; your own schedule can be \
             checked and its cost computed",
            planned.join(", ")
        )));
    }
    match name {
        Some(name) => meant(name, request),
        None => planner::default_algorithm(request).ok_or_else(|| no_candidate(request)),
    }
}

/// The algorithm that a name means for a request.
fn meant(name: &str, request: &Request) -> Result<&'static Algorithm> {
    let collective = request.instance.collective.name();
    let meaning = planner::meaning(name, request);
    resolved(name, &meaning, (collective, &|_| true), (collective, &algorithms_here(request)))
}

/// The algorithm that a name means on a family, or on any, whatever the size.
pub(crate) fn named(
    name: &str,
    collective: &Collective,
    family: Option<&'static Family>,
) -> Result<&'static Algorithm> {
    named_at(name, collective, family, None)
}

/// The algorithm that a name means on a family, or on any, with so many nodes.
pub(crate) fn named_at(
    name: &str,
    collective: &Collective,
    family: Option<&'static Family>,
    nodes: Option<u64>,
) -> Result<&'static Algorithm> {
    let (collective, here) =
        (collective.name(), |a: &Algorithm| family.is_none_or(|f| a.on(f).is_some()));
    let (scope, place) = match family {
        None => (collective.to_owned(), collective),
        Some(family) => (format!("{collective} on {}", family.name()), family.name()),
    };
    let names: Vec<&str> = of(collective).filter(|a| here(a)).map(Algorithm::name).collect();
    let known = format!("those for {place} are {}", names.join(", "));
    let meaning = planner::meaning_on(name, collective, family, nodes);
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
    meaning: &Meaning,
    (collective, here): (&str, &dyn Fn(&Algorithm) -> bool),
    (scope, known): (&str, &str),
) -> Result<&'static Algorithm> {
    let unknown = |help: String| {
        Failure::input(format!("there is no algorithm `{}` for {scope}", visible(name))).help(help)
    };
    match meaning {
        Meaning::Algorithm(found) => {
            let found = planner::algorithm(collective, found).filter(|algorithm| here(algorithm));
            found.ok_or_else(|| unknown(known.to_owned()))
        }
        Meaning::Several(names) => {
            let message = format!("`{name}` has two meanings: {}", names.join(" and "));
            Err(Failure::input(message).help(format!("name one of them, such as -a {}", names[0])))
        }
        Meaning::Missing(why) => Err(unknown(format!("{why}; {known}"))),
        Meaning::Unknown => {
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

/// `those for ring are recursive-doubling, chain, sequential; wrong there: near-first-doubling`
pub(crate) fn algorithms_here(request: &Request) -> String {
    let family = request.topology.family();
    let collective = request.instance.collective.name();
    let named = |wrong: bool| -> Vec<&str> {
        let is = |role| (role == Role::Counterexample) == wrong;
        // A schedule of the table of optima is there for few sizes.
        let has = |a: &&Algorithm| !a.is_tabled() || a.fits(request).is_ok();
        let those = on(collective, family).filter(|a| a.on(family).is_some_and(|u| is(u.role)));
        let those = those.filter(has);
        those.map(Algorithm::name).collect()
    };
    let right = format!("those for {} are {}", family.name(), named(false).join(", "));
    match named(true)[..] {
        [] => right,
        ref wrong => format!("{right}; wrong there: {}", wrong.join(", ")),
    }
}

/// What runs instead of an algorithm that does not fit, with the nearest command.
pub(crate) fn instead(error: &PlanError, request: &Request) -> String {
    let (collective, topology) = (request.instance.collective.name(), &request.topology);
    let file = topology.file().map_or_else(String::new, |file| format!(":{file}"));
    let all = format!("{collective} -t {topology}{file}");
    match error {
        PlanError::NotOnFamily { .. } => {
            let steps = match topology.dimension() {
                Some(d) if d > 1 => format!(", such as `Step k = 0..{}: i -> i xor 2^k`", d - 1),
                _ => String::new(),
            };
            format!(
                "{}; for other steps write them to FILE{steps}: hockney cost {all} FILE --contention",
                algorithms_here(request)
            )
        }
        PlanError::NeedsPowerOfTwo(_, p) => format!(
            "a variant for {p} nodes is not built in; those that run here are ranked by: hockney compare {all}"
        ),
        PlanError::NoOptimum(_) => {
            let pieces = match request.instance.pieces {
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

/// Every algorithm turned the request down; the order of dimensions is what can do that.
pub(crate) fn no_candidate(request: &Request) -> Failure {
    let collective = request.instance.collective.name();
    // The reason why an order is wrong is more helpful than that most algorithms take none.
    let why = on(collective, request.topology.family())
        .filter_map(|a| a.fits(request).err())
        .min_by_key(|error| matches!(error, PlanError::TakesNoOrder(_)))
        .map_or_else(String::new, |error| format!(": {error}"));
    let help = match request.order {
        Some(_) => "leave out --order, or see `hockney list algorithms`".to_owned(),
        None => algorithms_here(request),
    };
    Failure::input(format!("no algorithm of {collective} fits {}{why}", request.topology))
        .help(help)
}

/// The algorithm of the first row that `compare` prints with the same options.
pub(crate) fn best(
    question: &Question,
    numbers: &Numbers,
    how: &How,
) -> Result<&'static Algorithm> {
    let best = hockney_ask::best(question, numbers, how).map_err(|why| match why {
        NoBest::Missing(options) => {
            let all = "which algorithm is best depends on numbers that are not given";
            Failure::input(all).help(format!("add {}", options.join(" and ")))
        }
        NoBest::NothingFits => no_candidate(question.request()),
        NoBest::NoCost(unpriced) => {
            let why = |(name, why): &Unpriced| format!("no cost for {name}: {why}");
            Failure::NoAnswer(unpriced.iter().map(why).collect::<Vec<_>>().join("; "))
        }
    })?;
    Ok(best.algorithm)
}
