//! Blocks for everyone round a tour of all nodes, by one of the rules of [`Rounds`].

use std::sync::OnceLock;

use super::rounds::{Move, Rounds};
use crate::planner::Request;
use crate::planner::tour::Tour;
use crate::schedule::{Message, Payload, Route, Run, Runs, Step, Steps, Visit, in_parts_of};

/// The steps by this rule.
pub(super) fn steps(request: &Request, rounds: Rounds) -> Box<dyn Steps> {
    let tour = Tour::new(&request.topology);
    let in_order = request.topology.network().tour_order().is_none();
    let pieces = request.instance.pieces.into();
    Box::new(Plan { tour, in_order, pieces, rounds, routes: OnceLock::new() })
}

struct Plan {
    tour: Tour,
    /// Whether position i of the tour is node i.
    in_order: bool,
    /// Into how many pieces a block is cut.
    pieces: u64,
    rounds: Rounds,
    /// The way from each position to the next, the same in every step; found when the first is made.
    routes: OnceLock<Vec<Route>>,
}

impl Plan {
    fn routes(&self) -> &[Route] {
        self.routes.get_or_init(|| {
            let way = |at| self.tour.message(at, at + 1, Runs::new()).route;
            (0..self.tour.len()).map(way).collect()
        })
    }

    fn message(&self, of: &Move, nodes: u32) -> Message {
        let next = if of.from + 1 == nodes { 0 } else { of.from + 1 };
        if !of.forward {
            return self.tour.message_back(of.from, of.to, self.blocks(of));
        }
        if of.to != next {
            return self.tour.message(of.from, of.to, self.blocks(of));
        }
        let route = self.routes()[of.from as usize].clone();
        if self.in_order && of.count == 1 {
            let (Move { from, to, .. }, first) = (*of, u64::from(of.first) * self.pieces);
            let payload = Payload::Plain(Runs::range(first, first + self.pieces));
            return Message { from, to, route, payload };
        }
        let (from, to) = (self.tour.node(of.from), self.tour.node(of.to));
        Message { from, to, route, payload: Payload::Plain(self.blocks(of)) }
    }

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
        let nodes = self.tour.len();
        step.messages.extend(self.rounds.moves(nodes, k).map(|of| self.message(&of, nodes)));
    }

    fn in_parts(&self, k: usize, step: &mut Step, visit: &mut Visit<'_>) -> bool {
        let (k, nodes) = (u32::try_from(k).unwrap_or(0), self.tour.len());
        let message = |at| self.message(&self.rounds.moved(nodes, k, at), nodes);
        in_parts_of(nodes, step, message, visit)
    }
}
