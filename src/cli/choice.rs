//! From `-a` to an algorithm: the one that is named, the best, or the default.

use super::failure::{Failure, Result, did_you_mean};
use crate::collective::COLLECTIVES;
use crate::compare::Cut;
use crate::cost::Numbers;
use crate::diagnostic::nearest;
use crate::planner::{self, Algorithm, Request, Role};
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
            "no algorithm is planned for {collective} yet, only for {}; a schedule that you write \
             is checked and priced",
            planned.join(", ")
        )));
    }
    match name {
        Some("best") => best(request, numbers, cut),
        Some(name) => planner::algorithm(collective, name).ok_or_else(|| {
            let begins = |known: &&str| name.len() > 2 && known.starts_with(name);
            let near = known()
                .map(Algorithm::name)
                .find(begins)
                .or_else(|| nearest(name, known().map(Algorithm::name)));
            Failure::input(format!("there is no algorithm `{name}` for {collective}"))
                .help(did_you_mean(near, &algorithms_here(request)))
        }),
        None => planner::default_algorithm(request).ok_or_else(|| no_candidate(request)),
    }
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
    // Why an order is wrong says more than that most algorithms take none.
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
        let message = "which algorithm is best is told without hops, and --th prices them";
        return Err(Failure::input(message)
            .help("`hockney compare --measure` ranks with hops; name the first one with -a"));
    }
    let best = crate::compare::best(request, numbers, cut).map_err(Failure::NoAnswer)?;
    best.ok_or_else(|| no_candidate(request))
}
