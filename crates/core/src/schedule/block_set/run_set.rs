//! The blocks of one node: few runs in a list, many in a tree.
//!
//! In most algorithms a node holds one or two runs. In an all-to-all it finally holds as many runs as there
//! are nodes, in any order, and inserting each into the middle of a list would move the rest.

use std::collections::BTreeMap;
use std::collections::btree_map::Range;

use crate::schedule::{Run, Runs};

/// The maximum number of runs in a list.
const MOST_LISTED: usize = 32;

/// A set of blocks that only grows.
#[derive(Clone, PartialEq, Eq)]
pub(crate) enum RunSet {
    Few(Runs),
    /// Maximal runs: their ends by their starts. Nodes with few runs, which are many, need less memory in
    /// this form.
    #[allow(clippy::box_collection)] // the size of a node's place is what counts
    Many(Box<BTreeMap<u64, u64>>),
}

impl RunSet {
    pub(crate) fn new(blocks: Runs) -> Self {
        let mut held = RunSet::Few(blocks);
        held.use_tree_for_many();
        held
    }

    #[inline]
    fn use_tree_for_many(&mut self) {
        if let RunSet::Few(runs) = self
            && runs.runs().len() > MOST_LISTED
        {
            *self = RunSet::tree(runs);
        }
    }

    #[cold]
    fn tree(runs: &Runs) -> Self {
        RunSet::Many(Box::new(runs.runs().iter().map(|run| (run.start, run.end)).collect()))
    }

    pub(crate) fn is_empty(&self) -> bool {
        matches!(self, RunSet::Few(runs) if runs.is_empty())
    }

    /// All blocks.
    pub(crate) fn runs(&self) -> Runs {
        match self {
            RunSet::Few(runs) => runs.clone(),
            RunSet::Many(tree) => {
                tree.iter().map(|(start, end)| Run { start: *start, end: *end }).collect()
            }
        }
    }

    /// Whether all of these blocks are in the set.
    #[inline]
    pub(crate) fn has_all(&self, blocks: &Runs) -> bool {
        match self {
            RunSet::Few(runs) => blocks.is_subset(runs),
            RunSet::Many(tree) => blocks.runs().iter().all(|run| {
                let covering = tree.range(..=run.start).next_back();
                covering.is_some_and(|(_, end)| run.end <= *end)
            }),
        }
    }

    /// Whether any of these blocks is in the set.
    pub(crate) fn has_any(&self, blocks: &Runs) -> bool {
        match self {
            RunSet::Few(runs) => !blocks.is_disjoint(runs),
            RunSet::Many(tree) => blocks.runs().iter().any(|run| {
                let last = tree.range(..run.end).next_back();
                last.is_some_and(|(_, end)| *end > run.start)
            }),
        }
    }

    /// The only run, if there is exactly one.
    #[inline]
    pub(crate) fn only(&self) -> Option<Run> {
        match self {
            RunSet::Few(runs) => match runs.runs() {
                [only] => Some(*only),
                _ => None,
            },
            RunSet::Many(_) => None,
        }
    }

    /// Those of these blocks that are in the set.
    pub(crate) fn of(&self, blocks: &Runs) -> Runs {
        match self {
            RunSet::Few(runs) => blocks.minus(&blocks.minus(runs)),
            RunSet::Many(tree) => blocks
                .runs()
                .iter()
                .flat_map(|run| {
                    let before = tree.range(..run.start).next_back();
                    let within = tree.range(run.start..run.end);
                    before.into_iter().chain(within).map(|(start, end)| Run {
                        start: run.start.max(*start),
                        end: run.end.min(*end),
                    })
                })
                .filter(|part| part.start < part.end)
                .collect(),
        }
    }

    /// Adds blocks, unless one of them is in the set. Returns whether they were added.
    #[inline]
    pub(crate) fn add_new(&mut self, blocks: &Runs) -> bool {
        if let (RunSet::Few(runs), [run]) = (&mut *self, blocks.runs()) {
            let is_new = runs.insert_new(*run);
            self.use_tree_for_many();
            return is_new;
        }
        let is_new = !self.has_any(blocks);
        if is_new {
            self.add(blocks);
        }
        is_new
    }

    /// Adds blocks.
    pub(crate) fn add(&mut self, blocks: &Runs) {
        match self {
            RunSet::Few(runs) => {
                runs.extend(blocks);
                self.use_tree_for_many();
            }
            RunSet::Many(tree) => blocks.runs().iter().for_each(|run| add_run(tree, *run)),
        }
    }
}

/// Adds a run and joins it with the runs that it overlaps or touches.
fn add_run(tree: &mut BTreeMap<u64, u64>, run: Run) {
    let Run { mut start, mut end } = run;
    // No other run begins within the new one or at its end.
    if let Some((_, last)) =
        tree.range_mut(..=end).next_back().filter(|(s, e)| **s <= start && **e >= start)
    {
        *last = end.max(*last);
        return;
    }
    while let Some((other_start, other_end)) =
        tree.range(..=end).next_back().map(|(s, e)| (*s, *e)).filter(|(_, e)| *e >= start)
    {
        tree.remove(&other_start);
        (start, end) = (start.min(other_start), end.max(other_end));
    }
    tree.insert(start, end);
}

/// The number of runs that are skipped before a search from the top.
const MOST_PASSED: usize = 8;

/// Reads a set with ascending runs: if the runs of a message lie between two runs of the set, all are skipped
/// at once.
pub(crate) struct Cursor<'a> {
    held: &'a RunSet,
    rest: Rest<'a>,
    /// The first run of the set that ends after the last place.
    next: Option<Run>,
}

