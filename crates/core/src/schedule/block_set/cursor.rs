//! Reads a set with ascending runs: if the runs of a message lie between two runs of the set, all are skipped
//! at once.

use std::collections::btree_map::Range;

use super::run_set::RunSet;
use crate::schedule::{Run, Runs};

/// The number of runs that are skipped before a search from the top.
const MOST_PASSED: usize = 8;

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
