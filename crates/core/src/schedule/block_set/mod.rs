//! The blocks of one node, for all kinds of block names.
//!
//! In an all-to-all a node finally holds the blocks `i>v` of all i for itself. Their numbers are not
//! adjacent, so the node would hold as many runs as there are nodes. Therefore blocks for pairs are stored by
//! their targets if they are adjacent there, and those for the node itself as one bit each.

mod boxes;
mod pairs;
mod run_set;
mod transpose;

use std::sync::Arc;

use crate::schedule::Runs;
pub(crate) use boxes::Boxes;
use pairs::{Pairs, TooMany};
use run_set::RunSet;
pub(crate) use transpose::{Square, Transposer};

/// A set of blocks that only grows, with queries for the blocks of messages.
pub(crate) trait Holding<Blocks> {
    /// Whether all of these blocks are in the set.
    fn has_all(&mut self, blocks: &Blocks, transposer: &mut Transposer) -> bool;

    /// Whether any of these blocks is in the set.
    fn has_any(&mut self, blocks: &Blocks, transposer: &mut Transposer) -> bool;

    /// Adds blocks.
    fn add(&mut self, blocks: &Blocks, transposer: &mut Transposer);
}

/// A set of blocks by their numbers.
#[derive(Clone)]
pub(crate) enum BlockSet {
    Plain(RunSet),
    Pairs(Box<Pairs>),
}

impl BlockSet {
    /// A set of these blocks.
    pub(crate) fn new(blocks: Runs) -> Self {
        BlockSet::Plain(RunSet::new(blocks))
    }

    /// Blocks for pairs, held by the node at a position.
    pub(crate) fn of_pairs(blocks: Runs, square: &Arc<Square>, position: u32) -> Self {
        BlockSet::Pairs(Box::new(Pairs::new(blocks, square, position)))
    }

    pub(crate) fn is_empty(&self) -> bool {
        match self {
            BlockSet::Plain(held) => held.is_empty(),
            BlockSet::Pairs(pairs) => pairs.is_empty(),
        }
    }

    /// All blocks.
    pub(crate) fn runs(&self) -> Runs {
        match self {
            BlockSet::Plain(held) => held.runs(),
            BlockSet::Pairs(pairs) => pairs.whole().runs(),
        }
    }

    /// Those of these blocks that are in the set.
    pub(crate) fn of(&self, blocks: &Runs) -> Runs {
        match self {
            BlockSet::Plain(held) => held.of(blocks),
            BlockSet::Pairs(pairs) => pairs.of(blocks),
        }
    }

    /// Whether these blocks are one run within the only run of the set, or the set is stored by numbers.
    #[inline]
    pub(crate) fn plainly_has(&self, blocks: &Runs) -> bool {
        match (self, blocks.runs()) {
            (BlockSet::Plain(RunSet::Few(runs)), [run]) => runs.covers_alone(*run),
            (BlockSet::Pairs(pairs), [run]) => pairs.plainly_has(*run),
            _ => false,
        }
    }

    /// Adds one run of blocks to an empty set or to an adjacent run, or one block for the node itself, if it
    /// is clearly new. Returns whether it was so.
    #[inline]
    pub(crate) fn add_plainly_new(&mut self, blocks: &Runs) -> bool {
        match (self, blocks.runs()) {
            (BlockSet::Plain(RunSet::Few(runs)), [run]) => runs.add_at_an_end(*run),
            (BlockSet::Pairs(pairs), [run]) => pairs.add_plainly_new(*run),
            _ => false,
        }
    }

    /// The answer of the stored blocks, by their numbers if pairs would be split into too many parts.
    fn answer(
        &mut self,
        blocks: &Runs,
        transposer: &mut Transposer,
        plain: impl Fn(&mut RunSet, &Runs) -> bool,
        of_pairs: impl Fn(&mut Pairs, &Runs, &mut Transposer) -> Result<bool, TooMany>,
    ) -> bool {
        loop {
            match self {
                BlockSet::Plain(held) => return plain(held, blocks),
                BlockSet::Pairs(pairs) => match of_pairs(pairs, blocks, transposer) {
                    Ok(answer) => return answer,
                    Err(TooMany) => self.make_plain(),
                },
            }
        }
    }

    /// Adds blocks, unless one of them is in the set. Returns whether they were added.
    pub(crate) fn add_new(&mut self, blocks: &Runs, transposer: &mut Transposer) -> bool {
        self.answer(blocks, transposer, RunSet::add_new, Pairs::add_new)
    }

    /// Stores all blocks by their numbers from now on.
    #[cold]
    fn make_plain(&mut self) {
        if let BlockSet::Pairs(pairs) = self {
            *self = BlockSet::Plain(pairs.whole());
        }
    }
}

impl Holding<Runs> for BlockSet {
    fn has_all(&mut self, blocks: &Runs, transposer: &mut Transposer) -> bool {
        self.answer(
            blocks,
            transposer,
            |held, of| held.has_all(of),
            |pairs, of, transposer| pairs.has_all(of, transposer),
        )
    }

    fn has_any(&mut self, blocks: &Runs, transposer: &mut Transposer) -> bool {
        self.answer(
            blocks,
            transposer,
            |held, of| held.has_any(of),
            |pairs, of, transposer| pairs.has_any(of, transposer),
        )
    }

    fn add(&mut self, blocks: &Runs, transposer: &mut Transposer) {
        match self {
            BlockSet::Plain(held) => held.add(blocks),
            BlockSet::Pairs(pairs) => pairs.add(blocks, transposer),
        }
    }
}

