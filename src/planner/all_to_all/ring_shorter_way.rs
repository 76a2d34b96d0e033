//! The shorter way round the ring: forwards up to half-way, then backwards for the others.
//!
//! First floor(p/2) steps forwards, then the rest backwards, each as on the ring. Cost:
//! (p - 1) t_s + floor(p^2/4) m t_w, any p, on every connected graph: a step goes all one way round
//! (specs/lemmas.md, Lemma U). On arrays and trees a cut in the middle asks for as many words. Source:
//! derived here, from Grama et al. 2003, section 4.5.1.

use super::round_the_tour;
use super::rounds::Rounds;
use crate::planner::algorithm::{Formula, Need, Plan};
use crate::planner::{Algorithm, StepCosts};

pub(in crate::planner) static RING_SHORTER_WAY: Algorithm = Algorithm {
    name: "ring-shorter-way",
    collective: "all-to-all",
    about: "round a tour forwards for those up to half-way ahead, then backwards for the others",
    source: "derived here: the ring algorithm in both directions",
    needs: &[Need::tour("any p")],
    cost: Formula::Text("(p - 1) t_s + floor(p^2/4) m t_w"),
    step_costs: |_, _| {
        let ahead = StepCosts::steps("floor(p/2)", "t_s + (floor(p/2) - i) m t_w");
        let back = "p - 1 - floor(p/2)";
        Some(ahead.then(StepCosts::steps(back, &format!("t_s + ({back} - i) m t_w"))))
    },
    plan: Plan::Made(|request| round_the_tour::steps(request, Rounds::ShorterWay)),
    templates: |request| round_the_tour::templates(request, Rounds::ShorterWay),
    ..Algorithm::COMMON
};
