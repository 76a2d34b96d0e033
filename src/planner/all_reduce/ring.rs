//! Round the ring: every piece is summed up on its way round, and then handed round.
//!
//! The vector is cut in p pieces. The ring reduce-scatter leaves piece j summed up at node j, p - 1
//! steps; the ring all-gather brings all pieces to all, p - 1 more. Cost: 2 (p - 1)(t_s + m t_w/p),
//! any p, on every connected graph: the arcs of a step are the whole tour (specs/lemmas.md, Lemma U). The
//! fewest words there are; sums wrap round, so the operator must commute. Literature: Patarasuk and
//! Yuan 2009.

use crate::planner::algorithm::{Formula, Need, Pieces, Plan};
use crate::planner::{Algorithm, StepCosts, all_gather, scattered};

pub(in crate::planner) static RING: Algorithm = Algorithm {
    name: "ring",
    collective: "all-reduce",
    about: "p pieces, summed up on their way round the ring and then handed round",
    source: "Patarasuk and Yuan 2009",
    needs: &[Need::tour("any p; p pieces")],
    pieces: Pieces::Nodes,
    cost: Formula::Text("2 (p - 1) (t_s + m t_w/p)"),
    step_costs: |_, _| {
        let half = StepCosts::steps("p - 1", "t_s + m t_w/p");
        Some(half.clone().then(half))
    },
    plan: Plan::Made(|request| scattered::all_reduce(&all_gather::RING, request)),
    ..Algorithm::COMMON
};
