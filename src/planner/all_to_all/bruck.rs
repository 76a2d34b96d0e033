//! Bruck's index algorithm: blocks go by the binary digits of how far they have to go.
//!
//! Step b: everyone sends 2^b further on all blocks whose distance has bit b, combined. Cost:
//! ceil(log2 p) t_s, and as many words as there are ones in the binary digits of 1, 2, .., p - 1:
//! p/2 log p for p = 2^d, a sum over the digits for other p. Any p, wherever
//! shifts are free of congestion. Source: literature, Bruck et al. 1997.

use super::block;
use crate::collective::Instance;
use crate::planner::algorithm::{Formula, Need, Plan};
use crate::planner::{Algorithm, StepCosts, ceil_log2};
use crate::schedule::{Message, Runs, Step, Steps};
use crate::topology::{Family, Feature};

pub(in crate::planner) static BRUCK: Algorithm = Algorithm {
    name: "bruck",
    collective: "all-to-all",
    about: "step b: everyone sends 2^b further on all blocks whose distance has bit b",
    source: "Bruck et al. 1997, index algorithm",
    needs: &[Need::of(Feature::Shifts, "any p")],
    cost: Formula::Made(closed_form),
    step_costs: |family, _| {
        let cube = family.offers().contains(&Feature::Cube);
        cube.then(|| StepCosts::steps("log p", "t_s + m t_w p/2"))
    },
    plan: Plan::Made(|request| Box::new(Messages { instance: request.instance.clone() })),
    ..Algorithm::COMMON
};

/// Of 0, 1, .., p - 1 so many have bit b: 2^b of each 2^(b + 1), and of the rest what is above 2^b.
fn closed_form(family: &'static dyn Family, _sides: usize) -> String {
    let formula = if family.offers().contains(&Feature::Cube) {
        "(t_s + m t_w p/2) log p"
    } else {
        "ceil(log2 p) t_s + m t_w sum(b = 0..ceil(log2 p) - 1, \
         2^b floor(p/2^(b + 1)) + max(0, (p mod 2^(b + 1)) - 2^b))"
    };
    formula.to_owned()
}

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
