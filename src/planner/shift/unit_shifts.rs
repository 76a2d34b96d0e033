//! Shifts by one, the shorter way round.
//!
//! Each step: everyone hands on to the next what it holds, min(q, p - q) times. Cost:
//! min(q, p - q)(t_s + m t_w), any p, wherever the numbers of the nodes follow a tour (specs/lemmas.md,
//! Lemma U): not on node trees and graphs. Source: textbook, Grama et al. 2003, section 4.6.

use crate::collective::Instance;
use crate::planner::algorithm::{Formula, Need, Plan};
use crate::planner::template::{self, at, brick};
use crate::planner::tour::Tour;
use crate::planner::{Algorithm, StepCosts};
use crate::schedule::{Pattern, Runs, Step, Steps};
use crate::topology::Feature;

pub(in crate::planner) static UNIT_SHIFTS: Algorithm = Algorithm {
    name: "unit-shifts",
    collective: "shift",
    about: "everyone hands on to the next, q times forwards or p - q times backwards",
    source: "Grama et al. 2003, section 4.6",
    needs: &[Need::of(Feature::Numbered, "any p, any q")],
    textbook: &["linear-array", "ring"],
    cost: Formula::Text("min(q, p - q) (t_s + m t_w)"),
    step_costs: |_, _| Some(StepCosts::steps("min(q, p - q)", "t_s + m t_w")),
    plan: Plan::Made(|request| {
        let tour = Tour::new(&request.topology);
        Box::new(Messages { tour, instance: request.instance.clone() })
    }),
    templates: |request| {
        let (p, by) = (request.instance.nodes, template::round(&request.topology));
        let tour = Tour::new(&request.topology);
        let plan = Messages { tour, instance: request.instance.clone() };
        let forward = plan.instance.by <= plan.back();
        template::one_each(request, by, plan.count(), move |of, k| {
            let k = u32::try_from(k).unwrap_or(0);
            let (origin, message) = if forward {
                ((p - k) % p, plan.tour.message(0, 1, Runs::new()))
            } else {
                (k, plan.tour.message_back(0, p - 1, Runs::new()))
            };
            let blocks = brick(of, &[at(origin)]);
            Pattern { route: message.route, ..Pattern::plain(0, message.to, blocks) }
        })
    },
    ..Algorithm::COMMON
};

struct Messages {
    tour: Tour,
    instance: Instance,
}

impl Messages {
    /// By how much it goes back.
    fn back(&self) -> u32 {
        self.instance.nodes - self.instance.by
    }
}

impl Steps for Messages {
    fn count(&self) -> usize {
        self.instance.by.min(self.back()) as usize
    }

    fn messages(&self) -> u128 {
        self.count() as u128 * u128::from(self.instance.nodes)
    }

    fn step_into(&self, k: usize, step: &mut Step) {
        step.messages.clear();
        let (p, k) = (self.instance.nodes, u32::try_from(k).unwrap_or(0));
        let forward = self.instance.by <= self.back();
        step.messages.extend((0..p).map(|at| {
            if forward {
                let origin = (at + p - k) % p;
                self.tour.message(at, at + 1, self.instance.blocks_of(origin))
            } else {
                let origin = (at + k) % p;
                self.tour.message_back(at, at + p - 1, self.instance.blocks_of(origin))
            }
        }));
    }
}
