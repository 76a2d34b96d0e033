//! Exchanges between nodes whose labels differ in some bits.

use crate::planner::Algorithm;
use crate::planner::algorithm::{Formula, Need, Plan, Requirement};
use crate::schedule::rule::Load::{Own, Sides};
use crate::schedule::rule::Move::Xor;
use crate::schedule::rule::{Place, Rule, Send, Turn};
use crate::topology::Feature;

/// Pairwise exchange: each pair of nodes exchanges its two blocks directly.
///
/// Step j: node v and node v XOR j exchange, on E-cube routes, which share no link. Cost:
/// (t_s + m t_w)(p - 1), p = 2^d. Source: textbook, Grama et al. 2003, section 4.5.3, Algorithm
/// 4.11, Figure 4.21.
pub(super) static PAIRWISE_EXCHANGE: Algorithm = Algorithm {
    name: "pairwise-exchange",
    collective: "all-to-all",
    about: "step j: v and v XOR j exchange their blocks for each other, on E-cube routes",
    source: "Grama et al. 2003, Algorithm 4.11",
    needs: &[Need::of(Feature::Shifts, "p = 2^d")],
    textbook: &["hypercube"],
    requires: &[Requirement::PowerOfTwo],
    cost: Formula::Text("(p - 1) (t_s + m t_w)"),
    plan: Plan::Rule(&Rule::Turns(
        Place::Pairs,
        &[Turn::new("1", "p", &[Send::all(Xor("i"), Own)])],
    )),
    ..Algorithm::COMMON
};

/// Dimension exchange: one dimension a step, everyone sends all that is for the other side.
///
/// Step i: nodes that differ in bit i exchange the p/2 blocks that are for the other's half. Cost:
/// (t_s + m t_w p/2) log p, p = 2^d. Source: textbook, Grama et al. 2003, section 4.5.3, Figure
/// 4.20; beside pairwise exchange it has fewer steps and more words.
pub(super) static DIMENSION_EXCHANGE: Algorithm = Algorithm {
    name: "dimension-exchange",
    collective: "all-to-all",
    about: "step i: nodes that differ in bit i exchange all that is for the other's half",
    source: "Grama et al. 2003, section 4.5.3, Figure 4.20",
    needs: &[Need::of(Feature::Shifts, "p = 2^d")],
    requires: &[Requirement::PowerOfTwo],
    cost: Formula::Text("(t_s + m t_w p/2) log p"),
    plan: Plan::Rule(&Rule::Turns(
        Place::Pairs,
        &[Turn::new("0", "log p", &[Send::all(Xor("2^i"), Sides { low: "i", high: "i + 1" })])],
    )),
    ..Algorithm::COMMON
};

/// Two phases: pairwise exchanges in one half of the dimensions, then in the other.
///
/// Between dimension exchange and pairwise exchange in steps and in words. Cost:
/// (2^ceil(d/2) + 2^floor(d/2) - 2) t_s + (2p - 2^ceil(d/2) - 2^floor(d/2)) m t_w, p = 2^d. Source:
/// literature, multiphase exchange, Bokhari 1991; Ho and Raghunath 1992.
pub(super) static TWO_PHASE: Algorithm = Algorithm {
    name: "two-phase",
    collective: "all-to-all",
    about: "pairwise exchanges in the lower half of the dimensions, then in the upper half",
    source: "Bokhari 1991; Ho and Raghunath 1992 (multiphase)",
    needs: &[Need::of(Feature::Shifts, "p = 2^d")],
    requires: &[Requirement::PowerOfTwo],
    cost: Formula::Text(
        "(2^ceil(d/2) + 2^floor(d/2) - 2) t_s + (2 p - 2^ceil(d/2) - 2^floor(d/2)) m t_w",
    ),
    plan: Plan::Rule(&Rule::Turns(
        Place::Pairs,
        &[
            Turn::new(
                "1",
                "2^ceil(d/2)",
                &[Send::all(Xor("i"), Sides { low: "0", high: "ceil(d/2)" })],
            ),
            Turn::new(
                "1",
                "2^floor(d/2)",
                &[Send::all(Xor("i 2^ceil(d/2)"), Sides { low: "ceil(d/2)", high: "d" })],
            ),
        ],
    )),
    ..Algorithm::COMMON
};

