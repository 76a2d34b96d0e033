//! The blocks that one node holds, whatever they are named by.
//!
//! In an all-to-all a node comes to hold the blocks `i>v` of all i for itself. By their numbers no two
//! of them meet, and the node would hold as many runs as there are nodes. So single blocks for pairs
//! are kept by their targets first, where they meet, and those for the node itself as a bit for each.

use super::held::Held;
use crate::schedule::{Run, Runs};

/// From how many single blocks on they are kept as the others are, once longer runs are asked for.
const MOST_SINGLE: u64 = 64;
/// The most pieces of a block that are looked at bit by bit.
const MOST_BITS: u64 = 64;

/// A set of blocks that only grows.
#[derive(Clone)]
pub(super) enum Stock {
    Plain(Held),
    Pairs(Box<Pairs>),
}

/// Blocks `i>j`, in two parts that may have some in common.
#[derive(Clone)]
pub(super) struct Pairs {
    nodes: u64,
    pieces: u64,
    by_origin: Held,
    /// Blocks that came one by one, numbered with i and j exchanged.
    by_target: Held,
    /// Those of them that are for the node itself, as bits, once there is one.
    own: Vec<u64>,
    /// The numbers of these, turned.
    own_range: Run,
    /// How many pieces came one by one.
    single: u64,
}

impl Stock {
    /// These blocks.
    pub(super) fn new(blocks: Runs) -> Self {
        Stock::Plain(Held::new(blocks))
    }

    /// Blocks for pairs of so many nodes, in so many pieces, that the node at a position holds.
    pub(super) fn of_pairs(blocks: Runs, nodes: u32, pieces: u32, position: u32) -> Self {
        let (nodes, pieces) = (u64::from(nodes), u64::from(pieces));
        let row = nodes * pieces;
        let first = if pieces <= MOST_BITS { u64::from(position) * row } else { u64::MAX - row };
        Stock::Pairs(Box::new(Pairs {
            nodes,
            pieces,
            by_origin: Held::new(blocks),
            by_target: Held::new(Runs::new()),
            own: Vec::new(),
            own_range: Run { start: first, end: first + row },
            single: 0,
        }))
    }

    pub(super) fn is_empty(&self) -> bool {
        match self {
            Stock::Plain(held) => held.is_empty(),
            Stock::Pairs(pairs) => pairs.by_origin.is_empty() && pairs.single == 0,
        }
    }

    /// All of them.
    pub(super) fn runs(&self) -> Runs {
        self.whole().runs()
    }

    /// Those of these blocks that are held.
    pub(super) fn of(&self, blocks: &Runs) -> Runs {
        self.whole().of(blocks)
    }

    fn whole(&self) -> Held {
        match self {
            Stock::Plain(held) => held.clone(),
            Stock::Pairs(pairs) => pairs.whole(),
        }
    }

    /// Whether these blocks are one run, and it is within the only one that is held.
    #[inline]
    pub(super) fn plainly_has(&self, blocks: &Runs) -> bool {
        match (self, blocks.runs()) {
            (Stock::Plain(Held::Few(runs)), [run]) => runs.covers_alone(*run),
            _ => false,
        }
    }

    /// Adds one run of blocks to none or to another that it meets; says whether it was so.
    #[inline]
    pub(super) fn add_at_an_end(&mut self, blocks: &Runs) -> bool {
        match (self, blocks.runs()) {
            (Stock::Plain(Held::Few(runs)), [run]) => runs.add_at_an_end(*run),
            _ => false,
        }
    }

    /// Whether all of these blocks are held.
    #[inline]
    pub(super) fn has_all(&mut self, blocks: &Runs) -> bool {
        if let Stock::Plain(held) = self {
            return held.has_all(blocks);
        }
        self.make_ready(blocks);
        match self {
            Stock::Plain(held) => held.has_all(blocks),
            Stock::Pairs(pairs) => blocks.runs().iter().all(|run| pairs.has_all(*run)),
        }
    }

    /// Whether any of these blocks is held.
    pub(super) fn has_any(&mut self, blocks: &Runs) -> bool {
        self.make_ready(blocks);
        match self {
            Stock::Plain(held) => held.has_any(blocks),
            Stock::Pairs(pairs) => blocks.runs().iter().any(|run| pairs.has_any(*run)),
        }
    }

    /// Adds blocks, unless one of them is there; says whether they were added.
    #[inline]
    pub(super) fn add_new(&mut self, blocks: &Runs) -> bool {
        match self {
            Stock::Plain(held) => held.add_new(blocks),
            Stock::Pairs(pairs) => {
                if let [run] = blocks.runs()
                    && let Some(turned) = pairs.turned(*run)
                {
                    return pairs.add_new(*run, turned);
                }
                let is_new = !self.has_any(blocks);
                if is_new {
                    self.add(blocks);
                }
                is_new
            }
        }
    }

