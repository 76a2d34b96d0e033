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

    /// Whether each message is the simplest there is: of one node's block in one piece, to the next node.
    fn is_plain(&self) -> bool {
        self.in_order && self.pieces == 1 && self.rounds == Rounds::OneDirection
    }

    /// The message of a node in such a step. It is apart from the others so that it can be put where it
    /// belongs as it is made: most of the time went into moving messages.
    #[inline]
    fn plain(&self, k: u32, at: u32) -> Message {
        let Move { from, to, first, .. } = Rounds::OneDirection.moved(self.tour.len(), k, at);
        let route = self.routes()[from as usize].clone();
        Message { from, to, route, payload: Payload::Plain(Runs::one(first.into())) }
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
        if self.is_plain() {
            step.messages.extend((0..nodes).map(|at| self.plain(k, at)));
        } else {
            step.messages.extend(self.rounds.moves(nodes, k).map(|of| self.message(&of, nodes)));
        }
    }

    fn in_parts(&self, k: usize, step: &mut Step, visit: &mut Visit<'_>) -> bool {
        let (k, nodes) = (u32::try_from(k).unwrap_or(0), self.tour.len());
        if self.is_plain() {
            return in_parts_of(nodes, step, |at| self.plain(k, at), visit);
        }
        let message = |at| self.message(&self.rounds.moved(nodes, k, at), nodes);
        in_parts_of(nodes, step, message, visit)
    }
}
