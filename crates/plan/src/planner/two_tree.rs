//! Two binary trees at once: no node has children in both, and each tree brings every second piece.
//!
//! The p - 1 positions after the root have a role from 1 to p - 1 in each tree. Of an interval of s roles the
//! 2^floor(log2 s)-th is the root, and the roles before and after it are its subtrees; so odd roles are leaves.
//! Position x has role x in the first tree, and in the second the role r with x + r = 2 - (p mod 4), modulo
//! p - 1: no position has two even roles.
//!
//! A position sends on at most two edges of both trees together, and receives on two. So the edges, each
//! beside the other one of its sender and the other one of its receiver, form a path, which begins at the root
//! in both directions. Every second edge of the path is used in odd steps, the others in even steps: one message
//! per step and port. A piece takes one step to one child and two to the other. Cost: the first tree ends after
//! floor(log2(p - 1)) + floor(log2(p + 1)) steps with one piece, the second one step later; so with n pieces
//! there are n - 1 steps more, of t_s + m t_w/n. Three nodes are a chain, which takes a step less. Any p, any
//! root, with disjoint routes for all pairs. Literature: Sanders, Speck and Traeff 2009, there with other roles
//! in the second tree.
//!
//! No step rule: the colours of the edges come from a walk.

use super::broadcast::trees::{self, Edge, pieces};
use super::prelude::*;
use super::rules;
use hockney_base::number::remainder;
use std::cmp::Ordering;

/// Down both trees.
pub(super) fn steps(request: &Request) -> Box<dyn Steps> {
    match request.instance.nodes {
        3 => trees::steps(request, |_, to| (to - 1, 1), 1, pieces(request)),
        p => trees::pipelined(request, edges(p), 2, 2, pieces(request)),
    }
}

/// Up both trees to the root, and down again.
pub(super) fn up_and_down(request: &Request) -> Box<dyn Steps> {
    there_and_back(request, steps)
}

/// The same; two or four nodes exchange their sums instead, one step or two of the whole vector.
pub(super) fn exchanged(request: &Request) -> Box<dyn Steps> {
    match request.instance.nodes {
        2 | 4 => rules::steps(&EXCHANGE_RULE, request),
        _ => up_and_down(request),
    }
}

/// In two boxes: each piece up the chain of each box, across between the first nodes of the boxes, and down the chains, a
/// step for each link, two steps after the piece before. In a step a node sends and receives once: what goes up and what
/// comes down passes it in turn, and an exchange is between two arrivals.
pub(super) fn in_two_boxes(request: &Request) -> Box<dyn Steps> {
    let (size, pieces) = (request.instance.nodes / 2, request.instance.pieces as usize);
    let links = 2 * size as usize - 1;
    let messages = 2 * links as u128 * pieces as u128;
    each_step(2 * (pieces - 1) + links, messages, move |k, out| {
        for (link, at) in (0..2 * size - 1).enumerate() {
            let since = k.checked_sub(link).filter(|since| since % 2 == 0);
            let Some(piece) = since.map(|since| since / 2).filter(|piece| *piece < pieces) else {
                continue;
            };
            let (from, to) = match (at + 1).cmp(&size) {
                Ordering::Less => (size - 1 - at, size - 2 - at),
                Ordering::Equal => (0, size),
                Ordering::Greater => (at - size, at - size + 1),
            };
            let blocks = Runs::one(piece as u64);
            let node = |x: u32| (size + x) % (2 * size);
            out.push(Message::plain(from, to, blocks.clone()));
            out.push(Message::plain(node(from), node(to), blocks));
        }
    })
}

/// The edges of both trees: the first tree begins with piece 0, the second with piece 1.
fn edges(p: u32) -> Vec<Edge> {
    let roles = roles(p);
    let parity = parities(p, &roles);
    // The step in which each position hears, for each tree.
    let mut heard = vec![[0; 2]; p as usize];
    let mut edges = Vec::new();
    for part in 0..2 {
        for (role, parent) in &roles {
            let (from, to) = (position(p, part, *parent), position(p, part, *role));
            let next = heard[from as usize][part] + 1;
            let waits = next % 2 != parity[to as usize][part];
            let heard = &mut heard[to as usize][part];
            *heard = next + usize::from(waits);
            edges.push(Edge { from, to, heard: *heard, part });
        }
    }
    edges
}

/// The roles with their parents, 0 for the root, each after its parent.
fn roles(p: u32) -> Vec<(u32, u32)> {
    let (mut roles, mut open) = (Vec::new(), vec![(1, p - 1, 0)]);
    while let Some((first, size, parent)) = open.pop() {
        if size > 0 {
            let left = (1 << size.ilog2()) - 1;
            let role = first + left;
            roles.push((role, parent));
            open.extend([(first, left, role), (role + 1, size - left - 1, role)]);
        }
    }
    roles
}

/// The position with a role in a tree, and the role of a position.
fn position(p: u32, tree: usize, role: u32) -> u32 {
    if tree == 0 || role == 0 {
        return role;
    }
    // 1 - p mod 4 - role, modulo p - 1, as a number that is not negative.
    remainder(4 * u64::from(p - 1) + 1 - u64::from(p % 4) - u64::from(role), p - 1) + 1
}

/// Whether the edges to each position in both trees are used in odd steps (1) or in even ones (0).
fn parities(p: u32, roles: &[(u32, u32)]) -> Vec<[usize; 2]> {
    let mut children = vec![[0_u32; 2]; p as usize];
    let mut parents = vec![0_u32; p as usize];
    for (role, parent) in roles {
        parents[*role as usize] = *parent;
        children[*parent as usize][usize::from(role > parent)] = *role;
    }
    let mut parity: Vec<[Option<usize>; 2]> = vec![[None; 2]; p as usize];
    for start in 0..2 {
        let (mut tree, mut role) = (start, children[0][1]);
        // From an edge to the other one of its receiver, and on to the other one of that one's sender.
        while role != 0 && parity[position(p, tree, role) as usize][tree].is_none() {
            let to = position(p, tree, role);
            parity[to as usize][tree] = Some(1 - start);
            parity[to as usize][1 - tree] = Some(start);
            tree = 1 - tree;
            let role_there = position(p, tree, to);
            let siblings = children[parents[role_there as usize] as usize];
            role = siblings.into_iter().find(|role| *role != role_there).unwrap_or(0);
        }
    }
    parity.into_iter().map(|[one, two]| [one.unwrap_or(1), two.unwrap_or(0)]).collect()
}
