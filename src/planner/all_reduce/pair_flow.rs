//! Pair flow round the ring: reduce-scatter there, all-gather back.
//!
//! The vector is cut in p pieces. Pair flow run backwards leaves piece j summed up at node j, pair
//! flow brings all pieces to all. Cost: 2 (2 + ceil((p - 2)/4)) t_s + 2 m t_w (p - 1)/p on a ring of
//! even p >= 4, 2 t_s + m t_w for p = 2: a quarter of the ring algorithm's steps, and the fewest
//! words there are. Sums wrap round, so the operator must commute. Derived here.

use crate::planner::{
    Algorithm, ClosedForm, PAIR_FLOW_STEPS, PlanError, Request, Use, all_gather, even, no_order,
    scattered,
};
use crate::schedule::Steps;
use crate::topology::Family;

pub(in crate::planner) struct PairFlow;

impl Algorithm for PairFlow {
    fn name(&self) -> &'static str {
        "pair-flow"
    }

    fn collective(&self) -> &'static str {
        "all-reduce"
    }

    fn about(&self) -> &'static str {
        "p pieces, summed up by pair flow both ways round the ring and handed out likewise"
    }

    fn source(&self) -> &'static str {
        "derived here"
    }

    fn on(&self, family: &'static dyn Family) -> Option<Use> {
        (family.name() == "ring").then_some(Use::further("even p; p pieces"))
    }

    fn fits(&self, request: &Request) -> Result<(), PlanError> {
        no_order(self.name(), request)?;
        even(self.name(), request)
    }

    fn pieces(&self, request: &Request) -> u32 {
        request.instance.nodes
    }

    fn closed_form(&self, _family: &'static dyn Family, _sides: usize) -> Option<ClosedForm> {
        let formula = format!("2 {PAIR_FLOW_STEPS} t_s + 2 m t_w (p - 1)/p");
        Some(ClosedForm { formula, source: self.source(), textbook: None })
    }

    fn steps(&self, request: &Request) -> Box<dyn Steps> {
        scattered::all_reduce(&all_gather::PairFlow, request)
    }
}
