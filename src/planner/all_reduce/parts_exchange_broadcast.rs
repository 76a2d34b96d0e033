//! Parts, exchange, broadcast: a few nodes sum up their parts, swap the sums, and pass the
//! whole on.
//!
//! The step rule is that of `planner/parts.rs`; in the exchange the sums are kept apart. Cost:
//! u(p) (t_s + m t_w) with u(p) = min(2 ceil(log2 ceil(p/2)) + 1, 2 ceil(log2 ceil(p/3)) + 2) on every
//! connected graph, less with 5 or 7 parts of a linear array and with 4 or 6 of a ring; 0 for one
//! node and 1 for two; any p. Where the nodes are numbered along the tour, and it is no ring, every
//! sum is of a run, so the operator need not commute. Derived here.

use crate::planner::algorithm::{Formula, Need, Plan};
use crate::planner::parts::{self, Parts};
use crate::planner::tour::Tour;
use crate::planner::{Algorithm, StepCosts};

pub(in crate::planner) static PARTS_EXCHANGE_BROADCAST: Algorithm = Algorithm {
    name: "parts-exchange-broadcast",
    collective: "all-reduce",
    about: "a few parts reduce, their first nodes swap the sums and broadcast them",
    source: "derived here; any graph by Lemma U",
    needs: &[Need::tour("any p")],
    cost: Formula::Made(|family, _| {
        format!("{} (t_s + m t_w)", parts::shape(family).steps_of("p"))
    }),
    step_costs: |family, _| {
        let count = parts::shape(family).steps_of("p");
        Some(StepCosts::steps(&count, "t_s + m t_w"))
    },
    plan: Plan::Made(|request| {
        let tour = Tour::new(&request.topology);
        let shape = parts::shape(request.topology.family());
        Box::new(Parts::new(tour, shape, request.instance.all_blocks(), true))
    }),
    ..Algorithm::COMMON
};
