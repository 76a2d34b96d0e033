//! What is asked of every cell: the collective, the machine, the ports, the routes and the pieces.

use std::collections::VecDeque;

use super::cnf::{Cnf, Literal};

/// A collective in the direction in which it is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TaskKind {
    /// One node has the same data for all.
    Broadcast,
    /// Each node has the same data for all.
    AllGather,
    /// One node has a block for each other.
    Scatter,
    /// Each node has a block for each other.
    AllToAll,
    /// All nodes get the combination of the data of all.
    AllReduce,
}

/// Everything about a cell but its number of steps and words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    /// The machine.
    pub wires: Wires,
    /// The collective.
    pub kind: TaskKind,
    /// The root of a broadcast or scatter.
    pub root: u32,
    /// The pieces of each block.
    pub pieces: u32,
    /// Whether a node sends and receives on all its links at a time. Then messages are direct.
    pub all_ports: bool,
    /// Whether only neighbours send to each other.
    pub neighbours: bool,
}

/// One piece of a block of copied data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CopiedPiece {
    /// Its number in schedule files.
    pub number: u64,
    /// The node that has it at the start.
    pub start: u32,
    /// The nodes that must have it at the end, one bit each.
    pub wanted: u64,
}

impl CopiedPiece {
    /// Whether a node must have it at the end.
    pub fn is_for(&self, node: u32) -> bool {
        self.wanted >> node & 1 == 1
    }
}

/// How large the formula of a cell is.
#[derive(Clone, Copy)]
pub(super) struct Extent {
    /// The number of steps.
    pub(super) steps: u32,
    /// The number of steps that are not empty.
    pub(super) least: u32,
    /// The most pieces of the largest messages of all steps together; `None` for any number.
    pub(super) rounds: Option<u32>,
    /// Whether interchangeable pieces come in order.
    pub(super) ordered: bool,
}

impl Extent {
    /// The unary sizes of the steps, if the pieces are limited.
    pub(super) fn sizes(self, cnf: &mut Cnf) -> Option<Vec<Vec<Literal>>> {
        let rounds = self.rounds?;
        Some(cnf.sizes(self.steps as usize, self.least as usize, rounds as usize))
    }
}

/// The most nodes of a cell, one bit of a word each.
pub const MOST_NODES: u32 = 64;

impl Task {
    /// The pieces of copied data, in the order in which they are encoded: by source, target and piece.
    pub fn blocks(&self) -> Vec<CopiedPiece> {
        let p = self.wires.nodes;
        let all = u64::MAX >> (MOST_NODES - p.clamp(1, MOST_NODES));
        let mut blocks = Vec::new();
        let mut add = |number: u64, start: u32, wanted: u64| {
            let k = u64::from(self.pieces);
            blocks.extend((0..k).map(|i| CopiedPiece { number: number * k + i, start, wanted }));
        };
        for v in 0..p {
            let (number, only) = (u64::from(v), 1 << v);
            match self.kind {
                TaskKind::Broadcast if v == self.root => add(0, v, all),
                TaskKind::AllGather => add(number, v, all),
                TaskKind::Scatter if v != self.root => add(number, self.root, only),
                TaskKind::AllToAll => {
                    let others = (0..p).filter(|w| *w != v);
                    others.for_each(|w| add(number * u64::from(p) + u64::from(w), v, 1 << w));
                }
                TaskKind::Broadcast | TaskKind::Scatter | TaskKind::AllReduce => {}
            }
        }
        blocks
    }

    /// Whether each block is for one node, which then needs one holder at a time.
    pub fn is_unicast(&self) -> bool {
        matches!(self.kind, TaskKind::Scatter | TaskKind::AllToAll)
    }

    /// The least number of steps of every schedule: the number of nodes that have a word at most doubles, and
    /// direct messages need a step for every hop.
    pub fn least_steps(&self) -> u32 {
        let p = self.wires.nodes;
        let doubling =
            if self.all_ports { u32::from(p > 1) } else { p.next_power_of_two().ilog2() };
        doubling.max(if self.neighbours { self.farthest() } else { 0 })
    }

