//! Round the ring: every piece is summed up on its way round, and then handed round.
//!
//! The vector is cut in p pieces. The ring reduce-scatter leaves piece j summed up at node j, p - 1
//! steps; the ring all-gather brings all pieces to all, p - 1 more. Cost: 2 (p - 1)(t_s + m t_w/p),
//! any p, on every connected graph: the arcs of a step are the whole tour (specs/lemmas.md, Lemma U). The
//! fewest words there are; sums wrap round, so the operator must commute. Literature: Patarasuk and
//! Yuan 2009.

use crate::planner::{Algorithm, ClosedForm, Request, StepCosts, Use, all_gather, scattered};
use crate::schedule::Steps;
use crate::topology::Family;

pub(in crate::planner) struct Ring;

impl Algorithm for Ring {
    fn name(&self) -> &'static str {
        "ring"
    }

    fn collective(&self) -> &'static str {
        "all-reduce"
    }

    fn about(&self) -> &'static str {
        "p pieces, summed up on their way round the ring and then handed round"
    }

    fn source(&self) -> &'static str {
        "Patarasuk and Yuan 2009"
    }

    fn on(&self, _family: &'static dyn Family) -> Option<Use> {
        Some(Use::further("any p; p pieces"))
    }

    fn pieces(&self, request: &Request) -> u32 {
        request.instance.nodes
    }

    fn closed_form(&self, _family: &'static dyn Family, _sides: usize) -> Option<ClosedForm> {
        let formula = "2 (p - 1) (t_s + m t_w/p)".to_owned();
        Some(ClosedForm { formula, source: self.source(), textbook: None })
    }

    fn step_costs(&self, _family: &'static dyn Family, _sides: usize) -> Option<StepCosts> {
        let half = StepCosts::steps("p - 1", "t_s + m t_w/p");
        Some(half.clone().then(half))
    }

    fn steps(&self, request: &Request) -> Box<dyn Steps> {
        scattered::all_reduce(&all_gather::Ring, request)
    }
}
