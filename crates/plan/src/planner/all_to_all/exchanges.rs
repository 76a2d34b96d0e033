//! Exchanges between nodes whose labels differ in some bits.

use crate::planner::prelude::*;

/// What all of them need.
const fn exchange(name: &'static str, rule: &'static Rule) -> Algorithm {
    Algorithm::by_rule("all-to-all", name, rule)
        .with_needs(&[Need::Of(Feature::Shifts, "p = 2^d")])
        .with_requires(&[Requirement::PowerOfTwo])
}

const PAIRWISE_EXCHANGE_RULE: Rule =
    Turns(Pairs, &[Turn::new("1", "p", &[Send::all(Xor("i"), Own)])]);

/// Pairwise exchange: each pair of nodes exchanges its two blocks directly.
///
/// Step j: node v and node v XOR j exchange, on E-cube routes, which share no link. Cost:
/// (t_s + m t_w)(p - 1), p = 2^d. Source: textbook, Grama et al. 2003, section 4.5.3, Algorithm
/// 4.11, Figure 4.21.
pub(super) const PAIRWISE_EXCHANGE: Algorithm =
    exchange("pairwise-exchange", &PAIRWISE_EXCHANGE_RULE)
        .does("in step j, nodes v and v XOR j exchange their blocks on E-cube routes")
        .with_source("Grama et al. 2003, Algorithm 4.11")
        .with_textbook(&["hypercube"])
        .with_cost("(p - 1) (t_s + m t_w)");

const ACROSS: &[Send] = &[Send::all(Xor("2^i"), Sides { low: "i", high: "i + 1" })];
const DIMENSION_EXCHANGE_RULE: Rule = Turns(Pairs, &[Turn::times("log p", ACROSS)]);

/// Dimension exchange: in each step of one dimension, each node sends all blocks for the other side.
///
/// Step i: nodes that differ in bit i exchange the p/2 blocks that are for the other's half. Cost:
/// (t_s + m t_w p/2) log p, p = 2^d. Source: textbook, Grama et al. 2003, section 4.5.3, Figure
/// 4.20; beside pairwise exchange it has fewer steps and more words.
pub(super) const DIMENSION_EXCHANGE: Algorithm =
    exchange("dimension-exchange", &DIMENSION_EXCHANGE_RULE)
        .does("in step i, nodes that differ in bit i exchange all blocks for the other's half")
        .with_source("Grama et al. 2003, section 4.5.3, Figure 4.20")
        .with_cost("(t_s + m t_w p/2) log p");

const LOWER_HALF: &[Send] = &[Send::all(Xor("i"), Sides { low: "0", high: "ceil(d/2)" })];
const UPPER_HALF: &[Send] =
    &[Send::all(Xor("i 2^ceil(d/2)"), Sides { low: "ceil(d/2)", high: "d" })];
const TWO_PHASE_RULE: Rule = Turns(
    Pairs,
    &[Turn::new("1", "2^ceil(d/2)", LOWER_HALF), Turn::new("1", "2^floor(d/2)", UPPER_HALF)],
);

/// Two phases: pairwise exchanges in one half of the dimensions, then in the other.
///
/// Between dimension exchange and pairwise exchange in steps and in words. Cost:
/// (2^ceil(d/2) + 2^floor(d/2) - 2) t_s + (2p - 2^ceil(d/2) - 2^floor(d/2)) m t_w, p = 2^d. Source:
/// literature, multiphase exchange, Bokhari 1991; Ho and Raghunath 1992.
pub(super) const TWO_PHASE: Algorithm = exchange("two-phase", &TWO_PHASE_RULE)
    .does("pairwise exchanges in the lower half of the dimensions, then in the upper half")
    .with_source("Bokhari 1991; Ho and Raghunath 1992 (multiphase)")
    .with_cost("(2^ceil(d/2) + 2^floor(d/2) - 2) t_s + (2 p - 2^ceil(d/2) - 2^floor(d/2)) m t_w");

