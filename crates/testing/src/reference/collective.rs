//! The twelve collectives as questions: who has which block at the start, and who must have it at the end?

use serde_json::Value;

use super::cover::{MOST_CONTRIBUTORS, Set, first};
use super::json::{Read, bad, list, object, required, text, too_large, whole};

/// More entries than this in the table of nodes and blocks of a phase are too many.
const MOST_ENTRIES: usize = 4_000_000;

/// A block of one piece: `i`, `j`, and the piece, each 0 where a kind has none.
pub type Block = (usize, usize, usize);

/// A collective with its parameters. Positions in the group, never vertices.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Collective {
    /// From the root to all.
    Broadcast(usize),
    /// Combined at the root.
    Reduce(usize),
    /// Combined everywhere.
    AllReduce,
    /// Combined over those before; exclusive without oneself.
    Scan { exclusive: bool },
    /// Everyone's block to everyone.
    AllGather,
    /// Block j combined at j.
    ReduceScatter,
    /// Block j from the root to j.
    Scatter(usize),
    /// Block i from i to the root.
    Gather(usize),
    /// Block i>j from i to j.
    AllToAll,
    /// Block i from i to i + q.
    Shift(i128),
    /// Block i from i to map\[i\].
    Permute(Vec<usize>),
    /// Everyone hears of everyone.
    Barrier,
}

/// How the blocks of a kind are called.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Label {
    /// `k`
    Piece,
    /// `i` or `i.k`
    One,
    /// `i>j` or `i>j.k`
    Pair,
}

/// What is done with the data.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Data {
    /// Held or not held.
    Copied,
    /// Values that know their contributors.
    Combined,
    /// Who has been heard of.
    Heard,
}

/// Reads the value of `collective`. A parameter of another kind is an unknown key; only `exclusive` may be left out.
pub fn read(value: &Value) -> Read<Collective> {
    let all = object(value, "collective", &["kind", "root", "exclusive", "by", "map"])?;
    let kind = text(required(all, "kind")?, "kind")?;
    let parameter = match kind {
        "broadcast" | "reduce" | "scatter" | "gather" => "root",
        "scan" => "exclusive",
        "shift" => "by",
        "permute" => "map",
        _ => "kind",
    };
    let own = object(value, kind, &["kind", parameter])?;
    let root = || whole(required(own, "root")?, "root");
    Ok(match kind {
        "broadcast" => Collective::Broadcast(root()?),
        "reduce" => Collective::Reduce(root()?),
        "scatter" => Collective::Scatter(root()?),
        "gather" => Collective::Gather(root()?),
        "all-reduce" => Collective::AllReduce,
        "all-gather" => Collective::AllGather,
        "reduce-scatter" => Collective::ReduceScatter,
        "all-to-all" => Collective::AllToAll,
        "barrier" => Collective::Barrier,
        "scan" => match own.get("exclusive") {
            None => Collective::Scan { exclusive: false },
            Some(Value::Bool(exclusive)) => Collective::Scan { exclusive: *exclusive },
            Some(_) => return bad("exclusive is true or false"),
        },
        "shift" => {
            let by = required(own, "by")?;
            match by.as_i64().map(i128::from).or_else(|| by.as_u64().map(i128::from)) {
                Some(by) => Collective::Shift(by),
                None => return bad("by is an integer"),
            }
        }
        "permute" => {
            let map = list(required(own, "map")?, "map")?;
            let map = map.iter().map(|to| whole(to, "map")).collect::<Read<Vec<_>>>()?;
            Collective::Permute(map)
        }
        _ => return bad(format!("no collective is called {kind}")),
    })
}

impl Collective {
    /// How its blocks are called.
    pub fn label(&self) -> Label {
        match self {
            Self::Broadcast(_)
            | Self::Reduce(_)
            | Self::AllReduce
            | Self::Scan { .. }
            | Self::Barrier => Label::Piece,
            Self::AllGather
            | Self::ReduceScatter
            | Self::Scatter(_)
            | Self::Gather(_)
            | Self::Shift(_)
            | Self::Permute(_) => Label::One,
            Self::AllToAll => Label::Pair,
        }
    }

    /// What is done with the data.
    pub fn data(&self) -> Data {
        match self {
            Self::Broadcast(_)
            | Self::AllGather
            | Self::Scatter(_)
            | Self::Gather(_)
            | Self::AllToAll
            | Self::Shift(_)
            | Self::Permute(_) => Data::Copied,
            Self::Reduce(_) | Self::AllReduce | Self::Scan { .. } | Self::ReduceScatter => {
                Data::Combined
            }
            Self::Barrier => Data::Heard,
        }
    }

    /// Whether the parameters fit a group of this size, and whether the pieces may be so many.
    pub fn fit(&self, size: usize, pieces: usize) -> Read<()> {
        match self {
            Self::Broadcast(root) | Self::Reduce(root) if *root >= size => return bad("root"),
            Self::Scatter(root) | Self::Gather(root) if *root >= size => return bad("root"),
            Self::Permute(map) => {
                let mut sorted = map.clone();
                sorted.sort_unstable();
                if sorted != (0..size).collect::<Vec<_>>() {
                    return bad("map is not a permutation of the group");
                }
            }
            // One piece is what a document without the key has.
            Self::Barrier if pieces != 1 => return bad("a barrier has no pieces"),
            _ => {}
        }
        if self.data() != Data::Copied && size > MOST_CONTRIBUTORS {
            return too_large("too many contributors");
        }
        let blocks = match self.label() {
            Label::Piece => 1,
            Label::One => size,
            Label::Pair => size * size,
        };
        match pieces.checked_mul(blocks * size) {
            Some(entries) if entries <= MOST_ENTRIES => Ok(()),
            _ => too_large("too many blocks"),
        }
    }

    /// Every block of one piece.
    pub fn blocks(&self, size: usize, pieces: usize) -> Vec<Block> {
        let (first, second) = match self.label() {
            Label::Piece => (1, 1),
            Label::One => (size, 1),
            Label::Pair => (size, size),
        };
        let mut blocks = Vec::new();
        for i in 0..first {
            for j in 0..second {
                blocks.extend((0..pieces).map(|piece| (i, j, piece)));
            }
        }
        blocks
    }

    /// Copied data: v holds the block at the start.
    pub fn holds_first(&self, v: usize, (i, _, _): Block) -> bool {
        match self {
            Self::Broadcast(root) | Self::Scatter(root) => v == *root,
            _ => v == i,
        }
    }

    /// Copied data: v must hold the block at the end.
    pub fn holds_last(&self, v: usize, (i, j, _): Block, size: usize) -> bool {
        match self {
            Self::Scatter(_) => v == i,
            Self::Gather(root) => v == *root,
            Self::AllToAll => v == j,
            Self::Shift(by) => v as i128 == (i as i128 + by).rem_euclid(size as i128),
            Self::Permute(map) => v == map[i],
            _ => true,
        }
    }

    /// Combined data: whose contributions to the block v must be able to combine at the end; nobody's is no demand.
    pub fn forms_last(&self, v: usize, (j, _, _): Block, size: usize) -> Set {
        match self {
            Self::Reduce(root) if v != *root => 0,
            Self::ReduceScatter if v != j => 0,
            Self::Scan { exclusive: true } => first(v),
            Self::Scan { exclusive: false } => first(v + 1),
            _ => first(size),
        }
    }
}
