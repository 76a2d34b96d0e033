//! Rotation: everyone sends its block for the node j further on directly, for each j in turn.
//!
//! Step j: node v sends to node v + j mod p. Cost: (p - 1)(t_s + m t_w), any p, where every such
//! shift is free of congestion: on E-cube routes of the hypercube (specs/lemmas.md), and
//! wherever each pair has a way of its own. Source: literature, folklore.

use super::block;
use crate::collective::Instance;
use crate::planner::algorithm::{Formula, Need, Plan};
use crate::planner::template::{self, at, brick};
use crate::planner::{Algorithm, StepCosts};
use crate::schedule::{Message, Pattern, Runs, Step, Steps};
use crate::topology::Feature;

pub(in crate::planner) static ROTATION: Algorithm = Algorithm {
    name: "rotation",
    collective: "all-to-all",
    about: "step j: everyone sends its block for the node j further on directly",
    source: "folklore",
    needs: &[Need::of(Feature::Shifts, "any p")],
    cost: Formula::Text("(p - 1) (t_s + m t_w)"),
    step_costs: |_, _| Some(StepCosts::steps("p - 1", "t_s + m t_w")),
    plan: Plan::Made(|request| Box::new(Messages { instance: request.instance.clone() })),
    templates: |request| {
        let p = request.instance.nodes;
        let by = template::round(&request.topology);
        template::one_each(request, by, p as usize - 1, |of, k| {
            let to = u32::try_from(k).unwrap_or(0) + 1;
            Pattern::plain(0, to, brick(of, &[at(0), at(to)]))
        })
    },
    ..Algorithm::COMMON
};

struct Messages {
    instance: Instance,
}

impl Steps for Messages {
    fn count(&self) -> usize {
        self.instance.nodes as usize - 1
    }

    fn messages(&self) -> u128 {
        let p = u128::from(self.instance.nodes);
        p * (p - 1)
    }

    fn step_into(&self, k: usize, step: &mut Step) {
        step.messages.clear();
        let p = self.instance.nodes;
        let by = u32::try_from(k).unwrap_or(0) + 1;
        step.messages.extend((0..p).map(|from| {
            let to = (from + by) % p;
            Message::plain(from, to, Runs::from_iter([block(&self.instance, from, to)]))
        }));
    }
}
