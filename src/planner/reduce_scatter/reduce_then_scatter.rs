//! The whole vector to one node, and from there to everyone its own block: a reduce and a scatter.
//!
//! The first node of the tour sums up all p blocks by interval halving run backwards, and scatters
//! them by interval halving. Cost: 2 ceil(log2 p) t_s + (p ceil(log2 p) + p - 1) m t_w, any p, on
//! every connected graph (specs/lemmas.md, Lemma U). Few steps for short blocks. Literature: folklore.

use crate::collective::collective;
use crate::planner::algorithm::{Formula, Need, Plan};
use crate::planner::broadcast::TourHalving;
use crate::planner::in_turn::InTurn;
use crate::planner::tour::Tour;
use crate::planner::{Algorithm, StepCosts, scatter};
use crate::schedule::Reversed;

pub(in crate::planner) static REDUCE_THEN_SCATTER: Algorithm = Algorithm {
    name: "reduce-then-scatter",
    collective: "reduce-scatter",
    about: "one node sums up the whole vector and scatters it",
    source: "folklore; any graph by Lemma U",
    needs: &[Need::tour("any p")],
    cost: Formula::Text("2 ceil(log2 p) t_s + (p ceil(log2 p) + p - 1) m t_w"),
    step_costs: |_, _| {
        Some(StepCosts::steps("ceil(log2 p)", "t_s + p m t_w").then(StepCosts::halving("m t_w")))
    },
    plan: Plan::Made(|request| {
        let tour = Tour::new(&request.topology);
        let first = tour.node(0);
        let spread = TourHalving::new(tour, first, request.instance.all_blocks());
        let reduce = Reversed::new(Box::new(spread), request.topology.clone());
        // A scatter's blocks are numbered as a reduce-scatter's: by the node that gets them.
        let mut out = request.clone();
        out.instance.root = first;
        if let Some(kind) = collective(scatter::INTERVAL_HALVING.collective()) {
            out.instance.collective = kind;
        }
        Box::new(InTurn(vec![Box::new(reduce), scatter::INTERVAL_HALVING.steps(&out)]))
    }),
    ..Algorithm::COMMON
};
