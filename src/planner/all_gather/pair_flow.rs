//! Pair flow: pairs of blocks go round the ring both ways at once, two hops at a time.
//!
//! Step 1: 2i and 2i + 1 swap their blocks. Then even nodes hand the pair that came last on to the
//! even node two ahead, while odd ones hand theirs on to the odd node two back, so that all links
//! are busy; each side brings p/2 - 1 blocks, the last a half of a pair where 4 divides p. Last
//! step: 2i and 2i + 1 swap these. Cost: (2 + ceil((p - 2)/4)) t_s + (p - 1) m t_w on a ring of even
//! p >= 4, t_s + m t_w for p = 2: a quarter of the ring algorithm's steps, as many words. Derived here.

use super::round_the_tour;
use super::rounds::Rounds;
use crate::planner::Algorithm;
use crate::planner::algorithm::{Formula, Need, Plan, Requirement};
use crate::topology::Feature;

pub(in crate::planner) static PAIR_FLOW: Algorithm = Algorithm {
    name: "pair-flow",
    collective: "all-gather",
    about: "pairs swap; even nodes send pairs two ahead while odd ones send two back; pairs swap",
    source: "derived here",
    needs: &[Need::of(Feature::ClosedRing, "even p")],
    requires: &[Requirement::Even],
    cost: Formula::Text("min(p - 1, 2 + ceil((p - 2)/4)) t_s + (p - 1) m t_w"),
    plan: Plan::Made(|request| round_the_tour::steps(request, Rounds::PairFlow)),
    ..Algorithm::COMMON
};
