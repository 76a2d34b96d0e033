//! Shift: node i's block goes to node i + q mod p.

mod both_ways;
mod dimension_by_dimension;
mod with_compensation;

use super::permute::{first_fit, interval_colouring};
use super::prelude::*;
use super::rules::blocks_that_move;
use super::tour::grid_message;
use hockney_base::number::remainder;
use hockney_core::topology::Line;

/// An upper bound for a square mesh, over all q.
const SQUARE: Textbook = Textbook {
    formula: "(t_s + m t_w) (sqrt(p) + 1)",
    source: "Grama et al. 2003, section 4.6.1, an upper bound over all q",
};

/// The number of unit shifts of a line of this length, the shorter way round.
fn shorter_way(by: u32, side: u32) -> u32 {
    by.min(side - by)
}

/// The k-th unit shift of a line, the shorter way, of the block that started at a position.
fn unit_shift(
    line: &Line,
    by: u32,
    k: usize,
    origin: impl Fn(u32) -> Runs,
    out: &mut Vec<Message>,
) {
    let (side, forward) = (line.length, by <= line.length - by);
    // Below the length of the side.
    let k = remainder(k as u64, side);
    for x in 0..side {
        let (started, to) = if forward {
            ((x + side - k) % side, (x + 1) % side)
        } else {
            ((x + k) % side, (x + side - 1) % side)
        };
        out.push(grid_message(line, (x, to), forward, origin(started)));
    }
}

/// The block that a position has at the start.
const OWN: Load = Interval("0", "0");

const UNIT_SHIFTS_RULE: Rule = Turns(
    Tour,
    &[
        Turn::times(
            "q min(1, max(0, p - 2 q + 1))",
            &[Send::all(Ahead("1"), Interval("-i", "-i"))],
        ),
        Turn::times("(p - q) min(1, max(0, 2 q - p))", &[Send::all(Back("1"), Interval("i", "i"))]),
    ],
);

const DIRECT_RULE: Rule = Turns(Pairs, &[Turn::times("min(1, q)", &[Send::all(Ahead("q"), OWN)])]);

const SEQUENTIAL_RULE: Rule =
    Turns(Pairs, &[Turn::times("p min(1, q)", &[Send::one("i", Ahead("q"), OWN)])]);

pub(super) static ALGORITHMS: &[Algorithm] = &[
    // Shifts by one, the shorter way round.
    //
    // Each step: each node sends its block to the next node, min(q, p - q) times. Cost: min(q, p - q)(t_s +
    // m t_w), any p, wherever the numbers of the nodes follow a tour (specs/lemmas.md, Lemma U): not on node
    // trees and graphs. Source: textbook, Grama et al. 2003, section 4.6.
    Algorithm::by_rule("shift", "unit-shifts", &UNIT_SHIFTS_RULE)
        .does("each node sends to the next q times, or to the previous node p - q times")
        .with_source("Grama et al. 2003, section 4.6")
        .with_needs(&[Need::Of(Feature::Numbered, "any p, any q")])
        .with_textbook(&["linear-array", "ring"])
        .with_steps("min(q, p - q)", "t_s + m t_w"),
    both_ways::BOTH_WAYS,
    dimension_by_dimension::DIMENSION_BY_DIMENSION,
    with_compensation::WITH_COMPENSATION,
    // Direct: each node sends to its target in one step.
    //
    // Cost: t_s + m t_w, and nothing for q = 0. Shifts cause no congestion on the E-cube routes of the
    // hypercube (specs/lemmas.md), and wherever all pairs have disjoint routes. Source: textbook, Grama et
    // al. 2003, section 4.6.2.
    Algorithm::by_rule("shift", "direct", &DIRECT_RULE)
        .does("each node sends directly to its target, in one step")
        .with_source("Grama et al. 2003, section 4.6.2")
        .with_needs(&[Need::Of(Feature::Cube, "any q"), Need::Of(Feature::Pairs, "any p, any q")])
        .with_textbook(&["hypercube"])
        .with_cost("min(1, q) (t_s + m t_w)"),
    // Interval colouring: messages whose intervals of a tour are disjoint share a step.
    //
    // As for a permutation: a shift on a machine whose nodes are not numbered along a tour is one like
    // any other. At most floor(p/2) steps each way, t_s + m t_w each; how many depends on the
    // numbering, so the cost is computed. Source: literature, interval-graph colouring.
    //
    // No step rule: the steps are the colours of intervals, as for any permutation.
    interval_colouring::INTERVAL_COLOURING.of("shift").with_needs(&[Need::Tour("any p, any q")]),
    // First fit: each block goes on its default route, in the first step in which the route is free.
    //
    // As for a permutation, the longest routes first. t_s + m t_w for each step; how many there are is
    // computed. On every connected graph. Source: derived here, greedy colouring of the graph of
    // routes that collide.
    //
    // No step rule: the step of a block depends on the routes of all earlier blocks.
    first_fit::FIRST_FIT
        .of("shift")
        // One step is enough if all pairs have disjoint routes.
        .with_needs(&[Need::Without(Feature::Pairs, "any p, any q")]),
    // One message in each step, on its default route.
    //
    // Cost: p (t_s + m t_w), and nothing for q = 0; on every connected graph. Source: literature, the
    // naive way.
    Algorithm::by_rule("shift", "sequential", &SEQUENTIAL_RULE)
        .does("one message in each step")
        .with_source("folklore (naive)")
        .with_needs(&[Need::Tour("any p, any q")])
        .with_cost("p min(1, q) (t_s + m t_w)")
        .with_at_least(blocks_that_move),
];
