//! Multiphase exchange: the dimensions in groups, pairwise exchanges within one group after another.
//!
//! A group of g dimensions takes 2^g - 1 steps of p/2^g words, so groups between one dimension and
//! all of them stand between dimension exchange and pairwise exchange, in steps and in words. Two
//! groups of nearly equal size are the algorithm two-phase. Source: literature, Bokhari 1991; Ho and
//! Raghunath 1992.

use super::cube_exchange;
use crate::planner::{Algorithm, ClosedForm, PlanError, Request, Use, no_order, power_of_two};
use crate::schedule::Steps;
use crate::topology::Family;

/// A way to put d dimensions in groups.
pub(super) struct Multiphase {
    name: &'static str,
    about: &'static str,
    /// The sizes of the groups, the lowest dimensions first.
    groups: fn(u32) -> Vec<u32>,
    formula: &'static str,
}

/// One dimension and all others, in either order.
const ONE_AND_REST: &str = "floor(p/2) t_s + max(0, 3 floor(p/2) - 2) m t_w";

pub(super) static THREE_PHASE: Multiphase = Multiphase {
    name: "three-phase",
    about: "pairwise exchanges in each third of the dimensions, the lowest first",
    groups: |d| vec![d.div_ceil(3), d.saturating_sub(1).div_ceil(3), d / 3],
    formula: "(2^ceil(d/3) + 2^ceil((d - 1)/3) + 2^floor(d/3) - 3) t_s \
              + (3 p - p/2^ceil(d/3) - p/2^ceil((d - 1)/3) - p/2^floor(d/3)) m t_w",
};

pub(super) static LAST_ALONE: Multiphase = Multiphase {
    name: "last-alone",
    about: "pairwise exchanges in all dimensions but the highest, then in that one",
    groups: |d| vec![d.saturating_sub(1), d.min(1)],
    formula: ONE_AND_REST,
};

pub(super) static FIRST_ALONE: Multiphase = Multiphase {
    name: "first-alone",
    about: "an exchange in the lowest dimension, then pairwise exchanges in all others",
    groups: |d| vec![d.min(1), d.saturating_sub(1)],
    formula: ONE_AND_REST,
};

impl Algorithm for Multiphase {
    fn name(&self) -> &'static str {
        self.name
    }

    fn collective(&self) -> &'static str {
        "all-to-all"
    }

    fn about(&self) -> &'static str {
        self.about
    }

    fn source(&self) -> &'static str {
        "Bokhari 1991; Ho and Raghunath 1992 (multiphase)"
    }

    fn on(&self, family: &'static dyn Family) -> Option<Use> {
        cube_exchange::further(family)
    }

    fn fits(&self, request: &Request) -> Result<(), PlanError> {
        no_order(self.name, request)?;
        power_of_two(self.name, request)
    }

    fn closed_form(&self, _family: &'static dyn Family, _sides: usize) -> Option<ClosedForm> {
        let formula = self.formula.to_owned();
        Some(ClosedForm { formula, source: self.source(), textbook: None })
    }

    fn steps(&self, request: &Request) -> Box<dyn Steps> {
        let d = request.instance.nodes.trailing_zeros();
        cube_exchange::steps(request, (self.groups)(d))
    }
}
