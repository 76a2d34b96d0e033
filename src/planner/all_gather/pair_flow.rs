//! Pair flow: pairs of blocks go round the ring both ways at once, two hops at a time.
//!
//! Step 1: 2i and 2i + 1 swap their blocks. Then even nodes hand the pair that came last on to the
//! even node two ahead, while odd ones hand theirs on to the odd node two back, so that all links
//! are busy; each side brings p/2 - 1 blocks, the last a half of a pair where 4 divides p. Last
//! step: 2i and 2i + 1 swap these. Cost: (2 + ceil((p - 2)/4)) t_s + (p - 1) m t_w on a ring of even
//! p >= 4, t_s + m t_w for p = 2: a quarter of the ring algorithm's steps, as many words. Derived here.

use super::round_the_tour;
use super::rounds::Rounds;
use crate::planner::{
    Algorithm, ClosedForm, PAIR_FLOW_STEPS, PlanError, Request, Use, even, no_order,
};
use crate::schedule::Steps;
use crate::topology::Family;

pub(in crate::planner) struct PairFlow;

impl Algorithm for PairFlow {
    fn name(&self) -> &'static str {
        "pair-flow"
    }

    fn collective(&self) -> &'static str {
        "all-gather"
    }

    fn about(&self) -> &'static str {
        "pairs swap; even nodes send pairs two ahead while odd ones send two back; pairs swap"
    }

    fn source(&self) -> &'static str {
        "derived here"
    }

    fn on(&self, family: &'static dyn Family) -> Option<Use> {
        (family.name() == "ring").then_some(Use::further("even p"))
    }

    fn fits(&self, request: &Request) -> Result<(), PlanError> {
        no_order(self.name(), request)?;
        even(self.name(), request)
    }

    fn closed_form(&self, _family: &'static dyn Family, _sides: usize) -> Option<ClosedForm> {
        let formula = format!("{PAIR_FLOW_STEPS} t_s + (p - 1) m t_w");
        Some(ClosedForm { formula, source: self.source(), textbook: None })
    }

    fn steps(&self, request: &Request) -> Box<dyn Steps> {
        round_the_tour::steps(request, Rounds::PairFlow)
    }
}
