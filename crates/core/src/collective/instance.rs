//! A collective with its parameters, in a group of p nodes.

use std::fmt;
use std::sync::Arc;

use thiserror::Error;

use super::{Blocks, Collective, Data, Parameter, Pattern, Required, Share};
use crate::schedule::{Payload, Run, Runs, Space};
use crate::topology::{Topology, Translations};
use hockney_base::number::remainder;

/// A collective with its parameters, for a group of `nodes` nodes.
#[derive(Clone)]
pub struct Instance {
    /// The collective.
    pub collective: &'static Collective,
    /// The number of nodes of the group, p.
    pub nodes: u32,
    /// The number of equal pieces of each block. A piece has m / pieces words.
    pub pieces: u32,
    /// The position of the root, if the collective has one.
    pub root: u32,
    /// Whether a scan is exclusive.
    pub exclusive: bool,
    /// The distance of a shift in positions, below p.
    pub by: u32,
    /// For a permutation, the target of each position's block, and the origin of the block that each position
    /// gets.
    map: Option<Arc<Map>>,
}

struct Map {
    target: Vec<u32>,
    origin: Vec<u32>,
}

/// Why parameters do not fit a group.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum InstanceError {
    /// `pieces: 0`
    #[error("a block has at least one piece")]
    NoPieces,
    /// More blocks than can be numbered.
    #[error("too many blocks")]
    TooManyBlocks,
    /// `root: 8` among eight nodes.
    #[error("there is no node {root} among {nodes}: the nodes are 0 to {}", .nodes - 1)]
    NoSuchRoot {
        /// The given root.
        root: u64,
        /// The number of nodes.
        nodes: u32,
    },
    /// `map: [0, 1]` among eight nodes.
    #[error("the map has {found} entries for {nodes} nodes: it needs one per node")]
    MapLength {
        /// The number of entries.
        found: usize,
        /// The number of nodes.
        nodes: u32,
    },
    /// `map: [0, 9]`, the position and its target.
    #[error("the map sends node {0} to {1}, which is not a node")]
    MapTarget(usize, u64),
    /// `map: [1, 1]`, the later position and its target.
    #[error(
        "the map sends node {0} to {1}, like another node: a permutation reaches each node once"
    )]
    MapTwice(usize, u64),
    /// `pieces: 2` for a barrier
    #[error("a barrier moves no data, so it has no pieces")]
    PiecesOfNothing,
}

impl Instance {
    /// The collective among `nodes` nodes, with root 0 and whole blocks.
    pub fn new(collective: &'static Collective, nodes: u32) -> Self {
        Instance { collective, nodes, pieces: 1, root: 0, exclusive: false, by: 0, map: None }
    }

    /// Sets the number of pieces per block.
    ///
    /// # Errors
    /// Zero pieces, more than can be numbered, or pieces of a barrier.
    pub fn with_pieces(mut self, pieces: u32) -> Result<Self, InstanceError> {
        if pieces == 0 {
            return Err(InstanceError::NoPieces);
        }
        if pieces > 1 && self.collective.data() == Data::Token {
            return Err(InstanceError::PiecesOfNothing);
        }
        self.pieces = pieces;
        self.block_count().map(|_| self).ok_or(InstanceError::TooManyBlocks)
    }

    /// Sets the root.
    ///
    /// # Errors
    /// A root that is not a node of the group.
    pub fn with_root(mut self, root: u64) -> Result<Self, InstanceError> {
        let no_such = InstanceError::NoSuchRoot { root, nodes: self.nodes };
        self.root = u32::try_from(root).ok().filter(|r| *r < self.nodes).ok_or(no_such)?;
        Ok(self)
    }

    /// Sets the distance of a shift: any integer, taken mod p.
    #[must_use]
    pub fn with_by(mut self, by: i64) -> Self {
        self.by = remainder(by.rem_euclid(i64::from(self.nodes)).unsigned_abs(), self.nodes);
        self
    }

    /// Sets whether a scan is exclusive.
    #[must_use]
    pub fn with_exclusive(mut self, exclusive: bool) -> Self {
        self.exclusive = exclusive;
        self
    }

    /// The same collective among so many positions, with this root and this distance taken mod p; nothing without such a
    /// root, and for a permutation of others.
    pub fn among(&self, nodes: u32) -> Option<Self> {
        let map = self.map.is_none() || self.nodes == nodes;
        let same = Instance { nodes, by: self.by % nodes.max(1), ..self.clone() };
        Some(same).filter(|of| map && of.root < nodes && of.block_count().is_some())
    }

