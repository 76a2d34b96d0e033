//! Cyclic shifts there and back: Bruck's all-gather run backwards, then forwards.
//!
//! The vector is cut in p pieces. The reversed all-gather leaves piece j summed up at node j,
//! ceil(log2 p) steps; the all-gather brings all pieces to all. Cost: 2 ceil(log2 p) t_s +
//! 2 m t_w (p - 1)/p, any p, where every node has a way of its own to any other, and on the
//! hypercube: the fewest words there are, without a power of two. Sums wrap round, so the operator
//! must commute. Literature: Bruck et al. 1997; cf. Traeff 2024 (arXiv 2410.14234), where the distances are
//! p halved and rounded up, not powers of two: the same steps and words.

use crate::planner::{Algorithm, ClosedForm, Request, StepCosts, Use, all_gather, scattered};
use crate::schedule::Steps;
use crate::topology::Family;

pub(in crate::planner) struct Circulant;

impl Algorithm for Circulant {
    fn name(&self) -> &'static str {
        "circulant"
    }

    fn collective(&self) -> &'static str {
        "all-reduce"
    }

    fn about(&self) -> &'static str {
        "p pieces, summed up and handed out by cyclic shifts over powers of two"
    }

    fn source(&self) -> &'static str {
        "Bruck et al. 1997; cf. Traeff 2024"
    }

    fn on(&self, family: &'static dyn Family) -> Option<Use> {
        let applies = matches!(family.name(), "complete" | "star" | "switch" | "hypercube");
        applies.then_some(Use::further("any p; p pieces"))
    }

    fn pieces(&self, request: &Request) -> u32 {
        request.instance.nodes
    }

    fn closed_form(&self, _family: &'static dyn Family, _sides: usize) -> Option<ClosedForm> {
        let formula = "2 ceil(log2 p) t_s + 2 m t_w (p - 1)/p".to_owned();
        Some(ClosedForm { formula, source: self.source(), textbook: None })
    }

    fn step_costs(&self, _family: &'static dyn Family, _sides: usize) -> Option<StepCosts> {
        let last = "max(0, ceil(log2 p) - 1)";
        let doubling = StepCosts::steps(last, "t_s + 2^i m t_w/p");
        let rest = StepCosts::from_to(last, "ceil(log2 p)", "t_s + (p - 2^i) m t_w/p");
        let all_gather = doubling.then(rest);
        Some(all_gather.clone().backwards().then(all_gather))
    }

    fn steps(&self, request: &Request) -> Box<dyn Steps> {
        scattered::all_reduce(&all_gather::Bruck, request)
    }
}
