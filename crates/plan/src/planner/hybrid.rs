//! Hybrid all-reduce: reduce-scatter in groups, all-reduce between the groups, all-gather in the groups.
//!
//! The p nodes are p/Q groups of Q consecutive nodes. Cyclic shifts in each group leave node x of it the sum of piece x
//! of Q; the nodes x of all groups run a census of this piece; cyclic shifts bring all pieces to all. Cost: with
//! q = p/Q, (2 ceil(log2 Q) + ceil(log2 q)) t_s + (2 (Q - 1) + ceil(log2 q)) m t_w/Q, where Q divides p, wherever shifts
//! cause no congestion: between the fewest steps (Q = 1, `census`) and the fewest words (Q = p, `circulant`). The operator
//! must commute. Literature: Chan, Heimlich, Purkayastha and van de Geijn 2007.
//!
//! The number of nodes of a group is part of the name, as in `hybrid-8`.

use std::collections::BTreeMap;

use super::all_gather::BRUCK_RULE;
use super::diagonal::CENSUS_RULE;
use super::levels::Stage;
use super::numbered::{Made, Numbered, kept};
use super::prelude::*;
use hockney_base::number::Rational;

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
    Algorithm::in_groups_of(size, "all-reduce", kept(format!("hybrid-{size}")), STAGES)
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
