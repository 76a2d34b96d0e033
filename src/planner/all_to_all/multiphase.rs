//! Multiphase exchange: the dimensions in groups, pairwise exchanges within one group after another.
//!
//! A group of g dimensions takes 2^g - 1 steps of p/2^g words, so groups between one dimension and
//! all of them stand between dimension exchange and pairwise exchange, in steps and in words. Two
//! groups of nearly equal size are the algorithm two-phase. Source: literature, Bokhari 1991; Ho and
//! Raghunath 1992.

use super::cube_exchange;
use crate::planner::algorithm::{Formula, Need, Plan, Requirement};
use crate::planner::{Algorithm, Request};
use crate::schedule::Steps;
use crate::topology::Feature;

/// What they have in common.
const MULTIPHASE: Algorithm = Algorithm {
    collective: "all-to-all",
    source: "Bokhari 1991; Ho and Raghunath 1992 (multiphase)",
    needs: &[Need::of(Feature::Shifts, "p = 2^d")],
    requires: &[Requirement::PowerOfTwo],
    ..Algorithm::COMMON
};

/// One dimension and all others, in either order.
const ONE_AND_REST: &str = "floor(p/2) t_s + max(0, 3 floor(p/2) - 2) m t_w";

/// The steps for groups of dimensions of these sizes, the lowest first, by the number of all.
fn in_groups(request: &Request, groups: fn(u32) -> Vec<u32>) -> Box<dyn Steps> {
    cube_exchange::steps(request, groups(request.instance.nodes.trailing_zeros()))
}

pub(super) static THREE_PHASE: Algorithm = Algorithm {
    name: "three-phase",
    about: "pairwise exchanges in each third of the dimensions, the lowest first",
    cost: Formula::Text(
        "(2^ceil(d/3) + 2^ceil((d - 1)/3) + 2^floor(d/3) - 3) t_s \
         + (3 p - p/2^ceil(d/3) - p/2^ceil((d - 1)/3) - p/2^floor(d/3)) m t_w",
    ),
    plan: Plan::Made(|request| {
        in_groups(request, |d| vec![d.div_ceil(3), d.saturating_sub(1).div_ceil(3), d / 3])
    }),
    ..MULTIPHASE
};

pub(super) static LAST_ALONE: Algorithm = Algorithm {
    name: "last-alone",
    about: "pairwise exchanges in all dimensions but the highest, then in that one",
    cost: Formula::Text(ONE_AND_REST),
    plan: Plan::Made(|request| in_groups(request, |d| vec![d.saturating_sub(1), d.min(1)])),
    ..MULTIPHASE
};

pub(super) static FIRST_ALONE: Algorithm = Algorithm {
    name: "first-alone",
    about: "an exchange in the lowest dimension, then pairwise exchanges in all others",
    cost: Formula::Text(ONE_AND_REST),
    plan: Plan::Made(|request| in_groups(request, |d| vec![d.min(1), d.saturating_sub(1)])),
    ..MULTIPHASE
};
