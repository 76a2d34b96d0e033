//! Round the ring: everyone hands on to the next what it received last.
//!
//! Step t: each node of the tour sends to the next the block of the node t - 1 before it. Cost:
//! (p - 1)(t_s + m t_w), on every connected graph without congestion: the arcs of a step are the
//! whole tour (specs/lemmas.md). Source: Grama et al. 2003, Algorithm 4.4, Figure 4.9.

use super::round_the_tour;
use super::rounds::Rounds;
use crate::planner::template::{self, Planned, at, brick};
use crate::planner::{Algorithm, ClosedForm, Request, StepCosts, Use};
use crate::schedule::{Pattern, Steps};
use crate::topology::Family;

pub(in crate::planner) struct Ring;

impl Algorithm for Ring {
    fn name(&self) -> &'static str {
        "ring"
    }

    fn collective(&self) -> &'static str {
        "all-gather"
    }

    fn about(&self) -> &'static str {
        "everyone hands on to the next what it received last, round a tour of all nodes"
    }

    fn source(&self) -> &'static str {
        "Grama et al. 2003, Algorithm 4.4"
    }

    fn on(&self, family: &'static dyn Family) -> Option<Use> {
        Some(match family.name() {
            "linear-array" | "ring" => Use::textbook("any p"),
            _ => Use::further("any p"),
        })
    }

    fn closed_form(&self, _family: &'static dyn Family, _sides: usize) -> Option<ClosedForm> {
        let formula = "(p - 1) (t_s + m t_w)".to_owned();
        Some(ClosedForm { formula, source: self.source(), textbook: None })
    }

    fn step_costs(&self, _family: &'static dyn Family, _sides: usize) -> Option<StepCosts> {
        Some(StepCosts::steps("p - 1", "t_s + m t_w"))
    }

    fn steps(&self, request: &Request) -> Box<dyn Steps> {
        round_the_tour::steps(request, Rounds::OneDirection)
    }

    fn templates(&self, request: &Request) -> Option<Planned> {
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
    }
}
