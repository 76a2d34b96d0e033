//! The blocks `i>j` of a node, in two parts: by their numbers, and by their targets first.

use std::sync::Arc;

use super::run_set::{Cursor, RunSet};
use super::transpose::{Square, Transposer};
use crate::schedule::{Run, Runs};
use hockney_base::number::index;

/// The maximum number of pieces per block that are stored bit by bit.
const MOST_BITS: u64 = 64;
/// The maximum number of runs of a transposed message, besides some for each of its own runs.
const MOST_TRANSPOSED: usize = 4096;

/// Blocks `i>j`, in two parts that may overlap.
#[derive(Clone)]
pub(crate) struct Pairs {
    square: Arc<Square>,
    by_origin: RunSet,
    /// Blocks that form fewer runs with i and j exchanged.
    by_target: RunSet,
    /// Those of them for the node itself.
    own: Bits,
    /// Whether any blocks are stored by their targets.
    any_transposed: bool,
}

/// A message would be split into too many parts by targets.
pub(crate) struct TooMany;

impl Pairs {
    /// Blocks held by the node at a position.
    pub(crate) fn new(blocks: Runs, square: &Arc<Square>, position: u32) -> Self {
        let (row, square) = (square.row(), Arc::clone(square));
        let in_bits = square.pieces() <= MOST_BITS;
        let first = if in_bits { u64::from(position) * row } else { u64::MAX - row };
        Pairs {
            square,
            by_origin: RunSet::new(blocks),
            by_target: RunSet::new(Runs::new()),
            own: Bits::of(Run { start: first, end: first + row }),
            any_transposed: false,
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.by_origin.is_empty() && !self.any_transposed
    }

    /// The number of runs stored by targets; unlimited for blocks of the node itself.
    #[cfg(test)]
    pub(crate) fn transposed_runs(&self) -> usize {
        self.by_target.runs().runs().len() + usize::from(self.own.numbers().next().is_some())
    }

    /// All blocks, by their numbers.
    pub(crate) fn whole(&self) -> RunSet {
        let mut whole = self.by_origin.clone();
        // Exchanging twice changes nothing.
        let mut by_target = self.by_target.runs();
        by_target.extend(&self.own.numbers().collect());
        whole.add(&transposed(&self.square, &by_target));
        whole
    }

    /// Those of these blocks that are in the set.
    pub(crate) fn of(&self, blocks: &Runs) -> Runs {
        let mut held = self.by_origin.of(blocks);
        if self.any_transposed {
            let blocks = transposed(&self.square, blocks);
            let mut by_target = self.by_target.of(&blocks);
            for run in blocks.runs() {
                let [_, own, _] = self.own.cut(*run);
                let numbers = (own.start..own.end).map(|start| Run { start, end: start + 1 });
                by_target.extend(&numbers.filter(|number| self.own.has_all(*number)).collect());
            }
            held.extend(&transposed(&self.square, &by_target));
        }
        held
    }

    /// Whether a run is within the only run stored by numbers, such as the initial blocks.
    #[inline]
    pub(crate) fn plainly_has(&self, run: Run) -> bool {
        match self.by_origin.only() {
            Some(only) => only.start <= run.start && run.end <= only.end,
            None => false,
        }
    }

    /// Adds a single block for the node itself, if it is clearly new. Returns whether it was added.
    #[inline]
    pub(crate) fn add_plainly_new(&mut self, run: Run) -> bool {
        let Some(only) = self.by_origin.only() else { return false };
        let apart = run.end <= only.start || only.end <= run.start;
        apart
            && run.len() == 1
            && self.square.one(run.start).is_some_and(|transposed| self.own.set_new(transposed))
    }

    /// Whether all of these blocks are in the set.
    pub(crate) fn has_all(
        &self,
        blocks: &Runs,
        transposer: &mut Transposer,
    ) -> Result<bool, TooMany> {
        let mut by_origin = Cursor::new(&self.by_origin);
        let plainly = |run: &Run| by_origin.has_all(*run) || self.has_own(*run);
        if blocks.runs().iter().all(plainly) {
            return Ok(true);
        }
        if !self.any_transposed {
            return Ok(false);
        }
        if let [run] = blocks.runs()
            && let Some(transposed) = self.square.within_a_block(*run)
        {
            let has_all = self.has_all_transposed(&[transposed]);
            // Pieces of a larger run may be in different parts.
            if has_all || run.len() == 1 {
                return Ok(has_all);
            }
        }
        let mut by_origin = Cursor::new(&self.by_origin);
        let others = blocks.runs().iter().copied().filter(|run| !by_origin.has_all(*run));
        let transposed =
            transposer.turn(&self.square, others, most_transposed(blocks)).ok_or(TooMany)?;
        // A run may be partly in each part.
        Ok(self.has_all_transposed(transposed) || self.of(blocks) == *blocks)
    }

    /// Whether a run is clearly a block for the node itself and in the set.
    #[inline]
    fn has_own(&self, run: Run) -> bool {
        run.len() == 1
            && self.square.one(run.start).is_some_and(|transposed| self.own.has(transposed))
    }

    /// Whether any of these blocks is in the set.
    pub(crate) fn has_any(
        &self,
        blocks: &Runs,
        transposer: &mut Transposer,
    ) -> Result<bool, TooMany> {
        if Cursor::new(&self.by_origin).has_any(blocks) {
            return Ok(true);
        }
        if !self.any_transposed {
            return Ok(false);
        }
        let all = blocks.runs().iter().copied();
        let transposed =
            transposer.turn(&self.square, all, most_transposed(blocks)).ok_or(TooMany)?;
        Ok(self.has_any_transposed(transposed))
    }

    /// Adds blocks, unless one of them is in the set. Returns whether they were added.
    pub(crate) fn add_new(
        &mut self,
        blocks: &Runs,
        transposer: &mut Transposer,
    ) -> Result<bool, TooMany> {
        if let [run] = blocks.runs()
            && let Some(transposed) = self.square.within_a_block(*run)
        {
            let is_new = !Cursor::new(&self.by_origin).has_any(blocks)
                && !self.has_any_transposed(&[transposed]);
            if is_new {
                self.add_transposed(transposed);
            }
            return Ok(is_new);
        }
        self.add_new_in_parts(blocks, transposer)
    }

    fn add_new_in_parts(
        &mut self,
        blocks: &Runs,
        transposer: &mut Transposer,
    ) -> Result<bool, TooMany> {
        if !self.any_transposed && blocks.runs().len() == 1 {
            // One run of more than a block does not become fewer runs when it is transposed.
            return Ok(self.by_origin.add_new(blocks));
        }
        if Cursor::new(&self.by_origin).has_any(blocks) {
            return Ok(false);
        }
        let (all, runs) = (blocks.runs().iter().copied(), blocks.runs().len());
        let most = if self.any_transposed { most_transposed(blocks) } else { runs };
        match transposer.turn(&self.square, all, most) {
            None if self.any_transposed => return Err(TooMany),
            Some(transposed) if self.has_any_transposed(transposed) => return Ok(false),
            Some(transposed) if transposed.len() <= runs => {
                for run in transposed {
                    self.add_transposed(*run);
                }
            }
            Some(_) | None => self.by_origin.add(blocks),
        }
        Ok(true)
    }

    /// Adds blocks, in the form with fewer runs.
    pub(crate) fn add(&mut self, blocks: &Runs, transposer: &mut Transposer) {
        let (all, runs) = (blocks.runs().iter().copied(), blocks.runs().len());
        match transposer.turn(&self.square, all, runs) {
            Some(transposed) => transposed.iter().for_each(|run| self.add_transposed(*run)),
            None => self.by_origin.add(blocks),
        }
    }

    /// Whether all of these ascending runs are stored by targets.
    fn has_all_transposed(&self, transposed: &[Run]) -> bool {
        let mut by_target = Cursor::new(&self.by_target);
        transposed.iter().all(|run| {
            if self.own.are_of(*run) {
                return self.own.has_all(*run);
            }
            let [before, own, after] = self.own.cut(*run);
            (own.is_empty() || self.own.has_all(own))
                && [before, after].into_iter().all(|run| run.is_empty() || by_target.has_all(run))
        })
    }

    /// Whether any of these ascending runs is stored by targets.
    fn has_any_transposed(&self, transposed: &[Run]) -> bool {
        let mut by_target = Cursor::new(&self.by_target);
        transposed.iter().any(|run| {
            if self.own.are_of(*run) {
                return self.own.has_any(*run);
            }
            let [_, own, _] = self.own.cut(*run);
            // The node's own blocks are never stored here.
            by_target.meets(*run) || (!own.is_empty() && self.own.has_any(own))
        })
    }

    fn add_transposed(&mut self, transposed: Run) {
        self.any_transposed = true;
        if self.own.are_of(transposed) {
            return self.own.add(transposed);
        }
        let [before, own, after] = self.own.cut(transposed);
        for part in [before, after].into_iter().filter(|part| !part.is_empty()) {
            self.by_target.add(&one(part));
        }
        if !own.is_empty() {
            self.own.add(own);
        }
    }
}

/// The maximum number of runs of a transposed message: more are stored by numbers instead.
fn most_transposed(blocks: &Runs) -> usize {
    MOST_TRANSPOSED.saturating_add(blocks.runs().len().saturating_mul(8))
}

/// Transposed blocks, of any number of runs.
fn transposed(square: &Square, blocks: &Runs) -> Runs {
    let mut transposer = Transposer::default();
    let transposed = transposer.turn(square, blocks.runs().iter().copied(), usize::MAX);
    transposed.unwrap_or_default().iter().copied().collect()
}

#[inline]
fn one(run: Run) -> Runs {
    Runs::range(run.start, run.end)
}

/// A subset of a range of numbers, one bit for each number.
#[derive(Clone)]
struct Bits {
    range: Run,
    /// Empty as long as the subset is empty.
    words: Box<[u64]>,
}

impl Bits {
    fn of(range: Run) -> Self {
        Bits { range, words: Box::default() }
    }

