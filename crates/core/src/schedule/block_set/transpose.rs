//! Transposes blocks `i>j`: exchanges i and j, so that blocks are numbered by their targets first.
//!
//! The blocks of a message are nearly always consecutive origins with the same targets each: a rectangle. It
//! can be thousands of runs row by row and a few column by column, or the reverse. Each row is compared with
//! the row before, so no block is sorted or looked up.

use crate::schedule::Run;

/// The blocks for all pairs of some nodes, in pieces.
#[derive(Clone, Copy)]
pub(crate) struct Square {
    nodes: u64,
    /// The number of pieces of each block.
    pieces: u64,
    /// The number of pieces that a node has for all others.
    row: u64,
}

impl Square {
    pub(crate) fn new(nodes: u32, pieces: u32) -> Self {
        let (nodes, pieces) = (u64::from(nodes), u64::from(pieces.max(1)));
        Square { nodes, pieces, row: (nodes * pieces).max(1) }
    }

    /// The number of pieces of each block.
    pub(crate) fn pieces(&self) -> u64 {
        self.pieces
    }

    /// The number of pieces that a node has for all others.
    pub(crate) fn row(&self) -> u64 {
        self.row
    }

    /// Transposes a block of one piece; other blocks take another path.
    #[inline]
    pub(crate) fn one(&self, number: u64) -> Option<u64> {
        let (origin, target) = (number / self.row, number % self.row);
        (self.pieces == 1).then(|| target * self.nodes + origin)
    }

    /// Transposes a run within one block.
    pub(crate) fn within_a_block(&self, run: Run) -> Option<Run> {
        let (origin, within) = (run.start / self.row, run.start % self.row);
        let pieces = self.pieces;
        let (target, piece) = (within / pieces, within % pieces);
        (piece + run.len() <= pieces).then(|| {
            let start = (target * self.nodes + origin) * pieces + piece;
            Run { start, end: start + run.len() }
        })
    }
}

/// Buffers for transposing blocks, used again and again.
#[derive(Default)]
pub(crate) struct Transposer {
    /// The runs in each row of the current rectangle, relative to the start of the row.
    row: Vec<Run>,
    /// The current row, if it differs from the row before.
    other: Vec<Run>,
    transposed: Vec<Run>,
}

/// The current row.
struct Reading {
    origin: u64,
    start: u64,
    /// The number of runs of the row that repeat those of the rectangle, if all do so far.
    same: Option<usize>,
}

impl Transposer {
    /// Transposes ascending runs into maximal ascending runs. `None` if these may exceed a number.
    pub(crate) fn turn(
        &mut self,
        square: &Square,
        runs: impl Iterator<Item = Run>,
        most: usize,
    ) -> Option<&[Run]> {
        let row = square.row();
        self.row.clear();
        self.transposed.clear();
        // The origins of the current rectangle.
        let mut origins = Run { start: 0, end: 0 };
        let mut at = Reading { origin: 0, start: 0, same: Some(0) };
        for mut run in runs {
            while !run.is_empty() {
                if run.start >= at.start + row {
                    self.end_row(square, &at, &mut origins, most)?;
                    let origin = run.start / row;
                    at = Reading { origin, start: origin * row, same: Some(0) };
                }
                let end = run.end.min(at.start + row);
                self.read(&mut at.same, Run { start: run.start - at.start, end: end - at.start });
                run.start = end;
            }
        }
        self.end_row(square, &at, &mut origins, most)?;
        self.close(square, origins, most)?;
        self.make_maximal();
        Some(&self.transposed)
    }

    /// Adds a run to the row.
    #[inline]
    fn read(&mut self, same_so_far: &mut Option<usize>, run: Run) {
        match *same_so_far {
            Some(same) if self.row.get(same) == Some(&run) => *same_so_far = Some(same + 1),
            Some(same) => {
                self.other.clear();
                self.other.extend_from_slice(&self.row[..same]);
                self.other.push(run);
                *same_so_far = None;
            }
            None => self.other.push(run),
        }
    }

    /// Pair the row: it extends the rectangle, or begins another one.
    fn end_row(
        &mut self,
        square: &Square,
        at: &Reading,
        origins: &mut Run,
        most: usize,
    ) -> Option<()> {
        if at.same == Some(0) {
            // The row is empty.
            return Some(());
        }
        if at.same != Some(self.row.len()) || at.origin != origins.end {
            self.close(square, *origins, most)?;
            match at.same {
                Some(same) => self.row.truncate(same),
                None => std::mem::swap(&mut self.row, &mut self.other),
            }
            origins.start = at.origin;
        }
        origins.end = at.origin + 1;
        Some(())
    }

