//! Sets of contributors by their shapes, independent of where they begin.
//!
//! The nodes of a regular topology have sets that are translations of each other. On a mesh all parts of
//! columns with the same length have one shape, so there are as many shapes as steps.

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;

use crate::checker::combined::set_id::Positions;
use crate::checker::{Exhausted, Work, Worked};

/// The cost of storing a shape, and each of its spans, in units of work: the memory limit is reached before
/// the time limit.
const KEPT: usize = 8;
const KEPT_SPAN: usize = 3;

/// The maximum number of shapes, so that their numbers leave two bits.
const MOST: u32 = 1 << 30;

/// The number of a shape, and its hash, so that a growing table need not hash the shapes again.
struct Numbered {
    hash: u32,
    number: u32,
}

/// All shapes so far.
pub(crate) struct Interned {
    spans: Vec<Positions>,
    /// Shape i is `spans[starts[i]..starts[i + 1]]`.
    starts: Vec<usize>,
    /// Their numbers, by a hash with a random key for each run.
    numbers: HashTable<Numbered>,
    key: u64,
}

impl Interned {
    /// An empty table.
    pub(crate) fn new() -> Self {
        let key = RandomState::new().hash_one(0) | 1;
        Interned { spans: Vec::new(), starts: vec![0], numbers: HashTable::new(), key }
    }

    /// The spans of a shape. The first begins at 0.
    pub(crate) fn get(&self, number: u32) -> &[Positions] {
        shape(&self.spans, &self.starts, number)
    }

    /// The number of a shape.
    pub(crate) fn number(&mut self, spans: &[Positions], work: &mut Work) -> Worked<u32> {
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