    /// Whether a number is in the range and in the subset.
    #[inline]
    fn has(&self, number: u64) -> bool {
        let at = number.wrapping_sub(self.range.start);
        let word = usize::try_from(at / 64).ok().and_then(|word| self.words.get(word));
        number < self.range.end && word.is_some_and(|word| word >> (at % 64) & 1 == 1)
    }

    /// Adds one number, if it is in the range, new, and there is space for it. Returns whether it was added.
    #[inline]
    fn set_new(&mut self, number: u64) -> bool {
        let at = number.wrapping_sub(self.range.start);
        let word = usize::try_from(at / 64).ok().and_then(|word| self.words.get_mut(word));
        let in_range = number < self.range.end;
        word.filter(|word| in_range && **word >> (at % 64) & 1 == 0).is_some_and(|word| {
            *word |= 1 << (at % 64);
            true
        })
    }

    /// The parts of a run before, within and after the range, including empty parts.
    #[inline]
    fn cut(&self, run: Run) -> [Run; 3] {
        let Run { start, end } = self.range;
        [
            Run { start: run.start, end: run.end.min(start) },
            Run { start: run.start.max(start), end: run.end.min(end) },
            Run { start: run.start.max(end), end: run.end },
        ]
    }

    /// Whether a run is within the range.
    #[inline]
    fn are_of(&self, run: Run) -> bool {
        self.range.start <= run.start && run.end <= self.range.end
    }

