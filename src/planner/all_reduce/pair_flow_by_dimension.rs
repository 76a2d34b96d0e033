//! Pair flow along the even sides of a torus, one dimension after another: there and back.
//!
//! The vector is cut in p pieces. The dimension by dimension reduce-scatter leaves piece j summed up
//! at node j, the all-gather runs through the dimensions the other way; along odd sides both are the
//! ring algorithm's, along sides of 4 neighbour exchange. Cost: 2 t_s times the sum of
//! 2 + ceil((k - 2)/4) for even sides k > 4, 2 for 4, and k - 1 for others, + 2 m t_w (p - 1)/p; any
//! sides. Sums wrap round, so the operator must commute. Derived here.

use crate::planner::{Algorithm, ClosedForm, Request, Use, all_gather, pair_flow_along, scattered};
use crate::schedule::Steps;
use crate::topology::Family;

pub(in crate::planner) struct PairFlowByDimension;

impl Algorithm for PairFlowByDimension {
    fn name(&self) -> &'static str {
        "pair-flow-by-dimension"
    }

    fn collective(&self) -> &'static str {
        "all-reduce"
    }

    fn about(&self) -> &'static str {
        "p pieces, summed up and handed round along rows, columns and so on, on even sides in pairs"
    }

    fn source(&self) -> &'static str {
        "derived here"
    }

    fn on(&self, family: &'static dyn Family) -> Option<Use> {
        let constraint = "any sides; along odd ones the ring algorithm; p pieces";
        (family.name() == "torus").then_some(Use::further(constraint))
    }

    fn pieces(&self, request: &Request) -> u32 {
        request.instance.nodes
    }

    fn closed_form(&self, _family: &'static dyn Family, sides: usize) -> Option<ClosedForm> {
        let steps = pair_flow_along(sides);
        let formula = format!("2 ({steps}) t_s + 2 m t_w (p - 1)/p");
        Some(ClosedForm { formula, source: self.source(), textbook: None })
    }

    fn steps(&self, request: &Request) -> Box<dyn Steps> {
        scattered::all_reduce(&all_gather::DimensionByDimensionPairFlow, request)
    }
}
