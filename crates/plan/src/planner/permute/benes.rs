//! Any permutation of the hypercube in two steps: the two halves of a Benes network.
//!
//! The looping algorithm gives each block an intermediate node, such that the E-cube routes to it (dimensions
//! ascending) share no link, and neither do the routes from it (dimensions descending): a level of the
//! network has each node once. If the E-cube routes to the targets share no link, one step is enough. Cost:
//! at most 2 (t_s + m t_w); computed, because it depends on the map. Source: derived here, from Benes 1965
//! and Waksman 1968 with cut-through.
//!
//! No step rule: the looping algorithm finds the intermediate nodes.

use super::links;
use crate::planner::prelude::*;
use crate::planner::rules::targets;
use hockney_core::schedule::Route;
use hockney_core::topology::{LinkCounts, Network, Vertex};

pub(in crate::planner) const BENES: Algorithm = Algorithm::made("permute", "benes", |request| {
    let (of, network) = (&request.instance, request.topology.network());
    let target = targets(of);
    let middle = if disjoint(network, &target) { target.clone() } else { middles(&target) };
    let mut passes = [Step::default(), Step::default()];
    for (origin, (middle, to)) in (0..).zip(middle.into_iter().zip(target)) {
        passes[0].messages.extend(message(of, network, origin, [origin, middle], true));
        passes[1].messages.extend(message(of, network, origin, [middle, to], false));
    }
    Box::new(Listed(passes.into_iter().filter(|step| !step.messages.is_empty()).collect()))
})
.does("direct if the E-cube routes are disjoint, otherwise through intermediate nodes")
.with_source("derived here, from Benes 1965 and Waksman 1968")
.with_needs(&[Need::Of(Feature::Cube, "any map")]);

/// Whether the default routes to all targets use each link at most once.
fn disjoint(network: &dyn Network, target: &[Vertex]) -> bool {
    let mut loads = LinkCounts::below(network.link_slots());
    let mut moving = (0..).zip(target).filter(|(from, to)| from != *to);
    moving
        .all(|(from, to)| links(network, from, *to).into_iter().all(|link| loads.add(link, 1) == 1))
}

/// The message with a block, dimensions ascending or descending; none if it stays.
fn message(
    of: &Instance,
    network: &dyn Network,
    origin: Vertex,
    [from, to]: [Vertex; 2],
    rising: bool,
) -> Option<Message> {
    if from == to {
        return None;
    }
    let blocks = of.blocks_of(origin);
    if rising {
        return Some(Message::plain(from, to, blocks));
    }
    let (mut via, mut at) = (Vec::new(), from);
    while (at ^ to).count_ones() > 1 {
        at ^= 1 << (at ^ to).ilog2();
        via.push(at);
    }
    let route = Route::through(network, from, to, &via, &mut Vec::new());
    Some(Message { from, to, route, payload: Payload::Plain(blocks) })
}

/// For each node the place of its block in the middle of the network.
fn middles(target: &[Vertex]) -> Vec<Vertex> {
    // On the way inwards: the place of each block, and the targets of the remaining inner halves of the
    // network.
    let mut at: Vec<Vertex> = (0..).take(target.len()).collect();
    let mut inside = target.to_vec();
    for dimension in 0..target.len().trailing_zeros().saturating_sub(1) {
        let bit = 1 << dimension;
        let side = sides(&inside, bit);
        let through = |node: Vertex, side: bool| if side { node | bit } else { node & !bit };
        let mut next = vec![0; inside.len()];
        for (node, (to, side)) in (0..).zip(inside.iter().zip(&side)) {
            next[through(node, *side) as usize] = through(*to, *side);
        }
        for node in &mut at {
            *node = through(*node, side[*node as usize]);
        }
        inside = next;
    }
    // The innermost level crosses the highest dimension.
    at.into_iter().map(|node| inside[node as usize]).collect()
}

/// The looping algorithm: the side of a dimension on which each block passes, such that two blocks that enter
/// or leave at partners in that dimension pass on different sides.
fn sides(target: &[Vertex], bit: Vertex) -> Vec<bool> {
    let mut origin = vec![0; target.len()];
    for (node, to) in (0..).zip(target) {
        origin[*to as usize] = node;
    }
    let mut side: Vec<Option<bool>> = vec![None; target.len()];
    for start in (0..).take(target.len()) {
        // The first block of a loop stays on its side.
        let stays = start & bit != 0;
        let mut node: Vertex = start;
        while side[node as usize].is_none() {
            side[node as usize] = Some(stays);
            let other: Vertex = origin[(target[node as usize] ^ bit) as usize];
            side[other as usize] = Some(!stays);
            node = other ^ bit;
        }
    }
    side.into_iter().map(|side| side == Some(true)).collect()
}
