//! Rotated copies: d copies of a hypercube algorithm in parallel, each on its own piece.
//!
//! An algorithm that uses one dimension a step leaves the ports of all others idle. Copy j moves piece j of d
//! of every block and has all node numbers rotated by j bits. In each step the d copies use d different
//! dimensions, so they share no link and, with all ports, no port. It needs as many steps and a d-th of the
//! words. Source: Johnsson and Ho 1989.

use super::in_turn::each_step;
use super::{Algorithm, Request};
use hockney_base::number::remainder;
use hockney_core::collective::Instance;
use hockney_core::schedule::{Message, Runs, Steps};

/// The steps of rotated copies of an algorithm with one dimension per step and messages of one hop.
pub(super) fn steps(of: &Algorithm, request: &Request) -> Box<dyn Steps> {
    let copies: Vec<_> =
        (0..dimensions(&request.instance)).map(|j| of.steps(&copy(request, j))).collect();
    let plan = Plan { whole: copy(request, 0).instance, copies };
    let count = plan.copies.first().map_or(0, |copy| copy.count());
    let messages = plan.copies.iter().map(|copy| copy.messages()).sum();
    each_step(count, messages, move |k, out| {
        for (j, copy) in (0..).zip(&plan.copies) {
            let start = out.len();
            out.extend(copy.step(k).messages.iter().map(|message| plan.rotated(message, j)));
            // The senders are not in the order of their numbers.
            out[start..].sort_by_key(|message| message.from);
        }
    })
}

/// The collective of copy j, in its own numbers: whole blocks, from its own root.
fn copy(request: &Request, j: u32) -> Request {
    let mut copy = request.clone();
    let d = dimensions(&request.instance);
    copy.instance.pieces = 1;
    copy.instance.root = rotate(request.instance.root, d - j, d);
    copy
}

fn dimensions(of: &Instance) -> u32 {
    of.nodes.trailing_zeros()
}

/// The number with its d bits rotated up by j places.
fn rotate(number: u32, j: u32, d: u32) -> u32 {
    (number << j | number >> (d - j)) & ((1 << d) - 1)
}

struct Plan {
    /// The collective, with whole blocks.
    whole: Instance,
    /// The steps of each copy, in its own numbers.
    copies: Vec<Box<dyn Steps>>,
}

impl Plan {
    /// A message of copy j in the numbers of the topology: piece j of each whole block, with rotated nodes.
    fn rotated(&self, message: &Message, j: u32) -> Message {
        let d = dimensions(&self.whole);
        let to = |node| rotate(node, j, d);
        let number = |node: u64| u64::from(to(remainder(node, self.whole.nodes)));
        let piece = |block| self.whole.renamed_block(block, number) * u64::from(d) + u64::from(j);
        let blocks = |blocks: &Runs| {
            let mut pieces: Vec<u64> = blocks.iter().map(piece).collect();
            // Ascending numbers extend a set at its end.
            pieces.sort_unstable();
            pieces.into_iter().collect()
        };
        let below = |node: &u64| *node < u64::from(self.whole.nodes);
        let nodes = |nodes: &Runs| nodes.iter().filter(below).map(number).collect();
        let (route, payload) = (message.route.clone(), message.payload.renamed(blocks, nodes));
        Message { from: to(message.from), to: to(message.to), route, payload }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_go_round() {
        assert_eq!(rotate(0b001, 1, 3), 0b010);
        assert_eq!(rotate(0b110, 1, 3), 0b101);
        assert_eq!(rotate(0, 0, 0), 0);
        for d in 1..=6 {
            for number in 0..1 << d {
                for j in 0..d {
                    assert_eq!(rotate(rotate(number, j, d), d - j, d), number);
                }
            }
        }
    }
}