#[cfg(test)]
mod tests {
    use quickcheck::{Gen, QuickCheck};

    use super::*;
    use crate::schedule::Run;

    /// Runs, columns and rectangles of blocks: the start, the length, the number of rows and their distance.
    type Drawn = Vec<(u16, u8, u8)>;

    fn drawn(of: &Drawn, (nodes, pieces): (u64, u64)) -> Runs {
        let (row, size) = (nodes * pieces, nodes * nodes * pieces);
        let runs = of.iter().flat_map(|(start, length, rows)| {
            let start = u64::from(*start) % size;
            let length = [1, 1, pieces, 2, 3, 30][usize::from(length % 6)];
            let rows = [1, 1, 1, 2, 5, 12][usize::from(rows % 6)];
            (0..rows).map(move |i| Run {
                start: size.min(start + i * row),
                end: size.min(start + i * row + length),
            })
        });
        runs.collect()
    }

    /// Blocks for pairs of 12 nodes, in pieces, compared with the same numbers without names.
    #[test]
    fn pairs_hold_what_plain_numbers_hold() {
        #[allow(clippy::needless_pass_by_value)] // what quickcheck calls
        fn law(added: Vec<Drawn>, asked: Drawn, pieces: bool) -> bool {
            let pieces = if pieces { 3 } else { 1 };
            let few = u32::try_from(pieces).unwrap();
            let mut set = BlockSet::of_pairs(Runs::range(5, 9), &Arc::new(Square::new(12, few)), 3);
            let mut plain = RunSet::new(Runs::range(5, 9));
            let mut transposer = Transposer::default();
            let asked = drawn(&asked, (12, pieces));
            added.iter().map(|blocks| drawn(blocks, (12, pieces))).all(|blocks| {
                let is_new = !plain.has_any(&blocks);
                let plainly_has = set.plainly_has(&blocks);
                let same = (set.add_plainly_new(&blocks) || set.add_new(&blocks, &mut transposer))
                    == is_new
                    && (!plainly_has || !is_new);
                plain.add(&blocks);
                if !is_new {
                    set.add(&blocks, &mut transposer);
                }
                same && set.runs() == plain.runs()
                    && !set.is_empty()
                    && set.has_any(&asked, &mut transposer) == plain.has_any(&asked)
                    && set.has_all(&asked, &mut transposer) == plain.has_all(&asked)
                    && set.of(&asked) == plain.of(&asked)
                    && set.has_all(&blocks, &mut transposer)
                    && set.has_all(&plain.runs(), &mut transposer)
            })
        }
        QuickCheck::new()
            .rng(Gen::from_size_and_seed(40, 6))
            .tests(3000)
            .quickcheck(law as fn(Vec<Drawn>, Drawn, bool) -> bool);
    }

    /// There is one for each node.
    #[test]
    fn stocks_are_small() {
        assert_eq!(size_of::<BlockSet>(), 24);
    }

    #[test]
    fn blocks_for_one_target_are_one_run() {
        let (mut set, mut transposer) = (
            BlockSet::of_pairs(Runs::range(3000, 4000), &Arc::new(Square::new(1000, 1)), 3),
            Transposer::default(),
        );
        let add = |set: &mut BlockSet, number| {
            set.add_new(&Runs::one(number), &mut Transposer::default())
        };
        (0..1000).for_each(|i| assert_eq!(add(&mut set, 1000 * i + 3), i != 3));
        (0..1000).for_each(|i| assert_eq!(add(&mut set, 1000 * i + 7), i != 3));
        let transposed = |set: &BlockSet| match set {
            BlockSet::Pairs(pairs) => pairs.transposed_runs(),
            BlockSet::Plain(_) => 0,
        };
        assert_eq!(transposed(&set), 3);
        let columns: Runs = (0..1000).flat_map(|i| [1000 * i + 10, 1000 * i + 12]).collect();
        assert!(!set.add_new(&columns, &mut transposer), "3>10 and 3>12 are there");
        set.add(&columns, &mut transposer);
        assert_eq!(transposed(&set), 5);
        assert!(
            set.has_all(&columns, &mut transposer)
                && set.has_all(&Runs::one(999_003), &mut transposer)
        );
        assert!(!set.has_any(&Runs::one(999_004), &mut transposer));
        assert!(set.has_all(&Runs::range(3000, 4000), &mut transposer));
        assert!(!set.has_all(&Runs::range(3, 5), &mut transposer));
    }

    /// Blocks that would be split into very many parts are looked up by their numbers, as are all later ones.
    #[test]
    fn ragged_rows_are_looked_for_by_their_numbers() {
        let mut transposer = Transposer::default();
        let row = |i: u64| Run { start: 200 * i, end: 200 * i + i + 1 };
        let ragged: Runs = (0..200).map(row).collect();
        let all = Runs::range(0, 40_000);
        let mut set = BlockSet::of_pairs(Runs::new(), &Arc::new(Square::new(200, 1)), 3);
        (0..200).for_each(|j| {
            let column: Runs = (0..200).map(|i| 200 * i + j).collect();
            assert!(set.add_new(&column, &mut transposer));
        });
        let one_less = all.minus(&Runs::one(20_100));
        for (blocks, plain) in [(&all, false), (&one_less, false), (&ragged, true)] {
            assert!(set.has_all(blocks, &mut transposer));
            assert!(!set.clone().add_new(blocks, &mut transposer));
            assert_eq!(matches!(set, BlockSet::Plain(_)), plain);
        }
        assert_eq!(set.runs(), all);
    }
}
