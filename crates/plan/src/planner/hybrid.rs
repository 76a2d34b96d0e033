//! Hybrid all-reduce: reduce-scatter in groups, all-reduce between the groups, all-gather in the groups.
//!
//! The p nodes are p/Q groups of Q consecutive nodes. Cyclic shifts in each group leave node x of it the sum of piece x
//! of Q; the nodes x of all groups run a census of this piece; cyclic shifts bring all pieces to all. Cost: with
//! q = p/Q, (2 ceil(log2 Q) + ceil(log2 q)) t_s + (2 (Q - 1) + ceil(log2 q)) m t_w/Q, where Q divides p, wherever shifts
//! cause no congestion: between the fewest steps (Q = 1, `census`) and the fewest words (Q = p, `circulant`). The operator
//! must commute. Literature: Chan, Heimlich, Purkayastha and van de Geijn 2007.
//!
//! The number of nodes of a group is part of the name, as in `hybrid-8`.
//!
//! By dimension, on meshes and tori: `hybrid-first-dimension` reduces and scatters along all dimensions but the first, one
//! after another, runs `parts-exchange-broadcast` along the first, and gathers along the others; `hybrid-last-dimension`
//! so with the last one. With k nodes on a line of this dimension the vector is cut into p/k pieces. Cost: with h(k_j)
//! steps of an all-gather along dimension j and the u of `parts-exchange-broadcast`, (2 (h(k_j) + ..) + u(k)) t_s + (2 (p -
//! k) + k u(k)) m t_w/p; any sides. Derived here.

use std::collections::BTreeMap;

use super::all_gather::{BRUCK_RULE, FEWEST_STEPS, RING_RULE};
use super::diagonal::CENSUS_RULE;
use super::levels::{Cut, Levels, Nesting, Stage};
use super::numbered::{Made, Numbered, kept};
use super::prelude::*;
use super::rules::{self, Words, parts};
use hockney_base::number::Rational;
use hockney_core::topology::Family;

/// The size of a group with which `list` shows them.
const LISTED: u32 = 2;

/// On the lines of two levels: the nodes of each group, and the nodes at the same place of all groups.
const STAGES: &[Stage] = &[
    Stage::outward("reduce-scatter", &Backwards(&BRUCK_RULE)),
    Stage::between("all-reduce", &CENSUS_RULE),
    Stage::inward("all-gather", &BRUCK_RULE),
];

/// Those with any size of a group: `hybrid-8`.
pub(super) static GROUPED: Numbered = Numbered {
    prefix: "hybrid-",
    collectives: &["all-reduce"],
    numbers: 2..=1024,
    listed: Some(LISTED),
    costs: Some(|size, p| {
        let log = |n: u64| u64::from(n.next_power_of_two().ilog2());
        // With a single group they are `circulant`.
        let groups = Some(p / size).filter(|groups| *groups > 1 && p.is_multiple_of(size))?;
        let steps = Rational::from(2 * log(size) + log(groups));
        let words = Rational::from(2 * (size - 1) + log(groups));
        Some([steps, words.checked_div(&Rational::from(size))?])
    }),
    make: |_, size| hybrid(size.unwrap_or(LISTED)),
    made: Made::new(BTreeMap::new()),
};

fn hybrid(size: u32) -> Algorithm {
    let between = format!("ceil(log2(p/{size}))");
    let (steps, words) = (2 * size.next_power_of_two().ilog2(), 2 * (size - 1));
    Algorithm::nested(Nesting::Consecutive(size), kept(format!("hybrid-{size}")), STAGES)
        .does(kept(format!(
            "groups of {size}: reduce-scatter in each, census between, all-gather (hybrid-K for any)"
        )))
        .with_source("Chan, Heimlich, Purkayastha and van de Geijn 2007")
        .with_needs(&[Need::Of(Feature::Shifts, "whole groups; a piece for each node of a group")])
        .with_requires(Box::leak(Box::new([Requirement::Multiple(size)])))
        .with_pieces(Pieces::Of(size))
        .with_cost(kept(format!(
            "({steps} + {between}) t_s + ({words} + {between}) m t_w/{size}"
        )))
}

/// The hybrids by dimension.
pub(super) static BY_DIMENSION: [Algorithm; 2] = [
    along(false, "hybrid-first-dimension")
        .does("reduce-scatter along all dimensions but the first, all-reduce along it, all-gather")
        .with_step_costs(|family, sides| step_costs(1, family, sides))
        .with_formula(|family, sides| form(1, family, sides)),
    along(true, "hybrid-last-dimension")
        .does("reduce-scatter along all dimensions but the last, all-reduce along it, all-gather")
        .with_step_costs(|family, sides| step_costs(sides, family, sides))
        .with_formula(|family, sides| form(sides, family, sides)),
];

const fn along(last: bool, name: &'static str) -> Algorithm {
    Algorithm::nested(Nesting::Dimensions { last }, name, LINES)
        .with_source("derived here, from Chan et al. 2007")
        .with_needs(&[Need::Of(
            Feature::Sides,
            "any sides; a piece for each node of the other sides",
        )])
        .with_pieces(Pieces::Shared(Cut::One))
}

/// On the lines of all dimensions but one, and of this one.
const LINES: &[Stage] = &[
    Stage::made(Levels::Outward, "reduce-scatter", |request| {
        rules::steps(gathering(request.topology.family())[1], request)
    }),
    Stage::between("all-reduce", &Parts(Tour)),
    Stage::made(Levels::Inward, "all-gather", |request| {
        rules::steps(gathering(request.topology.family())[0], request)
    }),
];

/// The all-gather along a line, of a family of lines or of grids, and the reduce-scatter.
fn gathering(family: &Family) -> [&'static Rule; 2] {
    let closed = [Feature::ClosedRing, Feature::ClosedSides];
    if closed.iter().any(|of| family.offers().contains(of)) {
        [&FEWEST_STEPS, &Backwards(&FEWEST_STEPS)]
    } else {
        [&RING_RULE, &Backwards(&RING_RULE)]
    }
}

fn step_costs(own: usize, family: &'static Family, sides: usize) -> Option<StepCosts> {
    let others: Vec<usize> = (1..=sides).filter(|j| *j != own).collect();
    let block = format!("k_{own} m t_w/p");
    let steps = parts::steps_along(family, own);
    let between = StepCosts::steps(&steps, &format!("t_s + {block}"));
    if others.is_empty() {
        return Some(between);
    }
    let words = Words { block: &block, everything: "m t_w", pairs: false };
    let gather = rules::along_sides(gathering(family)[0], &words, family, &others)?;
    Some(gather.clone().backwards().then(between).then(gather))
}

fn form(own: usize, family: &'static Family, sides: usize) -> String {
    let each = |j: usize| {
        let closed =
            format!("min(k_{j} - 1, min(k_{j}/2, 2 + ceil((k_{j} - 2)/4)) + k_{j} (k_{j} mod 2))");
        if *gathering(family)[0] == RING_RULE { format!("k_{j} - 1") } else { closed }
    };
    let steps = parts::steps_along(family, own);
    let others = (1..=sides).filter(|j| *j != own);
    let lines: Vec<_> = others.map(|j| format!("2 ({}) t_s + ", each(j))).collect();
    let lines = lines.concat();
    format!("{lines}2 (p - k_{own}) m t_w/p + ({steps}) (t_s + k_{own} m t_w/p)")
}
