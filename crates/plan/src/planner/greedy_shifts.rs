//! Greedy shifts: one schedule for all nodes of a torus, in which each direction carries one piece of a block a step.
//!
//! A block is cut into as many pieces as a node has links. All nodes do the same, so the schedule is that of the block
//! of node 0: in each step, for one direction after another, a piece goes from a node that has it to the next node in
//! this direction, which has not. It is the piece that the fewest nodes have, then the one whose number follows that
//! of the direction; and it goes to the first such node. Each step begins with another direction. On all tori that were tried no direction is ever idle, so
//! that p - 1 steps of m t_w/l for l links are all that is needed: the fewest words for an all-gather. Any sides, with
//! all ports. Derived here; cf. the translations of a Cayley graph in Cai et al. 2021.
//!
//! No step rule: the moves come from a search, so that the number of steps is computed for each machine.

use super::prelude::*;
use hockney_core::topology::{Topology, Translations, Vertex};

/// A piece that moves in every block: that of node 0 comes to a node by a translation.
struct Shift {
    by: Vertex,
    piece: usize,
    to: Vertex,
}

/// From everyone to everyone.
pub(super) fn all_gather(request: &Request) -> Box<dyn Steps> {
    let (p, sides) = (request.instance.nodes, request.topology.sizes());
    let Some(around) = Translations::cyclic(sides, &vec![1; sides.len()]) else {
        return Box::new(InTurn(Vec::new()));
    };
    let (steps, links) = searched(&request.topology, &around);
    let messages = steps.iter().map(Vec::len).sum::<usize>() as u128 * u128::from(p);
    each_step(steps.len(), messages, move |k, out| {
        out.extend((0..p).flat_map(|from| {
            let message = |Shift { by, piece, to }: &Shift| {
                let receiver = around.apply(*by, from);
                let origin = around.apply(around.inverse(*to), receiver);
                let block = u64::from(origin) * links as u64 + *piece as u64;
                Message::plain(from, receiver, Runs::one(block))
            };
            steps[k].iter().map(message).collect::<Vec<_>>()
        }));
    })
}

/// The all-gather backwards, then forwards.
pub(super) fn all_reduce(request: &Request) -> Box<dyn Steps> {
    there_and_back(request, all_gather)
}

/// The shifts of each step, and the number of links of a node.
fn searched(topology: &Topology, around: &Translations) -> (Vec<Vec<Shift>>, usize) {
    // Ahead and back along each side that is longer than 1, once along a side of 2.
    let (mut directions, mut stride) = (Vec::new(), topology.nodes());
    for side in topology.sizes() {
        let line = stride;
        stride /= side;
        directions.extend([stride, line - stride].iter().take(*side as usize - 1));
        directions.dedup();
    }
    let (p, links) = (topology.nodes() as usize, directions.len());
    // Where each piece of the block of node 0 is, and in how many places.
    let mut there = vec![vec![false; p]; links];
    for piece in &mut there {
        piece[0] = true;
    }
    let (mut count, mut steps) = (vec![1; links], Vec::new());
    while count.iter().any(|count| *count < p) {
        let before = there.clone();
        let mut step = Vec::new();
        for turn in 0..links {
            let direction = (steps.len() + turn) % links;
            let by = &directions[direction];
            let mut pieces: Vec<usize> = (0..links).map(|x| (direction + x) % links).collect();
            pieces.sort_by_key(|piece| count[*piece]);
            let back = around.inverse(*by);
            let new = |piece: usize| {
                let comes = |to: &Vertex| before[piece][around.apply(back, *to) as usize];
                let to = (0..topology.nodes()).find(|to| !there[piece][*to as usize] && comes(to));
                to.map(|to| Shift { by: *by, piece, to })
            };
            if let Some(shift) = pieces.into_iter().find_map(new) {
                there[shift.piece][shift.to as usize] = true;
                count[shift.piece] += 1;
                step.push(shift);
            }
        }
        steps.push(step);
    }
    (steps, links)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sides of 1 and 2, odd and even, equal and not.
    #[test]
    fn no_direction_is_idle() {
        for sides in
            ["2x2", "1x5", "9x2", "3x5", "4x3", "2x3x4", "5x4x3", "4x4x4", "8x8", "2x2x2x3"]
        {
            let topology = Topology::parse(&format!("torus:{sides}")).unwrap();
            let around = Translations::cyclic(topology.sizes(), &vec![1; topology.sizes().len()]);
            let (steps, links) = searched(&topology, &around.unwrap());
            assert_eq!(steps.len(), topology.nodes() as usize - 1, "{sides}");
            assert!(steps.iter().all(|step| step.len() == links), "{sides}");
        }
    }
}
