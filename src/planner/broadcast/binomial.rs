//! The binomial tree on the hypercube: one dimension a step, everyone who has the message sends.
//!
//! Step k: each holder sends along the k-th dimension of the order, by default the highest first.
//! The source becomes node 0 by XOR. Cost: (t_s + m t_w) log p. Source: Grama et al. 2003,
//! Algorithms 4.1 and 4.2, Figure 4.6.

use crate::planner::algorithm::{Formula, Need, Plan, Requirement};
use crate::planner::{Algorithm, EQUATION_4_1, StepCosts};
use crate::schedule::{Message, Runs, Step, Steps};
use crate::topology::{Feature, Vertex};

pub(in crate::planner) static BINOMIAL: Algorithm = Algorithm {
    name: "binomial",
    collective: "broadcast",
    about: "each holder sends along one dimension a step, the highest first or in any --order",
    source: "Grama et al. 2003, Algorithms 4.1 and 4.2, eq. 4.1",
    needs: &[Need::of(Feature::Cube, "p = 2^d, any root")],
    textbook: &["hypercube"],
    requires: &[Requirement::Order],
    cost: Formula::Text(EQUATION_4_1.formula),
    step_costs: |_, _| Some(StepCosts::steps("log p", "t_s + m t_w")),
    plan: Plan::Made(|request| {
        let highest_first = || (0..request.topology.nodes().trailing_zeros()).rev().collect();
        Box::new(Messages {
            order: request.order.clone().unwrap_or_else(highest_first),
            root: request.instance.root,
            blocks: request.instance.all_blocks(),
        })
    }),
    ..Algorithm::COMMON
};

struct Messages {
    /// The dimension of each step.
    order: Vec<u32>,
    root: Vertex,
    blocks: Runs,
}

impl Steps for Messages {
    fn count(&self) -> usize {
        self.order.len()
    }

    fn messages(&self) -> u128 {
        (1 << self.order.len()) - 1
    }

    fn step_into(&self, k: usize, step: &mut Step) {
        step.messages.clear();
        let Some(dimension) = self.order.get(k) else { return };
        // Those that have the message by then differ from the root in dimensions that had their turn.
        let done = self.order[..k].iter().fold(0, |done, before| done | 1 << before);
        let lowest = self.root & !done;
        let mut above = Some(0);
        let holders = std::iter::from_fn(|| {
            let holder = lowest | above?;
            // The next larger number of bits among those that are done.
            above = above.filter(|above| *above != done).map(|above| ((above | !done) + 1) & done);
            Some(holder)
        });
        step.messages.extend(
            holders.map(|from| Message::plain(from, from ^ 1 << dimension, self.blocks.clone())),
        );
    }
}