    /// Whether all numbers of a run within the range are in the subset.
    #[inline]
    fn has_all(&self, run: Run) -> bool {
        self.words_of(run)
            .all(|(at, mask)| self.words.get(at).is_some_and(|word| word & mask == mask))
    }

    /// Whether any number of a run within the range is in the subset.
    #[inline]
    fn has_any(&self, run: Run) -> bool {
        self.words_of(run).any(|(at, mask)| self.words.get(at).is_some_and(|word| word & mask != 0))
    }

    /// Adds a run within the range.
    #[inline]
    fn add(&mut self, run: Run) {
        if self.words.is_empty() {
            let words = self.range.len().div_ceil(64);
            self.words = vec![0; index(words)].into();
        }
        for (at, mask) in self.words_of(run) {
            if let Some(word) = self.words.get_mut(at) {
                *word |= mask;
            }
        }
    }

    /// The numbers of the subset, as runs of one number each, ascending.
    fn numbers(&self) -> impl Iterator<Item = Run> {
        let all = (self.range.start..self.range.end).filter(|_| !self.words.is_empty());
        all.map(|start| Run { start, end: start + 1 }).filter(|run| self.has_all(*run))
    }

    /// The words that a run touches, with the bits of each.
    #[inline]
    fn words_of(&self, run: Run) -> impl Iterator<Item = (usize, u64)> + use<> {
        let (mut at, end) = (run.start - self.range.start, run.end - self.range.start);
        std::iter::from_fn(move || {
            (at < end).then(|| {
                let (word, bit) = (at / 64, at % 64);
                let many = (end - at).min(64 - bit);
                at += many;
                (index(word), u64::MAX >> (64 - many) << bit)
            })
        })
    }
}
