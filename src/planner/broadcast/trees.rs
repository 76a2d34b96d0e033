//! Trees in which every node sends each piece to one child after another, for any p, as in Open MPI.
//!
//! A node that gets a piece in step t sends it to its c-th child in step t + c, so pieces follow each other
//! by as many steps as a node has children at most.
//!
//! No step rule: the senders of a step are not a progression.

use crate::planner::prelude::*;

/// The parent of a position other than 0 among p, and its number among its siblings, from 1.
type Parent = fn(p: u32, position: u32) -> (u32, u32);

/// The binary tree: positions are numbered level by level, so that siblings are as far apart as their level
/// has parents.
///
/// With D = floor(log2 p), position 2^D - 1 + j hears after D steps and one more for each bit of j, as in
/// child-by-child. Cost: with T(p) steps for one piece (T(p) + 2 (n - 1)) (t_s + m t_w/n), any p, any root.
/// Literature: folklore; numbered as in Open MPI.
pub(in crate::planner) const BINARY_TREE: Algorithm =
    Algorithm::made("broadcast", "binary-tree", |request| steps(request, binary))
        .does(
            "n pieces (--pieces) down a binary tree: each node sends to one child, then the other",
        )
        .with_source("folklore; numbered as in Open MPI")
        .with_needs(&[Need::Of(Feature::Pairs, "any p, any root; n pieces")])
        .with_steps(
            "max(2 floor(log2 p) - 2, floor(log2 p) + floor(log2(p - 2^floor(log2 p) + 1))) \
 + min(2, p - 1) (n - 1)",
            "t_s + m t_w/n",
        );

/// The split binary tree: the halves of the message go down the two subtrees, whose nodes exchange them.
///
/// Each node of a subtree has a partner with the next number in the other; with an even p the last node gets
/// its second half from the root. Cost: (T(p) + 1) (t_s + m t_w/2) with T of the binary tree, nothing for
/// p = 1. Source: Open MPI; Pjesivac-Grbovic et al. 2007.
pub(in crate::planner) const SPLIT_BINARY_TREE: Algorithm =
    Algorithm::made("broadcast", "split-binary-tree", split)
        .does("2 pieces, one down each half of a binary tree; then partners exchange them")
        .with_source("Pjesivac-Grbovic et al. 2007; Open MPI")
        .with_needs(&[Need::Of(Feature::Pairs, "any p, any root; 2 pieces")])
        .with_pieces(Pieces::Two)
        .with_steps(
            "max(2 floor(log2 p) - 2, floor(log2 p) + floor(log2(p - 2^floor(log2 p) + 1))) \
 + min(1, p - 1)",
            "t_s + m t_w/2",
        );

/// Four chains: the root sends each piece to the heads of four chains of nearly equal length.
///
/// Cost: (min(p - 1, 3 + floor((p - 1)/4)) + min(4, p - 1) (n - 1)) (t_s + m t_w/n), any p, any root. Source:
/// Open MPI, whose chains have this fan-out.
pub(in crate::planner) const FOUR_CHAINS: Algorithm =
    Algorithm::made("broadcast", "four-chains", |request| steps(request, chains))
        .does("n pieces (--pieces): the root sends each to the heads of four chains")
        .with_source("Pjesivac-Grbovic et al. 2007; Open MPI")
        .with_needs(&[Need::Of(Feature::Pairs, "any p, any root; n pieces")])
        .with_steps("min(p - 1, 3 + floor((p - 1)/4)) + min(4, p - 1) (n - 1)", "t_s + m t_w/n");

fn binary(_: u32, position: u32) -> (u32, u32) {
    let level = (position + 1).ilog2();
    let parents = 1 << (level - 1);
    let child = (position + 1 - (1 << level)) / parents + 1;
    (position - parents * child, child)
}

fn chains(p: u32, position: u32) -> (u32, u32) {
    let chains = (p - 1).min(4);
    let (length, longer) = ((p - 1) / chains, (p - 1) % chains);
    let head = |chain: u32| 1 + chain * length + chain.min(longer);
    let heads = (0..chains).find(|chain| head(*chain) == position);
    heads.map_or((position - 1, 1), |chain| (0, chain + 1))
}

/// The step in which each position hears, counted from 1; 0 for the root.
fn heard(p: u32, parent: Parent) -> Vec<usize> {
    let mut heard = vec![0];
    for position in 1..p {
        let (from, turn) = parent(p, position);
        heard.push(heard[from as usize] + turn as usize);
    }
    heard
}

fn steps(request: &Request, parent: Parent) -> Box<dyn Steps> {
    let Instance { nodes, root, pieces, .. } = request.instance;
    let heard = heard(nodes, parent);
    let between = (1..nodes).map(|x| parent(nodes, x).1 as usize).max().unwrap_or(1);
    let last = heard.iter().max().map_or(0, |last| last + between * (pieces as usize - 1));
    let count = if nodes == 1 { 0 } else { last };
    each_step(count, u128::from(nodes - 1) * u128::from(pieces), move |k, out| {
        for x in 1..nodes {
            let Some(since) = (k + 1).checked_sub(heard[x as usize]) else { continue };
            let piece = since / between;
            if since % between == 0 && piece < pieces as usize {
                let node = |x| (root + x) % nodes;
                let from = node(parent(nodes, x).0);
                out.push(Message::plain(from, node(x), Runs::one(piece as u64)));
            }
        }
    })
}

fn split(request: &Request) -> Box<dyn Steps> {
    let Instance { nodes, root, .. } = request.instance;
    let heard = heard(nodes, binary);
    let last = heard.iter().max().copied().unwrap_or(0);
    let count = if nodes == 1 { 0 } else { last + 1 };
    // Odd positions are those of the first child's subtree.
    let half = |x: u32| Runs::one(u64::from(1 - x % 2));
    each_step(count, 2 * u128::from(nodes - 1), move |k, out| {
        let node = |x| (root + x) % nodes;
        let mut send = |from, to, half| out.push(Message::plain(node(from), node(to), half));
        if k < last {
            let now = (1..nodes).filter(|x| heard[*x as usize] == k + 1);
            return now.for_each(|x| send(binary(nodes, x).0, x, half(x)));
        }
        for x in (1..nodes).step_by(2) {
            if x + 1 < nodes {
                send(x, x + 1, half(x));
                send(x + 1, x, half(x + 1));
            } else {
                send(0, x, half(x + 1));
            }
        }
    })
}