    /// Sets the target of each position's block.
    ///
    /// # Errors
    /// A list that is not a permutation of the positions.
    pub fn with_map(mut self, map: &[u64]) -> Result<Self, InstanceError> {
        let nodes = self.nodes;
        if map.len() != nodes as usize {
            return Err(InstanceError::MapLength { found: map.len(), nodes });
        }
        let mut target = Vec::with_capacity(map.len());
        let mut origin = vec![u32::MAX; map.len()];
        for (position, to) in (0..nodes).zip(map) {
            let to_position = u32::try_from(*to)
                .ok()
                .filter(|t| *t < nodes)
                .ok_or(InstanceError::MapTarget(position as usize, *to))?;
            let slot = &mut origin[to_position as usize];
            if *slot != u32::MAX {
                return Err(InstanceError::MapTwice(position as usize, *to));
            }
            *slot = position;
            target.push(to_position);
        }
        self.map = Some(Arc::new(Map { target, origin }));
        Ok(self)
    }

    /// The target of each position's block, for a permutation.
    pub fn map(&self) -> Option<&[u32]> {
        self.map.as_ref().map(|map| &*map.target)
    }

    /// The origin of the block that a position gets in a shift or permutation.
    fn origin(&self, position: u32) -> u32 {
        match (self.collective.parameter(), &self.map) {
            (Some(Parameter::By), _) if position >= self.by => position - self.by,
            (Some(Parameter::By), _) => position + (self.nodes - self.by),
            (_, Some(map)) => map.origin[position as usize],
            (_, None) => position,
        }
    }

    /// The number of blocks including pieces; `None` if they cannot be numbered.
    fn block_count(&self) -> Option<u64> {
        self.collective.blocks().count(self.nodes, self.pieces)
    }

    /// The end (exclusive) of the numbers of blocks.
    pub(crate) fn block_end(&self) -> u64 {
        self.block_count().unwrap_or(0)
    }

    /// All blocks.
    pub fn all_blocks(&self) -> Runs {
        Runs::range(0, self.block_end())
    }

    /// All positions, as contributors.
    pub fn everyone(&self) -> Runs {
        Runs::range(0, u64::from(self.nodes))
    }

    /// The pieces of a position's block.
    pub fn blocks_of(&self, position: u32) -> Runs {
        self.blocks_of_number(u64::from(position))
    }

    /// The pieces of block `i`. There are p blocks, or p * p if blocks belong to pairs.
    pub fn blocks_of_number(&self, i: u64) -> Runs {
        let pieces = u64::from(self.pieces);
        Runs::range(i * pieces, (i + 1) * pieces)
    }

    /// The blocks `i>j` for all j.
    pub fn blocks_from(&self, i: u32) -> Runs {
        let row = u64::from(self.nodes) * u64::from(self.pieces);
        Runs::range(u64::from(i) * row, (u64::from(i) + 1) * row)
    }

    /// The blocks `i>j` for all i.
    pub fn blocks_for(&self, j: u32) -> Runs {
        let of = |i: u32| {
            let pair = u64::from(i) * u64::from(self.nodes) + u64::from(j);
            let first = pair * u64::from(self.pieces);
            Run { start: first, end: first + u64::from(self.pieces) }
        };
        (0..self.nodes).map(of).collect()
    }

    /// The image of a block under a renumbering of the positions.
    pub fn renamed_block(&self, block: u64, number: impl Fn(u64) -> u64) -> u64 {
        self.recoded(block, self.nodes, |node| Some(number(node))).unwrap_or(block)
    }

    /// The block of renamed positions among so many nodes, if each of them has a name there.
    pub fn recoded(
        &self,
        block: u64,
        nodes: u32,
        number: impl Fn(u64) -> Option<u64>,
    ) -> Option<u64> {
        let (p, pieces) = (u64::from(self.nodes), u64::from(self.pieces));
        let (whole, piece) = (block / pieces, block % pieces);
        let whole = match self.blocks() {
            Blocks::Pieces | Blocks::Token => return Some(block),
            Blocks::PerNode => number(whole)?,
            Blocks::PerPair => number(whole / p)? * u64::from(nodes) + number(whole % p)?,
        };
        Some(whole * pieces + piece)
    }

    /// The size of a payload, where a token counts as nothing: its number of pieces, or its number of words
    /// if the words of a block are given. Piece k of n is then cut at the words floor(k m/n) and floor((k +
    /// 1) m/n).
    pub fn size(&self, payload: &Payload, block_words: Option<u64>) -> u128 {
        let n = u128::from(self.pieces);
        let before = |piece: u64| match (u128::from(piece), block_words.map(u128::from)) {
            (piece, None) => piece,
            (piece, Some(m)) => piece / n * m + piece % n * m / n,
        };
        let of = |pieces: &Runs| -> u128 {
            pieces.runs().iter().map(|run| before(run.end) - before(run.start)).sum()
        };
        match payload {
            _ if self.data() == Data::Token => 0,
            Payload::Plain(blocks) => of(blocks),
            Payload::Everything => of(&self.all_blocks()),
            Payload::Values(values) => values.iter().map(|value| of(&value.blocks)).sum(),
        }
    }