/// Multiphase exchange: the dimensions in groups, pairwise exchanges within one group after another.
///
/// A group of g dimensions takes 2^g - 1 steps of p/2^g words, so groups between one dimension and
/// all of them stand between dimension exchange and pairwise exchange, in steps and in words. Two
/// groups of nearly equal size are the algorithm two-phase. Source: literature, Bokhari 1991; Ho and
/// Raghunath 1992.
const MULTIPHASE: Algorithm = Algorithm {
    collective: "all-to-all",
    source: "Bokhari 1991; Ho and Raghunath 1992 (multiphase)",
    needs: &[Need::of(Feature::Shifts, "p = 2^d")],
    requires: &[Requirement::PowerOfTwo],
    ..Algorithm::COMMON
};

/// One dimension and all others, in either order.
const ONE_AND_REST: &str = "floor(p/2) t_s + max(0, 3 floor(p/2) - 2) m t_w";

pub(super) static THREE_PHASE: Algorithm = Algorithm {
    name: "three-phase",
    about: "pairwise exchanges in each third of the dimensions, the lowest first",
    cost: Formula::Text(
        "(2^ceil(d/3) + 2^ceil((d - 1)/3) + 2^floor(d/3) - 3) t_s \
         + (3 p - p/2^ceil(d/3) - p/2^ceil((d - 1)/3) - p/2^floor(d/3)) m t_w",
    ),
    plan: Plan::Rule(&Rule::Turns(
        Place::Pairs,
        &[
            Turn::new(
                "1",
                "2^ceil(d/3)",
                &[Send::all(Xor("i"), Sides { low: "0", high: "ceil(d/3)" })],
            ),
            Turn::new(
                "1",
                "2^ceil((d - 1)/3)",
                &[Send::all(
                    Xor("i 2^ceil(d/3)"),
                    Sides { low: "ceil(d/3)", high: "ceil(d/3) + ceil((d - 1)/3)" },
                )],
            ),
            Turn::new(
                "1",
                "2^floor(d/3)",
                &[Send::all(
                    Xor("i 2^(ceil(d/3) + ceil((d - 1)/3))"),
                    Sides { low: "ceil(d/3) + ceil((d - 1)/3)", high: "d" },
                )],
            ),
        ],
    )),
    ..MULTIPHASE
};

pub(super) static LAST_ALONE: Algorithm = Algorithm {
    name: "last-alone",
    about: "pairwise exchanges in all dimensions but the highest, then in that one",
    cost: Formula::Text(ONE_AND_REST),
    plan: Plan::Rule(&Rule::Turns(
        Place::Pairs,
        &[
            Turn::new(
                "1",
                "2^max(0, d - 1)",
                &[Send::all(Xor("i"), Sides { low: "0", high: "max(0, d - 1)" })],
            ),
            Turn::new(
                "1",
                "2^min(1, d)",
                &[Send::all(Xor("i 2^(max(0, d - 1))"), Sides { low: "max(0, d - 1)", high: "d" })],
            ),
        ],
    )),
    ..MULTIPHASE
};

pub(super) static FIRST_ALONE: Algorithm = Algorithm {
    name: "first-alone",
    about: "an exchange in the lowest dimension, then pairwise exchanges in all others",
    cost: Formula::Text(ONE_AND_REST),
    plan: Plan::Rule(&Rule::Turns(
        Place::Pairs,
        &[
            Turn::new(
                "1",
                "2^min(1, d)",
                &[Send::all(Xor("i"), Sides { low: "0", high: "min(1, d)" })],
            ),
            Turn::new(
                "1",
                "2^max(0, d - 1)",
                &[Send::all(Xor("i 2^(min(1, d))"), Sides { low: "min(1, d)", high: "d" })],
            ),
        ],
    )),
    ..MULTIPHASE
};
