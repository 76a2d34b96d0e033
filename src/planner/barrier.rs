//! Barrier: everyone hears of everyone.

mod diagonal_crossbar;

use super::algorithm::{Formula, Need, Plan, Requirement};
use super::all_reduce::EXCHANGE_RULE;
use super::{Algorithm, over_sides, parts};
use crate::schedule::rule::{Load, Move, Place, Rule, Send, Turn};
use crate::topology::Feature;

pub(super) use diagonal_crossbar::DIAGONAL_CROSSBAR;

pub(super) static ALGORITHMS: &[&Algorithm] = &[
    &RECURSIVE_DOUBLING,
    &DISSEMINATION,
    &PARTS_EXCHANGE_BROADCAST,
    &DIMENSION_BY_DIMENSION,
    &DIAGONAL_CROSSBAR,
];

/// Recursive doubling: in step i partners across dimension i tell each other.
///
/// After step i everyone has heard of its subcube of 2^(i+1) nodes. Cost: t_s log p, p = 2^d, where
/// each pair has a way of its own. : Grama et al. 2003, section 4.3, all-reduce as a
/// barrier.
pub(super) static RECURSIVE_DOUBLING: Algorithm = Algorithm {
    name: "recursive-doubling",
    collective: "barrier",
    about: "in step i nodes that differ in bit i tell each other of all they have heard of",
    source: "Grama et al. 2003, section 4.3",
    needs: &[Need::of(Feature::Shifts, "p = 2^d")],
    textbook: &["hypercube"],
    requires: &[Requirement::PowerOfTwo],
    cost: Formula::Text("t_s log p"),
    plan: Plan::Rule(&EXCHANGE_RULE),
    ..Algorithm::COMMON
};

/// Dissemination: in step i everyone tells the node 2^i further on, round and round.
///
/// After step i node v has heard of the 2^(i+1) nodes up to itself. Cost: ceil(log2 p) t_s, any p,
/// where every node has a way of its own to any other; on the hypercube too, where a cyclic shift
/// by E-cube routes is free of congestion (specs/lemmas.md, E-cube). Literature: Hensgen, Finkel and
/// Manber 1988.
pub(super) static DISSEMINATION: Algorithm = Algorithm {
    name: "dissemination",
    collective: "barrier",
    about: "in step i everyone tells the node 2^i further on of all it has heard of",
    source: "Hensgen, Finkel and Manber 1988",
    needs: &[Need::of(Feature::Shifts, "any p")],
    cost: Formula::Text("ceil(log2 p) t_s"),
    plan: Plan::Rule(&Rule::Turns(
        Place::Pairs,
        &[Turn::new("0", "ceil(log2 p)", &[Send::all(Move::Ahead("2^i"), Load::Everything)])],
    )),
    ..Algorithm::COMMON
};

/// Parts, exchange, broadcast: a few nodes hear of their parts, tell each other, and pass
/// it on.
///
/// The step rule is that of `planner/parts.rs`. Cost:
/// u(p) t_s with u(p) = min(2 ceil(log2 ceil(p/2)) + 1, 2 ceil(log2 ceil(p/3)) + 2) on every
/// connected graph, less with 5 or 7 parts of a linear array and with 4 or 6 of a ring; 0 for one
/// node and 1 for two; any p.
/// Derived here.
pub(super) static PARTS_EXCHANGE_BROADCAST: Algorithm = Algorithm {
    name: "parts-exchange-broadcast",
    collective: "barrier",
    about: "a few parts gather word, their first nodes tell each other, and pass it on",
    source: "derived here; any graph by Lemma U",
    needs: &[Need::tour("any p")],
    cost: Formula::Made(|family, _| format!("{} t_s", parts::steps_of(family))),
    plan: Plan::Rule(&Rule::Parts(Place::Tour)),
    ..Algorithm::COMMON
};

/// Rows, then columns: everyone hears of its line by way of a few, along one dimension after another.
///
/// The last dimension first; along each the step rule is that of `planner/parts.rs`. Cost:
/// (u(k_1) + u(k_2) + ..) t_s for sides k_1, k_2, .., with the u of a linear array or, with
/// wraparound, of a ring; any sides. Derived here.
pub(super) static DIMENSION_BY_DIMENSION: Algorithm = Algorithm {
    name: "dimension-by-dimension",
    collective: "barrier",
    about: "by way of a few nodes of each row, then of each column, and so on",
    source: "derived here",
    needs: &[Need::of(Feature::Sides, "any sides")],
    cost: Formula::Made(|family, sides| {
        format!("({}) t_s", over_sides(sides, |j| parts::steps_along(family, j)))
    }),
    plan: Plan::Rule(&Rule::ByDimension(&Rule::Parts(Place::Tour))),
    ..Algorithm::COMMON
};