// Multiphase exchange: the dimensions in groups, pairwise exchanges within one group after another.
//
// A group of g dimensions takes 2^g - 1 steps of p/2^g words, so groups between one dimension and all of them
// lie between dimension exchange and pairwise exchange, in steps and in words. Two groups of nearly equal
// size are the algorithm two-phase. Source: literature, Bokhari 1991; Ho and Raghunath 1992.

/// One dimension and all others, in either order.
const ONE_AND_REST: &str = "floor(p/2) t_s + max(0, 3 floor(p/2) - 2) m t_w";

const LOWER_THIRD: &[Send] = &[Send::all(Xor("i"), Sides { low: "0", high: "ceil(d/3)" })];
const MIDDLE_THIRD: &[Send] = &[Send::all(
    Xor("i 2^ceil(d/3)"),
    Sides { low: "ceil(d/3)", high: "ceil(d/3) + ceil((d - 1)/3)" },
)];
const UPPER_THIRD: &[Send] = &[Send::all(
    Xor("i 2^(ceil(d/3) + ceil((d - 1)/3))"),
    Sides { low: "ceil(d/3) + ceil((d - 1)/3)", high: "d" },
)];
const THREE_PHASE_RULE: Rule = Turns(
    Pairs,
    &[
        Turn::new("1", "2^ceil(d/3)", LOWER_THIRD),
        Turn::new("1", "2^ceil((d - 1)/3)", MIDDLE_THIRD),
        Turn::new("1", "2^floor(d/3)", UPPER_THIRD),
    ],
);

pub(super) const THREE_PHASE: Algorithm = exchange("three-phase", &THREE_PHASE_RULE)
    .does("pairwise exchanges in each third of the dimensions, the lowest first")
    .with_source("Bokhari 1991; Ho and Raghunath 1992 (multiphase)")
    .with_cost(
        "(2^ceil(d/3) + 2^ceil((d - 1)/3) + 2^floor(d/3) - 3) t_s \
         + (3 p - p/2^ceil(d/3) - p/2^ceil((d - 1)/3) - p/2^floor(d/3)) m t_w",
    );

const ALL_BUT_LAST: &[Send] = &[Send::all(Xor("i"), Sides { low: "0", high: "max(0, d - 1)" })];
const LAST: &[Send] =
    &[Send::all(Xor("i 2^(max(0, d - 1))"), Sides { low: "max(0, d - 1)", high: "d" })];
const LAST_ALONE_RULE: Rule = Turns(
    Pairs,
    &[Turn::new("1", "2^max(0, d - 1)", ALL_BUT_LAST), Turn::new("1", "2^min(1, d)", LAST)],
);

pub(super) const LAST_ALONE: Algorithm = exchange("last-alone", &LAST_ALONE_RULE)
    .does("pairwise exchanges in all dimensions but the highest, then in the highest")
    .with_source("Bokhari 1991; Ho and Raghunath 1992 (multiphase)")
    .with_cost(ONE_AND_REST);

const FIRST: &[Send] = &[Send::all(Xor("i"), Sides { low: "0", high: "min(1, d)" })];
const ALL_BUT_FIRST: &[Send] =
    &[Send::all(Xor("i 2^(min(1, d))"), Sides { low: "min(1, d)", high: "d" })];
const FIRST_ALONE_RULE: Rule = Turns(
    Pairs,
    &[Turn::new("1", "2^min(1, d)", FIRST), Turn::new("1", "2^max(0, d - 1)", ALL_BUT_FIRST)],
);

pub(super) const FIRST_ALONE: Algorithm = exchange("first-alone", &FIRST_ALONE_RULE)
    .does("an exchange in the lowest dimension, then pairwise exchanges in the others")
    .with_source("Bokhari 1991; Ho and Raghunath 1992 (multiphase)")
    .with_cost(ONE_AND_REST);
