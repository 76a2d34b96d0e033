//! Which algorithm is taken where none is named.

use super::{Algorithm, Request, Role, algorithms, fitted, plan};

/// The algorithms that are right on the family and fit this request, in the order of the registry,
/// with what they are to the family. A counterexample is no candidate even where it happens to be
/// right: whoever wants it names it.
pub fn candidates(request: &Request) -> impl Iterator<Item = (&'static dyn Algorithm, Role)> {
    algorithms()
        .filter(|a| a.collective() == request.instance.collective.name())
        .filter_map(|a| a.on(request.topology.family()).map(|usage| (a, usage.role)))
        .filter(|(_, role)| *role != Role::Counterexample)
        .filter(|(a, _)| fitted(*a, request).is_ok())
}

/// The textbook's algorithm for the pair where it is valid at this size, else the one with the
/// fewest steps, of several the first in the registry.
pub fn default_algorithm(request: &Request) -> Option<&'static dyn Algorithm> {
    let textbook = candidates(request).find(|(_, role)| *role == Role::Textbook);
    let steps = |a| plan(a, request).map_or(usize::MAX, |steps| steps.count());
    let fewest = || candidates(request).min_by_key(|(a, _)| steps(*a));
    textbook.or_else(fewest).map(|(algorithm, _)| algorithm)
}
