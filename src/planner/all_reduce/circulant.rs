//! Cyclic shifts there and back: Bruck's all-gather run backwards, then forwards.
//!
//! The vector is cut in p pieces. The reversed all-gather leaves piece j summed up at node j,
//! ceil(log2 p) steps; the all-gather brings all pieces to all. Cost: 2 ceil(log2 p) t_s +
//! 2 m t_w (p - 1)/p, any p, where every node has a way of its own to any other, and on the
//! hypercube: the fewest words there are, without a power of two. Sums wrap round, so the operator
//! must commute. Literature: Bruck et al. 1997; cf. Traeff 2024 (arXiv 2410.14234), where the distances are
//! p halved and rounded up, not powers of two: the same steps and words.

use crate::planner::algorithm::{Formula, Need, Pieces, Plan};
use crate::planner::{Algorithm, StepCosts, all_gather, scattered};
use crate::topology::Feature;

pub(in crate::planner) static CIRCULANT: Algorithm = Algorithm {
    name: "circulant",
    collective: "all-reduce",
    about: "p pieces, summed up and handed out by cyclic shifts over powers of two",
    source: "Bruck et al. 1997; cf. Traeff 2024",
    needs: &[Need::of(Feature::Shifts, "any p; p pieces")],
    pieces: Pieces::Nodes,
    cost: Formula::Text("2 ceil(log2 p) t_s + 2 m t_w (p - 1)/p"),
    step_costs: |_, _| {
        let last = "max(0, ceil(log2 p) - 1)";
        let doubling = StepCosts::steps(last, "t_s + 2^i m t_w/p");
        let rest = StepCosts::from_to(last, "ceil(log2 p)", "t_s + (p - 2^i) m t_w/p");
        let all_gather = doubling.then(rest);
        Some(all_gather.clone().backwards().then(all_gather))
    },
    plan: Plan::Made(|request| scattered::all_reduce(&all_gather::BRUCK, request)),
    ..Algorithm::COMMON
};
