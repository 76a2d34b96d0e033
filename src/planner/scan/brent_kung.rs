//! Brent and Kung's scan along the tour: sums of ever longer runs going up, prefixes going down.
//!
//! Up: in step i the last node of every other run of 2^i nodes sends the run's sum to the last node
//! of the next run. Down, i falling: the last node of every pair of runs of 2^i has its prefix and
//! sends it on by 2^i. Cost: b(p)(t_s + m t_w) with b(p) = floor(log2 p) + floor(log2(p/3)) + 1, 0 for
//! one node; any p, wherever the nodes are numbered along a tour; inclusive. All messages of a step
//! go forwards in disjoint arcs (specs/lemmas.md, Lemma U), and the operator need not commute.
//! Literature: Brent and Kung 1982; on any such graph derived here.

use super::up_and_down::UpAndDown;
use crate::planner::algorithm::{Formula, Need, Plan, Requirement};
use crate::planner::tour::Tour;
use crate::planner::{Algorithm, StepCosts};
use crate::schedule::{Runs, Step, Steps};
use crate::topology::Feature;

pub(in crate::planner) static BRENT_KUNG: Algorithm = Algorithm {
    name: "brent-kung",
    collective: "scan",
    about: "up: sums of runs twice as long in each step; down: prefixes to the nodes between; inclusive",
    source: "Brent and Kung 1982; along a tour by Lemma U",
    needs: &[
        Need::of(Feature::Numbered, "any p; inclusive"),
        Need::tour("numbered along a tour; inclusive"),
    ],
    requires: &[Requirement::Inclusive, Requirement::AlongATour],
    cost: Formula::Text("max(0, floor(log2 p) + floor(log2(p/3)) + 1) (t_s + m t_w)"),
    step_costs: |_, _| {
        Some(StepCosts::steps("max(0, floor(log2 p) + floor(log2(p/3)) + 1)", "t_s + m t_w"))
    },
    plan: Plan::Made(|request| {
        let blocks = request.instance.all_blocks();
        let sweep = UpAndDown::of(request.instance.nodes);
        Box::new(Messages { tour: Tour::new(&request.topology), sweep, blocks })
    }),
    ..Algorithm::COMMON
};

struct Messages {
    tour: Tour,
    sweep: UpAndDown,
    blocks: Runs,
}

impl Steps for Messages {
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
