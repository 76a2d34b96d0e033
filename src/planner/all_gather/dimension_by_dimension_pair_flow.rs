//! Rows, then columns: pair flow along the even sides of a torus, the ring algorithm along the odd.
//!
//! The last coordinate first, as in the textbook's algorithm; along an even side of k > 4 nodes
//! 2 + ceil((k - 2)/4) steps instead of k - 1, and along a side of 4, where that would be 3, the 2
//! steps of neighbour exchange. Cost: the sum of these t_s + (p - 1) m t_w, any sides. Derived here, after Grama et al. 2003, Algorithm 4.6.

use super::along_the_lines;
use super::rounds::Rounds;
use crate::planner::{Algorithm, ClosedForm, Request, Use, pair_flow_along};
use crate::schedule::Steps;
use crate::topology::Family;

pub(in crate::planner) struct DimensionByDimensionPairFlow;

impl Algorithm for DimensionByDimensionPairFlow {
    fn name(&self) -> &'static str {
        "dimension-by-dimension-pair-flow"
    }

    fn collective(&self) -> &'static str {
        "all-gather"
    }

    fn about(&self) -> &'static str {
        "along all rows, then along all columns, on even sides in pairs both ways"
    }

    fn source(&self) -> &'static str {
        "derived here, after Grama et al. 2003, Algorithm 4.6"
    }

    fn on(&self, family: &'static dyn Family) -> Option<Use> {
        let constraint = "any sides; along odd ones the ring algorithm";
        (family.name() == "torus").then_some(Use::further(constraint))
    }

    fn closed_form(&self, _family: &'static dyn Family, sides: usize) -> Option<ClosedForm> {
        let steps = pair_flow_along(sides);
        let formula = format!("({steps}) t_s + (p - 1) m t_w");
        Some(ClosedForm { formula, source: self.source(), textbook: None })
    }

    fn steps(&self, request: &Request) -> Box<dyn Steps> {
        along_the_lines::steps(request, Rounds::FewestSteps)
    }
}