    /// Transposes the rectangle.
    fn close(&mut self, square: &Square, origins: Run, most: usize) -> Option<()> {
        if origins.is_empty() {
            return Some(());
        }
        let Square { nodes, pieces, .. } = *square;
        for run in &self.row {
            let mut at = run.start;
            while at < run.end {
                let (target, piece) = (at / pieces, at % pieces);
                let end = run.end.min((target + 1) * pieces);
                let len = end - at;
                at = end;
                let number = |origin| (target * nodes + origin) * pieces + piece;
                let several = if len == pieces { 1 } else { origins.len() };
                if several.saturating_add(self.transposed.len() as u64) > most as u64 {
                    return None;
                }
                if len == pieces {
                    let (start, end) = (number(origins.start), number(origins.end));
                    self.transposed.push(Run { start, end });
                    continue;
                }
                self.transposed.extend((origins.start..origins.end).map(|origin| {
                    let start = number(origin);
                    Run { start, end: start + len }
                }));
            }
        }
        Some(())
    }

    /// Sorts the transposed runs if necessary, and joins adjacent ones. They have no common blocks.
    fn make_maximal(&mut self) {
        if !self.transposed.is_sorted() {
            self.transposed.sort_unstable();
        }
        self.transposed.dedup_by(|next, last| {
            let touches = last.end == next.start;
            if touches {
                last.end = next.end;
            }
            touches
        });
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use quickcheck::{Gen, QuickCheck};

    use super::*;
    use crate::schedule::Runs;

    /// Rectangles, rows and single blocks, compared number by number.
    #[test]
    fn turned_blocks_are_each_block_turned() {
        #[allow(clippy::needless_pass_by_value)] // what quickcheck calls
        fn law(parts: Vec<(u8, u8, u8, u8)>, pieces: u8, most: u8) -> bool {
            let (p, n) = (6_u64, u64::from(pieces % 3) + 1);
            let square = Square::new(6, u32::from(pieces % 3) + 1);
            let mut blocks = Runs::new();
            for (i, many, start, len) in parts {
                let start = u64::from(start) % (p * n);
                for row in u64::from(i % 6)..p.min(u64::from(i % 6 + 1 + many % 4)) {
                    let end = (start + 1 + u64::from(len % 8)).min(p * n);
                    blocks.insert(Run { start: row * p * n + start, end: row * p * n + end });
                }
            }
            let turn = |x: u64| (x / n % p * p + x / n / p) * n + x % n;
            let plain: Runs =
                blocks.iter().map(turn).collect::<BTreeSet<_>>().into_iter().collect();
            let mut transposer = Transposer::default();
            let within = |run: &Run| {
                let first = Run { start: run.start, end: run.start + 1 };
                let one = square.within_a_block(first);
                one == Some(Run { start: turn(run.start), end: turn(run.start) + 1 })
                    && square.one(run.start) == Some(turn(run.start)).filter(|_| n == 1)
                    && square.within_a_block(*run).is_some() == (run.start / n == (run.end - 1) / n)
            };
            blocks.runs().iter().all(within)
                && transposer.turn(&square, blocks.runs().iter().copied(), usize::MAX)
                    == Some(plain.runs())
                && transposer
                    .turn(&square, blocks.runs().iter().copied(), usize::from(most))
                    .is_none_or(|transposed| {
                        transposed == plain.runs() && transposed.len() <= most.into()
                    })
        }
        QuickCheck::new()
            .rng(Gen::from_size_and_seed(8, 7))
            .tests(5000)
            .quickcheck(law as fn(Vec<(u8, u8, u8, u8)>, u8, u8) -> bool);
    }

    /// As on a mesh: 48 rows of 47 single blocks are 47 runs, and the same 48 rows again.
    #[test]
    fn a_rectangle_is_as_many_runs_as_it_is_wide() {
        let (p, square) = (48 * 48, Square::new(48 * 48, 1));
        let rows = (0..48_u64).flat_map(|row| (1..48).map(move |x| row * p + 48 * x + 5));
        let blocks: Runs = rows.collect();
        assert_eq!(blocks.runs().len(), 48 * 47);
        let mut transposer = Transposer::default();
        let transposed = transposer.turn(&square, blocks.runs().iter().copied(), 47);
        let transposed: Runs = transposed.unwrap_or_default().iter().copied().collect();
        assert_eq!((transposed.runs().len(), transposed.len()), (47, blocks.len()));
        assert_eq!(transposer.turn(&square, blocks.runs().iter().copied(), 46), None);
        let back = transposer.turn(&square, transposed.runs().iter().copied(), 48 * 47);
        assert_eq!(back, Some(blocks.runs()));
    }
}
