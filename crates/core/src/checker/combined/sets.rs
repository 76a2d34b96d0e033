//! Sets of contributors, each with one name.
//!
//! In regular algorithms nearly all sets are consecutive positions, on a ring also past the last to the
//! first. The name of such a set contains it and takes no memory. Another set is named by its shape, which is
//! stored once, and by its start, so equal sets have equal names. Unions are cached, independent of the start
//! of the sets.

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use smallvec::SmallVec;

pub(crate) use crate::checker::combined::set_id::SetId;
use crate::checker::combined::set_id::{Positions, SetForm, coalesce};
use crate::checker::{Exhausted, Work, Worked};
use crate::schedule::{Run, Runs};
use hockney_base::number::index;

/// The union of some sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Union {
    pub(crate) set: SetId,
    /// Whether they are disjoint.
    pub(crate) disjoint: bool,
}

/// All sets so far.
pub(crate) struct Sets {
    /// The number of positions.
    count: u32,
    shapes: Interned,
    /// The cache of unions of two sets, each at the index of its hash until another replaces it.
    recent: Vec<(SetId, SetId, Union)>,
    /// The cache of unions of more sets.
    recent_of_several: Vec<(Several, Union)>,
    scratch: Vec<Positions>,
    /// The remaining work.
    pub(crate) work: Work,
}

/// The size of the cache of unions, of two sets (1 MiB) and of several (0.5 MiB).
const RECENT: usize = 1 << 15;
const RECENT_OF_SEVERAL: usize = 1 << 12;
/// The maximum number of sets of a cached union.
const MOST_SEVERAL: usize = 13;
/// The maximum number of sets for which some are united before the others.
const MOST_IN_TURN: usize = 5 * MOST_SEVERAL;
type Several = [SetId; MOST_SEVERAL];

impl Sets {
    /// An empty collection for this many positions.
    pub(crate) fn of_positions(count: u32, work: Work) -> Self {
        Sets {
            count,
            shapes: Interned::new(),
            recent: Vec::new(),
            recent_of_several: Vec::new(),
            scratch: Vec::new(),
            work,
        }
    }

    /// The positions in a set.
    pub(crate) fn get(&self, set: SetId) -> Runs {
        let mut runs = Runs::new();
        self.spans_of(set, |Positions { start, end }| {
            runs.insert(Run { start: start.into(), end: end.into() });
        });
        runs
    }

    fn spans_of(&self, set: SetId, mut visit: impl FnMut(Positions)) {
        match set.parts() {
            SetForm::Shape { number, start: by } => {
                let at = |s: &Positions| Positions { start: s.start + by, end: s.end + by };
                self.shapes.get(number).iter().for_each(|span| visit(at(span)));
            }
            SetForm::Positions { start, end } if start < end => visit(Positions { start, end }),
            SetForm::Positions { start, end } => {
                visit(Positions { start: 0, end });
                visit(Positions { start, end: self.count });
            }
        }
    }

    /// The union of two sets, one of which continues where the other ends.
    #[inline]
    pub(crate) fn joined(&self, a: SetId, b: SetId) -> Option<SetId> {
        let (
            SetForm::Positions { start: a, end: a_end },
            SetForm::Positions { start: b, end: b_end },
        ) = (a.parts(), b.parts())
        else {
            return None;
        };
        if a < a_end && b < b_end {
            if a_end == b {
                return Some(SetId::span(Positions { start: a, end: b_end }));
            }
            if b_end == a {
                return Some(SetId::span(Positions { start: b, end: a_end }));
            }
        }
        self.joined_round((a, a_end), (b, b_end))
    }

    /// The same for sets that wrap around.
    fn joined_round(&self, (a, a_end): (u32, u32), (b, b_end): (u32, u32)) -> Option<SetId> {
        let count = self.count;
        let length = |start: u32, end: u32| {
            let over = if start < end { 0 } else { u64::from(count) };
            over + u64::from(end) - u64::from(start)
        };
        let long = length(a, a_end) + length(b, b_end);
        let meets = |end: u32, start: u32| end == start || end == count && start == 0;
        let (start, end) = if long > u64::from(count) {
            return None;
        } else if meets(a_end, b) {
            (a, b_end)
        } else if meets(b_end, a) {
            (b, a_end)
        } else {
            return None;
        };
        let all = long == u64::from(count);
        Some(SetId::span(if all {
            Positions { start: 0, end: count }
        } else {
            Positions { start, end }
        }))
    }

