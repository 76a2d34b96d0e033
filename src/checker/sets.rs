//! Sets of contributors, each kept once and named by a number.
//!
//! The nodes of a regular algorithm know the same few sets: in a reduce-scatter on a hypercube
//! 2^16 nodes know 2^32 spans in all, but only 2^20 different ones. So a set is stored when it is
//! first met, equal sets have equal numbers, and the union of two is remembered for a while.

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;

use super::spans::{self, Span};

/// The number of a set in [`Sets`].
pub(super) type SetId = u32;

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
///
/// The numbers 0, 1, 2, .. are the sets {0}, {1}, {2}, ..: what each node contributes itself.
pub(super) struct Sets {
    spans: Vec<Span>,
    /// Set i is `spans[starts[i]..starts[i + 1]]`.
    starts: Vec<usize>,
    /// Open addressing by hash: the high half of the hash, so that other sets are seldom looked at,
    /// and `FREE` or the number of a set. At most half is in use.
    table: Vec<(u32, SetId)>,
    hasher: RandomState,
    /// Unions of two sets, each at the place of its hash until another takes it.
    recent: Vec<(SetId, SetId, Union)>,
    scratch: Vec<Span>,
}

const FREE: SetId = SetId::MAX;
/// How many unions are remembered; 2 MiB.
const RECENT: usize = 1 << 17;

impl Sets {
    /// The sets of one node each, for so many nodes.
    pub(super) fn of_ones(count: u32) -> Self {
        let mut sets = Sets {
            spans: (0..count).map(|start| Span { start, end: start + 1 }).collect(),
            starts: (0..=count as usize).collect(),
            table: Vec::new(),
            hasher: RandomState::new(),
            recent: Vec::new(),
            scratch: Vec::new(),
        };
        sets.rebuild_table();
        sets
    }

    /// The spans of a set.
    pub(super) fn get(&self, set: SetId) -> &[Span] {
        let i = set as usize;
        &self.spans[self.starts[i]..self.starts[i + 1]]
    }

    fn count(&self) -> SetId {
        // Storing a set costs work, of which there is less than numbers of sets.
        SetId::try_from(self.starts.len() - 1).unwrap_or(FREE)
    }

    fn rebuild_table(&mut self) {
        let size = (2 * self.starts.len()).next_power_of_two();
        self.table.clear();
        self.table.resize(size, (0, FREE));
        for set in 0..self.count() {
            let hash = self.hasher.hash_one(self.get(set));
            let place = self.place(hash, |_| false);
            self.table[place] = (high_half(hash), set);
        }
    }

    /// Where in the table a set with this hash is, or would be.
    fn place(&self, hash: u64, is_it: impl Fn(SetId) -> bool) -> usize {
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
        let hash = self.hasher.hash_one(set);
        let place = self.place(hash, |other| self.get(other) == set);
        if self.table[place].1 != FREE {
            return Ok(self.table[place].1);
        }
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
        Ok(id)
    }

    /// The union of two sets.
    pub(super) fn join(&mut self, a: SetId, b: SetId, work: &mut Work) -> Result<Union, Exhausted> {
        let (a, b) = (a.min(b), a.max(b));
        if self.recent.is_empty() {
            self.recent.resize(RECENT, (FREE, FREE, Union { set: FREE, disjoint: false }));
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
            all.extend_from_slice(spans);
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

/// Spreads two numbers over 64 bits; only speed hangs on it.
fn pair_hash(a: SetId, b: SetId) -> u64 {
    let both = u64::from(a) << 32 | u64::from(b);
    let mixed = both.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed ^ mixed >> 29
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checker::spans::of_mask;

    #[test]
    fn equal_sets_have_equal_numbers() {
        let mut work = Work::new(100_000);
        let mut sets = Sets::of_ones(16);
        for round in 0..2 {
            for mask in 1..=300_u16 {
                let id = sets.intern(&of_mask(mask), &mut work).unwrap();
                assert_eq!(sets.get(id), of_mask(mask), "{round}");
            }
        }
        assert_eq!(sets.intern(&of_mask(1 << 5), &mut work), Ok(5));
        // 300 sets, of which 9 are of one node, and the 16 of one node
        assert_eq!(sets.count(), 307);
    }

    #[test]
    fn unions_say_whether_anyone_was_in_two() {
        let mut work = Work::new(1000);
        let mut sets = Sets::of_ones(4);
        let low = sets.join(1, 0, &mut work).unwrap();
        assert_eq!((sets.get(low.set), low.disjoint), (&of_mask(0b11)[..], true));
        assert_eq!(sets.join(0, 1, &mut work), Ok(low));
        let again = sets.join(low.set, 1, &mut work).unwrap();
        assert_eq!(again, Union { set: low.set, disjoint: false });
        let all = sets.union([low.set, 2, 3], &mut work).unwrap();
        assert_eq!((sets.get(all.set), all.disjoint), (&of_mask(0b1111)[..], true));
    }

    #[test]
    fn work_ends() {
        let mut work = Work::new(3);
        let mut sets = Sets::of_ones(4);
        assert_eq!(sets.join(0, 1, &mut work), Err(Exhausted));
    }
}
