//! Bruck's cyclic shifts: in step k everyone sends all it has to the node 2^k before it.
//!
//! Before step k node v has the blocks of the 2^k nodes from itself on, round and round; in the last
//! step only as many travel as are lacking. Cost: ceil(log2 p) t_s + (p - 1) m t_w, any p, where every
//! node has a way of its own to any other; on the hypercube too, where a cyclic shift by E-cube
//! routes is free of congestion (specs/lemmas.md, E-cube). Literature: Bruck et al. 1997.

use crate::collective::Instance;
use crate::planner::algorithm::{Formula, Need, Plan};
use crate::planner::template::{self, brick, span};
use crate::planner::{Algorithm, StepCosts, ceil_log2};
use crate::schedule::{Message, Pattern, Step, Steps};
use crate::topology::Feature;

pub(in crate::planner) static BRUCK: Algorithm = Algorithm {
    name: "bruck",
    collective: "all-gather",
    about: "in step k everyone sends all it has to the node 2^k before it, round and round",
    source: "Bruck et al. 1997",
    needs: &[Need::of(Feature::Shifts, "any p")],
    cost: Formula::Text("ceil(log2 p) t_s + (p - 1) m t_w"),
    step_costs: |_, _| {
        // All steps but the last double what everyone has; the last brings the rest.
        let last = "max(0, ceil(log2 p) - 1)";
        let doubling = StepCosts::steps(last, "t_s + 2^i m t_w");
        Some(doubling.then(StepCosts::from_to(last, "ceil(log2 p)", "t_s + (p - 2^i) m t_w")))
    },
    plan: Plan::Made(|request| Box::new(Messages { instance: request.instance.clone() })),
    templates: |request| {
        let p = request.instance.nodes;
        let by = template::round(&request.topology);
        template::one_each(request, by, ceil_log2(p) as usize, move |of, k| {
            let distance = 1 << k;
            let blocks = brick(of, &[span(0, distance.min(p - distance))]);
            Pattern::plain(0, p - distance, blocks)
        })
    },
    ..Algorithm::COMMON
};

struct Messages {
    instance: Instance,
}

impl Steps for Messages {
    fn count(&self) -> usize {
        ceil_log2(self.instance.nodes) as usize
    }

    fn messages(&self) -> u128 {
        self.count() as u128 * u128::from(self.instance.nodes)
    }

    fn step_into(&self, k: usize, step: &mut Step) {
        step.messages.clear();
        let p = self.instance.nodes;
        let distance = 1 << k;
        let count = distance.min(p - distance);
        step.messages.extend((0..p).map(|v| {
            let blocks = self.instance.blocks_of_next(v, count);
            Message::plain(v, (v + p - distance) % p, blocks)
        }));
    }
}