    /// The name of a set.
    pub(crate) fn intern(&mut self, set: &Runs) -> Worked<SetId> {
        self.work.spend(set.runs().len())?;
        // Positions out of range have been rejected.
        let position = |number: u64| u32::try_from(number).unwrap_or(u32::MAX);
        let span = |run: &Run| Positions { start: position(run.start), end: position(run.end) };
        let mut spans: SmallVec<[Positions; 2]> = set.runs().iter().map(span).collect();
        match &spans[..] {
            [one] => Ok(SetId::span(*one)),
            [Positions { start: 0, end }, Positions { start, end: last }]
                if *last == self.count =>
            {
                Ok(SetId::span(Positions { start: *start, end: *end }))
            }
            _ => self.shaped(&mut spans),
        }
    }

    /// The name of a set, without wrap-around.
    fn shaped(&mut self, set: &mut [Positions]) -> Worked<SetId> {
        if let [one] = set {
            return Ok(SetId::span(*one));
        }
        let by = set.first().map_or(0, |first| first.start);
        for span in &mut *set {
            (span.start, span.end) = (span.start - by, span.end - by);
        }
        Ok(SetId::of_shape(self.shapes.number(set, &mut self.work)?, by))
    }

    /// The set moved forward by this many positions, with wrap-around.
    fn later(&self, set: SetId, by: u32) -> SetId {
        let set = set.later(by);
        if let SetForm::Shape { number, start: 0 } = set.parts()
            && let [first, last] = self.shapes.get(number)
            && last.end == self.count
        {
            return SetId::span(Positions { start: last.start, end: first.end });
        }
        set
    }

    /// The union of two sets.
    #[inline]
    pub(crate) fn join(&mut self, a: SetId, b: SetId) -> Worked<Union> {
        if let Some(set) = self.joined(a, b) {
            self.work.spend(1)?;
            return Ok(Union { set, disjoint: true });
        }
        self.join_apart(a, b)
    }

    fn join_apart(&mut self, a: SetId, b: SetId) -> Worked<Union> {
        let by = common_start(&[a, b]);
        let (a, b) = (a.earlier(by), b.earlier(by));
        let (a, b) = (a.min(b), a.max(b));
        if self.recent.is_empty() {
            self.recent.resize(
                RECENT,
                (SetId::NONE, SetId::NONE, Union { set: SetId::NONE, disjoint: false }),
            );
        }
        let place = place_of(&[a, b], RECENT);
        let (x, y, mut union) = self.recent[place];
        if (x, y) != (a, b) {
            union = self.union_anew(&[a, b])?;
            self.recent[place] = (a, b, union);
        }
        Ok(Union { set: self.later(union.set, by), ..union })
    }

    /// The union of any number of sets.
    pub(crate) fn union(&mut self, sets: &[SetId]) -> Worked<Union> {
        if let [a, b] = sets {
            return self.join(*a, *b);
        }
        if sets.len() > MOST_SEVERAL && sets.len() <= MOST_IN_TURN {
            // The first sets have more often been seen.
            let (after, first) = sets.split_at(sets.len() - MOST_SEVERAL);
            let first = self.union(first)?;
            let union = self.union(&[after, &[first.set]].concat())?;
            return Ok(Union { disjoint: union.disjoint && first.disjoint, ..union });
        }
        if sets.len() > MOST_SEVERAL {
            let union = self.union_anew(sets)?;
            return Ok(Union { set: self.later(union.set, 0), ..union });
        }
        let by = common_start(sets);
        let mut several = [SetId::NONE; MOST_SEVERAL];
        several.iter_mut().zip(sets).for_each(|(at, set)| *at = set.earlier(by));
        if self.recent_of_several.is_empty() {
            let none = ([SetId::NONE; MOST_SEVERAL], Union { set: SetId::NONE, disjoint: false });
            self.recent_of_several.resize(RECENT_OF_SEVERAL, none);
        }
        let place = place_of(&several[..sets.len()], RECENT_OF_SEVERAL);
        let (of, recent) = &self.recent_of_several[place];
        let mut union = *recent;
        if *of != several {
            union = self.union_anew(&several[..sets.len()])?;
            self.recent_of_several[place] = (several, union);
        }
        Ok(Union { set: self.later(union.set, by), ..union })
    }

