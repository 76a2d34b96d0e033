//! Brent and Kung's scan along the tour: sums of ever longer runs going up, prefixes going down.
//!
//! Up: in step i the last node of every other run of 2^i nodes sends the run's sum to the last node
//! of the next run. Down, i falling: the last node of every pair of runs of 2^i has its prefix and
//! sends it on by 2^i. Cost: b(p)(t_s + m t_w) with b(p) = floor(log2 p) + floor(log2(p/3)) + 1, 0 for
//! one node; any p, wherever the nodes are numbered along a tour; inclusive. All messages of a step
//! go forwards in disjoint arcs (specs/lemmas.md, Lemma U), and the operator need not commute.
//! Literature: Brent and Kung 1982; on any such graph derived here.

use super::up_and_down::UpAndDown;
use super::{along_a_tour, inclusive};
use crate::planner::tour::Tour;
use crate::planner::{Algorithm, ClosedForm, PlanError, Request, StepCosts, Use, no_order};
use crate::schedule::{Runs, Step, Steps};
use crate::topology::Family;

pub(in crate::planner) struct BrentKung;

impl Algorithm for BrentKung {
    fn name(&self) -> &'static str {
        "brent-kung"
    }

    fn collective(&self) -> &'static str {
        "scan"
    }

    fn about(&self) -> &'static str {
        "up: sums of runs twice as long in each step; down: prefixes to the nodes between; inclusive"
    }

    fn source(&self) -> &'static str {
        "Brent and Kung 1982; along a tour by Lemma U"
    }

    fn on(&self, family: &'static dyn Family) -> Option<Use> {
        let elsewhere = matches!(family.name(), "node-tree" | "graph");
        let numbered = "numbered along a tour; inclusive";
        Some(Use::further(if elsewhere { numbered } else { "any p; inclusive" }))
    }

    fn fits(&self, request: &Request) -> Result<(), PlanError> {
        no_order(self.name(), request)?;
        inclusive(self.name(), request)?;
        along_a_tour(self.name(), request)
    }

    fn closed_form(&self, _family: &'static dyn Family, _sides: usize) -> Option<ClosedForm> {
        let formula = "max(0, floor(log2 p) + floor(log2(p/3)) + 1) (t_s + m t_w)".to_owned();
        Some(ClosedForm { formula, source: self.source(), textbook: None })
    }

    fn step_costs(&self, _family: &'static dyn Family, _sides: usize) -> Option<StepCosts> {
        Some(StepCosts::steps("max(0, floor(log2 p) + floor(log2(p/3)) + 1)", "t_s + m t_w"))
    }

    fn steps(&self, request: &Request) -> Box<dyn Steps> {
        let blocks = request.instance.all_blocks();
        let sweep = UpAndDown::of(request.instance.nodes);
        Box::new(Plan { tour: Tour::new(&request.topology), sweep, blocks })
    }
}

struct Plan {
    tour: Tour,
    sweep: UpAndDown,
    blocks: Runs,
}

impl Steps for Plan {
    fn count(&self) -> usize {
        self.sweep.count()
    }

    fn messages(&self) -> u128 {
        self.sweep.messages()
    }

    fn step_into(&self, k: usize, step: &mut Step) {
        step.messages.clear();
        self.sweep.for_each(k, |from, to, _| {
            step.messages.push(self.tour.message(from, to, self.blocks.clone()));
        });
    }
}
