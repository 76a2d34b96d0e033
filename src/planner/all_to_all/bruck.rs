//! Bruck's index algorithm: blocks go by the binary digits of how far they have to go.
//!
//! Step b: everyone sends 2^b further on all blocks whose distance has bit b, combined. Cost:
//! ceil(log2 p) t_s, and as many words as there are ones in the binary digits of 1, 2, .., p - 1:
//! p/2 log p for p = 2^d, a sum over the digits for other p. Any p, wherever
//! shifts are free of congestion. Source: literature, Bruck et al. 1997.

use super::block;
use crate::collective::Instance;
use crate::planner::{Algorithm, ClosedForm, Request, StepCosts, Use, ceil_log2};
use crate::schedule::{Message, Runs, Step, Steps};
use crate::topology::Family;

pub(super) struct Bruck;

impl Algorithm for Bruck {
    fn name(&self) -> &'static str {
        "bruck"
    }

    fn collective(&self) -> &'static str {
        "all-to-all"
    }

    fn about(&self) -> &'static str {
        "step b: everyone sends 2^b further on all blocks whose distance has bit b"
    }

    fn source(&self) -> &'static str {
        "Bruck et al. 1997, index algorithm"
    }

    fn on(&self, family: &'static dyn Family) -> Option<Use> {
        matches!(family.name(), "hypercube" | "complete" | "star" | "switch")
            .then_some(Use::further("any p"))
    }

    fn closed_form(&self, family: &'static dyn Family, _sides: usize) -> Option<ClosedForm> {
        // Of 0, 1, .., p - 1 so many have bit b: 2^b of each 2^(b + 1), and of the rest what is above 2^b.
        let formula = if family.name() == "hypercube" {
            "(t_s + m t_w p/2) log p"
        } else {
            "ceil(log2 p) t_s + m t_w sum(b = 0..ceil(log2 p) - 1, \
             2^b floor(p/2^(b + 1)) + max(0, (p mod 2^(b + 1)) - 2^b))"
        };
        Some(ClosedForm { formula: formula.to_owned(), source: self.source(), textbook: None })
    }

    fn step_costs(&self, family: &'static dyn Family, _sides: usize) -> Option<StepCosts> {
        let cube = family.name() == "hypercube";
        cube.then(|| StepCosts::steps("log p", "t_s + m t_w p/2"))
    }

    fn steps(&self, request: &Request) -> Box<dyn Steps> {
        Box::new(Plan { instance: request.instance.clone() })
    }
}

struct Plan {
    instance: Instance,
}

impl Steps for Plan {
    fn count(&self) -> usize {
        ceil_log2(self.instance.nodes) as usize
    }

    fn messages(&self) -> u128 {
        self.count() as u128 * u128::from(self.instance.nodes)
    }

    fn ranges(&self) -> Option<u128> {
        let p = u128::from(self.instance.nodes);
        // No two blocks of a message are one after another: distances from an origin differ by 2^(k + 1).
        let carried = |k: usize| {
            let bit = 1_u128 << k;
            p / (2 * bit) * bit + (p % (2 * bit)).saturating_sub(bit)
        };
        Some((0..self.count()).map(carried).sum::<u128>() * p)
    }

    fn step_into(&self, k: usize, step: &mut Step) {
        step.messages.clear();
        let p = self.instance.nodes;
        let bit = 1 << k;
        step.messages.extend((0..p).map(|from| {
            // By now a block is as far on as the lower bits of its distance say.
            let pair = |distance: u32| {
                let origin = (from + p - distance % bit) % p;
                block(&self.instance, origin, (origin + distance) % p)
            };
            let runs: Runs = (1..p).filter(|distance| distance & bit != 0).map(pair).collect();
            Message::plain(from, (from + bit) % p, runs)
        }));
    }
}
