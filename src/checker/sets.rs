//! Sets of contributors, each with one name.
//!
//! Nearly all sets that nodes know in regular algorithms are positions one after another, on a ring
//! also past the last to the first. Such a set is its own name and takes no room. The nodes of other
//! algorithms know the same few sets, so another set is stored when it is first met, equal sets have
//! equal names, and the union of two is remembered for a while.

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use std::ops::Deref;

use super::spans::{self, Span};

/// The name of a set in [`Sets`]. Equal sets have equal names.
///
/// Positions from one on, counted round past the last to the first, say themselves which they are:
/// where they start in the high half and one past their end in the low half. What else there is has
/// a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct SetId(u64);

/// What the names of sets have that are kept in a list. Positions are far below it.
const LISTED: u64 = 1 << 63;

impl SetId {
    /// The set of one position: what a node contributes itself.
    pub(super) fn one(position: u32) -> Self {
        SetId::span(Span { start: position, end: position + 1 })
    }

    fn span(Span { start, end }: Span) -> Self {
        SetId(u64::from(start) << 32 | u64::from(end))
    }

    /// The number behind the name: below 2^62, or with the highest bit.
    pub(super) fn bits(self) -> u64 {
        self.0
    }

    /// The name with this number behind it.
    pub(super) fn from_bits(bits: u64) -> Self {
        SetId(bits)
    }
}

/// The work that may be spent on sets of contributors, in spans and words looked at.
#[derive(Debug)]
pub(super) struct Work {
    left: u64,
}

/// The work that is allowed has been spent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Exhausted;

impl Work {
    pub(super) fn new(allowed: u64) -> Self {
        Work { left: allowed }
    }

    pub(super) fn spend(&mut self, amount: usize) -> Result<(), Exhausted> {
        self.left = self.left.checked_sub(amount as u64).ok_or(Exhausted)?;
        Ok(())
    }
}

/// The union of some sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Union {
    pub(super) set: SetId,
    /// Whether no two of them had a contributor in common.
    pub(super) disjoint: bool,
}

/// All sets met so far.
pub(super) struct Sets {
    /// How many positions there are.
    count: u32,
    /// The sets that are kept in a list.
    spans: Vec<Span>,
    /// Set i is `spans[starts[i]..starts[i + 1]]`.
    starts: Vec<usize>,
    /// Open addressing by hash: the high half of the hash, so that other sets are seldom looked at,
    /// and `FREE` or the number of a set. At most half is in use.
    table: Vec<(u32, u32)>,
    hasher: RandomState,
    /// Unions of two sets, each at the place of its hash until another takes it.
    recent: Vec<(SetId, SetId, Union)>,
    scratch: Vec<Span>,
}

const FREE: u32 = u32::MAX;
/// How many unions are remembered; 4 MiB.
const RECENT: usize = 1 << 17;
/// What it costs to keep a set, and each of its spans, in units of work: memory runs out before time
/// does.
const KEPT: usize = 8;
const KEPT_SPAN: usize = 3;

/// The spans of a set.
pub(super) enum Spans<'a> {
    Named([Span; 2], usize),
    Listed(&'a [Span]),
}

impl Deref for Spans<'_> {
    type Target = [Span];

    fn deref(&self) -> &[Span] {
        match self {
            Spans::Named(spans, count) => &spans[..*count],
            Spans::Listed(spans) => spans,
        }
    }
}

impl Sets {
    /// No set yet, of so many positions.
    pub(super) fn of_positions(count: u32) -> Self {
        let mut sets = Sets {
            count,
            spans: Vec::new(),
            starts: vec![0],
            table: Vec::new(),
            hasher: RandomState::new(),
            recent: Vec::new(),
            scratch: Vec::new(),
        };
        sets.rebuild_table();
        sets
    }

