//! Neighbour exchange: everyone swaps with one neighbour, then with the other, and so on.
//!
//! Step 1: 2i and 2i + 1 swap their blocks. Step s: 2i and 2i + 1, for even s 2i - 1 and 2i, swap the
//! two blocks that came last (their own two in step 2). Cost: p/2 t_s + (p - 1) m t_w on a ring of
//! even p: half the steps of the ring algorithm, as many words. Literature: Chen et al. 2005.

use super::round_the_tour;
use super::rounds::Rounds;
use crate::planner::Algorithm;
use crate::planner::algorithm::{Formula, Need, Plan, Requirement};
use crate::topology::Feature;

pub(in crate::planner) static NEIGHBOUR_EXCHANGE: Algorithm = Algorithm {
    name: "neighbour-exchange",
    collective: "all-gather",
    about: "everyone swaps the two blocks that came last with one neighbour, then with the other",
    source: "Chen et al. 2005",
    needs: &[Need::of(Feature::ClosedRing, "even p")],
    requires: &[Requirement::Even],
    cost: Formula::Text("(p/2) t_s + (p - 1) m t_w"),
    plan: Plan::Made(|request| round_the_tour::steps(request, Rounds::Neighbours)),
    ..Algorithm::COMMON
};
