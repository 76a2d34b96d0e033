//! Trees in which every node sends each piece to one child after another, for any p.
//!
//! A node that gets a piece in step t sends it to its c-th child in step t + c, so pieces follow each other
//! by as many steps as a node has children at most.
//!
//! No step rule: the senders of a step are not a progression.

use crate::planner::prelude::*;

/// The parent of a position other than 0 among p, and its number among its siblings, from 1.
pub(in crate::planner) type Parent = fn(p: u32, position: u32) -> (u32, u32);

/// The binary tree: positions are numbered level by level, so that siblings are as far apart as their level
/// has parents.
///
/// Cost: with T(p) steps for one piece (T(p) + 2 (n - 1)) (t_s + m t_w/n), any p, any root. Literature:
/// folklore; numbered as in Open MPI.
pub(in crate::planner) const BINARY_TREE: Algorithm =
    Algorithm::made("broadcast", "binary-tree", |request| {
        steps(request, binary, 2, pieces(request))
    })
    .does("n pieces (--pieces) down a binary tree: each node sends to one child, then the other")
    .with_source("folklore; numbered as in Open MPI")
    .with_needs(&[Need::Of(Feature::Pairs, "any p, any root; n pieces")])
    .with_steps("{tree} + min(2, p - 1) (n - 1)", "t_s + m t_w/n");

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
        .with_pieces(Pieces::Of(2))
        .with_steps("{tree} + min(1, p - 1)", "t_s + m t_w/2");

/// Four chains: the root sends each piece to the heads of four chains of nearly equal length.
///
/// Cost: (min(p - 1, 3 + floor((p - 1)/4)) + min(4, p - 1) (n - 1)) (t_s + m t_w/n), any p, any root. Source:
/// Open MPI, whose chains have this fan-out.
pub(in crate::planner) const FOUR_CHAINS: Algorithm =
    Algorithm::made("broadcast", "four-chains", |request| {
        steps(request, chains, 4, pieces(request))
    })
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

/// The messages from one position to another.
pub(in crate::planner) struct Edge {
    pub(in crate::planner) from: u32,
    pub(in crate::planner) to: u32,
    /// The step of the first one, counted from 1.
    pub(in crate::planner) heard: usize,
    /// The part that it carries, and the parts that follow later.
    pub(in crate::planner) part: usize,
}

/// The edges of a tree, which all begin with the first part.
fn edges(p: u32, parent: Parent) -> Vec<Edge> {
    let mut edges: Vec<Edge> = Vec::new();
    for to in 1..p {
        let (from, turn) = parent(p, to);
        let before = from.checked_sub(1).map_or(0, |edge| edges[edge as usize].heard);
        edges.push(Edge { from, to, heard: before + turn as usize, part: 0 });
    }
    edges
}

/// Each piece as a part.
pub(in crate::planner) fn pieces(request: &Request) -> Vec<Runs> {
    (0..request.instance.pieces).map(|piece| Runs::one(piece.into())).collect()
}

/// Parts down a tree whose nodes have at most this many children.
pub(in crate::planner) fn steps(
    request: &Request,
    parent: Parent,
    children: usize,
    parts: Vec<Runs>,
) -> Box<dyn Steps> {
    let p = request.instance.nodes;
    pipelined(request, edges(p, parent), children.min(p as usize - 1), 1, parts)
}

/// Every so many steps each edge carries its next part, this many after the last one.
pub(in crate::planner) fn pipelined(
    request: &Request,
    edges: Vec<Edge>,
    between: usize,
    apart: usize,
    parts: Vec<Runs>,
) -> Box<dyn Steps> {
    let Instance { nodes, root, .. } = request.instance;
    let of = |edge: &Edge| parts.len().saturating_sub(edge.part).div_ceil(apart);
    let last = |edge: &Edge| of(edge).checked_sub(1).map(|more| edge.heard + between * more);
    let count = edges.iter().filter_map(last).max().unwrap_or(0);
    let messages = edges.iter().map(|edge| of(edge) as u128).sum();
    // Edges by their first steps, so that a step looks at no edge that waits or is through.
    let mut by_start: Vec<usize> = (0..edges.len()).collect();
    by_start.sort_by_key(|edge| edges[*edge].heard);
    let turns = edges.iter().map(of).max().unwrap_or(0);
    let latest = by_start.last().map_or(0, |edge| edges[*edge].heard);
    each_step(count, messages, move |k, out| {
        let first_turn = (k + 1).saturating_sub(latest).div_ceil(between.max(1));
        let mut busy: Vec<(usize, usize)> = Vec::new();
        for turn in first_turn..turns {
            let Some(start) = (k + 1).checked_sub(turn * between) else { break };
            let first = by_start.partition_point(|edge| edges[*edge].heard < start);
            let those = by_start[first..].iter().take_while(|edge| edges[**edge].heard == start);
            busy.extend(those.map(|edge| (*edge, turn)));
        }
        busy.sort_unstable();
        for (edge, turn) in busy {
            let Edge { from, to, part, .. } = &edges[edge];
            if let Some(part) = parts.get(part + turn * apart) {
                let node = |x| (root + x) % nodes;
                out.push(Message::plain(node(*from), node(*to), part.clone()));
            }
        }
    })
}

fn split(request: &Request) -> Box<dyn Steps> {
    let Instance { nodes, root, .. } = request.instance;
    // Odd positions are those of the first child's subtree.
    let half = |x: u32| 1 - x % 2;
    let mut halves = edges(nodes, binary);
    for edge in &mut halves {
        edge.part = half(edge.to) as usize;
    }
    let down = pipelined(request, halves, 1, 2, pieces(request));
    let exchange = each_step(usize::from(nodes > 1), u128::from(nodes - 1), move |_, out| {
        let node = |x| (root + x) % nodes;
        let mut send = |from: u32, to, half: u32| {
            out.push(Message::plain(node(from), node(to), Runs::one(half.into())));
        };
        for x in (1..nodes).step_by(2) {
            if x + 1 < nodes {
                send(x, x + 1, half(x));
                send(x + 1, x, half(x + 1));
            } else {
                send(0, x, half(x + 1));
            }
        }
    });
    Box::new(InTurn(vec![down, exchange]))
}
