//! What is asked of every cell: the collective, the machine, the ports, the routes and the pieces.

use super::wires::Wires;

/// A collective in the direction in which it is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
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
    pub kind: Kind,
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
pub struct Block {
    /// Its number in schedule files.
    pub number: u64,
    /// The node that has it at the start.
    pub start: u32,
    /// The nodes that must have it at the end, one bit each.
    pub wanted: u64,
}

impl Block {
    /// Whether a node must have it at the end.
    pub fn is_for(&self, node: u32) -> bool {
        self.wanted >> node & 1 == 1
    }
}

/// The most nodes of a cell, one bit of a word each.
pub const MOST_NODES: u32 = 64;

impl Task {
    /// The pieces of copied data, in the order in which they are encoded: by source, target and piece.
    pub fn blocks(&self) -> Vec<Block> {
        let p = self.wires.nodes;
        let all = u64::MAX >> (MOST_NODES - p.clamp(1, MOST_NODES));
        let mut blocks = Vec::new();
        let mut add = |number: u64, start: u32, wanted: u64| {
            let k = u64::from(self.pieces);
            blocks.extend((0..k).map(|i| Block { number: number * k + i, start, wanted }));
        };
        for v in 0..p {
            let (number, only) = (u64::from(v), 1 << v);
            match self.kind {
                Kind::Broadcast if v == self.root => add(0, v, all),
                Kind::AllGather => add(number, v, all),
                Kind::Scatter if v != self.root => add(number, self.root, only),
                Kind::AllToAll => {
                    let others = (0..p).filter(|w| *w != v);
                    others.for_each(|w| add(number * u64::from(p) + u64::from(w), v, 1 << w));
                }
                Kind::Broadcast | Kind::Scatter | Kind::AllReduce => {}
            }
        }
        blocks
    }

    /// Whether each block is for one node, which then needs one holder at a time.
    pub fn is_unicast(&self) -> bool {
        matches!(self.kind, Kind::Scatter | Kind::AllToAll)
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
        let rooted = matches!(self.kind, Kind::Broadcast | Kind::Scatter);
        let sources = (0..self.wires.nodes).filter(|v| !rooted || *v == self.root);
        let far = sources.flat_map(|v| {
            let hops = self.wires.distances(v, true);
            (0..self.wires.nodes).filter_map(move |w| hops[w as usize])
        });
        far.max().unwrap_or(0)
    }
}