    /// The spans of a set.
    pub(super) fn get(&self, set: SetId) -> Spans<'_> {
        if set.0 & LISTED != 0 {
            return Spans::Listed(self.listed(low_half(set.0)));
        }
        let (start, end) = (high_half(set.0), low_half(set.0));
        if start < end {
            Spans::Named([Span { start, end }; 2], 1)
        } else {
            let first = Span { start: 0, end };
            Spans::Named([first, Span { start, end: self.count }], 2)
        }
    }

    fn listed(&self, number: u32) -> &[Span] {
        let i = number as usize;
        &self.spans[self.starts[i]..self.starts[i + 1]]
    }

    /// The name of a set that says itself what it is.
    fn named(&self, set: &[Span]) -> Option<SetId> {
        match set {
            [one] => Some(SetId::span(*one)),
            [Span { start: 0, end }, Span { start, end: last }] if *last == self.count => {
                Some(SetId(u64::from(*start) << 32 | u64::from(*end)))
            }
            _ => None,
        }
    }

    /// Where a set starts that goes on from one position, and how long it is.
    fn arc(&self, set: SetId) -> Option<(u64, u64)> {
        let (start, end) = (set.0 >> 32, set.0 & u64::from(u32::MAX));
        let count = u64::from(self.count);
        if set.0 & LISTED != 0 || start >= count || end > count {
            return None;
        }
        Some((start, if start < end { end - start } else { count + end - start }))
    }

    /// The union of two sets of which one goes on where the other ends.
    fn joined(&self, a: SetId, b: SetId) -> Option<SetId> {
        let count = u64::from(self.count);
        let ((a, long), (b, longer)) = (self.arc(a)?, self.arc(b)?);
        let length = long + longer;
        let start = match () {
            () if length > count => return None,
            () if (a + long) % count == b => a,
            () if (b + longer) % count == a => b,
            () => return None,
        };
        Some(match start + length {
            _ if length == count => SetId(count),
            end if end <= count => SetId(start << 32 | end),
            end => SetId(start << 32 | (end - count)),
        })
    }

    fn count(&self) -> u32 {
        // Storing a set costs work, of which there is less than numbers of sets.
        u32::try_from(self.starts.len() - 1).unwrap_or(FREE)
    }

    fn rebuild_table(&mut self) {
        let size = (2 * self.starts.len()).next_power_of_two();
        self.table.clear();
        self.table.resize(size, (0, FREE));
        for set in 0..self.count() {
            let hash = self.hasher.hash_one(self.listed(set));
            let place = self.place(hash, |_| false);
            self.table[place] = (high_half(hash), set);
        }
    }

    /// Where in the table a set with this hash is, or would be.
    fn place(&self, hash: u64, is_it: impl Fn(u32) -> bool) -> usize {
        let (mask, tag) = (self.table.len() - 1, high_half(hash));
        let mut place = low_bits(hash, mask);
        loop {
            let (other, set) = self.table[place];
            if set == FREE || other == tag && is_it(set) {
                return place;
            }
            place = (place + 1) & mask;
        }
    }

    /// The number of a set.
    pub(super) fn intern(&mut self, set: &[Span], work: &mut Work) -> Result<SetId, Exhausted> {
        work.spend(set.len() + 1)?;
        if let Some(named) = self.named(set) {
            return Ok(named);
        }
        let hash = self.hasher.hash_one(set);
        let place = self.place(hash, |other| self.listed(other) == set);
        if self.table[place].1 != FREE {
            return Ok(SetId(LISTED | u64::from(self.table[place].1)));
        }
        work.spend(KEPT + KEPT_SPAN * set.len())?;
        let id = self.count();
        if id == FREE {
            return Err(Exhausted);
        }
        self.table[place] = (high_half(hash), id);
        self.spans.extend_from_slice(set);
        self.starts.push(self.spans.len());
        if 2 * self.starts.len() > self.table.len() {
            self.rebuild_table();
        }
        Ok(SetId(LISTED | u64::from(id)))
    }

    /// The union of two sets.
    pub(super) fn join(&mut self, a: SetId, b: SetId, work: &mut Work) -> Result<Union, Exhausted> {
        let (a, b) = (a.min(b), a.max(b));
        if let Some(set) = self.joined(a, b) {
            work.spend(1)?;
            return Ok(Union { set, disjoint: true });
        }
        if self.recent.is_empty() {
            let none = SetId(u64::MAX);
            self.recent.resize(RECENT, (none, none, Union { set: none, disjoint: false }));
        }
        let place = low_bits(pair_hash(a, b), RECENT - 1);
        let (x, y, union) = self.recent[place];
        if (x, y) == (a, b) {
            return Ok(union);
        }
        let union = self.union([a, b], work)?;
        self.recent[place] = (a, b, union);
        Ok(union)
    }

    /// The union of any number of sets.
    pub(super) fn union(
        &mut self,
        sets: impl IntoIterator<Item = SetId>,
        work: &mut Work,
    ) -> Result<Union, Exhausted> {
        let mut all = std::mem::take(&mut self.scratch);
        all.clear();
        for set in sets {
            let spans = self.get(set);
            work.spend(spans.len())?;
            all.extend_from_slice(&spans);
        }
        let disjoint = spans::coalesce(&mut all);
        let set = self.intern(&all, work);
        self.scratch = all;
        Ok(Union { set: set?, disjoint })
    }
}

