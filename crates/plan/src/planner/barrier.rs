//! Barrier: each node gets a signal from each node.

use super::prelude::*;
use super::{all_reduce, diagonal};

const DOUBLE_RING_RULE: Rule = Turns(
    Pairs,
    &[Turn::times("2 p min(1, p - 1)", &[Send::one("i mod p", Ahead("1"), Everything)])],
);

const RECURSIVE_DOUBLING_RULE: Rule = Folded(Fold::Last, &EXCHANGE_RULE);

pub(super) const DISSEMINATION_RULE: Rule =
    Turns(Pairs, &[Turn::times("ceil(log2 p)", &[Send::all(Ahead("2^i"), Everything)])]);

pub(super) static ALGORITHMS: &[Algorithm] = &[
    // Recursive doubling: in step i partners across dimension i signal each other.
    //
    // After step i each node has the signals of its subcube of 2^(i+1) nodes. The last p - 2^floor(log2 p)
    // nodes signal the first ones before it, and are notified by them. Cost: t_s log p for p = 2^d, otherwise
    // (floor(log2 p) + 2) t_s, with disjoint routes for all pairs. Source: Grama et al. 2003, section 4.3,
    // all-reduce as a barrier; folded as Open MPI does it.
    Algorithm::by_rule("barrier", "recursive-doubling", &RECURSIVE_DOUBLING_RULE)
        .does("in step i, nodes that differ in bit i signal each other; other p: the last fold")
        .with_source("Grama et al. 2003, section 4.3; folded as in Open MPI")
        .with_needs(all_reduce::ANY_P_WITH_FOLD)
        .with_textbook(&["hypercube"])
        .with_formula(|family, _| format!("{} t_s", all_reduce::folded_steps(family))),
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
    // A signal goes round twice: after the first round node 0 has heard of all, with the second it notifies
    // them.
    //
    // Cost: 2 p t_s, nothing for one node; any p. Source: Open MPI, whose second round ends at node 0 too.
    Algorithm::by_rule("barrier", "double-ring", &DOUBLE_RING_RULE)
        .does("a signal goes round all nodes twice")
        .with_source("Open MPI")
        .with_needs(&[Need::Of(Feature::Pairs, "any p")])
        .with_steps("2 p min(1, p - 1)", "t_s"),
    // Signals go up MPI's binomial tree, and the notice down.
    //
    // Cost: 2 ceil(log2 p) t_s, any p, with disjoint routes for all pairs. Source: Open MPI.
    Algorithm::by_rule("barrier", "binomial", &all_reduce::REDUCE_THEN_BROADCAST_RULE)
        .does("signals go up MPI's binomial tree to node 0, then down it")
        .with_source("Open MPI")
        .with_needs(&[Need::Of(Feature::Pairs, "any p")])
        .with_cost("2 ceil(log2 p) t_s"),
    // Node 0 receives a signal from one node after another, then notifies them.
    //
    // Cost: 2 (p - 1) t_s, any p. Literature: folklore; the linear barrier of MPI libraries.
    Algorithm::by_rule("barrier", "sequential", &all_reduce::SEQUENTIAL_RULE)
        .does("node 0 receives a signal from one node after another, then notifies them")
        .with_source("folklore")
        .with_needs(&[Need::Of(Feature::Pairs, "any p")])
        .with_cost("2 (p - 1) t_s"),
    Algorithm::at_once("barrier", &all_reduce::EVERYTHING_TO_ALL_RULE)
        .does("each node signals all others directly, in one step")
        .with_steps("min(1, p - 1)", "t_s"),
];
