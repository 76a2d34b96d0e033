//! The blocks that one node holds, whatever they are named by.
//!
//! In an all-to-all a node comes to hold the blocks `i>v` of all i for itself. By their numbers no two
//! of them meet, and the node would hold as many runs as there are nodes. So blocks for pairs are kept
//! by their targets where they meet there, and those for the node itself as a bit for each.

mod along;
mod bits;
mod pairs;
mod turn;

use std::sync::Arc;

use super::held::Held;
use crate::schedule::Runs;
use pairs::{Pairs, TooMany};
pub(super) use turn::{Square, Turner};

/// A set of blocks that only grows.
#[derive(Clone)]
pub(super) enum Stock {
    Plain(Held),
    Pairs(Box<Pairs>),
}

impl Stock {
    /// These blocks.
    pub(super) fn new(blocks: Runs) -> Self {
        Stock::Plain(Held::new(blocks))
    }

    /// Blocks for pairs that the node at a position holds.
    pub(super) fn of_pairs(blocks: Runs, square: &Arc<Square>, position: u32) -> Self {
        Stock::Pairs(Box::new(Pairs::new(blocks, square, position)))
    }

    pub(super) fn is_empty(&self) -> bool {
        match self {
            Stock::Plain(held) => held.is_empty(),
            Stock::Pairs(pairs) => pairs.is_empty(),
        }
    }

    /// All of them.
    pub(super) fn runs(&self) -> Runs {
        match self {
            Stock::Plain(held) => held.runs(),
            Stock::Pairs(pairs) => pairs.whole().runs(),
        }
    }

    /// Those of these blocks that are held.
    pub(super) fn of(&self, blocks: &Runs) -> Runs {
        match self {
            Stock::Plain(held) => held.of(blocks),
            Stock::Pairs(pairs) => pairs.of(blocks),
        }
    }

    /// Whether these blocks are one run, and it is within the only one that is held; or that is kept by
    /// its numbers.
    #[inline]
    pub(super) fn plainly_has(&self, blocks: &Runs) -> bool {
        match (self, blocks.runs()) {
            (Stock::Plain(Held::Few(runs)), [run]) => runs.covers_alone(*run),
            (Stock::Pairs(pairs), [run]) => pairs.plainly_has(*run),
            _ => false,
        }
    }

    /// Adds one run of blocks to none or to another that it meets, or one block for the node itself,
    /// where it is plain that it is new; says whether it was so.
    #[inline]
    pub(super) fn add_plainly_new(&mut self, blocks: &Runs) -> bool {
        match (self, blocks.runs()) {
            (Stock::Plain(Held::Few(runs)), [run]) => runs.add_at_an_end(*run),
            (Stock::Pairs(pairs), [run]) => pairs.add_plainly_new(*run),
            _ => false,
        }
    }

    /// What the blocks say that are held, by their numbers where pairs would be cut into too many parts.
    fn answer(
        &mut self,
        blocks: &Runs,
        turner: &mut Turner,
        plain: impl Fn(&mut Held, &Runs) -> bool,
        of_pairs: impl Fn(&mut Pairs, &Runs, &mut Turner) -> Result<bool, TooMany>,
    ) -> bool {
        loop {
            match self {
                Stock::Plain(held) => return plain(held, blocks),
                Stock::Pairs(pairs) => match of_pairs(pairs, blocks, turner) {
                    Ok(answer) => return answer,
                    Err(TooMany) => self.make_plain(),
                },
            }
        }
    }

    /// Whether all of these blocks are held.
    pub(super) fn has_all(&mut self, blocks: &Runs, turner: &mut Turner) -> bool {
        self.answer(
            blocks,
            turner,
            |held, of| held.has_all(of),
            |pairs, of, turner| pairs.has_all(of, turner),
        )
    }

    /// Whether any of these blocks is held.
    pub(super) fn has_any(&mut self, blocks: &Runs, turner: &mut Turner) -> bool {
        self.answer(
            blocks,
            turner,
            |held, of| held.has_any(of),
            |pairs, of, turner| pairs.has_any(of, turner),
        )
    }

    /// Adds blocks, unless one of them is there; says whether they were added.
    pub(super) fn add_new(&mut self, blocks: &Runs, turner: &mut Turner) -> bool {
        self.answer(blocks, turner, Held::add_new, Pairs::add_new)
    }

    /// Adds blocks.
    pub(super) fn add(&mut self, blocks: &Runs, turner: &mut Turner) {
        match self {
            Stock::Plain(held) => held.add(blocks),
            Stock::Pairs(pairs) => pairs.add(blocks, turner),
        }
    }

