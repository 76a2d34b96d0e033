//! One message at a time, each on its default route.
//!
//! Cost: p (t_s + m t_w), and nothing for q = 0; on every connected graph. Source: literature, the
//! naive way.

use crate::planner::algorithm::{Formula, Need, Plan};
use crate::planner::permute::sequential;
use crate::planner::{Algorithm, StepCosts};

pub(in crate::planner) static SEQUENTIAL: Algorithm = Algorithm {
    name: "sequential",
    collective: "shift",
    about: "one message at a time",
    source: "folklore (naive)",
    needs: &[Need::tour("any p, any q")],
    cost: Formula::Text("p min(1, q) (t_s + m t_w)"),
    step_costs: |_, _| Some(StepCosts::steps("p min(1, q)", "t_s + m t_w")),
    at_least: sequential::at_least,
    plan: Plan::Made(sequential::steps),
    ..Algorithm::COMMON
};
