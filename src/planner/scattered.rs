//! Long vectors in p pieces, of which each node sees to one: what an all-gather is a half of.
//!
//! Piece j is node j's. All-gather brings every piece to everyone; run backwards it is a
//! reduce-scatter, which leaves piece j summed up at node j (specs/lemmas.md, Duality). A scatter of the
//! pieces before it makes a broadcast, which run backwards is a reduce.

use super::halving::{for_each_split, step_count};
use super::in_turn::InTurn;
use super::tour::Tour;
use super::{Algorithm, Request, Textbook};
use crate::collective::{Instance, collective};
use crate::schedule::{Message, Reversed, Runs, Step, Steps};

/// With (p - 1)/p taken as 1.
pub(super) const IMPROVED: Textbook =
    Textbook { formula: "2 (t_s log p + t_w m)", source: "Grama et al. 2003, section 4.7.1" };

/// All-reduce: the all-gather run backwards, then forwards.
pub(super) fn all_reduce(all_gather: &Algorithm, request: &Request) -> Box<dyn Steps> {
    let there = Reversed::new(gathered(all_gather, request), request.topology.clone());
    Box::new(InTurn(vec![Box::new(there), gathered(all_gather, request)]))
}

/// Broadcast: the pieces scattered along the tour, then the all-gather.
pub(super) fn broadcast(all_gather: &Algorithm, request: &Request) -> Box<dyn Steps> {
    let tour = Tour::new(&request.topology);
    let start = tour.position(request.instance.root);
    let scatter = TourScatter { tour, start };
    Box::new(InTurn(vec![Box::new(scatter), gathered(all_gather, request)]))
}

/// Broadcast among 2^d nodes: the pieces scattered along one dimension after another, the highest
/// first, then the all-gather.
pub(super) fn broadcast_by_dimensions(all_gather: &Algorithm, request: &Request) -> Box<dyn Steps> {
    let scatter = DimensionScatter { nodes: request.instance.nodes, root: request.instance.root };
    Box::new(InTurn(vec![Box::new(scatter), gathered(all_gather, request)]))
}

/// The all-gather in which block j is piece j: both are number j of p.
fn gathered(all_gather: &Algorithm, request: &Request) -> Box<dyn Steps> {
    let mut whole = request.clone();
    if let Some(kind) = collective(all_gather.collective()) {
        whole.instance = Instance::new(kind, request.instance.nodes);
    }
    all_gather.steps(&whole)
}

/// Piece j to node j by interval halving from a position of the tour.
struct TourScatter {
    tour: Tour,
    start: u32,
}

impl Steps for TourScatter {
    fn count(&self) -> usize {
        step_count(self.tour.len())
    }

    fn messages(&self) -> u128 {
        u128::from(self.tour.len()) - 1
    }

    fn step_into(&self, k: usize, step: &mut Step) {
        step.messages.clear();
        for_each_split(self.tour.len(), k, |start, middle, end| {
            let (from, to) = (self.start + start, self.start + middle);
            let pieces = self.tour.contributors(to, self.start + end);
            step.messages.push(self.tour.message(from, to, pieces));
        });
    }
}

/// Piece j to node j by halving along one dimension after another, labels taken from the root on
/// by XOR.
struct DimensionScatter {
    nodes: u32,
    root: u32,
}

impl Steps for DimensionScatter {
    fn count(&self) -> usize {
        step_count(self.nodes)
    }

    fn messages(&self) -> u128 {
        u128::from(self.nodes) - 1
    }

    fn step_into(&self, k: usize, step: &mut Step) {
        step.messages.clear();
        for_each_split(self.nodes, k, |start, middle, end| {
            let (from, to) = (start ^ self.root, middle ^ self.root);
            // The labels from middle to end are a subcube, and so are these: a run of them.
            let half = end - middle;
            let first = u64::from(to / half * half);
            let pieces = Runs::range(first, first + u64::from(half));
            step.messages.push(Message::plain(from, to, pieces));
        });
    }
}
