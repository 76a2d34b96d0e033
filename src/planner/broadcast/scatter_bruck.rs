//! Scatter, then Bruck's all-gather: the improved broadcast of long vectors for any p.
//!
//! The vector is cut in p pieces. Interval halving brings piece j to node j, Bruck's cyclic shifts
//! bring all to all. Cost: 2 ceil(log2 p) t_s + 2 m t_w (p - 1)/p, any p and root, where every node has a
//! way of its own to any other; on the hypercube `scatter_all_gather.rs` comes to the same. Literature:
//! Barnett et al. 1994, van de Geijn, with the all-gather of Bruck et al. 1997; after Grama et al. 2003,
//! section 4.7.1, there for p = 2^d.

use crate::planner::scattered::{self, IMPROVED};
use crate::planner::{Algorithm, ClosedForm, Request, StepCosts, Use, all_gather};
use crate::schedule::Steps;
use crate::topology::Family;

pub(in crate::planner) struct ScatterBruck;

impl Algorithm for ScatterBruck {
    fn name(&self) -> &'static str {
        "scatter-bruck"
    }

    fn collective(&self) -> &'static str {
        "broadcast"
    }

    fn about(&self) -> &'static str {
        "p pieces: scatter by interval halving, then all-gather by Bruck's cyclic shifts"
    }

    fn source(&self) -> &'static str {
        "Barnett et al. 1994, with Bruck et al. 1997"
    }

    fn on(&self, family: &'static dyn Family) -> Option<Use> {
        let applies = matches!(family.name(), "complete" | "star" | "switch");
        applies.then_some(Use::further("any p, any root; p pieces"))
    }

    fn pieces(&self, request: &Request) -> u32 {
        request.instance.nodes
    }

    fn closed_form(&self, _family: &'static dyn Family, _sides: usize) -> Option<ClosedForm> {
        let formula = "2 ceil(log2 p) t_s + 2 m t_w (p - 1)/p".to_owned();
        Some(ClosedForm { formula, source: self.source(), textbook: Some(IMPROVED) })
    }

    fn step_costs(&self, _family: &'static dyn Family, _sides: usize) -> Option<StepCosts> {
        let last = "max(0, ceil(log2 p) - 1)";
        let doubling = StepCosts::steps(last, "t_s + 2^i m t_w/p");
        let rest = StepCosts::from_to(last, "ceil(log2 p)", "t_s + (p - 2^i) m t_w/p");
        Some(StepCosts::halving("m t_w/p").then(doubling).then(rest))
    }

    fn steps(&self, request: &Request) -> Box<dyn Steps> {
        scattered::broadcast(&all_gather::Bruck, request)
    }
}
