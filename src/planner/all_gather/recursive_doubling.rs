//! Recursive doubling, the hypercube exchange: partners swap all they have, twice as much a step.
//!
//! Step i: node v and node v XOR 2^i exchange the 2^i blocks that each has. Cost:
//! t_s log p + m t_w (p - 1), p = 2^d, where each pair has a way of its own. Laid on a ring, array,
//! grid or tree it is congested from the second step on (Figure 4.12). Source: Grama et al. 2003,
//! Algorithm 4.7, Figure 4.11.

use crate::collective::Instance;
use crate::planner::template::{self, Planned, brick, span};
use crate::planner::{
    Algorithm, ClosedForm, PlanError, Request, Role, StepCosts, Use, no_order, power_of_two,
};
use crate::schedule::{Message, Pattern, Runs, Step, Steps, Visit, in_parts_of};
use crate::topology::{Family, Translations, Vertex};

pub(in crate::planner) struct RecursiveDoubling;

impl Algorithm for RecursiveDoubling {
    fn name(&self) -> &'static str {
        "recursive-doubling"
    }

    fn collective(&self) -> &'static str {
        "all-gather"
    }

    fn about(&self) -> &'static str {
        "hypercube exchange: in step i nodes that differ in bit i swap all that they have"
    }

    fn source(&self) -> &'static str {
        "Grama et al. 2003, Algorithm 4.7"
    }

    fn on(&self, family: &'static dyn Family) -> Option<Use> {
        Some(match family.name() {
            "hypercube" => Use::textbook("p = 2^d"),
            "complete" | "star" | "switch" => Use::further("p = 2^d"),
            _ => Use::counterexample("p = 2^d; congested but for a few small p (Figure 4.12)"),
        })
    }

    fn fits(&self, request: &Request) -> Result<(), PlanError> {
        no_order(self.name(), request)?;
        power_of_two(self.name(), request)
    }

    fn closed_form(&self, family: &'static dyn Family, _sides: usize) -> Option<ClosedForm> {
        if self.on(family)?.role == Role::Counterexample {
            return None;
        }
        let formula = "t_s log p + m t_w (p - 1)".to_owned();
        Some(ClosedForm { formula, source: self.source(), textbook: None })
    }

    fn step_costs(&self, family: &'static dyn Family, sides: usize) -> Option<StepCosts> {
        self.closed_form(family, sides)?;
        Some(StepCosts::steps("log p", "t_s + 2^i m t_w").powers_of_two())
    }

    fn steps(&self, request: &Request) -> Box<dyn Steps> {
        Box::new(Plan { instance: request.instance.clone() })
    }

    fn templates(&self, request: &Request) -> Option<Planned> {
        let p = request.instance.nodes;
        let by = Translations::xor(p);
        template::one_each(request, by, p.trailing_zeros() as usize, |of, k| {
            Pattern::plain(0, 1 << k, brick(of, &[span(0, 1 << k)]))
        })
    }
}

struct Plan {
    instance: Instance,
}

impl Steps for Plan {
    fn count(&self) -> usize {
        self.instance.nodes.trailing_zeros() as usize
    }

    fn messages(&self) -> u128 {
        self.count() as u128 * u128::from(self.instance.nodes)
    }

    fn step_into(&self, k: usize, step: &mut Step) {
        step.messages.clear();
        step.messages.extend((0..self.instance.nodes).map(|node| self.message(k, node)));
    }

    fn in_parts(&self, k: usize, step: &mut Step, visit: &mut Visit<'_>) -> bool {
        in_parts_of(self.instance.nodes, step, |node| self.message(k, node), visit)
    }
}

impl Plan {
    fn message(&self, k: usize, node: Vertex) -> Message {
        let pieces = u64::from(self.instance.pieces);
        let first = u64::from(node >> k << k);
        let blocks = Runs::range(first * pieces, (first + (1 << k)) * pieces);
        Message::plain(node, node ^ (1 << k), blocks)
    }
}
