//! K-nomial trees: every holder sends to the places of its subtrees, the farthest first.
//!
//! Position x has a digit to base k for each level. A level is one step for each digit that is not 0: the
//! positions whose digits from this level down are 0 send ahead by the digit. Cost: with K = ceil(log_k p)
//! levels (k - 1) (K - 1) + ceil(p/k^(K - 1)) - 1 steps, since the highest level has only as many digits as p
//! needs. As MPICH and Open MPI number them; with k = 2 it is the binomial tree.
//!
//! The base is part of the name, as in `knomial-3`, so that it is in files, rankings and answers without an
//! option. The rule of a base is made when its name is first used, and kept.

use std::collections::BTreeMap;

use super::numbered::{Made, Numbered, kept};
use super::prelude::*;
use hockney_base::number::Rational;

/// One level, whose base is p: the root sends to one position after another.
pub(super) const SEQUENTIAL_RULE: Rule =
    Turns(RootFirst, &[Turn::new("1", "p", &[Send::one("0", Ahead("i"), Everything)])]);

/// Base 2.
pub(super) const BINOMIAL_RULE: Rule = Turns(
    Pairs,
    &[Turn::times(
        "ceil(log2 p)",
        &[Send::each(
            "0",
            "2^(ceil(log2 p) - i)",
            "p - 1 - 2^(ceil(log2 p) - 1 - i)",
            Ahead("2^(ceil(log2 p) - 1 - i)"),
            Everything,
        )],
    )],
);

/// The base of Open MPI, with which `list` shows these trees.
const LISTED: u32 = 4;

/// The trees to any base: `knomial-3`.
pub(super) static TREES: Numbered = Numbered {
    prefix: "knomial-",
    collectives: &["broadcast", "reduce"],
    numbers: 2..=1024,
    listed: Some(LISTED),
    costs: Some(|k, p| {
        let (mut levels, mut below) = (0, 1);
        while below < p.div_ceil(k) {
            (levels, below) = (levels + 1, below * k);
        }
        let steps = if p > 1 { (k - 1) * levels + p.div_ceil(below) - 1 } else { 0 };
        Some([steps, steps].map(Rational::from))
    }),
    make: |collective, base| {
        let base = base.unwrap_or(LISTED);
        if collective == "reduce" { reduce(base) } else { broadcast(base) }
    },
    made: Made::new(BTreeMap::new()),
};

/// The number of values of digits above 0 that the numbers below p have, to a base.
pub(super) fn steps(k: u32) -> &'static str {
    let levels = format!("ceil(log_{k} p)");
    let above = format!("max(0, {levels} - 1)");
    kept(format!("max(0, {} ({levels} - 1) + ceil(p/{k}^{above}) - 1)", k - 1))
}

fn broadcast(k: u32) -> Algorithm {
    let (digits, steps) = (k - 1, steps(k));
    let unit = format!("{k}^floor((0 - i)/{digits})");
    let by = kept(format!("(((0 - i) mod {digits}) + 1) {unit}"));
    let (stride, last) = (kept(format!("{k} * {unit}")), kept(format!("p - 1 - {by}")));
    let send = Send::each("0", stride, last, Ahead(by), Everything);
    let turn = Turn::new(kept(format!("1 - {steps}")), "1", Box::leak(Box::new([send])));
    let rule = Box::leak(Box::new(Turns(Pairs, Box::leak(Box::new([turn])))));
    Algorithm::by_rule("broadcast", kept(format!("knomial-{k}")), rule)
        .does(kept(format!(
            "k-nomial tree, k = {k} (knomial-K for any): K - 1 sends in each level"
        )))
        .with_source("Open MPI; cf. Thakur, Rabenseifner and Gropp 2005")
        .with_needs(&[Need::Of(Feature::Pairs, "any p, any root")])
        .with_steps(steps, "t_s + m t_w")
}

fn reduce(k: u32) -> Algorithm {
    let forward = TREES.of("broadcast", Some(k));
    Algorithm::reversed("reduce", forward.name, forward)
        .does(kept(format!("k-nomial tree, k = {k} (knomial-K for any): the nearest sum first")))
}
