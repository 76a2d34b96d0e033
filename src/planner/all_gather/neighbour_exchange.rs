//! Neighbour exchange: everyone swaps with one neighbour, then with the other, and so on.
//!
//! Step 1: 2i and 2i + 1 swap their blocks. Step s: 2i and 2i + 1, for even s 2i - 1 and 2i, swap the
//! two blocks that came last (their own two in step 2). Cost: p/2 t_s + (p - 1) m t_w on a ring of
//! even p: half the steps of the ring algorithm, as many words. Literature: Chen et al. 2005.

use super::round_the_tour;
use super::rounds::Rounds;
use crate::planner::{Algorithm, ClosedForm, PlanError, Request, Use, even, no_order};
use crate::schedule::Steps;
use crate::topology::Family;

pub(in crate::planner) struct NeighbourExchange;

impl Algorithm for NeighbourExchange {
    fn name(&self) -> &'static str {
        "neighbour-exchange"
    }

    fn collective(&self) -> &'static str {
        "all-gather"
    }

    fn about(&self) -> &'static str {
        "everyone swaps the two blocks that came last with one neighbour, then with the other"
    }

    fn source(&self) -> &'static str {
        "Chen et al. 2005"
    }

    fn on(&self, family: &'static dyn Family) -> Option<Use> {
        (family.name() == "ring").then_some(Use::further("even p"))
    }

    fn fits(&self, request: &Request) -> Result<(), PlanError> {
        no_order(self.name(), request)?;
        even(self.name(), request)
    }

    fn closed_form(&self, _family: &'static dyn Family, _sides: usize) -> Option<ClosedForm> {
        let formula = "(p/2) t_s + (p - 1) m t_w".to_owned();
        Some(ClosedForm { formula, source: self.source(), textbook: None })
    }

    fn steps(&self, request: &Request) -> Box<dyn Steps> {
        round_the_tour::steps(request, Rounds::Neighbours)
    }
}
