//! A ring for each way out of a box, all at the same time.
//!
//! Ring r visits the boxes in turn. It enters each box at accelerator r + 1 and leaves it at accelerator r, so by
//! rail r, after all accelerators between them cyclically. Each of the R rings carries 1/R of every block. So in
//! each step a link between boxes carries one ring, and what a node sends inside its box is one message. With
//! several rings a node can send two messages in a step, one inside and one out of its box.

use super::Request;
use super::in_turn::{each_step, there_and_back};
use hockney_base::number::saturated;
use hockney_core::schedule::{Message, Run, Runs, Steps};
use hockney_core::topology::Topology;

/// The number of rings: one for each way out of an innermost group, at most one for each of its nodes.
pub(super) fn rings(topology: &Topology) -> u32 {
    match topology.network().levels()[..] {
        [.., boxes, inside] if boxes.parts > 1 => boxes.ways.clamp(1, inside.parts),
        _ => 1,
    }
}

/// In step i ring r carries piece r of the block of the node i places before each node: an all-gather.
pub(super) fn all_gather(request: &Request) -> Box<dyn Steps> {
    let (p, rings) = (request.instance.nodes, rings(&request.topology));
    let each = request.topology.network().levels().last().map_or(1, |level| level.parts);
    let (boxes, out_of) = (p / each, |at: u32| at < rings);
    // All nodes of a box but one in each ring send inside.
    let inside = |at: u32| if boxes == 1 { p > 1 } else { rings > u32::from(out_of(at)) };
    let of_a_box: u32 =
        (0..each).map(|at| u32::from(inside(at)) + u32::from(boxes > 1 && out_of(at))).sum();
    let messages = u128::from(p - 1) * u128::from(boxes) * u128::from(of_a_box);
    each_step(p as usize - 1, messages, move |i, out| {
        let i: u32 = saturated(i);
        // The piece of ring r that a node has received last: of the node i places before it.
        let piece = |ring: u32, v: u32| {
            let entry = ring + 1;
            let place = v / each * each + (v % each + each - entry) % each;
            let origin = (place + (p - i)) % p;
            let node = origin / each * each + (origin % each + entry) % each;
            let number = u64::from(node) * u64::from(rings) + u64::from(ring);
            Run { start: number, end: number + 1 }
        };
        for v in 0..p {
            let (at, first) = (v % each, v / each * each);
            let (next, next_box) = ((at + 1) % each, (first + each) % p);
            let leaves = |ring: &u32| *ring == at && boxes > 1;
            let stay: Runs = (0..rings).filter(|r| !leaves(r)).map(|r| piece(r, v)).collect();
            let leave: Runs = (0..rings).filter(leaves).map(|r| piece(r, v)).collect();
            let sent = [(first + next, stay), (next_box + next, leave)];
            let sent = sent.into_iter().filter(|(_, blocks)| !blocks.is_empty());
            out.extend(sent.map(|(to, blocks)| Message::plain(v, to, blocks)));
        }
    })
}

/// The all-gather backwards, then forwards.
pub(super) fn all_reduce(request: &Request) -> Box<dyn Steps> {
    there_and_back(request, all_gather)
}
