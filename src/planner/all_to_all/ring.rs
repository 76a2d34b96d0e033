//! Round the ring: everyone hands on to the next all that is not yet there.
//!
//! Step t: each node of the tour sends to the next what came last, without the block that was for
//! it. Cost: (p - 1)(t_s + m t_w p/2), any p, on every connected graph: a step goes all one way
//! round (specs/lemmas.md, Lemma U). Source: textbook, Grama et al. 2003, section 4.5.1, Figure 4.18.

use super::round_the_tour;
use super::rounds::Rounds;
use crate::planner::algorithm::{Formula, Need, Plan};
use crate::planner::{Algorithm, StepCosts};

pub(in crate::planner) static RING: Algorithm = Algorithm {
    name: "ring",
    collective: "all-to-all",
    about: "everyone hands on to the next all that is not yet there, round a tour of all nodes",
    source: "Grama et al. 2003, section 4.5.1; any graph by Lemma U",
    needs: &[Need::tour("any p")],
    textbook: &["linear-array", "ring"],
    cost: Formula::Text("(p - 1) (t_s + m t_w p/2)"),
    step_costs: |_, _| Some(StepCosts::steps("p - 1", "t_s + (p - 1 - i) m t_w")),
    plan: Plan::Made(|request| round_the_tour::steps(request, Rounds::OneDirection)),
    templates: |request| round_the_tour::templates(request, Rounds::OneDirection),
    ..Algorithm::COMMON
};
