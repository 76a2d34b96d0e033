//! Broadcasts down a tree with a node at every vertex: to both children at once, or to one after the other.
//!
//! No step rule: the senders of a step of child-by-child are not a progression, and each sends to a multiple
//! of its number.

use super::trees::{self, Parent};
use crate::planner::prelude::*;

/// Both children at once: every node of a tree sends to its two children in one step. Invalid with one port.
///
/// Step k: each node at depth k sends to both its children, two messages from one port. It is valid with
/// `--ports all`. Source: the lecture notes' diagram of the binary tree, "0 -> 1, 2".
pub(in crate::planner) const BOTH_CHILDREN: Algorithm =
    Algorithm::made("broadcast", "both-children", |request| {
        steps(request, |_, node| ((node - 1) / 2, 1))
    })
    .does("each node sends the message to both its children in one step")
    .with_source("CS3006 lecture notes, diagram of the balanced binary tree")
    .with_fails(&["node-tree"], "root 0; two sends in a step break the one-port rule")
    .with_requires(&[Requirement::RootZero]);

/// One child after the other: every node of a tree sends to its left child, then to its right.
///
/// What the diagram of both children at once costs with one port. A node that has the message after step t
/// sends left in step t + 1 and right in step t + 2. Cost: T(p) (t_s + m t_w) with T of the binary tree.
/// Source: corrected from the lecture notes' diagram.
pub(in crate::planner) const CHILD_BY_CHILD: Algorithm =
    Algorithm::made("broadcast", "child-by-child", |request| {
        steps(request, |_, node| ((node - 1) / 2, 2 - node % 2))
    })
    .does("each node sends to its left child, then to its right child")
    .with_source("derived here from the CS3006 lecture notes' diagram")
    .with_needs(&[Need::Of(Feature::HeapOrder, "any p, root 0")])
    .with_requires(&[Requirement::RootZero])
    .with_steps("{tree}", "t_s + m t_w");

/// The whole message down the tree.
fn steps(request: &Request, parent: Parent) -> Box<dyn Steps> {
    trees::steps(request, parent, 2, vec![request.instance.all_blocks()])
}
