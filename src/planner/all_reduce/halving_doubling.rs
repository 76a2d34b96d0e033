//! Rabenseifner's halving and doubling: partners swap halves of what they have, and halves again.
//!
//! The vector is cut in p pieces. Recursive halving leaves piece j summed up at node j, log p steps;
//! recursive doubling brings all pieces to all, log p more. Cost: 2 t_s log p + 2 m t_w (p - 1)/p,
//! p = 2^d, where each pair has a way of its own: the fewest words there are. Literature:
//! Rabenseifner 2004; Grama et al. 2003, section 4.7.1, where the last factor is taken as 1.

use crate::planner::algorithm::{Formula, Need, Pieces, Plan, Requirement, Taught};
use crate::planner::scattered::{self, IMPROVED};
use crate::planner::{Algorithm, StepCosts, all_gather};
use crate::topology::Feature;

pub(in crate::planner) static HALVING_DOUBLING: Algorithm = Algorithm {
    name: "halving-doubling",
    collective: "all-reduce",
    about: "p pieces: reduce-scatter by recursive halving, then all-gather by recursive doubling",
    source: "Rabenseifner 2004",
    needs: &[Need::of(Feature::Shifts, "p = 2^d; p pieces")],
    requires: &[Requirement::PowerOfTwo],
    pieces: Pieces::Nodes,
    cost: Formula::Text("2 t_s log p + 2 m t_w (p - 1)/p"),
    taught: Taught::Everywhere(IMPROVED),
    step_costs: |_, _| {
        let all_gather = StepCosts::steps("log p", "t_s + 2^i m t_w/p");
        Some(all_gather.clone().backwards().then(all_gather).powers_of_two())
    },
    plan: Plan::Made(|request| scattered::all_reduce(&all_gather::RECURSIVE_DOUBLING, request)),
    ..Algorithm::COMMON
};