fn high_half(hash: u64) -> u32 {
    // It fits.
    u32::try_from(hash >> 32).unwrap_or(0)
}

fn low_bits(hash: u64, mask: usize) -> usize {
    // The mask is below 2^32, so what the conversion could lose is masked anyway.
    usize::try_from(hash & mask as u64).unwrap_or(0)
}

fn low_half(bits: u64) -> u32 {
    // It fits.
    u32::try_from(bits & u64::from(u32::MAX)).unwrap_or(0)
}

/// Spreads two names over 64 bits; only speed hangs on it.
fn pair_hash(a: SetId, b: SetId) -> u64 {
    let spread = |bits: u64| bits.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = spread(spread(a.0).rotate_left(29) ^ b.0);
    mixed ^ mixed >> 29
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checker::spans::of_mask;

    fn ones(positions: [u32; 2]) -> [SetId; 2] {
        positions.map(SetId::one)
    }

    #[test]
    fn equal_sets_have_equal_names() {
        let mut work = Work::new(100_000);
        let mut sets = Sets::of_positions(9);
        let mut names = std::collections::BTreeSet::new();
        for round in 0..2 {
            for mask in 1..512_u16 {
                let id = sets.intern(&of_mask(mask), &mut work).unwrap();
                assert_eq!(*sets.get(id), of_mask(mask), "{round}");
                names.insert(id);
            }
        }
        assert_eq!(sets.intern(&of_mask(1 << 5), &mut work), Ok(SetId::one(5)));
        // All sets but none, of which these are positions one after another, counted round.
        assert_eq!((names.len(), sets.count()), (511, 511 - (9 * 8 + 1)));
    }

    /// Against bit masks, all sets of five positions with all others.
    #[test]
    fn unions_are_those_of_masks() {
        let mut work = Work::new(100_000);
        let mut sets = Sets::of_positions(5);
        for (a, b) in (1..32_u16).flat_map(|a| (1..32_u16).map(move |b| (a, b))) {
            let [x, y] = [a, b].map(|mask| sets.intern(&of_mask(mask), &mut work).unwrap());
            let union = sets.join(x, y, &mut work).unwrap();
            assert_eq!(*sets.get(union.set), of_mask(a | b), "{a:b} {b:b}");
            assert_eq!(union.disjoint, a & b == 0, "{a:b} {b:b}");
            assert_eq!(sets.intern(&of_mask(a | b), &mut work), Ok(union.set));
        }
    }

    #[test]
    fn unions_say_whether_anyone_was_in_two() {
        let mut work = Work::new(1000);
        let mut sets = Sets::of_positions(4);
        let [zero, one] = ones([0, 1]);
        let low = sets.join(one, zero, &mut work).unwrap();
        assert_eq!((&*sets.get(low.set), low.disjoint), (&of_mask(0b11)[..], true));
        assert_eq!(sets.join(zero, one, &mut work), Ok(low));
        let again = sets.join(low.set, one, &mut work).unwrap();
        assert_eq!(again, Union { set: low.set, disjoint: false });
        let all = sets.union([low.set, SetId::one(2), SetId::one(3)], &mut work).unwrap();
        assert_eq!((&*sets.get(all.set), all.disjoint), (&of_mask(0b1111)[..], true));
    }

    #[test]
    fn work_ends() {
        let mut work = Work::new(3);
        let mut sets = Sets::of_positions(4);
        let [zero, two] = ones([0, 2]);
        assert_eq!(sets.join(zero, two, &mut work), Err(Exhausted));
    }
}
