//! Recursive halving for any p: pairs fold before it, and the folded nodes get their blocks at the end.
//!
//! With r = p - 2^floor(log2 p), of the first 2 r nodes every even one sends all its data to the odd one
//! after it. The others run recursive halving, where such an odd node stands for both blocks of its pair;
//! at the end it sends the even one its block. Cost: floor(log2 p) t_s and in the step of 2^b nodes
//! 2^b + min(2^b, r) blocks, and 2 t_s + (p + 1) m t_w more where p is no power of two; any p, with disjoint
//! routes for all pairs. Source: MPICH and Open MPI; Thakur, Rabenseifner and Gropp 2005.
//!
//! No step rule: the messages of a step have different sizes.

use crate::planner::prelude::*;

pub(in crate::planner) const FOLDED_HALVING: Algorithm = Algorithm::made(
    "reduce-scatter",
    "folded-halving",
    steps,
)
.does("pairs fold, recursive halving among the others, then the folded get their blocks")
.with_source("Thakur, Rabenseifner and Gropp 2005")
.with_needs(&[Need::Of(Feature::Pairs, "any p")])
.with_cost(
    "floor(log2 p) t_s + sum(b = 0..floor(log2 p) - 1, 2^b + min(2^b, p - 2^floor(log2 p))) \
 m t_w + min(1, p - 2^floor(log2 p)) (2 t_s + (p + 1) m t_w)",
);

fn steps(request: &Request) -> Box<dyn Steps> {
    let Instance { nodes: p, pieces, .. } = request.instance;
    let left = 1 << p.ilog2();
    let others = p - left;
    // The blocks of those from one of the others on up to another, and its node.
    let start = move |x: u32| x + x.min(others);
    let blocks = move |first: u32, end: u32| {
        Runs::range(u64::from(first) * u64::from(pieces), u64::from(end) * u64::from(pieces))
    };
    let node = move |x: u32| if x < others { 2 * x + 1 } else { x + others };
    let halving = left.ilog2() as usize;
    let before = usize::from(others > 0);
    let messages = u128::from(left) * halving as u128 + 2 * u128::from(others);
    each_step(halving + 2 * before, messages, move |k, out| {
        let pairs = (0..others).map(|x| (2 * x, 2 * x + 1));
        if k < before {
            return out.extend(pairs.map(|(from, to)| Message::plain(from, to, blocks(0, p))));
        }
        if k >= halving + before {
            let back = |(to, from)| Message::plain(from, to, blocks(to, to + 1));
            return out.extend(pairs.map(back));
        }
        let size = left >> (k - before + 1);
        out.extend((0..left).map(|x| {
            let to = x ^ size;
            let first = to / size * size;
            Message::plain(node(x), node(to), blocks(start(first), start(first + size)))
        }));
    })
}
