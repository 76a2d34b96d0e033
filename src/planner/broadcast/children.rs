//! Broadcasts down a tree with a node at every vertex: to both children at once, or to one after the other.
//!
//! No step rule: the senders of a step of child-by-child are not a progression, and each sends to a multiple
//! of its number.

use crate::planner::prelude::*;

/// Both children at once: every node of a tree sends to its two children in one step. Invalid with one port.
///
/// Step k: each node at depth k sends to both its children, two messages from one port. It is valid with
/// `--ports all`. Source: the lecture notes' diagram of the binary tree, "0 -> 1, 2".
pub(in crate::planner) const BOTH_CHILDREN: Algorithm =
    Algorithm::made("broadcast", "both-children", |request| steps(request, depth))
        .does("each node sends the message to both its children in one step")
        .with_source("CS3006 lecture notes, diagram of the balanced binary tree")
        .with_fails(&["node-tree"], "root 0; two sends in a step break the one-port rule")
        .with_requires(&[Requirement::RootZero]);

/// One child after the other: every node of a tree sends to its left child, then to its right.
///
/// What the diagram of both children at once costs with one port. A node that has the message
/// after step t sends left in step t + 1 and right in step t + 2. With D = floor(log2 p), the last
/// node to hear is the last of depth D - 1, after 2(D - 1) steps, or one of depth D: the
/// J + 1 = p - 2^D + 1 nodes there are j = 0..J counted from the left, and j hears after D steps
/// and one more for each right turn, of which the most is floor(log2(J + 1)). Source: corrected from
/// the lecture notes' diagram.
pub(in crate::planner) const CHILD_BY_CHILD: Algorithm =
    Algorithm::made("broadcast", "child-by-child", |request| steps(request, turns))
        .does("each node sends to its left child, then to its right child")
        .with_source("derived here from the CS3006 lecture notes' diagram")
        .with_needs(&[Need::Of(Feature::HeapOrder, "any p, root 0")])
        .with_requires(&[Requirement::RootZero])
        .with_steps(
            "max(2 floor(log2 p) - 2, floor(log2 p) + floor(log2(p - 2^floor(log2 p) + 1)))",
            "t_s + m t_w",
        );

/// The messages to each node, in the step in which it receives the data.
fn steps(request: &Request, heard: fn(u32) -> usize) -> Box<dyn Steps> {
    let (p, blocks) = (request.topology.nodes(), request.instance.all_blocks());
    let count = (p / 2..p).map(heard).max().unwrap_or(0);
    each_step(count, u128::from(p) - 1, move |k, out| {
        let now = (1..p).filter(|child| heard(*child) == k + 1);
        out.extend(now.map(|child| Message::plain((child - 1) / 2, child, blocks.clone())));
    })
}

/// One step for each turn on the path from the root.
fn depth(node: u32) -> usize {
    (node + 1).ilog2() as usize
}

/// One step for each left turn, two for each right turn. The bits of v + 1 after the first are the turns.
fn turns(node: u32) -> usize {
    depth(node) + (node + 1).count_ones() as usize - 1
}
