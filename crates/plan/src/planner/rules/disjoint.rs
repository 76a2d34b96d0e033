//! The d binomial trees of a hypercube that have no directed link in common, down which pieces follow each other.
//!
//! Tree j brings a piece from position 0 to 2^j. Across the bits after j, cyclically, one in each step, all positions
//! with bit j that have it send it on; in the end each of them but 2^j sends it across bit j. Each position gets it
//! once, in one of d + 1 steps, and each directed link is in at most one tree (specs/lemmas.md, Disjoint trees). So a
//! new piece can begin in every tree in every step. Source: Johnsson and Ho 1989, nESBT.

use super::Layout;
use hockney_base::number::saturated;
use hockney_core::schedule::{Message, Payload, Runs};

/// The number of steps of n pieces across d bits; across one bit nothing is sent back.
pub(super) fn count(d: u32, n: u32) -> usize {
    let last = if d > 1 { d } else { 0 };
    n.div_ceil(d.max(1)).min(n.saturating_mul(d)) as usize + last as usize
}

/// Appends the messages of step k.
pub(super) fn append(d: u32, n: u32, layout: &Layout, k: usize, out: &mut Vec<Message>) {
    let first = k.saturating_sub(d as usize) * d as usize;
    let end = (k + 1).saturating_mul(d as usize).min(n as usize);
    for piece in first..end {
        let (tree, phase): (u32, u32) =
            (saturated(piece % d as usize), saturated(k - piece / d as usize));
        // Bit j of the tree is bit 0 here.
        let node = |x: u32| (x << tree | x >> (d - tree)) & ((1 << d) - 1);
        let mut send = |from: u32, to: u32| {
            let payload = Payload::Plain(Runs::one(piece as u64));
            out.push(layout.message(node(from), node(to), true, payload));
        };
        if phase == 0 {
            send(0, 1);
        } else if phase < d {
            (1..1 << phase).step_by(2).for_each(|x| send(x, x | 1 << phase));
        } else {
            (3..1 << d).step_by(2).for_each(|x| send(x, x ^ 1));
        }
    }
    out.sort_by_key(|message| (message.from, message.to));
}

#[cfg(test)]
mod tests {
    use super::count;

    #[test]
    fn the_last_piece_of_each_tree_takes_as_many_steps_as_bits_and_one() {
        for (d, n, steps) in
            [(0, 5, 0), (1, 1, 1), (1, 4, 4), (2, 1, 3), (3, 3, 4), (3, 4, 5), (6, 774, 135)]
        {
            assert_eq!(count(d, n), steps, "{n} pieces across {d} bits");
        }
    }
}