    /// Adds blocks.
    pub(super) fn add(&mut self, blocks: &Runs) {
        match self {
            Stock::Plain(held) => held.add(blocks),
            Stock::Pairs(pairs) => blocks.runs().iter().for_each(|run| pairs.add(*run)),
        }
    }

    /// To look for a longer run among single blocks one has to look for each of it: where these are
    /// many, all are kept by their numbers from now on.
    fn make_ready(&mut self, blocks: &Runs) {
        if let Stock::Pairs(pairs) = self
            && pairs.single > MOST_SINGLE
            && blocks.runs().iter().any(|run| pairs.turned(*run).is_none())
        {
            *self = Stock::Plain(pairs.whole());
        }
    }
}

impl Pairs {
    /// A run within one block, numbered by its target first.
    fn turned(&self, run: Run) -> Option<Run> {
        let Pairs { nodes, pieces, .. } = *self;
        let (pair, piece) =
            if pieces == 1 { (run.start, 0) } else { (run.start / pieces, run.start % pieces) };
        (piece + run.len() <= pieces).then(|| {
            let origin = quotient(pair, nodes);
            let target = pair - origin * nodes;
            let start = (target * nodes + origin) * pieces + piece;
            Run { start, end: start + run.len() }
        })
    }

    /// What is kept by its targets, by its numbers. Exchanging twice changes nothing.
    fn turned_back(&self) -> impl Iterator<Item = Run> {
        let mut all = self.by_target.runs();
        let bit = |i: &u64| self.bit(self.own_range.start + i);
        let own = (0..64 * self.own.len() as u64).filter(bit).map(|i| self.own_range.start + i);
        own.for_each(|number| {
            all.insert(Run { start: number, end: number + 1 });
        });
        let pieces = self.pieces;
        let within = move |run: Run| {
            let mut start = run.start;
            std::iter::from_fn(move || {
                let end = run.end.min((start / pieces + 1) * pieces);
                let part = (start < end).then_some(Run { start, end });
                start = end;
                part
            })
        };
        let parts: Vec<Run> = all.runs().iter().flat_map(|run| within(*run)).collect();
        parts.into_iter().filter_map(|run| self.turned(run))
    }

    fn whole(&self) -> Held {
        let mut whole = self.by_origin.clone();
        self.turned_back().for_each(|run| whole.add(&Runs::range(run.start, run.end)));
        whole
    }

    fn has_all(&self, run: Run) -> bool {
        let blocks = one(run);
        if self.by_origin.has_all(&blocks) {
            return true;
        }
        if self.single == 0 {
            return false;
        }
        match self.turned(run) {
            Some(turned) if self.has_all_turned(turned) => true,
            Some(_) if run.len() == 1 => false,
            // What is in one block may be partly here and partly there.
            _ => blocks.minus(&self.whole().of(&blocks)).is_empty(),
        }
    }

    fn is_own(&self, turned: Run) -> bool {
        self.own_range.start <= turned.start && turned.end <= self.own_range.end
    }

    /// Whether the bit of a number is set that is the node's own.
    fn bit(&self, number: u64) -> bool {
        let (at, bit) = self.place(number);
        self.own.get(at).is_some_and(|word| word >> bit & 1 == 1)
    }

    fn place(&self, number: u64) -> (usize, u64) {
        let i = number - self.own_range.start;
        (usize::try_from(i / 64).unwrap_or(usize::MAX), i % 64)
    }

    fn has_all_turned(&self, turned: Run) -> bool {
        if self.is_own(turned) {
            (turned.start..turned.end).all(|number| self.bit(number))
        } else {
            self.by_target.has_all(&one(turned))
        }
    }

    /// Adds a part of one block, unless some of it came alone before.
    fn add_turned(&mut self, turned: Run) -> bool {
        self.single = self.single.saturating_add(turned.len());
        if !self.is_own(turned) {
            return self.by_target.add_new(&one(turned));
        }
        if self.own.is_empty() {
            let words = self.own_range.len().div_ceil(64);
            self.own = vec![0; usize::try_from(words).unwrap_or(0)];
        }
        if (turned.start..turned.end).any(|number| self.bit(number)) {
            return false;
        }
        for number in turned.start..turned.end {
            let (at, bit) = self.place(number);
            if let Some(word) = self.own.get_mut(at) {
                *word |= 1 << bit;
            }
        }
        true
    }

