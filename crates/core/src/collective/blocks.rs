//! How the blocks of a collective are numbered and written.

use crate::schedule::{Run, Runs};

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
        let (p, n) = (u64::from(nodes), u64::from(pieces));
        match self {
            Blocks::Pieces | Blocks::Token => {
                blocks.runs().iter().map(|run| span(run.start, run.end)).collect()
            }
            Blocks::PerNode => {
                let parts = blocks.runs().iter().flat_map(|run| split(*run, n));
                parts
                    .map(|(whole, part)| span(whole.start, whole.end) + &pieces_of(part, n))
                    .collect()
            }
            Blocks::PerPair => pairs(blocks, p, n),
        }
    }
}

/// `3`, `3-5`.
fn span(start: u64, end: u64) -> String {
    if end - start == 1 { start.to_string() } else { format!("{start}-{}", end - 1) }
}

/// `.0-1`, and nothing for all pieces.
fn pieces_of(part: Run, pieces: u64) -> String {
    if part.len() == pieces { String::new() } else { format!(".{}", span(part.start, part.end)) }
}

/// Splits a run of numbers `i n + k` into ranges of i times ranges of k: a partial row, whole rows, a partial
/// row.
fn split(run: Run, n: u64) -> Vec<(Run, Run)> {
    let mut parts = Vec::with_capacity(3);
    let mut start = run.start;
    while start < run.end {
        let row = start / n;
        let whole = start.is_multiple_of(n) && run.end - start >= n;
        let (rows, end) = if whole {
            let end_row = run.end / n;
            (Run { start: row, end: end_row }, end_row * n)
        } else {
            (Run { start: row, end: row + 1 }, run.end.min((row + 1) * n))
        };
        let within = Run { start: start % n, end: (end - 1) % n + 1 };
        parts.push((rows, within));
        start = end;
    }
    parts
}

/// Ranges of i times ranges of j times ranges of k. Equal ranges of consecutive i are joined.
fn pairs(blocks: &Runs, p: u64, n: u64) -> Vec<String> {
    // (i, j, k) as ranges
    let mut boxes: Vec<(Run, Run, Run)> = Vec::new();
    for run in blocks.runs() {
        for (numbers, k) in split(*run, n) {
            for (i, j) in split(numbers, p) {
                boxes.push((i, j, k));
            }
        }
    }
    let mut joined: Vec<(Run, Run, Run)> = Vec::new();
    for (i, j, k) in boxes {
        match joined.last_mut() {
            Some(last) if last.1 == j && last.2 == k && last.0.end == i.start => last.0.end = i.end,
            _ => joined.push((i, j, k)),
        }
    }
    let write = |(i, j, k): (Run, Run, Run)| {
        format!("{}>{}{}", span(i.start, i.end), span(j.start, j.end), pieces_of(k, n))
    };
    joined.into_iter().map(write).collect()
}
