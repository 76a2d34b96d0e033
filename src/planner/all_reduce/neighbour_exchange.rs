//! Neighbour exchange round the ring: reduce-scatter there, all-gather back.
//!
//! The vector is cut in p pieces. Neighbour exchange run backwards leaves piece j summed up at node j,
//! neighbour exchange brings all pieces to all. Cost: p t_s + 2 m t_w (p - 1)/p on a ring of even p:
//! half the ring algorithm's steps, and the fewest words there are. Sums wrap round, so the
//! operator must commute. Derived here, from Chen et al. 2005.

use crate::planner::{
    Algorithm, ClosedForm, PlanError, Request, Use, all_gather, even, no_order, scattered,
};
use crate::schedule::Steps;
use crate::topology::Family;

pub(in crate::planner) struct NeighbourExchange;

impl Algorithm for NeighbourExchange {
    fn name(&self) -> &'static str {
        "neighbour-exchange"
    }

    fn collective(&self) -> &'static str {
        "all-reduce"
    }

    fn about(&self) -> &'static str {
        "p pieces, summed up and handed out by swaps with one neighbour, then with the other"
    }

    fn source(&self) -> &'static str {
        "derived here, from Chen et al. 2005"
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
        let formula = "p t_s + 2 m t_w (p - 1)/p".to_owned();
        Some(ClosedForm { formula, source: self.source(), textbook: None })
    }

    fn steps(&self, request: &Request) -> Box<dyn Steps> {
        scattered::all_reduce(&all_gather::NeighbourExchange, request)
    }
}
