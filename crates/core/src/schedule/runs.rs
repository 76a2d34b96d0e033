//! Sets of numbers as their maximal runs: sets of blocks, and of contributors.

use std::fmt;

/// The numbers from `start` up to but not including `end`; never empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Run {
    /// The first number.
    pub start: u64,
    /// One past the last number.
    pub end: u64,
}

impl Run {
    /// The number of numbers.
    #[inline]
    pub fn len(self) -> u64 {
        self.end - self.start
    }

    /// Always false: a run has at least one number.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.start >= self.end
    }
}

/// A set of numbers as its maximal runs, ascending and never adjacent.
///
/// Equal sets have equal runs, so comparisons and hashes are exact. One run, as in nearly every message, is
/// stored inline. A set is as small as a list, which keeps messages small.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Runs(Repr);

/// The runs. The representation is unique, so sets can be compared by it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Repr {
    #[default]
    Empty,
    One(Run),
    /// Two or more.
    Many(Vec<Run>),
}

impl Runs {
    /// The empty set.
    #[inline]
    pub fn new() -> Self {
        Self::default()
    }

    /// The numbers from `start` up to but not including `end`.
    #[inline]
    pub fn range(start: u64, end: u64) -> Self {
        Runs(if start < end { Repr::One(Run { start, end }) } else { Repr::Empty })
    }

    /// The set of one number.
    #[inline]
    pub fn one(number: u64) -> Self {
        Self::range(number, number + 1)
    }

    /// The number of numbers.
    #[inline]
    pub fn len(&self) -> u64 {
        self.runs().iter().map(|run| run.len()).sum()
    }

    /// Whether the set is empty.
    #[inline]
    pub fn is_empty(&self) -> bool {
        matches!(self.0, Repr::Empty)
    }

    /// The maximal runs, ascending.
    #[inline]
    pub fn runs(&self) -> &[Run] {
        match &self.0 {
            Repr::Empty => &[],
            Repr::One(run) => std::slice::from_ref(run),
            Repr::Many(runs) => runs,
        }
    }

    /// The numbers, ascending.
    pub fn iter(&self) -> impl Iterator<Item = u64> {
        self.runs().iter().flat_map(|run| run.start..run.end)
    }

    /// The least number.
    #[inline]
    pub fn first(&self) -> Option<u64> {
        self.runs().first().map(|run| run.start)
    }

    /// Whether the number is in the set.
    pub fn contains(&self, number: u64) -> bool {
        let after = self.runs().partition_point(|run| run.end <= number);
        self.runs().get(after).is_some_and(|run| run.start <= number)
    }

    /// Adds a run. Returns whether all its numbers were new.
    #[inline]
    pub fn insert(&mut self, run: Run) -> bool {
        if run.is_empty() {
            return true;
        }
        // Ascending numbers extend a set at its end.
        match self.last_mut() {
            Some(last) if last.end == run.start => last.end = run.end,
            Some(last) if last.end > run.start => return self.insert_within(run),
            _ => self.push(run),
        }
        true
    }

    /// The union of runs in any order, which are sorted: each insertion before the last run would move all behind it.
    fn in_order(mut runs: Vec<Run>) -> Self {
        runs.sort_unstable_by_key(|run| run.start);
        let mut set = Runs::new();
        for run in runs {
            set.insert(run);
        }
        set
    }

    #[inline]
    fn last_mut(&mut self) -> Option<&mut Run> {
        match &mut self.0 {
            Repr::Empty => None,
            Repr::One(run) => Some(run),
            Repr::Many(runs) => runs.last_mut(),
        }
    }

    /// Appends a run after the others.
    #[inline]
    fn push(&mut self, run: Run) {
        match &mut self.0 {
            Repr::Empty => self.0 = Repr::One(run),
            Repr::One(first) => self.0 = Repr::Many(vec![*first, run]),
            Repr::Many(runs) => runs.push(run),
        }
    }

