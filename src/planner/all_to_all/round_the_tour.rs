//! Blocks for everyone round a tour of all nodes, by one of the rules of [`Rounds`].

use super::blocks;
use super::rounds::{Cargo, Rounds};
use crate::collective::Instance;
use crate::planner::template::{self, Planned, at, brick, wrapped};
use crate::planner::tour::Tour;
use crate::planner::{Request, StepCosts};
use crate::schedule::{Brick, Pattern, Runs, Space, Step, Steps};
use crate::topology::Translations;

/// The steps by this rule.
pub(super) fn steps(request: &Request, rounds: Rounds) -> Box<dyn Steps> {
    let tour = Tour::new(&request.topology);
    Box::new(Plan { tour, instance: request.instance.clone(), rounds })
}

/// What the steps of [`Rounds::TwoHop`] cost on n positions, with so many words, in t_w, for each block: for even
/// n those of two hops and then those of one, for odd n those of the shorter way.
pub(super) fn two_hop_costs(n: &str, words: &str) -> StepCosts {
    let (odd, even) = (format!("({n} mod 2)"), format!("(1 - ({n} mod 2))"));
    let steps =
        |count: &str, blocks: &str| StepCosts::steps(count, &format!("t_s + {blocks} {words}"));
    let one_way = steps(&format!("{odd} floor({n}/2)"), &format!("(floor({n}/2) - i)"));
    one_way
        .clone()
        .then(one_way)
        .then(steps(&format!("{even} ({n}/2 - 1)"), &format!("({n}/2 - 1 - i)")))
        .then(steps(&even, &format!("ceil({n}/4)")))
        .then(steps(&format!("{even} min(1, {n}/2 - 1)"), &format!("floor({n}/4)")))
}

/// The same as templates: what the first positions send that send differently.
pub(super) fn templates(request: &Request, rounds: Rounds) -> Option<Planned> {
    let p = request.topology.nodes();
    let (count, classes) = (rounds.count(p), rounds.classes(p));
    template::round(&request.topology)?;
    let by = Translations::cyclic(&[p], &[classes]);
    let tour = Tour::new(&request.topology);
    let width = classes as usize;
    template::steps(request, by, (count, width), move |of, k, out| {
        out.extend((0..classes).map(|position| {
            let m = rounds.sent(p, k, position);
            let message = if m.forward {
                tour.message(m.from, m.to, Runs::new())
            } else {
                tour.message_back(m.from, m.to, Runs::new())
            };
            let blocks = m.cargo.iter().flat_map(|cargo| bricks(of, cargo, p)).collect();
            Pattern { route: message.route, ..Pattern::plain(m.from, m.to, blocks) }
        }));
    })
}

fn bricks(of: &Space, cargo: &Cargo, p: u32) -> Vec<Brick> {
    let targets = wrapped(cargo.first, cargo.count, p);
    targets.iter().flat_map(|run| brick(of, &[at(cargo.origin), *run])).collect()
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
