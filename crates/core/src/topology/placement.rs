//! Ranks on the nodes of a topology: which node each rank of a collective runs on.

use std::collections::BTreeMap;
use std::sync::Arc;

use thiserror::Error;

use super::{Topology, Vertex};

/// The node of each rank. Ranks are `0..ranks`; there may be fewer ranks than nodes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placement {
    nodes: Vec<Vertex>,
    ranks: BTreeMap<Vertex, u32>,
}

/// Why ranks cannot be placed so.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PlacementError {
    /// `place: []`
    #[error("a placement has at least one rank")]
    NoRank,
    /// `place: [0, 0]`
    #[error("node {node} has rank {first} already")]
    Twice {
        /// The node.
        node: Vertex,
        /// The rank that comes first.
        first: u32,
        /// The rank that is refused.
        rank: u32,
    },
    /// `--place block --ranks 9` on `ring:8`
    #[error("{ranks} ranks need {ranks} nodes, and {topology} has {nodes}")]
    TooFewNodes {
        /// The number of ranks.
        ranks: u64,
        /// The number of nodes.
        nodes: u32,
        /// The topology.
        topology: String,
    },
    /// `--place round-robin -t ring:8`
    #[error("{topology} has no boxes: {why}")]
    NoBoxes {
        /// The topology.
        topology: String,
        /// The reason.
        why: String,
    },
}

impl Placement {
    /// The placement with these nodes of a topology, rank 0 first.
    ///
    /// # Errors
    /// No rank, more ranks than nodes, or a node with two ranks. The nodes must exist.
    pub fn of(topology: &Topology, nodes: Vec<Vertex>) -> Result<Self, PlacementError> {
        let mut ranks = BTreeMap::new();
        let _ = Self::count(topology, nodes.len() as u64)?;
        for (rank, node) in (0..).zip(&nodes) {
            if let Some(first) = ranks.insert(*node, rank) {
                return Err(PlacementError::Twice { node: *node, first, rank });
            }
        }
        Ok(Placement { nodes, ranks })
    }

    /// Rank r on node r.
    ///
    /// # Errors
    /// No rank, or more ranks than nodes.
    pub fn block(topology: &Topology, ranks: u64) -> Result<Self, PlacementError> {
        Self::of(topology, (0..Self::count(topology, ranks)?).collect())
    }

    /// Ranks dealt over the boxes: one to the first free node of each box in turn, until all ranks have a node.
    /// A box is the nodes whose lowest neighbouring switch is the same one.
    ///
    /// # Errors
    /// No rank, more ranks than nodes, or a topology without at least two boxes.
    pub fn round_robin(topology: &Topology, ranks: u64) -> Result<Self, PlacementError> {
        let ranks = Self::count(topology, ranks)? as usize;
        let boxes = boxes(topology)?;
        let longest = boxes.iter().map(Vec::len).max().unwrap_or(0);
        let dealt = (0..longest).flat_map(|turn| boxes.iter().filter_map(move |of| of.get(turn)));
        Self::of(topology, dealt.take(ranks).copied().collect())
    }

    fn count(topology: &Topology, ranks: u64) -> Result<u32, PlacementError> {
        let nodes = topology.nodes();
        match u32::try_from(ranks) {
            Ok(0) => Err(PlacementError::NoRank),
            Ok(ranks) if ranks <= nodes => Ok(ranks),
            _ => Err(PlacementError::TooFewNodes { ranks, nodes, topology: topology.to_string() }),
        }
    }

    /// The node of each rank.
    pub fn nodes(&self) -> &[Vertex] {
        &self.nodes
    }

    /// The rank of a node, if it has one.
    pub fn rank(&self, node: Vertex) -> Option<u32> {
        self.ranks.get(&node).copied()
    }

    /// Whether rank r is on node r and every node of the topology has a rank.
    pub fn is_everyone(&self, topology: &Topology) -> bool {
        self.nodes.iter().copied().eq(0..topology.nodes())
    }
}

/// The nodes of each box, ascending, the box of node 0 first.
fn boxes(topology: &Topology) -> Result<Vec<Vec<Vertex>>, PlacementError> {
    let none = |why: String| PlacementError::NoBoxes { topology: topology.to_string(), why };
    let (mut boxes, mut numbers): (Vec<Vec<Vertex>>, BTreeMap<Vertex, usize>) = Default::default();
    let mut neighbours = Vec::new();
    for node in 0..topology.nodes() {
        neighbours.clear();
        topology.network().neighbours(node, &mut neighbours);
        let switch = neighbours.iter().copied().find(|vertex| *vertex >= topology.nodes());
        let switch = switch.ok_or_else(|| none(format!("node {node} is at no switch")))?;
        let of = *numbers.entry(switch).or_insert(boxes.len());
        if of == boxes.len() {
            boxes.push(Vec::new());
        }
        boxes[of].push(node);
    }
    if boxes.len() < 2 {
        return Err(none("all nodes are at one switch".to_owned()));
    }
    Ok(boxes)
}

impl Topology {
    /// The same topology with ranks on some of its nodes, or without ranks if rank r is on node r for all nodes.
    #[must_use]
    pub fn with_ranks(self, placement: Placement) -> Self {
        let placement = (!placement.is_everyone(&self)).then(|| Arc::new(placement));
        Topology { placement, ..self }
    }

    /// The ranks of its nodes, if they differ from the numbers of the nodes.
    pub fn placement(&self) -> Option<&Placement> {
        self.placement.as_deref()
    }

    /// The number of ranks: of nodes, if there is no placement.
    pub fn ranks(&self) -> u32 {
        let ranks = |placement: &Placement| u32::try_from(placement.nodes.len()).ok();
        self.placement().and_then(ranks).unwrap_or(self.nodes())
    }

    /// The node of a rank, if there is such a rank.
    pub fn node_of(&self, rank: u64) -> Option<Vertex> {
        let rank = u32::try_from(rank).ok().filter(|rank| *rank < self.ranks())?;
        Some(self.placement().map_or(rank, |placement| placement.nodes[rank as usize]))
    }

    /// `rank 1` for the node of that rank, `node 8` if no ranks are placed.
    pub fn placed(&self, node: Vertex) -> String {
        match self.placement().and_then(|placement| placement.rank(node)) {
            Some(rank) => format!("rank {rank}"),
            None => format!("node {}", self.number(node)),
        }
    }

    /// The rank of a node as schedule files have it: the number of the node, if there is no placement.
    pub fn rank_of(&self, node: Vertex) -> Vertex {
        self.placement().and_then(|placement| placement.rank(node)).unwrap_or(node)
    }
}
