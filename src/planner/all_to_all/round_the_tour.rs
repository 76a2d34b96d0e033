//! Blocks for everyone round a tour of all nodes, by one of the rules of [`Rounds`].

use super::blocks;
use super::rounds::{Cargo, Rounds};
use crate::collective::Instance;
use crate::planner::Request;
use crate::planner::tour::Tour;
use crate::schedule::{Runs, Step, Steps};

/// The steps by this rule.
pub(super) fn steps(request: &Request, rounds: Rounds) -> Box<dyn Steps> {
    let tour = Tour::new(&request.topology);
    Box::new(Plan { tour, instance: request.instance.clone(), rounds })
}

struct Plan {
    tour: Tour,
    instance: Instance,
    rounds: Rounds,
}

impl Plan {
    fn blocks(&self, cargo: &[Cargo]) -> Runs {
        let of = |cargo: &Cargo| {
            let origin = self.tour.node(cargo.origin);
            let targets = self.tour.nodes(cargo.first, cargo.count);
            let runs = targets.runs().iter();
            runs.map(|run| blocks(&self.instance, origin, run.start, run.end)).collect::<Vec<_>>()
        };
        cargo.iter().flat_map(of).collect()
    }
}

impl Steps for Plan {
    fn count(&self) -> usize {
        self.rounds.count(self.tour.len())
    }

    fn messages(&self) -> u128 {
        self.count() as u128 * u128::from(self.tour.len())
    }

    fn step_into(&self, k: usize, step: &mut Step) {
        step.messages.clear();
        step.messages.extend(self.rounds.moves(self.tour.len(), k).iter().map(|m| {
            let blocks = self.blocks(&m.cargo);
            if m.forward {
                self.tour.message(m.from, m.to, blocks)
            } else {
                self.tour.message_back(m.from, m.to, blocks)
            }
        }));
    }
}
