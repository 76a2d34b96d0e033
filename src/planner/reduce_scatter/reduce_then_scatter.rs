//! The whole vector to one node, and from there to everyone its own block: a reduce and a scatter.
//!
//! The first node of the tour sums up all p blocks by interval halving run backwards, and scatters
//! them by interval halving. Cost: 2 ceil(log2 p) t_s + (p ceil(log2 p) + p - 1) m t_w, any p, on
//! every connected graph (specs/lemmas.md, Lemma U). Few steps for short blocks. Literature: folklore.

use crate::collective::collective;
use crate::planner::broadcast::TourHalving;
use crate::planner::in_turn::InTurn;
use crate::planner::tour::Tour;
use crate::planner::{Algorithm, ClosedForm, Request, StepCosts, Use, scatter};
use crate::schedule::{Reversed, Steps};
use crate::topology::Family;

pub(super) struct ReduceThenScatter;

impl Algorithm for ReduceThenScatter {
    fn name(&self) -> &'static str {
        "reduce-then-scatter"
    }

    fn collective(&self) -> &'static str {
        "reduce-scatter"
    }

    fn about(&self) -> &'static str {
        "one node sums up the whole vector and scatters it"
    }

    fn source(&self) -> &'static str {
        "folklore; any graph by Lemma U"
    }

    fn on(&self, _family: &'static dyn Family) -> Option<Use> {
        Some(Use::further("any p"))
    }

    fn closed_form(&self, _family: &'static dyn Family, _sides: usize) -> Option<ClosedForm> {
        let formula = "2 ceil(log2 p) t_s + (p ceil(log2 p) + p - 1) m t_w".to_owned();
        Some(ClosedForm { formula, source: self.source(), textbook: None })
    }

    fn step_costs(&self, _family: &'static dyn Family, _sides: usize) -> Option<StepCosts> {
        Some(StepCosts::steps("ceil(log2 p)", "t_s + p m t_w").then(StepCosts::halving("m t_w")))
    }

    fn steps(&self, request: &Request) -> Box<dyn Steps> {
        let tour = Tour::new(&request.topology);
        let first = tour.node(0);
        let spread = TourHalving::new(tour, first, request.instance.all_blocks());
        let reduce = Reversed::new(Box::new(spread), request.topology.clone());
        // A scatter's blocks are numbered as a reduce-scatter's: by the node that gets them.
        let mut out = request.clone();
        out.instance.root = first;
        if let Some(kind) = collective(scatter::IntervalHalving.collective()) {
            out.instance.collective = kind;
        }
        Box::new(InTurn(vec![Box::new(reduce), scatter::IntervalHalving.steps(&out)]))
    }
}
