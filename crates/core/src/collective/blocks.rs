//! How the blocks of a collective are numbered and written.

use crate::schedule::{Brick, Run, Runs, Space};

/// The form of block names. Each form numbers its blocks 0, 1, 2, .. in the order of their names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blocks {
    /// `k`: piece k of the only block.
    Pieces,
    /// `i` or `i.k`: piece k of the block of position i, numbered i pieces + k.
    PerNode,
    /// `i>j` or `i>j.k`: from i for j, numbered (i p + j) pieces + k.
    PerPair,
    /// `0`, a block of no words.
    Token,
}

impl Blocks {
    /// The number of nodes in a block name: none, one, or two.
    pub fn named_by(self) -> usize {
        match self {
            Blocks::Pieces | Blocks::Token => 0,
            Blocks::PerNode => 1,
            Blocks::PerPair => 2,
        }
    }

    /// The number of blocks among `nodes` nodes; `None` if it exceeds 64 bits.
    pub fn count(self, nodes: u32, pieces: u32) -> Option<u64> {
        let (p, n) = (u64::from(nodes), u64::from(pieces));
        match self {
            Blocks::Pieces => Some(n),
            Blocks::PerNode => p.checked_mul(n),
            Blocks::PerPair => p.checked_mul(p)?.checked_mul(n),
            Blocks::Token => Some(1),
        }
    }

    /// Writes a set as entries of the schedule file: `0-3`, `2.0-1`, `0-3>4-7`.
    pub fn entries(self, blocks: &Runs, nodes: u32, pieces: u32) -> Vec<String> {
        if self.named_by() == 0 {
            return blocks.runs().iter().map(|run| span(*run)).collect();
        }
        let (p, n) = (u64::from(nodes), u64::from(pieces));
        let mut parts: Vec<Brick> = Vec::new();
        let names = std::iter::repeat_n(p, self.named_by());
        Space::of_sides(names.chain([n])).parts(blocks, |Brick(next)| match parts.last_mut() {
            // Equal ranges of consecutive i are joined.
            Some(Brick(last))
                if self == Blocks::PerPair
                    && last[1..] == next[1..]
                    && last[0].end == next[0].start =>
            {
                last[0].end = next[0].end;
            }
            _ => parts.push(Brick(next)),
        });
        let written = |Brick(ranges): &Brick| {
            let (names, part) = ranges.split_at(self.named_by());
            let names: Vec<String> = names.iter().map(|range| span(*range)).collect();
            match *part {
                [part] if part.len() < n => format!("{}.{}", names.join(">"), span(part)),
                _ => names.join(">"),
            }
        };
        parts.iter().map(written).collect()
    }
}

/// `3`, `3-5`.
fn span(Run { start, end }: Run) -> String {
    if end - start == 1 { start.to_string() } else { format!("{start}-{}", end - 1) }
}
