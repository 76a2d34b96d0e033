//! Blocks for everyone round a tour of all nodes, by one of the rules of [`Rounds`].

use super::rounds::{Move, Rounds};
use crate::planner::Request;
use crate::planner::tour::Tour;
use crate::schedule::{Run, Runs, Step, Steps};

/// The steps by this rule.
pub(super) fn steps(request: &Request, rounds: Rounds) -> Box<dyn Steps> {
    let tour = Tour::new(&request.topology);
    Box::new(Plan { tour, pieces: request.instance.pieces.into(), rounds })
}

struct Plan {
    tour: Tour,
    /// Into how many pieces a block is cut.
    pieces: u64,
    rounds: Rounds,
}

impl Plan {
    fn blocks(&self, of: &Move) -> Runs {
        let pieces = |run: &Run| Run { start: run.start * self.pieces, end: run.end * self.pieces };
        let nodes = self.tour.nodes(of.first, of.count);
        if self.pieces == 1 { nodes } else { nodes.runs().iter().map(pieces).collect() }
    }
}

impl Steps for Plan {
    fn count(&self) -> usize {
        self.rounds.count(self.tour.len()) as usize
    }

    fn messages(&self) -> u128 {
        self.count() as u128 * u128::from(self.tour.len())
    }

    fn step_into(&self, k: usize, step: &mut Step) {
        step.messages.clear();
        let k = u32::try_from(k).unwrap_or(0);
        step.messages.extend(self.rounds.moves(self.tour.len(), k).map(|m| {
            let blocks = self.blocks(&m);
            if m.forward {
                self.tour.message(m.from, m.to, blocks)
            } else {
                self.tour.message_back(m.from, m.to, blocks)
            }
        }));
    }
}
