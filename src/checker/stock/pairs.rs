//! The blocks `i>j` that a node holds, in two parts: by their numbers, and by their targets first.

use std::sync::Arc;

use super::along::Along;
use super::bits::Bits;
use super::turn::{Square, Turner};
use crate::checker::held::Held;
use crate::schedule::{Run, Runs};

/// The most pieces of a block that are looked at bit by bit.
const MOST_BITS: u64 = 64;
/// How many runs a message may have when it is turned, besides some for each that it has.
const MOST_TURNED: usize = 4096;

/// Blocks `i>j`, in two parts that may have some in common.
#[derive(Clone)]
pub(in crate::checker) struct Pairs {
    square: Arc<Square>,
    by_origin: Held,
    /// Blocks that are fewer runs so, numbered with i and j exchanged.
    by_target: Held,
    /// Those of them that are for the node itself.
    own: Bits,
    /// Whether any are kept by their targets.
    any_turned: bool,
}

/// A message would have to be cut into too many parts to be looked for by its targets.
pub(super) struct TooMany;

impl Pairs {
    /// Blocks that the node at a position holds.
    pub(super) fn new(blocks: Runs, square: &Arc<Square>, position: u32) -> Self {
        let (row, square) = (square.row(), Arc::clone(square));
        let in_bits = square.pieces() <= MOST_BITS;
        let first = if in_bits { u64::from(position) * row } else { u64::MAX - row };
        Pairs {
            square,
            by_origin: Held::new(blocks),
            by_target: Held::new(Runs::new()),
            own: Bits::of(Run { start: first, end: first + row }),
            any_turned: false,
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.by_origin.is_empty() && !self.any_turned
    }

    /// How many runs are kept by their targets, where those of the node itself are any number.
    #[cfg(test)]
    pub(super) fn turned_runs(&self) -> usize {
        self.by_target.runs().runs().len() + usize::from(self.own.numbers().next().is_some())
    }

    /// All of them, by their numbers.
    pub(super) fn whole(&self) -> Held {
        let mut whole = self.by_origin.clone();
        // Exchanging twice changes nothing.
        let mut by_target = self.by_target.runs();
        by_target.extend(&self.own.numbers().collect());
        whole.add(&turned(&self.square, &by_target));
        whole
    }

    /// Those of these blocks that are held.
    pub(super) fn of(&self, blocks: &Runs) -> Runs {
        let mut held = self.by_origin.of(blocks);
        if self.any_turned {
            let blocks = turned(&self.square, blocks);
            let mut by_target = self.by_target.of(&blocks);
            for run in blocks.runs() {
                let [_, own, _] = self.own.cut(*run);
                let numbers = (own.start..own.end).map(|start| Run { start, end: start + 1 });
                by_target.extend(&numbers.filter(|number| self.own.has_all(*number)).collect());
            }
            held.extend(&turned(&self.square, &by_target));
        }
        held
    }

    /// Whether a run is within the only one that is kept by its numbers, as what a node starts with.
    #[inline]
    pub(super) fn plainly_has(&self, run: Run) -> bool {
        match self.by_origin.only() {
            Some(only) => only.start <= run.start && run.end <= only.end,
            None => false,
        }
    }

    /// Adds a single block for the node itself, if it is plain that it is new; says whether it was added.
    #[inline]
    pub(super) fn add_plainly_new(&mut self, run: Run) -> bool {
        let Some(only) = self.by_origin.only() else { return false };
        let apart = run.end <= only.start || only.end <= run.start;
        apart
            && run.len() == 1
            && self.square.one(run.start).is_some_and(|turned| self.own.set_new(turned))
    }

    /// Whether all of these blocks are held.
    pub(super) fn has_all(&self, blocks: &Runs, turner: &mut Turner) -> Result<bool, TooMany> {
        let mut by_origin = Along::new(&self.by_origin);
        let plainly = |run: &Run| by_origin.has_all(*run) || self.has_own(*run);
        if blocks.runs().iter().all(plainly) {
            return Ok(true);
        }
        if !self.any_turned {
            return Ok(false);
        }
        if let [run] = blocks.runs()
            && let Some(turned) = self.square.within_a_block(*run)
        {
            let has_all = self.has_all_turned(&[turned]);
            // Of what is more than one piece some may be here and some there.
            if has_all || run.len() == 1 {
                return Ok(has_all);
            }
        }
        let mut by_origin = Along::new(&self.by_origin);
        let others = blocks.runs().iter().copied().filter(|run| !by_origin.has_all(*run));
        let turned = turner.turn(&self.square, others, most_turned(blocks)).ok_or(TooMany)?;
        // A run may be partly here and partly there.
        Ok(self.has_all_turned(turned) || self.of(blocks) == *blocks)
    }

    /// Whether it is plain that a run is a block for the node itself that it holds.
    #[inline]
    fn has_own(&self, run: Run) -> bool {
        run.len() == 1 && self.square.one(run.start).is_some_and(|turned| self.own.has(turned))
    }

    /// Whether any of these blocks is held.
    pub(super) fn has_any(&self, blocks: &Runs, turner: &mut Turner) -> Result<bool, TooMany> {
        if Along::new(&self.by_origin).has_any(blocks) {
            return Ok(true);
        }
        if !self.any_turned {
            return Ok(false);
        }
        let all = blocks.runs().iter().copied();
        let turned = turner.turn(&self.square, all, most_turned(blocks)).ok_or(TooMany)?;
        Ok(self.has_any_turned(turned))
    }

    /// Adds blocks, unless one of them is there; says whether they were added.
    pub(super) fn add_new(&mut self, blocks: &Runs, turner: &mut Turner) -> Result<bool, TooMany> {
        if let [run] = blocks.runs()
            && let Some(turned) = self.square.within_a_block(*run)
        {
            let is_new =
                !Along::new(&self.by_origin).has_any(blocks) && !self.has_any_turned(&[turned]);
            if is_new {
                self.add_turned(turned);
            }
            return Ok(is_new);
        }
        self.add_new_in_parts(blocks, turner)
    }

    fn add_new_in_parts(&mut self, blocks: &Runs, turner: &mut Turner) -> Result<bool, TooMany> {
        if !self.any_turned && blocks.runs().len() == 1 {
            // One run of more than a block is no fewer runs when it is turned.
            return Ok(self.by_origin.add_new(blocks));
        }
        if Along::new(&self.by_origin).has_any(blocks) {
            return Ok(false);
        }
        let (all, runs) = (blocks.runs().iter().copied(), blocks.runs().len());
        let most = if self.any_turned { most_turned(blocks) } else { runs };
        match turner.turn(&self.square, all, most) {
            None if self.any_turned => return Err(TooMany),
            Some(turned) if self.has_any_turned(turned) => return Ok(false),
            Some(turned) if turned.len() <= runs => {
                for run in turned {
                    self.add_turned(*run);
                }
            }
            Some(_) | None => self.by_origin.add(blocks),
        }
        Ok(true)
    }

    /// Adds blocks, in the way in which they are fewer runs.
    pub(super) fn add(&mut self, blocks: &Runs, turner: &mut Turner) {
        let (all, runs) = (blocks.runs().iter().copied(), blocks.runs().len());
        match turner.turn(&self.square, all, runs) {
            Some(turned) => turned.iter().for_each(|run| self.add_turned(*run)),
            None => self.by_origin.add(blocks),
        }
    }

    /// Whether all of these rising runs are kept by their targets.
    fn has_all_turned(&self, turned: &[Run]) -> bool {
        let mut by_target = Along::new(&self.by_target);
        turned.iter().all(|run| {
            if self.own.are_of(*run) {
                return self.own.has_all(*run);
            }
            let [before, own, after] = self.own.cut(*run);
            (own.is_empty() || self.own.has_all(own))
                && [before, after].into_iter().all(|run| run.is_empty() || by_target.has_all(run))
        })
    }

    /// Whether any of these rising runs is kept by its target.
    fn has_any_turned(&self, turned: &[Run]) -> bool {
        let mut by_target = Along::new(&self.by_target);
        turned.iter().any(|run| {
            if self.own.are_of(*run) {
                return self.own.has_any(*run);
            }
            let [_, own, _] = self.own.cut(*run);
            // Of its own the node has none here.
            by_target.meets(*run) || (!own.is_empty() && self.own.has_any(own))
        })
    }

    fn add_turned(&mut self, turned: Run) {
        self.any_turned = true;
        if self.own.are_of(turned) {
            return self.own.add(turned);
        }
        let [before, own, after] = self.own.cut(turned);
        for part in [before, after].into_iter().filter(|part| !part.is_empty()) {
            self.by_target.add(&one(part));
        }
        if !own.is_empty() {
            self.own.add(own);
        }
    }
}

/// How many runs a message may have when it is turned: what is many is held by its numbers instead.
fn most_turned(blocks: &Runs) -> usize {
    MOST_TURNED.saturating_add(blocks.runs().len().saturating_mul(8))
}

/// Blocks turned, however many they are.
fn turned(square: &Square, blocks: &Runs) -> Runs {
    let mut turner = Turner::default();
    let turned = turner.turn(square, blocks.runs().iter().copied(), usize::MAX);
    turned.unwrap_or_default().iter().copied().collect()
}

#[inline]
fn one(run: Run) -> Runs {
    Runs::range(run.start, run.end)
}
