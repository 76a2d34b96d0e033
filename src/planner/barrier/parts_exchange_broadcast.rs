//! Parts, exchange, broadcast: a few nodes hear of their parts, tell each other, and pass
//! it on.
//!
//! The step rule is that of `planner/parts.rs`. Cost:
//! u(p) t_s with u(p) = min(2 ceil(log2 ceil(p/2)) + 1, 2 ceil(log2 ceil(p/3)) + 2) on every
//! connected graph, less with 5 or 7 parts of a linear array and with 4 or 6 of a ring; 0 for one
//! node and 1 for two; any p.
//! Derived here.

use crate::planner::algorithm::{Formula, Need, Plan};
use crate::planner::parts::{self, Parts};
use crate::planner::tour::Tour;
use crate::planner::{Algorithm, StepCosts};

pub(in crate::planner) static PARTS_EXCHANGE_BROADCAST: Algorithm = Algorithm {
    name: "parts-exchange-broadcast",
    collective: "barrier",
    about: "a few parts gather word, their first nodes tell each other, and pass it on",
    source: "derived here; any graph by Lemma U",
    needs: &[Need::tour("any p")],
    cost: Formula::Made(|family, _| format!("{} t_s", parts::shape(family).steps_of("p"))),
    step_costs: |family, _| {
        let count = parts::shape(family).steps_of("p");
        Some(StepCosts::steps(&count, "t_s"))
    },
    plan: Plan::Made(|request| {
        let tour = Tour::new(&request.topology);
        let shape = parts::shape(request.topology.family());
        Box::new(Parts::new(tour, shape, request.instance.all_blocks(), false))
    }),
    ..Algorithm::COMMON
};
