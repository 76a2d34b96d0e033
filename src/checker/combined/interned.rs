//! Sets of contributors by their shapes: what they look like wherever they begin.
//!
//! The nodes of a regular machine know sets that are each other's translations. On a mesh all parts
//! of columns that are as long have one shape, of which there are as many as steps.

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;

use crate::checker::combined::set_id::Span;
use crate::checker::{Exhausted, Work, Worked};

/// What it costs to keep a shape, and each of its spans, in units of work: memory runs out before time
/// does.
const KEPT: usize = 8;
const KEPT_SPAN: usize = 3;

/// The most shapes, so that their numbers leave two bits.
const MOST: u32 = 1 << 30;

/// The number of a shape, and its hash: a table that grows need not look at the shapes again.
struct Numbered {
    hash: u32,
    number: u32,
}

/// All shapes met so far.
pub(crate) struct Interned {
    spans: Vec<Span>,
    /// Shape i is `spans[starts[i]..starts[i + 1]]`.
    starts: Vec<usize>,
    /// Their numbers, by a hash whose key is drawn anew for each run.
    numbers: HashTable<Numbered>,
    key: u64,
}

impl Interned {
    /// None yet.
    pub(crate) fn new() -> Self {
        let key = RandomState::new().hash_one(0) | 1;
        Interned { spans: Vec::new(), starts: vec![0], numbers: HashTable::new(), key }
    }

    /// The spans of a shape, the first of which begins at 0.
    pub(crate) fn get(&self, number: u32) -> &[Span] {
        shape(&self.spans, &self.starts, number)
    }

    /// The number of a shape.
    pub(crate) fn number(&mut self, spans: &[Span], work: &mut Work) -> Worked<u32> {
        let Interned { spans: all, starts, numbers, key } = self;
        let hash = hash(spans, *key);
        let is_it =
            |other: &Numbered| other.hash == hash && shape(all, starts, other.number) == spans;
        let place = match numbers.entry(spread(hash), is_it, |other| spread(other.hash)) {
            Entry::Occupied(other) => return Ok(other.get().number),
            Entry::Vacant(place) => place,
        };
        work.spend(KEPT + KEPT_SPAN * spans.len())?;
        let number = u32::try_from(starts.len() - 1).ok().filter(|number| *number < MOST);
        let number = number.ok_or(Exhausted)?;
        place.insert(Numbered { hash, number });
        all.extend_from_slice(spans);
        starts.push(all.len());
        Ok(number)
    }
}

fn shape<'s>(spans: &'s [Span], starts: &[usize], number: u32) -> &'s [Span] {
    let i = number as usize;
    &spans[starts[i]..starts[i + 1]]
}

/// A hash of spans by multiplying and folding: the two halves of each product are joined by XOR.
fn hash(spans: &[Span], key: u64) -> u32 {
    let hash = spans.iter().fold(key, |hash, Span { start, end }| {
        let span = u64::from(*start) << 32 | u64::from(*end);
        let (low, high) = (hash ^ span).carrying_mul(key, 0);
        low ^ high
    });
    let [a, b, c, d, ..] = hash.to_le_bytes();
    u32::from_le_bytes([a, b, c, d])
}

/// A hash for the table, which looks at the highest bits and at the lowest.
fn spread(hash: u32) -> u64 {
    u64::from(hash) << 32 | u64::from(hash)
}
