//! Which algorithm is taken where none is named.

use super::{Algorithm, Request, Role, algorithms, fitted, plan};

/// The algorithms that are right on the family and fit this request, in the order of the registry,
/// with what they are to the family. A counterexample is no candidate even where it happens to be
/// right: whoever wants it names it.
pub fn candidates(request: &Request) -> impl Iterator<Item = (&'static Algorithm, Role)> {
    algorithms()
        .filter(|a| a.collective() == request.instance.collective.name())
        .filter_map(|a| a.on(request.topology.family()).map(|usage| (a, usage.role)))
        .filter(|(_, role)| *role != Role::Counterexample)
        .filter(|(a, _)| fitted(a, request).is_ok())
}

/// The textbook's algorithm for the pair where it is valid at this size, else the one with the
/// fewest steps, of several the first in the registry.
pub fn default_algorithm(request: &Request) -> Option<&'static Algorithm> {
    let textbook = candidates(request).find(|(_, role)| *role == Role::Textbook);
    textbook.map(|(algorithm, _)| algorithm).or_else(|| fewest_steps(request))
}

/// The candidate with the fewest steps, of several the first. To plan one that colours its
/// messages takes long, so it is planned only if it could be better than the best so far.
fn fewest_steps(request: &Request) -> Option<&'static Algorithm> {
    let mut best: Option<(usize, &'static Algorithm)> = None;
    for (algorithm, _) in candidates(request) {
        let loses = |(steps, _): &(usize, _)| *steps == 0 || *steps <= algorithm.at_least(request);
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
