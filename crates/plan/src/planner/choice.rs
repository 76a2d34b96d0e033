//! The default algorithm.

use super::{Algorithm, Request, Role, algorithms, fitted, plan};

/// The correct algorithms of the family that fit this request, in the order of the registry, with their roles
/// on the family. A counterexample is never a candidate; it must be named.
pub fn candidates(request: &Request) -> impl Iterator<Item = (&'static Algorithm, Role)> {
    algorithms()
        .filter(|a| a.collective() == request.instance.collective.name())
        .filter_map(|a| a.on(request.topology.family()).map(|usage| (a, usage.role)))
        .filter(|(_, role)| *role != Role::Counterexample)
        .filter(|(a, _)| fitted(a, request).is_ok())
}

/// Never a schedule of the table of optima, so that a larger table changes no default.
///
/// The textbook algorithm if it is valid at this size, or the usual one; otherwise the published one with the
/// fewest steps, of several the first in the registry; otherwise the same among those derived here.
pub fn default_algorithm(request: &Request) -> Option<&'static Algorithm> {
    let textbook = candidates(request).find(|(_, role)| *role == Role::Textbook);
    let usual = || candidates(request).find(|(a, _)| a.is_usual(request.topology.family()));
    textbook
        .or_else(usual)
        .map(|(algorithm, _)| algorithm)
        .or_else(|| fewest_steps(request, |algorithm| !algorithm.is_derived()))
        .or_else(|| fewest_steps(request, Algorithm::is_derived))
}

/// The candidate of a role with the fewest steps, of several the first. Planning an algorithm that colours
/// its messages takes long, so it is planned only if it can be better than the best so far.
fn fewest_steps(request: &Request, of_kind: fn(&Algorithm) -> bool) -> Option<&'static Algorithm> {
    let mut best: Option<(usize, &'static Algorithm)> = None;
    let of_kind = |algorithm: &Algorithm| of_kind(algorithm) && !algorithm.is_tabled();
    for (algorithm, _) in candidates(request).filter(|(algorithm, _)| of_kind(algorithm)) {
        let loses = |(steps, _): &(usize, _)| *steps <= algorithm.at_least(request);
        if best.as_ref().is_some_and(loses) {
            continue;
        }
        let steps = plan(algorithm, request).map_or(usize::MAX, |steps| steps.count());
        if best.as_ref().is_none_or(|(fewest, _)| steps < *fewest) {
            best = Some((steps, algorithm));
        }
    }
    best.map(|(_, algorithm)| algorithm)
}