    /// The blocks that a position has at the start. For combined data these are all blocks, each with its own
    /// contribution.
    pub fn initial(&self, position: u32) -> Runs {
        self.share(self.collective.start, position)
    }

    /// The blocks that a position must have at the end.
    pub fn required(&self, position: u32) -> Required {
        let contributors = match self.collective.pattern() {
            _ if self.data() == Data::Copied => Runs::new(),
            Pattern::Prefixes => Runs::range(0, u64::from(position) + u64::from(!self.exclusive)),
            _ => self.everyone(),
        };
        let blocks = self.share(self.collective.end, position);
        let of_nobody = contributors.is_empty() && self.data() != Data::Copied;
        if blocks.is_empty() || of_nobody {
            return Required::default();
        }
        Required { blocks, contributors }
    }

    fn share(&self, share: Share, position: u32) -> Runs {
        match share {
            Share::AllAtRoot if position != self.root => Runs::new(),
            Share::All | Share::AllAtRoot => self.all_blocks(),
            Share::Own => self.blocks_of(position),
            Share::From => self.blocks_from(position),
            Share::For => self.blocks_for(position),
            Share::OfOrigin => self.blocks_of(self.origin(position)),
        }
    }

    /// Whether blocks are copied or combined.
    pub fn data(&self) -> Data {
        self.collective.data()
    }

    /// How blocks are numbered and written.
    pub fn blocks(&self) -> Blocks {
        self.collective.blocks()
    }

    /// The number of nodes in block names, and the number of pieces per block.
    pub fn shape(&self) -> (usize, u32) {
        (self.blocks().named_by(), self.pieces)
    }

    /// The same, but pieces are named by nodes where there are as many of them and each node gets all: then
    /// algorithms treat piece i as that of node i.
    pub fn moving_shape(&self) -> (usize, u32) {
        let each = self.blocks() == Blocks::Pieces && self.pieces == self.nodes;
        if each { (1, 1) } else { self.shape() }
    }

    /// The blocks as a space on which translations of the nodes act.
    pub fn space(&self, by: &Translations) -> Space {
        let (named_by, pieces) = self.shape();
        Space::of(by, named_by, pieces)
    }

    /// Writes a set of blocks in the notation of the schedule file, one entry each.
    pub fn entries(&self, blocks: &Runs) -> Vec<String> {
        self.blocks().entries(blocks, self.nodes, self.pieces)
    }

    /// The same with blocks that are called as people number the nodes.
    pub fn entries_on(&self, blocks: &Runs, topology: &Topology) -> Vec<String> {
        if topology.is_plain() {
            return self.entries(blocks);
        }
        let nodes = self.nodes + topology.first();
        let number = |node| Some(topology.number(u32::try_from(node).ok()?).into());
        let called = |block| self.recoded(block, nodes, number);
        self.blocks().entries(&blocks.iter().filter_map(called).collect(), nodes, self.pieces)
    }
}

impl fmt::Debug for Instance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} among {}", self.collective.name(), self.nodes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::collective::collective;

    fn among(name: &str, nodes: u32) -> Instance {
        Instance::new(collective(name).unwrap(), nodes)
    }

    /// Catches blocks of pairs that are taken apart by another number than that of the nodes.
    #[test]
    fn blocks_of_pairs_have_names_in_a_larger_network() {
        let of = among("all-to-all", 3).with_pieces(2).unwrap();
        for (from, to, piece) in [(0, 1, 0), (1, 0, 1), (1, 2, 0), (2, 2, 1)] {
            let block = |from: u64, to: u64, p: u64| (from * p + to) * 2 + piece;
            let larger = of.recoded(block(from, to, 3), 7, |node| Some(node + 4));
            assert_eq!(larger, Some(block(from + 4, to + 4, 7)), "{from} -> {to}");
        }
        assert_eq!(of.recoded(5, 7, |node| (node != 2).then_some(node)), None);
    }

    /// Catches a permutation that is asked among other nodes than those that it names.
    #[test]
    fn a_permutation_is_of_its_own_nodes() {
        let of = among("permutation", 3).with_map(&[1, 2, 0]).unwrap();
        assert!(of.among(3).is_some());
        assert!(of.among(4).is_none());
        assert!(among("broadcast", 3).among(4).is_some());
    }
}
