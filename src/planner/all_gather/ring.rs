//! Round the ring: everyone hands on to the next what it received last.
//!
//! Step t: each node of the tour sends to the next the block of the node t - 1 before it. Cost:
//! (p - 1)(t_s + m t_w), on every connected graph without congestion: the arcs of a step are the
//! whole tour (specs/lemmas.md). Source: Grama et al. 2003, Algorithm 4.4, Figure 4.9.

use super::round_the_tour;
use super::rounds::Rounds;
use crate::planner::algorithm::{Formula, Need, Plan};
use crate::planner::template::{self, at, brick};
use crate::planner::{Algorithm, StepCosts};
use crate::schedule::Pattern;

pub(in crate::planner) static RING: Algorithm = Algorithm {
    name: "ring",
    collective: "all-gather",
    about: "everyone hands on to the next what it received last, round a tour of all nodes",
    source: "Grama et al. 2003, Algorithm 4.4",
    needs: &[Need::tour("any p")],
    textbook: &["linear-array", "ring"],
    cost: Formula::Text("(p - 1) (t_s + m t_w)"),
    step_costs: |_, _| Some(StepCosts::steps("p - 1", "t_s + m t_w")),
    plan: Plan::Made(|request| round_the_tour::steps(request, Rounds::OneDirection)),
    templates: |request| {
        let p = request.topology.nodes();
        template::one_each(
            request,
            template::round(&request.topology),
            p as usize - 1,
            move |of, k| {
                let origin = (p - u32::try_from(k).unwrap_or(0)) % p;
                Pattern::plain(0, 1, brick(of, &[at(origin)]))
            },
        )
    },
    ..Algorithm::COMMON
};