    /// Adds a run that begins before the last one ends.
    fn insert_within(&mut self, run: Run) -> bool {
        let apart = |old: &Run| old.end <= run.start || old.start >= run.end;
        let together = |first: Run, last: Run| Run {
            start: run.start.min(first.start),
            end: run.end.max(last.end),
        };
        match &mut self.0 {
            Repr::Empty => self.0 = Repr::One(run),
            Repr::One(only) if run.end < only.start => self.0 = Repr::Many(vec![run, *only]),
            Repr::One(only) => {
                let fresh = apart(only);
                *only = together(*only, *only);
                return fresh;
            }
            Repr::Many(runs) => {
                // The runs from `low` up to `high` overlap or touch the new run and merge with it.
                let low = runs.partition_point(|old| old.end < run.start);
                let high = low + runs[low..].partition_point(|old| old.start <= run.end);
                if low == high {
                    runs.insert(low, run);
                    return true;
                }
                let fresh = runs[low..high].iter().all(apart);
                runs[low] = together(runs[low], runs[high - 1]);
                runs.drain(low + 1..high);
                if let [only] = runs[..] {
                    self.0 = Repr::One(only);
                }
                return fresh;
            }
        }
        true
    }

    /// Adds a run, unless one of its numbers is in the set. Returns whether it was added.
    #[inline]
    pub fn insert_new(&mut self, run: Run) -> bool {
        self.add_at_an_end(run) || run.is_empty() || self.is_free(run) && self.insert(run)
    }

    /// Adds a run to an empty set or to an adjacent single run. Returns whether it was added. In most
    /// algorithms the data of a node grow at one end.
    #[inline]
    pub(crate) fn add_at_an_end(&mut self, run: Run) -> bool {
        match &mut self.0 {
            Repr::One(only) if only.end == run.start => only.end = only.end.max(run.end),
            Repr::One(only) if only.start == run.end => only.start = only.start.min(run.start),
            Repr::Empty => *self = Runs::range(run.start, run.end),
            _ => return false,
        }
        true
    }

    /// Whether no number of a run is in the set.
    fn is_free(&self, run: Run) -> bool {
        let after = self.runs().partition_point(|old| old.end <= run.start);
        self.runs().get(after).is_none_or(|old| old.start >= run.end)
    }

    /// Adds all numbers of another set. Returns whether all were new.
    pub fn extend(&mut self, other: &Runs) -> bool {
        if self.is_empty() {
            self.clone_from(other);
            return true;
        }
        let mut fresh = true;
        for run in other.runs() {
            fresh &= self.insert(*run);
        }
        fresh
    }

    /// Whether all numbers of a run are in the set.
    #[inline]
    pub fn covers(&self, run: Run) -> bool {
        let within = |big: &Run| big.start <= run.start && run.end <= big.end;
        match &self.0 {
            Repr::Empty => false,
            Repr::One(only) => within(only),
            Repr::Many(several) => {
                let after = several.partition_point(|big| big.end <= run.start);
                several.get(after).is_some_and(within)
            }
        }
    }

    /// Whether the set is one run that contains another set.
    #[inline]
    pub(crate) fn covers_alone(&self, run: Run) -> bool {
        matches!(&self.0, Repr::One(only) if only.start <= run.start && run.end <= only.end)
    }

    /// Whether every number of this set is in the other.
    #[inline]
    pub fn is_subset(&self, other: &Runs) -> bool {
        if let [run] = self.runs() {
            return other.covers(*run);
        }
        // The runs before one run are also before the next, which is mostly in the next run of the other set.
        let mut others = other.runs();
        self.runs().iter().all(|run| {
            let reaches = |big: &Run| big.end > run.start;
            let near = others.iter().take(2).position(reaches);
            others = &others[near.unwrap_or_else(|| others.partition_point(|big| !reaches(big)))..];
            others.first().is_some_and(|big| big.start <= run.start && run.end <= big.end)
        })
    }

    /// Whether no number is in both sets.
    pub fn is_disjoint(&self, other: &Runs) -> bool {
        let (mut a, mut b) = (self.runs().iter().peekable(), other.runs().iter().peekable());
        while let (Some(x), Some(y)) = (a.peek(), b.peek()) {
            if x.end <= y.start {
                a.next();
            } else if y.end <= x.start {
                b.next();
            } else {
                return false;
            }
        }
        true
    }

