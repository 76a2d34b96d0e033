//! The binomial tree on the hypercube: one dimension a step, everyone who has the message sends.
//!
//! Step k: each holder sends along the k-th dimension of the order, by default the highest first.
//! The source becomes node 0 by XOR. Cost: (t_s + m t_w) log p. Source: Grama et al. 2003,
//! Algorithms 4.1 and 4.2, Figure 4.6.

use crate::planner::{Algorithm, ClosedForm, EQUATION_4_1, PlanError, Request, StepCosts, Use};
use crate::schedule::{Message, Runs, Step, Steps};
use crate::topology::{Family, Vertex};

pub(in crate::planner) struct Binomial;

impl Algorithm for Binomial {
    fn name(&self) -> &'static str {
        "binomial"
    }

    fn collective(&self) -> &'static str {
        "broadcast"
    }

    fn about(&self) -> &'static str {
        "each holder sends along one dimension a step, the highest first or in any --order"
    }

    fn source(&self) -> &'static str {
        "Grama et al. 2003, Algorithms 4.1 and 4.2, eq. 4.1"
    }

    fn on(&self, family: &'static dyn Family) -> Option<Use> {
        (family.name() == "hypercube").then_some(Use::textbook("p = 2^d, any root"))
    }

    fn fits(&self, request: &Request) -> Result<(), PlanError> {
        let dimension = request.topology.nodes().trailing_zeros();
        let Some(order) = &request.order else { return Ok(()) };
        let mut sorted = order.clone();
        sorted.sort_unstable();
        let every_once = sorted.iter().copied().eq(0..dimension);
        if every_once { Ok(()) } else { Err(PlanError::NotAnOrder(dimension)) }
    }

    fn closed_form(&self, _family: &'static dyn Family, _sides: usize) -> Option<ClosedForm> {
        let formula = EQUATION_4_1.formula.to_owned();
        Some(ClosedForm { formula, source: self.source(), textbook: None })
    }

    fn step_costs(&self, _family: &'static dyn Family, _sides: usize) -> Option<StepCosts> {
        Some(StepCosts::steps("log p", "t_s + m t_w"))
    }

    fn steps(&self, request: &Request) -> Box<dyn Steps> {
        let highest_first = || (0..request.topology.nodes().trailing_zeros()).rev().collect();
        Box::new(Plan {
            order: request.order.clone().unwrap_or_else(highest_first),
            root: request.instance.root,
            blocks: request.instance.all_blocks(),
        })
    }
}

struct Plan {
    /// The dimension of each step.
    order: Vec<u32>,
    root: Vertex,
    blocks: Runs,
}

impl Steps for Plan {
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
