//! The reduction up a binary tree whose sums are of consecutive nodes, for operators that do not commute.
//!
//! The last node of an interval of s is its root; the first floor(s/2) nodes are one subtree, the others but
//! the root the other one, with a step less. The last node of all sends the result to the root. Cost: with
//! floor(log2(p + 1)) + floor(log2(2 (p + 1)/3)) - 1 steps up the tree one more, nothing for p = 1; any p,
//! any root, counted from which nodes are consecutive. Source: Open MPI; Pjesivac-Grbovic et al. 2007.
//!
//! No step rule: subtrees of different sizes end at different times.

use crate::planner::prelude::*;

pub(in crate::planner) const IN_ORDER_BINARY: Algorithm =
    Algorithm::made("reduce", "in-order-binary", steps)
        .does("up a binary tree of consecutive nodes to the last, which sends the sum to the root")
        .with_source("Pjesivac-Grbovic et al. 2007; Open MPI")
        .with_needs(&[Need::Of(Feature::Pairs, "any p, any root")])
        .with_steps(
            "floor(log2(p + 1)) + floor(log2(2 (p + 1)/3)) - 1 + min(1, p - 1)",
            "t_s + m t_w",
        );

fn steps(request: &Request) -> Box<dyn Steps> {
    let Instance { nodes, root, .. } = request.instance;
    let all = request.instance.all_blocks();
    // Sender, receiver, and how many steps before the end.
    let mut sends: Vec<(u32, u32, usize)> = Vec::new();
    if nodes > 1 {
        sends.push((nodes - 1, 0, 0));
    }
    let mut open = vec![(0, nodes, 1)];
    while let Some((first, size, before)) = open.pop() {
        let (half, to) = (size / 2, first + size - 1);
        // The larger subtree has the last step for itself.
        for (first, size, before) in
            [(first, half, before), (first + half, size - half - 1, before + 1)]
        {
            if size > 0 {
                sends.push((first + size - 1, to, before));
                open.push((first, size, before + 1));
            }
        }
    }
    sends.sort_unstable();
    let count = sends.iter().map(|(.., before)| before + 1).max().unwrap_or(0);
    each_step(count, sends.len() as u128, move |k, out| {
        let now = sends.iter().filter(|(.., before)| before + k + 1 == count);
        let node = |x: u32| (root + x) % nodes;
        out.extend(now.map(|(from, to, _)| Message::plain(node(*from), node(*to), all.clone())));
    })
}