    fn has_any(&self, run: Run) -> bool {
        if self.by_origin.has_any(&one(run)) {
            return true;
        }
        match self.turned(run) {
            _ if self.single == 0 => false,
            Some(turned) if self.is_own(turned) => {
                (turned.start..turned.end).any(|number| self.bit(number))
            }
            Some(turned) => self.by_target.has_any(&one(turned)),
            // These are few.
            None => self.turned_back().any(|other| other.start < run.end && run.start < other.end),
        }
    }

    /// Adds a run within one block, unless some of it is there.
    fn add_new(&mut self, run: Run, turned: Run) -> bool {
        !self.by_origin.has_any(&one(run)) && self.add_turned(turned)
    }

    fn add(&mut self, run: Run) {
        match self.turned(run) {
            Some(turned) if self.is_own(turned) => {
                for start in turned.start..turned.end {
                    self.add_turned(Run { start, end: start + 1 });
                }
            }
            Some(turned) => {
                self.by_target.add(&one(turned));
                self.single = self.single.saturating_add(run.len());
            }
            None => self.by_origin.add(&Runs::range(run.start, run.end)),
        }
    }
}

/// Dividing 64 bits takes several times as long as dividing 32, and numbers of pairs are small.
#[inline]
fn quotient(a: u64, b: u64) -> u64 {
    match (u32::try_from(a), u32::try_from(b)) {
        (Ok(a), Ok(b)) => u64::from(a / b),
        _ => a / b,
    }
}

fn one(run: Run) -> Runs {
    Runs::range(run.start, run.end)
}

#[cfg(test)]
mod tests {
    use quickcheck::{Gen, QuickCheck};

    use super::*;

    /// Blocks for pairs of 12 nodes, in pieces, against the same numbers without names.
    #[test]
    fn pairs_hold_what_plain_numbers_hold() {
        #[allow(clippy::needless_pass_by_value)] // what quickcheck calls
        fn law(added: Vec<Vec<(u16, u8)>>, asked: Vec<(u16, u8)>, pieces: bool) -> bool {
            let pieces = if pieces { 3 } else { 1 };
            let size = 144 * pieces;
            let runs = |of: &Vec<(u16, u8)>| -> Runs {
                let run = |(start, length): &(u16, u8)| {
                    let start = u64::from(*start) % size;
                    let length = [1, 1, 1, 2, 3, 30][usize::from(length % 6)];
                    Run { start, end: size.min(start + length) }
                };
                of.iter().map(run).collect()
            };
            let few = u32::try_from(pieces).unwrap();
            let mut stock = Stock::of_pairs(Runs::range(5, 9), 12, few, 3);
            let mut plain = Held::new(Runs::range(5, 9));
            let asked = runs(&asked);
            added.iter().map(runs).all(|blocks| {
                let is_new = !plain.has_any(&blocks);
                let same = stock.add_new(&blocks) == is_new;
                plain.add(&blocks);
                if !is_new {
                    stock.add(&blocks);
                }
                same && stock.runs() == plain.runs()
                    && stock.has_any(&asked) == plain.has_any(&asked)
                    && stock.has_all(&asked) == plain.has_all(&asked)
                    && stock.of(&asked) == plain.of(&asked)
                    && stock.has_all(&blocks)
            })
        }
        QuickCheck::new()
            .rng(Gen::from_size_and_seed(40, 6))
            .tests(3000)
            .quickcheck(law as fn(Vec<Vec<(u16, u8)>>, Vec<(u16, u8)>, bool) -> bool);
    }

    /// There is one for each node.
    #[test]
    fn stocks_are_small() {
        assert_eq!(size_of::<Stock>(), 24);
    }

    #[test]
    fn blocks_for_one_target_are_one_run() {
        let mut stock = Stock::of_pairs(Runs::range(3000, 4000), 1000, 1, 3);
        (0..1000).for_each(|i| assert_eq!(stock.add_new(&Runs::one(1000 * i + 3)), i != 3));
        (0..1000).for_each(|i| assert_eq!(stock.add_new(&Runs::one(1000 * i + 7)), i != 3));
        assert!(matches!(&stock, Stock::Pairs(pairs) if pairs.by_target.runs().runs().len() == 2));
        assert!(matches!(&stock, Stock::Pairs(pairs) if pairs.own.len() == 16));
        assert!(stock.has_all(&Runs::one(999_003)) && !stock.has_any(&Runs::one(999_004)));
        assert!(stock.has_all(&Runs::range(3000, 4000)));
        assert!(!stock.has_all(&Runs::range(3, 5)));
        assert!(matches!(stock, Stock::Plain(_)));
    }
}
