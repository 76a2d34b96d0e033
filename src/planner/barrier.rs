//! Barrier: each node gets a signal from each node.

use super::prelude::*;
use super::{all_reduce, diagonal};

const DISSEMINATION_RULE: Rule =
    Turns(Pairs, &[Turn::times("ceil(log2 p)", &[Send::all(Ahead("2^i"), Everything)])]);

pub(super) static ALGORITHMS: &[Algorithm] = &[
    // Recursive doubling: in step i partners across dimension i signal each other.
    //
    // After step i each node has the signals of its subcube of 2^(i+1) nodes. Cost: t_s log p, p = 2^d, with
    // disjoint routes for all pairs. Source: Grama et al. 2003, section 4.3, all-reduce as a barrier.
    all_reduce::RECURSIVE_DOUBLING
        .of("barrier")
        .does("in step i, nodes that differ in bit i signal each other")
        .with_cost("t_s log p"),
    // Dissemination: in step i each node signals the node 2^i ahead, cyclically.
    //
    // After step i node v has heard of the 2^(i+1) nodes up to itself. Cost: ceil(log2 p) t_s, any p, with
    // disjoint routes for all pairs; on the hypercube too, where a cyclic shift by E-cube routes causes no
    // congestion (specs/lemmas.md, E-cube). Literature: Hensgen, Finkel and Manber 1988.
    Algorithm::by_rule("barrier", "dissemination", &DISSEMINATION_RULE)
        .does("in step i, each node signals the node 2^i ahead")
        .with_source("Hensgen, Finkel and Manber 1988")
        .with_needs(&[Need::Of(Feature::Shifts, "any p")])
        .with_cost("ceil(log2 p) t_s"),
    // Parts, exchange, broadcast: a few nodes collect the signals of their parts, exchange them, and notify
    // the parts.
    //
    // The step rule is that of `planner/rules/parts.rs`. Cost:
    // u(p) t_s with u(p) = min(2 ceil(log2 ceil(p/2)) + 1, 2 ceil(log2 ceil(p/3)) + 2) on every
    // connected graph, less with 5 or 7 parts of a linear array and with 4 or 6 of a ring; 0 for one
    // node and 1 for two; any p.
    // Derived here.
    all_reduce::PARTS_EXCHANGE_BROADCAST
        .of("barrier")
        .does("a few parts: gather signals, exchange among the first nodes, notify the parts")
        .with_cost("{parts} t_s"),
    // Rows, then columns: parts, exchange and broadcast along every line, one dimension after another.
    //
    // The last dimension first; along each the step rule is that of `planner/rules/parts.rs`. Cost:
    // (u(k_1) + u(k_2) + ..) t_s for sides k_1, k_2, .., with the u of a linear array or, with
    // wraparound, of a ring; any sides. Derived here.
    all_reduce::DIMENSION_BY_DIMENSION.of("barrier").with_cost("({parts_j}) t_s"),
    // Through the diagonal: every row signals it, its nodes run a census, and every row is notified.
    //
    // Cost: (2 ceil(log2 c) + ceil(log2 r)) t_s for r rows and c columns, r <= c, and with rows and columns
    // swapped otherwise. For the rest as of all-reduce.
    all_reduce::DIAGONAL_CROSSBAR
        .of("barrier")
        .does("gather signals of each row on the diagonal, census there, notify each row")
        .with_steps(diagonal::STEPS, "t_s"),
];
