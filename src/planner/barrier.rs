//! Barrier: everyone hears of everyone.

use super::prelude::*;
use super::{all_reduce, diagonal};

const DISSEMINATION_RULE: Rule =
    Turns(Pairs, &[Turn::times("ceil(log2 p)", &[Send::all(Ahead("2^i"), Everything)])]);

pub(super) static ALGORITHMS: &[Algorithm] = &[
    // Recursive doubling: in step i partners across dimension i tell each other.
    //
    // After step i everyone has heard of its subcube of 2^(i+1) nodes. Cost: t_s log p, p = 2^d, where
    // each pair has a way of its own. : Grama et al. 2003, section 4.3, all-reduce as a
    // barrier.
    all_reduce::RECURSIVE_DOUBLING
        .of("barrier")
        .does("in step i nodes that differ in bit i tell each other of all they have heard of")
        .with_cost("t_s log p"),
    // Dissemination: in step i everyone tells the node 2^i further on, round and round.
    //
    // After step i node v has heard of the 2^(i+1) nodes up to itself. Cost: ceil(log2 p) t_s, any p,
    // where every node has a way of its own to any other; on the hypercube too, where a cyclic shift
    // by E-cube routes is free of congestion (specs/lemmas.md, E-cube). Literature: Hensgen, Finkel and
    // Manber 1988.
    Algorithm::by_rule("barrier", "dissemination", &DISSEMINATION_RULE)
        .does("in step i everyone tells the node 2^i further on of all it has heard of")
        .with_source("Hensgen, Finkel and Manber 1988")
        .with_needs(&[Need::Of(Feature::Shifts, "any p")])
        .with_cost("ceil(log2 p) t_s"),
    // Parts, exchange, broadcast: a few nodes hear of their parts, tell each other, and pass
    // it on.
    //
    // The step rule is that of `planner/rules/parts.rs`. Cost:
    // u(p) t_s with u(p) = min(2 ceil(log2 ceil(p/2)) + 1, 2 ceil(log2 ceil(p/3)) + 2) on every
    // connected graph, less with 5 or 7 parts of a linear array and with 4 or 6 of a ring; 0 for one
    // node and 1 for two; any p.
    // Derived here.
    all_reduce::PARTS_EXCHANGE_BROADCAST
        .of("barrier")
        .does("a few parts gather word, their first nodes tell each other, and pass it on")
        .with_cost("{parts} t_s"),
    // Rows, then columns: everyone hears of its line by way of a few, along one dimension after another.
    //
    // The last dimension first; along each the step rule is that of `planner/rules/parts.rs`. Cost:
    // (u(k_1) + u(k_2) + ..) t_s for sides k_1, k_2, .., with the u of a linear array or, with
    // wraparound, of a ring; any sides. Derived here.
    all_reduce::DIMENSION_BY_DIMENSION.of("barrier").with_cost("({parts_j}) t_s"),
    // By way of the diagonal: every row gathers word there, its nodes run a census, and every row hears of it.
    //
    // Cost: (2 ceil(log2 c) + ceil(log2 r)) t_s for r rows and c columns, r <= c, and with rows and columns
    // swapped otherwise. For the rest as of all-reduce.
    all_reduce::DIAGONAL_CROSSBAR
        .of("barrier")
        .does(
            "every row gathers word on the diagonal, whose nodes run a census; then every row \
             hears of it",
        )
        .with_steps(diagonal::STEPS, "t_s"),
];