    /// The most hops from a source to a target by direct messages.
    pub fn farthest(&self) -> u32 {
        let rooted = matches!(self.kind, TaskKind::Broadcast | TaskKind::Scatter);
        let sources = (0..self.wires.nodes).filter(|v| !rooted || *v == self.root);
        let far = sources.flat_map(|v| {
            let hops = self.wires.distances(v, true);
            (0..self.wires.nodes).filter_map(move |w| hops[w as usize])
        });
        far.max().unwrap_or(0)
    }
}

/// A directed link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wire {
    /// Where it begins.
    pub from: u32,
    /// Where it ends.
    pub to: u32,
    /// The messages that it carries in a step.
    pub capacity: u32,
}

/// Nodes `0..nodes`, switches from there to `vertices`, and the directed links in ascending order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wires {
    /// The number of nodes, p.
    pub nodes: u32,
    /// The number of vertices.
    pub vertices: u32,
    /// The links, ordered by their ends.
    pub links: Vec<Wire>,
}

/// The most vertices on the way through routes of a pair, before there are taken to be many.
const MOST_VISITED: usize = 4096;

impl Wires {
    /// The place of a link.
    pub fn link(&self, from: u32, to: u32) -> Option<usize> {
        self.links.binary_search_by_key(&(from, to), |link| (link.from, link.to)).ok()
    }

    /// The places of the links out of a vertex.
    pub fn out_of(&self, vertex: u32) -> impl Iterator<Item = usize> {
        let first = self.links.partition_point(|link| link.from < vertex);
        (first..).take_while(move |at| self.links.get(*at).is_some_and(|link| link.from == vertex))
    }

    /// The places of the links into a vertex.
    pub fn into_of(&self, vertex: u32) -> impl Iterator<Item = usize> {
        self.out_of(vertex).filter_map(move |at| self.link(self.links[at].to, vertex))
    }

    /// Whether all pairs of nodes are joined.
    pub fn is_complete(&self) -> bool {
        let pair = |a: u32, b: u32| a == b || self.link(a, b).is_some();
        (0..self.nodes).all(|a| (0..self.nodes).all(|b| pair(a, b)))
    }

    /// The number of hops from a node to every vertex, by direct messages between nodes if `direct`.
    pub fn distances(&self, from: u32, direct: bool) -> Vec<Option<u32>> {
        let mut hops = vec![None; self.vertices as usize];
        hops[from as usize] = Some(0);
        let mut open = VecDeque::from([(from, 0)]);
        while let Some((at, far)) = open.pop_front() {
            for link in self.out_of(at) {
                let to = self.links[link].to;
                let known = &mut hops[to as usize];
                if known.is_none() && !(direct && to >= self.nodes) {
                    *known = Some(far + 1);
                    open.push_back((to, far + 1));
                }
            }
        }
        hops
    }

    /// The simple paths between two nodes, if there are at most two: each with both ends.
    pub fn few_paths(&self, from: u32, to: u32) -> Option<Vec<Vec<u32>>> {
        let (mut found, mut visited) = (Vec::new(), 0);
        // A path, and the links that were not yet tried at each of its vertices.
        let mut path = vec![from];
        let mut left: Vec<Vec<usize>> = vec![self.out_of(from).collect()];
        while let Some(links) = left.last_mut() {
            visited += 1;
            if found.len() > 2 || visited > MOST_VISITED {
                return None;
            }
            if links.is_empty() {
                left.pop();
                path.pop();
                continue;
            }
            let next = self.links[links.remove(0)].to;
            if path.contains(&next) {
                continue;
            }
            if next == to {
                found.push(path.iter().copied().chain([to]).collect());
            } else {
                path.push(next);
                left.push(self.out_of(next).collect());
            }
        }
        Some(found).filter(|found| found.len() <= 2)
    }
}