    /// All blocks by their numbers, from now on.
    #[cold]
    fn make_plain(&mut self) {
        if let Stock::Pairs(pairs) = self {
            *self = Stock::Plain(pairs.whole());
        }
    }
}

#[cfg(test)]
mod tests {
    use quickcheck::{Gen, QuickCheck};

    use super::*;
    use crate::schedule::Run;

    /// Runs, columns and rectangles of blocks: from where, how long, how many rows and how far apart.
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

    /// Blocks for pairs of 12 nodes, in pieces, against the same numbers without names.
    #[test]
    fn pairs_hold_what_plain_numbers_hold() {
        #[allow(clippy::needless_pass_by_value)] // what quickcheck calls
        fn law(added: Vec<Drawn>, asked: Drawn, pieces: bool) -> bool {
            let pieces = if pieces { 3 } else { 1 };
            let few = u32::try_from(pieces).unwrap();
            let mut stock = Stock::of_pairs(Runs::range(5, 9), &Arc::new(Square::new(12, few)), 3);
            let mut plain = Held::new(Runs::range(5, 9));
            let mut turner = Turner::default();
            let asked = drawn(&asked, (12, pieces));
            added.iter().map(|blocks| drawn(blocks, (12, pieces))).all(|blocks| {
                let is_new = !plain.has_any(&blocks);
                let plainly_has = stock.plainly_has(&blocks);
                let same = (stock.add_plainly_new(&blocks) || stock.add_new(&blocks, &mut turner))
                    == is_new
                    && (!plainly_has || !is_new);
                plain.add(&blocks);
                if !is_new {
                    stock.add(&blocks, &mut turner);
                }
                same && stock.runs() == plain.runs()
                    && !stock.is_empty()
                    && stock.has_any(&asked, &mut turner) == plain.has_any(&asked)
                    && stock.has_all(&asked, &mut turner) == plain.has_all(&asked)
                    && stock.of(&asked) == plain.of(&asked)
                    && stock.has_all(&blocks, &mut turner)
                    && stock.has_all(&plain.runs(), &mut turner)
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
        assert_eq!(size_of::<Stock>(), 24);
    }

    #[test]
    fn blocks_for_one_target_are_one_run() {
        let (mut stock, mut turner) = (
            Stock::of_pairs(Runs::range(3000, 4000), &Arc::new(Square::new(1000, 1)), 3),
            Turner::default(),
        );
        let add =
            |stock: &mut Stock, number| stock.add_new(&Runs::one(number), &mut Turner::default());
        (0..1000).for_each(|i| assert_eq!(add(&mut stock, 1000 * i + 3), i != 3));
        (0..1000).for_each(|i| assert_eq!(add(&mut stock, 1000 * i + 7), i != 3));
        let turned = |stock: &Stock| match stock {
            Stock::Pairs(pairs) => pairs.turned_runs(),
            Stock::Plain(_) => 0,
        };
        assert_eq!(turned(&stock), 3);
        let columns: Runs = (0..1000).flat_map(|i| [1000 * i + 10, 1000 * i + 12]).collect();
        assert!(!stock.add_new(&columns, &mut turner), "3>10 and 3>12 are there");
        stock.add(&columns, &mut turner);
        assert_eq!(turned(&stock), 5);
        assert!(
            stock.has_all(&columns, &mut turner) && stock.has_all(&Runs::one(999_003), &mut turner)
        );
        assert!(!stock.has_any(&Runs::one(999_004), &mut turner));
        assert!(stock.has_all(&Runs::range(3000, 4000), &mut turner));
        assert!(!stock.has_all(&Runs::range(3, 5), &mut turner));
    }

    /// What would be cut into very many parts is looked for by its numbers, and so is all from then on.
    #[test]
    fn ragged_rows_are_looked_for_by_their_numbers() {
        let mut turner = Turner::default();
        let row = |i: u64| Run { start: 200 * i, end: 200 * i + i + 1 };
        let ragged: Runs = (0..200).map(row).collect();
        let all = Runs::range(0, 40_000);
        let mut stock = Stock::of_pairs(Runs::new(), &Arc::new(Square::new(200, 1)), 3);
        (0..200).for_each(|j| {
            let column: Runs = (0..200).map(|i| 200 * i + j).collect();
            assert!(stock.add_new(&column, &mut turner));
        });
        let one_less = all.minus(&Runs::one(20_100));
        for (blocks, plain) in [(&all, false), (&one_less, false), (&ragged, true)] {
            assert!(stock.has_all(blocks, &mut turner));
            assert!(!stock.clone().add_new(blocks, &mut turner));
            assert_eq!(matches!(stock, Stock::Plain(_)), plain);
        }
        assert_eq!(stock.runs(), all);
    }
}
