//! Everything to one node, and from there to everyone: a gather and a scatter.
//!
//! The first node of the tour gathers by interval doubling what everyone has for the others, and
//! scatters it by interval halving. Cost: 2 ceil(log2 p) t_s + 2 (p - 1)^2 m t_w, any p, on every
//! connected graph (specs/lemmas.md, Lemma U). Source: literature, folklore; few steps for short blocks.

use super::blocks;
use crate::collective::Instance;
use crate::planner::algorithm::{Formula, Need, Plan};
use crate::planner::tour::Tour;
use crate::planner::{Algorithm, StepCosts, halving};
use crate::schedule::{Runs, Step, Steps};

pub(in crate::planner) static GATHER_SCATTER: Algorithm = Algorithm {
    name: "gather-scatter",
    collective: "all-to-all",
    about: "one node gathers everything and scatters it",
    source: "folklore; any graph by Lemma U",
    needs: &[Need::tour("any p")],
    cost: Formula::Text("2 ceil(log2 p) t_s + 2 (p - 1)^2 m t_w"),
    step_costs: |_, _| {
        let scatter = StepCosts::halving("(p - 1) m t_w");
        Some(scatter.clone().backwards().then(scatter))
    },
    plan: Plan::Made(|request| {
        let tour = Tour::new(&request.topology);
        Box::new(Messages { tour, instance: request.instance.clone() })
    }),
    ..Algorithm::COMMON
};

struct Messages {
    tour: Tour,
    instance: Instance,
}

impl Messages {
    /// All blocks from these nodes but those for themselves.
    fn from(&self, nodes: &Runs) -> Runs {
        let p = u64::from(self.instance.nodes);
        let row = |node: u32| {
            let own = u64::from(node);
            [(0, own), (own + 1, p)].map(|(first, end)| blocks(&self.instance, node, first, end))
        };
        nodes.iter().filter_map(|node| u32::try_from(node).ok()).flat_map(row).collect()
    }

    /// All blocks for these nodes but those from themselves.
    fn to(&self, nodes: &Runs) -> Runs {
        let mut all = Runs::new();
        for origin in 0..self.instance.nodes {
            for run in nodes.minus(&Runs::one(origin.into())).runs() {
                all.insert(blocks(&self.instance, origin, run.start, run.end));
            }
        }
        all
    }
}

impl Steps for Messages {
    fn count(&self) -> usize {
        2 * halving::step_count(self.tour.len())
    }

    fn messages(&self) -> u128 {
        2 * (u128::from(self.tour.len()) - 1)
    }

    fn step_into(&self, k: usize, step: &mut Step) {
        step.messages.clear();
        let (p, half) = (self.tour.len(), self.count() / 2);
        let gathers = k < half;
        let split = if gathers { half - 1 - k } else { k - half };
        halving::for_each_split(p, split, |start, middle, end| {
            let nodes = self.tour.nodes(middle, end - middle);
            step.messages.push(if gathers {
                self.tour.message_back(middle, start, self.from(&nodes))
            } else {
                self.tour.message(start, middle, self.to(&nodes))
            });
        });
    }
}
