//! Rotation with two digits: fewer steps than rotation, and no more words than so few steps need.
//!
//! To base K a distance is K i + j. First the blocks for K i, .., K i + K - 1 ahead move K i together, for each i >= 1;
//! then those with j left move j, for each j >= 1. Cost: with S = min(K, p) + ceil(p/K) - 2, S t_s + (2 (p - 1) - S)
//! m t_w, any p and K, wherever shifts cause no congestion. A step moves the blocks of one distance directly and any
//! other block needs two, so no schedule with as many steps has fewer words. K about sqrt(p) has the fewest steps, and
//! every number from there up to p - 1 is that of some K up to p; names end at 1024. With one port. Derived here.

use std::collections::BTreeMap;

use crate::planner::numbered::{Made, Numbered, kept};
use crate::planner::prelude::*;

/// The base with which `list` shows them: half the steps of rotation.
const LISTED: u32 = 2;

/// The rotations to any base: `rotation-8`.
pub(in crate::planner) static ROTATIONS: Numbered = Numbered {
    prefix: "rotation-",
    collectives: &["all-to-all"],
    numbers: 2..=1024,
    listed: Some(LISTED),
    costs: Some(|k, p| {
        let steps = k.min(p) + p.div_ceil(k) - 2;
        [steps, 2 * (p - 1) - steps]
    }),
    make: |_, base| rotation(base.unwrap_or(LISTED)),
    made: Made::new(BTreeMap::new()),
};

fn rotation(k: u32) -> Algorithm {
    let (quotient, rest) = (format!("max(1, floor(p/{k}))"), format!("max(1, p mod {k})"));
    let digit = format!("{k} i");
    let (steps, blocks) = (format!("min({k}, p) + ceil(p/{k})"), k - 1);
    let turn = |from: &str, to: &str, by: &str, load| {
        let sends = Box::leak(Box::new([Send::all(Ahead(kept(by)), load)]));
        Turn::new(kept(from), kept(to), sends)
    };
    let together = |last: &str| Onwards { origin: "0", targets: (kept(&*digit), kept(last)) };
    // As many origins as there are distances below p with this rest.
    let from_all = |origins: &str| Apart {
        stride: kept(k.to_string()),
        origins: (kept(format!("{k} - {k} ({origins})")), "0"),
    };
    let turns = [
        turn("1", &quotient, &digit, together(&format!("{digit} + {blocks}"))),
        turn(&quotient, &format!("ceil(p/{k})"), &digit, together("p - 1")),
        turn("1", &rest, "i", from_all(&format!("floor(p/{k}) + 1"))),
        turn(&rest, &format!("min({k}, p)"), "i", from_all(&format!("floor(p/{k})"))),
    ];
    let rule = Box::leak(Box::new(Turns(Pairs, Box::leak(Box::new(turns)))));
    Algorithm::by_rule("all-to-all", kept(format!("rotation-{k}")), rule)
        .does(kept(format!(
            "blocks move first by the multiple of {k}, then by the rest (rotation-K for any)"
        )))
        .with_source("derived here")
        .with_needs(&[Need::Of(Feature::Shifts, "any p")])
        .with_cost(kept(format!("({steps} - 2) t_s + (2 p - ({steps})) m t_w")))
}
