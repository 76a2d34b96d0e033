//! Shift: node i's block goes to node i + q mod p.

mod both_ways;
mod dimension_by_dimension;
mod with_compensation;

use super::algorithm::{Formula, Need, Plan};
use super::permute::{blocks_that_move, first_fit, interval_colouring};
use super::{Algorithm, StepCosts};
use crate::schedule::rule::{Load, Move, Place, Rule, Send, Turn};
use crate::topology::Feature;

pub(super) static ALGORITHMS: &[&Algorithm] = &[
    &UNIT_SHIFTS,
    &both_ways::BOTH_WAYS,
    &dimension_by_dimension::DIMENSION_BY_DIMENSION,
    &with_compensation::WITH_COMPENSATION,
    &DIRECT,
    &INTERVAL_COLOURING,
    &FIRST_FIT,
    &SEQUENTIAL,
];

/// The block that a position has at the start.
const OWN: Load = Load::Interval("0", "0");

/// Shifts by one, the shorter way round.
///
/// Each step: everyone hands on to the next what it holds, min(q, p - q) times. Cost:
/// min(q, p - q)(t_s + m t_w), any p, wherever the numbers of the nodes follow a tour (specs/lemmas.md,
/// Lemma U): not on node trees and graphs. Source: textbook, Grama et al. 2003, section 4.6.
static UNIT_SHIFTS: Algorithm = Algorithm {
    name: "unit-shifts",
    collective: "shift",
    about: "everyone hands on to the next, q times forwards or p - q times backwards",
    source: "Grama et al. 2003, section 4.6",
    needs: &[Need::of(Feature::Numbered, "any p, any q")],
    textbook: &["linear-array", "ring"],
    cost: Formula::Text("min(q, p - q) (t_s + m t_w)"),
    step_costs: |_, _| Some(StepCosts::steps("min(q, p - q)", "t_s + m t_w")),
    plan: Plan::Rule(&Rule::Turns(
        Place::Tour,
        &[
            Turn::new(
                "0",
                "q min(1, max(0, p - 2 q + 1))",
                &[Send::all(Move::Ahead("1"), Load::Interval("-i", "-i"))],
            ),
            Turn::new(
                "0",
                "(p - q) min(1, max(0, 2 q - p))",
                &[Send::all(Move::Back("1"), Load::Interval("i", "i"))],
            ),
        ],
    )),
    ..Algorithm::COMMON
};

/// Directly: everyone sends to its target in one step.
///
/// Cost: t_s + m t_w, and nothing for q = 0. Shifts are free of congestion on the E-cube routes of
/// the hypercube (specs/lemmas.md), and wherever each pair has a way of its own. Source:
/// textbook, Grama et al. 2003, section 4.6.2.
static DIRECT: Algorithm = Algorithm {
    name: "direct",
    collective: "shift",
    about: "everyone sends to its target in one step",
    source: "Grama et al. 2003, section 4.6.2",
    needs: &[Need::of(Feature::Cube, "any q"), Need::of(Feature::Pairs, "any p, any q")],
    textbook: &["hypercube"],
    cost: Formula::Text("min(1, q) (t_s + m t_w)"),
    plan: Plan::Rule(&Rule::Turns(
        Place::Pairs,
        &[Turn::new("0", "min(1, q)", &[Send::all(Move::Ahead("q"), OWN)])],
    )),
    ..Algorithm::COMMON
};

/// Interval colouring: messages whose intervals of a tour are disjoint share a step.
///
/// As for a permutation: a shift on a machine whose nodes are not numbered along a tour is one like
/// any other. At most floor(p/2) steps each way, t_s + m t_w each; how many depends on the
/// numbering, so the cost is computed. Source: literature, interval-graph colouring.
static INTERVAL_COLOURING: Algorithm = Algorithm {
    name: "interval-colouring",
    collective: "shift",
    about: "each block goes directly along a tour, in a step with those whose intervals it leaves free",
    source: "interval-graph colouring; any graph by Lemma U",
    needs: &[Need::tour("any p, any q")],
    at_least: interval_colouring::at_least,
    plan: Plan::Made(interval_colouring::steps),
    ..Algorithm::COMMON
};

/// First fit: each block goes directly by its default route, in the first step that has it free.
///
/// As for a permutation, the longest routes first. t_s + m t_w for each step; how many there are is
/// computed. On every connected graph. Source: derived here, greedy colouring of the graph of
/// routes that collide.
static FIRST_FIT: Algorithm = Algorithm {
    name: "first-fit",
    collective: "shift",
    about: "each block goes by its default route in the first step where that is free, longest first",
    source: "derived here",
    // One step is enough with a way for every pair.
    needs: &[Need::without(Feature::Pairs, "any p, any q")],
    at_least: first_fit::at_least,
    plan: Plan::Made(first_fit::steps),
    ..Algorithm::COMMON
};

/// One message at a time, each on its default route.
///
/// Cost: p (t_s + m t_w), and nothing for q = 0; on every connected graph. Source: literature, the
/// naive way.
static SEQUENTIAL: Algorithm = Algorithm {
    name: "sequential",
    collective: "shift",
    about: "one message at a time",
    source: "folklore (naive)",
    needs: &[Need::tour("any p, any q")],
    cost: Formula::Text("p min(1, q) (t_s + m t_w)"),
    at_least: blocks_that_move,
    plan: Plan::Rule(&Rule::Turns(
        Place::Pairs,
        &[Turn::new("0", "p min(1, q)", &[Send::one("i", Move::Ahead("q"), OWN)])],
    )),
    ..Algorithm::COMMON
};
