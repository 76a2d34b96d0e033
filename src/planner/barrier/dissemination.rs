//! Dissemination: in step i everyone tells the node 2^i further on, round and round.
//!
//! After step i node v has heard of the 2^(i+1) nodes up to itself. Cost: ceil(log2 p) t_s, any p,
//! where every node has a way of its own to any other; on the hypercube too, where a cyclic shift
//! by E-cube routes is free of congestion (specs/lemmas.md, E-cube). Literature: Hensgen, Finkel and
//! Manber 1988.

use crate::planner::algorithm::{Formula, Need, Plan};
use crate::planner::template::{self, brick};
use crate::planner::{Algorithm, StepCosts, ceil_log2};
use crate::schedule::{Message, Pattern, Runs, Step, Steps};
use crate::topology::Feature;

pub(in crate::planner) static DISSEMINATION: Algorithm = Algorithm {
    name: "dissemination",
    collective: "barrier",
    about: "in step i everyone tells the node 2^i further on of all it has heard of",
    source: "Hensgen, Finkel and Manber 1988",
    needs: &[Need::of(Feature::Shifts, "any p")],
    cost: Formula::Text("ceil(log2 p) t_s"),
    step_costs: |_, _| Some(StepCosts::steps("ceil(log2 p)", "t_s")),
    plan: Plan::Made(|request| {
        let instance = &request.instance;
        Box::new(Messages { nodes: instance.nodes, blocks: instance.all_blocks() })
    }),
    templates: |request| {
        let by = template::round(&request.topology);
        let p = request.instance.nodes;
        template::one_each(request, by, ceil_log2(p) as usize, |of, k| {
            Pattern::plain(0, 1 << k, brick(of, &[]))
        })
    },
    ..Algorithm::COMMON
};

struct Messages {
    nodes: u32,
    blocks: Runs,
}

impl Steps for Messages {
    fn count(&self) -> usize {
        ceil_log2(self.nodes) as usize
    }

    fn messages(&self) -> u128 {
        self.count() as u128 * u128::from(self.nodes)
    }

    fn step_into(&self, k: usize, step: &mut Step) {
        step.messages.clear();
        let p = self.nodes;
        step.messages.extend((0..p).map(|v| {
            // Below 2^k + p, and 2^k < p <= 2^25.
            Message::plain(v, (v + (1 << k)) % p, self.blocks.clone())
        }));
    }
}