/// The runs of the set, from some place on.
enum Rest<'a> {
    Few(std::slice::Iter<'a, Run>),
    Many(Range<'a, u64, u64>),
}

impl Rest<'_> {
    #[inline]
    fn next(&mut self) -> Option<Run> {
        match self {
            Rest::Few(runs) => runs.next().copied(),
            Rest::Many(runs) => runs.next().map(|(start, end)| Run { start: *start, end: *end }),
        }
    }
}

impl<'a> Cursor<'a> {
    #[inline]
    pub(crate) fn new(held: &'a RunSet) -> Self {
        let rest = Rest::Few([].iter());
        Cursor { held, rest, next: Some(Run { start: 0, end: 0 }) }
    }

    /// The first run of the set that ends after the start of this one. Calls must be in ascending order.
    #[inline]
    fn to(&mut self, run: Run) -> Option<Run> {
        if self.next.is_some_and(|next| next.end <= run.start) {
            self.go_on(run.start);
        }
        self.next
    }

    fn go_on(&mut self, place: u64) {
        for _ in 0..MOST_PASSED {
            self.next = self.rest.next();
            match self.next {
                Some(next) if next.end > place => return,
                Some(_) => {}
                // At first there is nothing to skip.
                None => break,
            }
        }
        self.rest = match self.held {
            RunSet::Few(runs) => {
                let after = runs.runs().partition_point(|run| run.end <= place);
                Rest::Few(runs.runs()[after..].iter())
            }
            RunSet::Many(tree) => {
                let before = tree.range(..place).next_back().filter(|(_, end)| **end > place);
                Rest::Many(tree.range(before.map_or(place, |(start, _)| *start)..))
            }
        };
        self.next = self.rest.next();
    }

    #[inline]
    pub(crate) fn has_all(&mut self, run: Run) -> bool {
        self.to(run).is_some_and(|next| next.start <= run.start && run.end <= next.end)
    }

    #[inline]
    pub(crate) fn meets(&mut self, run: Run) -> bool {
        self.to(run).is_some_and(|next| next.start < run.end)
    }

    #[inline]
    pub(crate) fn has_any(&mut self, blocks: &Runs) -> bool {
        blocks.runs().iter().any(|run| self.meets(*run))
    }
}

#[cfg(test)]
mod tests {
    use quickcheck::{Gen, QuickCheck};

    use super::*;

    /// A tree of few runs compared with a list.
    #[test]
    fn a_tree_holds_what_a_list_holds() {
        #[allow(clippy::needless_pass_by_value)] // what quickcheck calls
        fn law(added: Vec<(u8, u8)>, asked: Vec<(u8, u8)>) -> bool {
            let run = |(start, length): &(u8, u8)| {
                let start = u64::from(*start % 64);
                Run { start, end: start + 1 + u64::from(*length % 6) }
            };
            let asked: Runs = asked.iter().map(run).collect();
            let (mut list, mut tree) = (RunSet::Few(Runs::new()), RunSet::Many(Box::default()));
            added.iter().map(run).all(|run| {
                let blocks = Runs::range(run.start, run.end);
                let is_new = !list.has_any(&blocks);
                let same = [&mut list, &mut tree].map(|held| held.add_new(&blocks));
                list.add(&blocks);
                tree.add(&blocks);
                same == [is_new; 2]
                    && list.runs() == tree.runs()
                    && list.has_all(&asked) == tree.has_all(&asked)
                    && list.of(&asked) == tree.of(&asked)
                    && list.has_any(&asked) == tree.has_any(&asked)
                    && list.has_any(&asked) != list.of(&asked).is_empty()
            })
        }
        QuickCheck::new()
            .rng(Gen::from_size_and_seed(20, 4))
            .tests(3000)
            .quickcheck(law as fn(Vec<(u8, u8)>, Vec<(u8, u8)>) -> bool);
    }

    #[test]
    fn many_runs_become_a_tree() {
        let odd = |count: u64| (0..count).map(|i| 2 * i + 1).collect::<Runs>();
        assert!(matches!(RunSet::new(odd(32)), RunSet::Few(_)));
        let mut held = RunSet::new(odd(33));
        assert!(matches!(held, RunSet::Many(_)));
        assert!(!held.is_empty());
        held.add(&Runs::range(0, 100));
        assert_eq!(held.runs(), Runs::range(0, 100));
    }

    /// Ascending runs, each compared with the whole set.
    #[test]
    fn what_is_passed_by_is_not_missed() {
        #[allow(clippy::needless_pass_by_value)] // what quickcheck calls
        fn law(held: Vec<u16>, asked: Vec<(u16, u8)>, spread: u8) -> bool {
            let size = 8 + 8 * u16::from(spread);
            let runs: Runs = held.iter().map(|number| u64::from(number % size)).collect();
            let run = |(start, length): &(u16, u8)| {
                let start = u64::from(start % size);
                Run { start, end: start + 1 + u64::from(length % 4) }
            };
            let mut asked: Vec<Run> = asked.iter().map(run).collect();
            asked.sort_unstable();
            let tree = Box::new(runs.runs().iter().map(|run| (run.start, run.end)).collect());
            [RunSet::Few(runs.clone()), RunSet::Many(tree)].iter().all(|held| {
                let (mut all, mut any) = (Cursor::new(held), Cursor::new(held));
                asked.iter().all(|run| {
                    let blocks = Runs::range(run.start, run.end);
                    all.has_all(*run) == blocks.is_subset(&runs)
                        && any.meets(*run) != blocks.is_disjoint(&runs)
                })
            })
        }
        QuickCheck::new()
            .rng(Gen::from_size_and_seed(60, 8))
            .tests(3000)
            .quickcheck(law as fn(Vec<u16>, Vec<(u16, u8)>, u8) -> bool);
    }
}
