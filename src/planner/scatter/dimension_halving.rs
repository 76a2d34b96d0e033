//! The binomial tree on the hypercube, with half of the blocks going along with each message.
//!
//! Step k: each holder sends along the k-th highest dimension the blocks of the subcube on that
//! side. The root becomes node 0 by XOR. Cost: t_s log p + m t_w (p - 1). Source: textbook, Grama
//! et al. 2003, section 4.4, Figure 4.15.

use crate::collective::Instance;
use crate::planner::algorithm::{Formula, Need, Plan};
use crate::planner::{Algorithm, StepCosts};
use crate::schedule::{Message, Runs, Step, Steps};
use crate::topology::Feature;

pub(in crate::planner) static DIMENSION_HALVING: Algorithm = Algorithm {
    name: "dimension-halving",
    collective: "scatter",
    about: "one dimension a step, the highest first: each holder sends the blocks of the other side",
    source: "Grama et al. 2003, section 4.4, Figure 4.15",
    needs: &[Need::of(Feature::Cube, "any root")],
    textbook: &["hypercube"],
    cost: Formula::Text("t_s log p + m t_w (p - 1)"),
    step_costs: |_, _| Some(StepCosts::steps("log p", "t_s + p m t_w/2^(i + 1)")),
    plan: Plan::Made(|request| Box::new(Messages { instance: request.instance.clone() })),
    ..Algorithm::COMMON
};

struct Messages {
    instance: Instance,
}

impl Steps for Messages {
    fn count(&self) -> usize {
        self.instance.nodes.trailing_zeros() as usize
    }

    fn messages(&self) -> u128 {
        u128::from(self.instance.nodes) - 1
    }

    fn step_into(&self, k: usize, step: &mut Step) {
        step.messages.clear();
        let (nodes, root) = (self.instance.nodes, self.instance.root);
        let half = nodes >> (k + 1);
        let pieces = u64::from(self.instance.pieces);
        // As seen from the root, holders are the multiples of what half was a step before.
        step.messages.extend((0..nodes).step_by(2 * half as usize).map(|holder| {
            let (from, to) = (holder ^ root, holder ^ root ^ half);
            let first = u64::from(to / half * half);
            let blocks = Runs::range(first * pieces, (first + u64::from(half)) * pieces);
            Message::plain(from, to, blocks)
        }));
    }
}
