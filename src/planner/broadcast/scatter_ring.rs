//! Scatter, then the ring all-gather: a broadcast of long vectors on any graph.
//!
//! The vector is cut in p pieces. Interval halving along the tour brings piece j to node j, the
//! ring all-gather brings all to all. Cost: (ceil(log2 p) + p - 1) t_s + 2 m t_w (p - 1)/p, any p and
//! root, on every connected graph (specs/lemmas.md, Lemma U). Literature: Barnett et al. 1994, van de
//! Geijn; after Grama et al. 2003, section 4.7.1.

use crate::planner::{Algorithm, ClosedForm, Request, StepCosts, Use, all_gather, scattered};
use crate::schedule::Steps;
use crate::topology::Family;

pub(in crate::planner) struct ScatterRing;

impl Algorithm for ScatterRing {
    fn name(&self) -> &'static str {
        "scatter-ring"
    }

    fn collective(&self) -> &'static str {
        "broadcast"
    }

    fn about(&self) -> &'static str {
        "p pieces: scatter by interval halving, then all-gather round the ring"
    }

    fn source(&self) -> &'static str {
        "Barnett et al. 1994; any graph by Lemma U"
    }

    fn on(&self, _family: &'static dyn Family) -> Option<Use> {
        Some(Use::further("any p, any root; p pieces"))
    }

    fn pieces(&self, request: &Request) -> u32 {
        request.instance.nodes
    }

    fn closed_form(&self, _family: &'static dyn Family, _sides: usize) -> Option<ClosedForm> {
        let formula = "(ceil(log2 p) + p - 1) t_s + 2 m t_w (p - 1)/p".to_owned();
        Some(ClosedForm { formula, source: self.source(), textbook: None })
    }

    fn step_costs(&self, _family: &'static dyn Family, _sides: usize) -> Option<StepCosts> {
        let ring = StepCosts::steps("p - 1", "t_s + m t_w/p");
        Some(StepCosts::halving("m t_w/p").then(ring))
    }

    fn steps(&self, request: &Request) -> Box<dyn Steps> {
        scattered::broadcast(&all_gather::Ring, request)
    }
}