    /// The numbers of this set that are not in the other.
    #[must_use]
    pub fn minus(&self, other: &Runs) -> Runs {
        let mut left = Runs::new();
        for run in self.runs() {
            let mut start = run.start;
            let from = other.runs().partition_point(|cut| cut.end <= run.start);
            for cut in other.runs()[from..].iter().take_while(|cut| cut.start < run.end) {
                if cut.start > start {
                    left.push(Run { start, end: cut.start });
                }
                start = start.max(cut.end);
            }
            if start < run.end {
                left.push(Run { start, end: run.end });
            }
        }
        left
    }
}

impl FromIterator<Run> for Runs {
    fn from_iter<I: IntoIterator<Item = Run>>(runs: I) -> Self {
        let (mut set, mut runs) = (Runs::new(), runs.into_iter());
        while let Some(run) = runs.next() {
            if set.last_mut().is_some_and(|last| run.start < last.start) {
                return Self::in_order(
                    set.runs().iter().copied().chain([run]).chain(runs).collect(),
                );
            }
            set.insert(run);
            if let Repr::Many(list) = &mut set.0
                && list.len() == list.capacity()
            {
                // Most of the remaining runs do not meet.
                list.reserve(runs.size_hint().0);
            }
        }
        set
    }
}

impl FromIterator<u64> for Runs {
    fn from_iter<I: IntoIterator<Item = u64>>(numbers: I) -> Self {
        numbers.into_iter().map(|number| Run { start: number, end: number + 1 }).collect()
    }
}

/// `0-3+7`, the notation of contributors.
impl fmt::Display for Runs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, run) in self.runs().iter().enumerate() {
            let plus = if i == 0 { "" } else { "+" };
            write!(f, "{plus}{}", run.start)?;
            if run.len() > 1 {
                write!(f, "-{}", run.end - 1)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use quickcheck::{Gen, QuickCheck};

    use super::*;

    fn runs(numbers: &[u8]) -> (Runs, BTreeSet<u64>) {
        let plain: BTreeSet<u64> = numbers.iter().map(|n| u64::from(*n % 32)).collect();
        (plain.iter().copied().collect(), plain)
    }

    /// Compared with the simplest set, on a universe small enough for runs to merge and touch.
    #[test]
    fn agrees_with_plain_sets() {
        #[allow(clippy::needless_pass_by_value)] // what quickcheck calls
        fn law(a: Vec<u8>, b: Vec<u8>, probe: u8) -> bool {
            let ((a, plain_a), (b, plain_b)) = (runs(&a), runs(&b));
            let mut both = a.clone();
            let fresh = both.extend(&b);
            let probe = u64::from(probe % 34);
            a.iter().eq(plain_a.iter().copied())
                && a.len() == plain_a.len() as u64
                && both.iter().eq(plain_a.union(&plain_b).copied())
                && fresh == plain_a.is_disjoint(&plain_b)
                && a.is_disjoint(&b) == plain_a.is_disjoint(&plain_b)
                && a.is_subset(&b) == plain_a.is_subset(&plain_b)
                && a.minus(&b).iter().eq(plain_a.difference(&plain_b).copied())
                && a.contains(probe) == plain_a.contains(&probe)
                && a.runs().iter().all(|run| {
                    let (mut with, mut anyway) = (b.clone(), b.clone());
                    let is_new = anyway.insert(*run);
                    with.insert_new(*run) == is_new && with == *if is_new { &anyway } else { &b }
                })
                && both.runs().windows(2).all(|pair| pair[0].end < pair[1].start)
        }
        QuickCheck::new()
            .rng(Gen::from_size_and_seed(24, 1))
            .tests(2000)
            .quickcheck(law as fn(Vec<u8>, Vec<u8>, u8) -> bool);
    }

    #[test]
    fn is_written_as_contributors_are() {
        let set: Runs = [0, 1, 4, 5, 6, 9].into_iter().collect();
        assert_eq!(set.to_string(), "0-1+4-6+9");
    }
}