    /// The union of sets, without wrap-around.
    fn union_anew(&mut self, sets: &[SetId]) -> Worked<Union> {
        let mut all = std::mem::take(&mut self.scratch);
        all.clear();
        for set in sets {
            let before = all.len();
            self.spans_of(*set, |span| all.push(span));
            self.work.spend(all.len() - before)?;
        }
        let disjoint = coalesce(&mut all);
        self.work.spend(all.len())?;
        let set = self.shaped(&mut all);
        self.scratch = all;
        Ok(Union { set: set?, disjoint })
    }
}

/// The least position of some sets; 0 if one wraps around, so that it stays in place.
fn common_start(sets: &[SetId]) -> u32 {
    let start = |set: &SetId| if set.goes_round() { 0 } else { set.start() };
    sets.iter().map(start).min().unwrap_or(0)
}

/// Spreads names over a power of two of indices. It affects only speed.
fn place_of(sets: &[SetId], places: usize) -> usize {
    let spread = |bits: u64| bits.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = sets.iter().fold(0_u64, |mixed, set| spread(mixed.rotate_left(29) ^ set.bits()));
    index((mixed ^ mixed >> 29) & (places as u64 - 1))
}

/// The cost of storing a shape, and each of its spans, in units of work: the memory limit is reached before
/// the time limit.
const KEPT: usize = 8;
const KEPT_SPAN: usize = 3;

/// The maximum number of shapes, so that their numbers leave two bits.
const MOST_SHAPES: u32 = 1 << 30;

/// The number of a shape, and its hash, so that a growing table need not hash the shapes again.
struct Numbered {
    hash: u32,
    number: u32,
}

/// All shapes so far.
///
/// The nodes of a regular topology have sets that are translations of each other. On a mesh all parts of
/// columns with the same length have one shape, so there are as many shapes as steps.
struct Interned {
    spans: Vec<Positions>,
    /// Shape i is `spans[starts[i]..starts[i + 1]]`.
    starts: Vec<usize>,
    /// Their numbers, by a hash with a random key for each run.
    numbers: HashTable<Numbered>,
    key: u64,
}

impl Interned {
    /// An empty table.
    fn new() -> Self {
        let key = RandomState::new().hash_one(0) | 1;
        Interned { spans: Vec::new(), starts: vec![0], numbers: HashTable::new(), key }
    }

    /// The spans of a shape. The first begins at 0.
    fn get(&self, number: u32) -> &[Positions] {
        shape(&self.spans, &self.starts, number)
    }

    /// The number of a shape.
    fn number(&mut self, spans: &[Positions], work: &mut Work) -> Worked<u32> {
        let Interned { spans: all, starts, numbers, key } = self;
        let hash = hash(spans, *key);
        let is_it =
            |other: &Numbered| other.hash == hash && shape(all, starts, other.number) == spans;
        let place = match numbers.entry(spread(hash), is_it, |other| spread(other.hash)) {
            Entry::Occupied(other) => return Ok(other.get().number),
            Entry::Vacant(place) => place,
        };
        work.spend(KEPT + KEPT_SPAN * spans.len())?;
        let number = u32::try_from(starts.len() - 1).ok().filter(|number| *number < MOST_SHAPES);
        let number = number.ok_or(Exhausted)?;
        place.insert(Numbered { hash, number });
        all.extend_from_slice(spans);
        starts.push(all.len());
        Ok(number)
    }
}

fn shape<'s>(spans: &'s [Positions], starts: &[usize], number: u32) -> &'s [Positions] {
    let i = number as usize;
    &spans[starts[i]..starts[i + 1]]
}

/// A hash of spans by multiplication and folding: XOR joins the two halves of each product.
fn hash(spans: &[Positions], key: u64) -> u32 {
    let hash = spans.iter().fold(key, |hash, Positions { start, end }| {
        let span = u64::from(*start) << 32 | u64::from(*end);
        let (low, high) = (hash ^ span).carrying_mul(key, 0);
        low ^ high
    });
    let [a, b, c, d, ..] = hash.to_le_bytes();
    u32::from_le_bytes([a, b, c, d])
}

/// A hash for the table, which uses the highest and the lowest bits.
fn spread(hash: u32) -> u64 {
    u64::from(hash) << 32 | u64::from(hash)
}

#[cfg(test)]
mod tests {
    use quickcheck::{Gen, QuickCheck};

    use super::*;
    use crate::checker::combined::set_id::of_mask;

    fn ones(positions: [u32; 2]) -> [SetId; 2] {
        positions.map(SetId::one)
    }

