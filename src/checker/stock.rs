//! The blocks that one node holds, whatever they are named by.
//!
//! In an all-to-all a node comes to hold the blocks `i>v` of all i for itself. By their numbers no two
//! of them meet, and the node would hold as many runs as there are nodes. So single blocks for pairs
//! are kept by their targets first, where they meet: then they are a few runs.

use super::held::Held;
use crate::schedule::{Run, Runs};

/// From how many single blocks on they are kept as the others are, once longer runs are asked for.
const MOST_SINGLE: u64 = 64;

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
    /// How many pieces were put there.
    single: u64,
}

impl Stock {
    /// These blocks; of those for pairs with how many nodes and pieces there are.
    pub(super) fn new(blocks: Runs, pairs: Option<(u32, u32)>) -> Self {
        let held = Held::new(blocks);
        match pairs {
            None => Stock::Plain(held),
            Some((nodes, pieces)) => Stock::Pairs(Box::new(Pairs {
                nodes: nodes.into(),
                pieces: pieces.into(),
                by_origin: held,
                by_target: Held::new(Runs::new()),
                single: 0,
            })),
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        match self {
            Stock::Plain(held) => held.is_empty(),
            Stock::Pairs(pairs) => pairs.by_origin.is_empty() && pairs.by_target.is_empty(),
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

    /// Whether all of these blocks are held.
    pub(super) fn has_all(&mut self, blocks: &Runs) -> bool {
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
    pub(super) fn add_new(&mut self, blocks: &Runs) -> bool {
        match (&mut *self, blocks.runs()) {
            (Stock::Plain(held), _) => held.add_new(blocks),
            (Stock::Pairs(pairs), [run]) if pairs.turned(*run).is_some() => {
                let is_new = !pairs.has_any(*run);
                if is_new {
                    pairs.add(*run);
                }
                is_new
            }
            _ => {
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
            let origin = pair / nodes;
            let target = pair - origin * nodes;
            let start = (target * nodes + origin) * pieces + piece;
            Run { start, end: start + run.len() }
        })
    }

    /// What is kept by its targets, by its numbers. Exchanging twice changes nothing.
    fn turned_back(&self) -> impl Iterator<Item = Run> {
        let all = self.by_target.runs();
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
        let blocks = Runs::range(run.start, run.end);
        if self.by_origin.has_all(&blocks) {
            return true;
        }
        if self.single == 0 {
            return false;
        }
        match self.turned(run) {
            // What is in one block may be partly here and partly there.
            Some(turned) if run.len() == 1 => self.by_target.has_all(&one(turned)),
            _ => blocks.minus(&self.whole().of(&blocks)).is_empty(),
        }
    }

    fn has_any(&self, run: Run) -> bool {
        let blocks = Runs::range(run.start, run.end);
        if self.by_origin.has_any(&blocks) {
            return true;
        }
        match self.turned(run) {
            _ if self.single == 0 => false,
            Some(turned) => self.by_target.has_any(&one(turned)),
            // These are few.
            None => self.turned_back().any(|other| other.start < run.end && run.start < other.end),
        }
    }

    fn add(&mut self, run: Run) {
        if let Some(turned) = self.turned(run) {
            self.by_target.add(&one(turned));
            self.single = self.single.saturating_add(run.len());
        } else {
            self.by_origin.add(&Runs::range(run.start, run.end));
        }
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
            let mut stock = Stock::new(Runs::range(5, 9), Some((12, few)));
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

    #[test]
    fn blocks_for_one_target_are_one_run() {
        let mut stock = Stock::new(Runs::range(3000, 4000), Some((1000, 1)));
        (0..1000).for_each(|i| assert_eq!(stock.add_new(&Runs::one(1000 * i + 3)), i != 3));
        assert!(matches!(&stock, Stock::Pairs(pairs) if pairs.by_target.runs().runs().len() == 2));
        assert!(stock.has_all(&Runs::range(3000, 4000)));
        assert!(!stock.has_all(&Runs::range(3, 5)));
        assert!(matches!(stock, Stock::Plain(_)));
    }
}
