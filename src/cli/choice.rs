//! From `-a` to an algorithm: the one that is named, the best, or the default.

use super::failure::{Failure, Result, did_you_mean};
use crate::collective::{COLLECTIVES, Collective};
use crate::compare::Cut;
use crate::cost::Numbers;
use crate::diagnostic::nearest;
use crate::planner::{self, Algorithm, Meaning, Request, Role};
use crate::topology::Family;

/// The algorithms of a collective on a family.
pub(crate) fn on(
    collective: &str,
    family: &'static Family,
) -> impl Iterator<Item = &'static Algorithm> {
    planner::algorithms().filter(move |a| a.collective() == collective && a.on(family).is_some())
}

/// The algorithm that is named, or the default one.
pub(crate) fn algorithm(
    name: Option<&str>,
    request: &Request,
    numbers: &Numbers,
    cut: Cut,
) -> Result<&'static Algorithm> {
    let collective = request.instance.collective.name();
    let known = || planner::algorithms().filter(|a| a.collective() == collective);
    if known().next().is_none() {
        let is_planned = |c: &&str| planner::algorithms().any(|a| a.collective() == *c);
        let planned: Vec<&str> = COLLECTIVES.iter().map(|c| c.name()).filter(is_planned).collect();
        return Err(Failure::NoAnswer(format!(
            "there is no algorithm for {collective}, only for {}; your own schedule can be \
             checked and its cost computed",
            planned.join(", ")
        )));
    }
    match name {
        Some("best") => best(request, numbers, cut),
        Some(name) => meant(name, request),
        None => planner::default_algorithm(request).ok_or_else(|| no_candidate(request)),
    }
}

/// The algorithm that a name means for a request.
fn meant(name: &str, request: &Request) -> Result<&'static Algorithm> {
    let collective = request.instance.collective.name();
    let spelt = name.trim().to_lowercase().replace(['_', ' '], "-");
    let unknown = |help: String| {
        Failure::input(format!("there is no algorithm `{name}` for {collective}")).help(help)
    };
    match planner::meaning(&spelt, request) {
        Meaning::Algorithm(found) => {
            planner::algorithm(collective, found).ok_or_else(|| unknown(algorithms_here(request)))
        }
        Meaning::Several(names) => {
            let message = format!("`{name}` has two meanings: {}", names.join(" and "));
            Err(Failure::input(message).help(format!("name one of them, such as -a {}", names[0])))
        }
        Meaning::Missing(why) => Err(unknown(format!("{why}; {}", algorithms_here(request)))),
        Meaning::Unknown => {
            let names = || {
                let canonical = planner::algorithms().filter(|a| a.collective() == collective);
                canonical
                    .map(Algorithm::name)
                    .chain(planner::aliases(collective).map(|(name, _)| name))
            };
            let begins = |known: &&str| spelt.len() > 2 && known.starts_with(&*spelt);
            let near = names().find(begins).or_else(|| nearest(&spelt, names()));
            Err(unknown(did_you_mean(near, &algorithms_here(request))))
        }
    }
}

/// The algorithm of a collective by a name, whatever the size, for `list`.
pub(crate) fn named(
    name: &str,
    collective: &'static Collective,
    family: Option<&'static Family>,
) -> Result<&'static Algorithm> {
    let of = || planner::algorithms().filter(move |a| a.collective() == collective.name());
    let spelt = name.trim().to_lowercase().replace(['_', ' '], "-");
    let alias = || {
        let mut aliases = planner::aliases(collective.name());
        let (_, means) = aliases.find(|(alias, _)| *alias == spelt)?;
        let here = |a: &&Algorithm| family.is_none_or(|family| a.on(family).is_some());
        of().filter(|a| means.contains(&a.name())).find(here)
    };
    of().find(|a| a.name() == spelt).or_else(alias).ok_or_else(|| {
        let names: Vec<&str> = of().map(Algorithm::name).collect();
        let near = nearest(&spelt, names.iter().copied());
        let of = collective.name();
        Failure::input(format!("there is no algorithm `{name}` for {of}"))
            .help(did_you_mean(near, &format!("those for {of} are {}", names.join(", "))))
    })
}

/// `those for ring are recursive-doubling, chain, sequential; wrong there: near-first-doubling`
pub(crate) fn algorithms_here(request: &Request) -> String {
    let family = request.topology.family();
    let collective = request.instance.collective.name();
    let named = |wrong: bool| -> Vec<&str> {
        let is = |role| (role == Role::Counterexample) == wrong;
        let those = on(collective, family).filter(|a| a.on(family).is_some_and(|u| is(u.role)));
        those.map(Algorithm::name).collect()
    };
    let right = format!("those for {} are {}", family.name(), named(false).join(", "));
    match named(true)[..] {
        [] => right,
        ref wrong => format!("{right}; wrong there: {}", wrong.join(", ")),
    }
}

/// Every algorithm turned the request down; the order of dimensions is what can do that.
pub(crate) fn no_candidate(request: &Request) -> Failure {
    let collective = request.instance.collective.name();
    // The reason why an order is wrong is more helpful than that most algorithms take none.
    let why = on(collective, request.topology.family())
        .filter_map(|a| a.fits(request).err())
        .min_by_key(|error| matches!(error, planner::PlanError::TakesNoOrder(_)))
        .map_or_else(String::new, |error| format!(": {error}"));
    Failure::input(format!("no algorithm of {collective} fits {}{why}", request.topology))
        .help("leave out --order, or see `hockney list algorithms`")
}

fn best(request: &Request, numbers: &Numbers, cut: Cut) -> Result<&'static Algorithm> {
    if numbers.m.is_none() || numbers.t_s.is_none() || numbers.t_w.is_none() {
        return Err(Failure::input("which algorithm is best depends on m, t_s and t_w")
            .help("add them, such as -m 100 --ts 5 --tw 1"));
    }
    if !numbers.t_h.is_zero() {
        let message = "cannot use --th with -a best: the ranking ignores hops";
        return Err(Failure::input(message).help(
            "rank with hops with `hockney compare --measure`, and name the first one with -a",
        ));
    }
    let best = crate::compare::best(request, numbers, cut).map_err(Failure::NoAnswer)?;
    best.ok_or_else(|| no_candidate(request))
}