    #[test]
    fn equal_sets_have_equal_names() {
        let mut sets = Sets::of_positions(9, Work::new(100_000));
        let mut names = std::collections::BTreeSet::new();
        for round in 0..2 {
            for mask in 1..512_u16 {
                let id = sets.intern(&of_mask(mask)).unwrap();
                assert_eq!(sets.get(id), of_mask(mask), "{round}");
                names.insert(id);
            }
        }
        assert_eq!(sets.intern(&of_mask(1 << 5)), Ok(SetId::one(5)));
        // All sets except the empty one, with those of consecutive positions, counted cyclically.
        assert_eq!(names.len(), 511);
    }

    /// Compared with bit masks, all sets of five positions with all others.
    #[test]
    fn unions_are_those_of_masks() {
        let mut sets = Sets::of_positions(5, Work::new(100_000));
        for (a, b) in (1..32_u16).flat_map(|a| (1..32_u16).map(move |b| (a, b))) {
            let [x, y] = [a, b].map(|mask| sets.intern(&of_mask(mask)).unwrap());
            let union = sets.join(x, y).unwrap();
            assert_eq!(sets.get(union.set), of_mask(a | b), "{a:b} {b:b}");
            assert_eq!(union.disjoint, a & b == 0, "{a:b} {b:b}");
            assert_eq!(sets.intern(&of_mask(a | b)), Ok(union.set));
        }
    }

    #[test]
    fn unions_say_whether_anyone_was_in_two() {
        let mut sets = Sets::of_positions(4, Work::new(1000));
        let [zero, one] = ones([0, 1]);
        let low = sets.join(one, zero).unwrap();
        assert_eq!((sets.get(low.set), low.disjoint), (of_mask(0b11), true));
        assert_eq!(sets.join(zero, one), Ok(low));
        let again = sets.join(low.set, one).unwrap();
        assert_eq!(again, Union { set: low.set, disjoint: false });
        let all = sets.union(&[low.set, SetId::one(2), SetId::one(3)]).unwrap();
        assert_eq!((sets.get(all.set), all.disjoint), (of_mask(0b1111), true));
    }

    /// Catches a union of very many sets that has another name than the same set elsewhere.
    #[test]
    fn very_many_sets_have_the_name_of_their_union() {
        let mut sets = Sets::of_positions(300, Work::new(100_000));
        let names: Vec<SetId> = (0..100).chain(200..300).map(SetId::one).collect();
        let union = sets.union(&names).unwrap();
        let round_the_end = [Run { start: 0, end: 100 }, Run { start: 200, end: 300 }];
        assert_eq!(sets.intern(&round_the_end.into_iter().collect()), Ok(union.set));
        assert!(
            union.disjoint && !sets.union(&[&names[..], &names[..1]].concat()).unwrap().disjoint
        );
    }

    #[test]
    fn work_ends() {
        let mut sets = Sets::of_positions(4, Work::new(3));
        let [zero, two] = ones([0, 2]);
        assert_eq!(sets.join(zero, two), Err(Exhausted));
    }

    /// Any number of sets at any start, also with a cached union from elsewhere.
    #[test]
    fn unions_are_those_of_masks_anywhere() {
        #[allow(clippy::needless_pass_by_value)] // what quickcheck calls
        fn law(lists: Vec<Vec<(u16, u8)>>) -> bool {
            let mut sets = Sets::of_positions(16, Work::new(1 << 40));
            let mut names = std::collections::BTreeMap::new();
            lists.into_iter().all(|list| {
                (0..4).all(|by| {
                    // Few bits, and the same bits a few positions later.
                    let mask = |(bits, at): &(u16, u8)| ((bits & 7) | 1 << (at % 10)) << by;
                    let masks: Vec<u16> = list.iter().map(mask).collect();
                    let Some((first, more)) = masks.split_first() else { return true };
                    let (mut all, mut disjoint) = (*first, true);
                    for mask in more {
                        disjoint &= all & mask == 0;
                        all |= mask;
                    }
                    let mut intern = |mask: &u16| sets.intern(&of_mask(*mask)).unwrap();
                    let of: Vec<SetId> = masks.iter().map(&mut intern).collect();
                    let union = sets.union(&of).unwrap();
                    let name = *names.entry(all).or_insert(union.set);
                    union == Union { set: name, disjoint } && sets.get(name) == of_mask(all)
                })
            })
        }
        QuickCheck::new()
            .rng(Gen::from_size_and_seed(20, 5))
            .tests(1000)
            .quickcheck(law as fn(Vec<Vec<(u16, u8)>>) -> bool);
    }
}
