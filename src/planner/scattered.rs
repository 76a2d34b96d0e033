//! Long vectors in p pieces, of which each node sees to one: what an all-gather is a half of.
//!
//! Piece j is node j's. All-gather brings every piece to everyone; run backwards it is a
//! reduce-scatter, which leaves piece j summed up at node j (theory.md, Duality).

use super::in_turn::InTurn;
use super::{Algorithm, Request};
use crate::collective::{Instance, collective};
use crate::schedule::{Reversed, Steps};

/// All-reduce: the all-gather run backwards, then forwards.
pub(super) fn all_reduce(all_gather: &dyn Algorithm, request: &Request) -> Box<dyn Steps> {
    let there = Reversed::new(gathered(all_gather, request), request.topology.clone());
    Box::new(InTurn(vec![Box::new(there), gathered(all_gather, request)]))
}

/// The all-gather in which block j is piece j: both are number j of p.
pub(super) fn gathered(all_gather: &dyn Algorithm, request: &Request) -> Box<dyn Steps> {
    let mut whole = request.clone();
    if let Some(kind) = collective(all_gather.collective()) {
        whole.instance = Instance::new(kind, request.instance.nodes);
    }
    all_gather.steps(&whole)
}
