//! Recursive doubling for any p: where a partner is missing, the other subtree passes on what it lacks.
//!
//! Step j of the doubling: node x and node x XOR 2^j exchange the blocks of their subtrees of 2^j nodes, if
//! both exist. Where a subtree is cut off at p, only some nodes of the other have a partner: k = p mod 2^j of
//! them. These send the k blocks that the others lack by halving, in j - floor(log2 k) steps. Cost: ceil(log2
//! p) t_s + (2^ceil(log2 p) - 1) m t_w for the exchanges, and t_s + k m t_w for each of these steps; any p,
//! with disjoint routes for all pairs. Source: MPICH and Open MPI; Thakur, Rabenseifner and Gropp 2005.
//!
//! No step rule: the senders of the additional steps are some of one subtree.

use crate::planner::prelude::*;
use crate::planner::rules::Layout;

/// The additional steps, as a factor of their cost in a sum over j.
const PATCHES: &str = "sum(b = 0..ceil(log2 p) - 1, (floor(p/2^b) mod 2) min(1, p mod 2^b) \
 (b - floor(log2 max(1, p mod 2^b)))";

/// The cost with these words for each block.
pub(in crate::planner) fn cost(words: &str) -> String {
    format!(
        "(ceil(log2 p) + {PATCHES})) t_s \
         + (2^ceil(log2 p) - 1 + {PATCHES} (p mod 2^b))) {words}"
    )
}

pub(in crate::planner) const PATCHED_DOUBLING: Algorithm =
    Algorithm::made("all-gather", "patched-doubling", steps)
        .does("recursive doubling; nodes without a partner get what they lack by halving")
        .with_source("Thakur, Rabenseifner and Gropp 2005")
        .with_needs(&[Need::Of(Feature::Pairs, "any p")])
        .with_formula(|_, _| cost("m t_w"));

/// The steps from the node of the root on.
pub(in crate::planner) fn steps(request: &Request) -> Box<dyn Steps> {
    let layout = Layout::new(Place::Pairs, request, Some(request.instance.root));
    let p = request.instance.nodes;
    let mut steps: Vec<(u32, u32)> = Vec::new();
    for j in 0..super::super::ceil_log2(p) {
        steps.push((j, 0));
        let there = p % (1 << j);
        if p >> j & 1 == 1 && there > 0 {
            steps.extend((there.ilog2()..j).rev().map(|halved| (j, 1 << halved)));
        }
    }
    let sent = move |(j, halved): (u32, u32), x: u32| {
        let (size, whole) = (1 << j, x >> (j + 1) << (j + 1));
        if halved == 0 {
            let first = x >> j << j;
            return ((x ^ size) < p).then(|| (x ^ size, first, size.min(p - first)));
        }
        // Those that have all, in each part that is halved.
        let all = x / (2 * halved) * (2 * halved) + p % size;
        let to = x ^ halved;
        let cut_off = whole + size < p && whole + 2 * size > p && x < whole + size;
        (cut_off && x < all && to >= all).then_some((to, whole + size, p % size))
    };
    let messages = steps.iter().map(|step| (0..p).filter_map(|x| sent(*step, x)).count()).sum();
    let messages: usize = messages;
    each_step(steps.len(), messages as u128, move |k, out| {
        let of =
            |x| sent(steps[k], x).map(|(to, first, count)| (x, to, layout.blocks(first, count)));
        out.extend(
            (0..p).filter_map(of).map(|(from, to, blocks)| {
                Message::plain(layout.node(from), layout.node(to), blocks)
            }),
        );
    })
}
