//! Sets of contributors by their shapes: what they look like wherever they begin.
//!
//! The nodes of a regular machine know sets that are each other's translations. On a mesh all parts
//! of columns that are as long have one shape, of which there are as many as steps.

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;

use super::sets::{Exhausted, Work};
use super::spans::Span;

/// What it costs to keep a shape, and each of its spans, in units of work: memory runs out before time
/// does.
const KEPT: usize = 8;
const KEPT_SPAN: usize = 3;

const FREE: u32 = u32::MAX;
/// The most shapes, so that their numbers leave two bits.
const MOST: u32 = 1 << 30;

/// All shapes met so far.
pub(super) struct Shapes {
    spans: Vec<Span>,
    /// Shape i is `spans[starts[i]..starts[i + 1]]`.
    starts: Vec<usize>,
    /// Open addressing from the place that the highest bits of a hash say: the hash, so that other
    /// shapes are seldom looked at, and `FREE` or the number of a shape. At most half is in use.
    table: Vec<(u32, u32)>,
    /// By how much a hash is shifted to have a place.
    shift: u32,
    keys: [u64; 2],
}

impl Shapes {
    /// None yet.
    pub(super) fn new() -> Self {
        let random = RandomState::new();
        let keys = [random.hash_one(0), random.hash_one(1) | 1];
        let (spans, starts, table) = (Vec::new(), vec![0], vec![(0, FREE); 4]);
        Shapes { spans, starts, table, shift: 30, keys }
    }

    /// How many there are.
    pub(super) fn count(&self) -> u32 {
        // More than `MOST` are refused.
        u32::try_from(self.starts.len() - 1).unwrap_or(FREE)
    }

    /// The spans of a shape, the first of which begins at 0.
    pub(super) fn get(&self, number: u32) -> &[Span] {
        let i = number as usize;
        &self.spans[self.starts[i]..self.starts[i + 1]]
    }

    /// Products of 64 bits, folded, with keys that are drawn anew for each run: nobody can write a file
    /// in which all shapes meet at one place. A product for each span is far less than the standard
    /// hash, and too little to depend on another package for it.
    fn hash(&self, shape: &[Span]) -> u32 {
        let [mut state, key] = self.keys;
        for span in shape {
            let product = u128::from(state ^ (u64::from(span.start) << 32 | u64::from(span.end)))
                * u128::from(key);
            state = low(product) ^ low(product >> 64);
        }
        // It fits.
        u32::try_from(state >> 32).unwrap_or(0)
    }

    /// Where in the table a shape with this hash is, or would be.
    fn place(&self, hash: u32, is_it: impl Fn(u32) -> bool) -> usize {
        let mut place = (hash >> self.shift) as usize;
        loop {
            let (other, shape) = self.table[place];
            if shape == FREE || other == hash && is_it(shape) {
                return place;
            }
            place = (place + 1) & (self.table.len() - 1);
        }
    }

    /// Places rise with hashes, so both tables are gone through from one end to the other.
    fn grow(&mut self) {
        let Some(shift) = self.shift.checked_sub(1) else { return };
        self.shift = shift;
        let size = 2 * self.table.len();
        for (hash, shape) in std::mem::replace(&mut self.table, vec![(0, FREE); size]) {
            if shape != FREE {
                let place = self.place(hash, |_| false);
                self.table[place] = (hash, shape);
            }
        }
    }

    /// The number of a shape.
    pub(super) fn number(&mut self, shape: &[Span], work: &mut Work) -> Result<u32, Exhausted> {
        let hash = self.hash(shape);
        let place = self.place(hash, |other| self.get(other) == shape);
        if self.table[place].1 != FREE {
            return Ok(self.table[place].1);
        }
        work.spend(KEPT + KEPT_SPAN * shape.len())?;
        let number = self.count();
        if number >= MOST {
            return Err(Exhausted);
        }
        self.table[place] = (hash, number);
        self.spans.extend_from_slice(shape);
        self.starts.push(self.spans.len());
        if 2 * self.starts.len() > self.table.len() {
            self.grow();
        }
        Ok(number)
    }
}

fn low(bits: u128) -> u64 {
    // It fits.
    u64::try_from(bits & u128::from(u64::MAX)).unwrap_or(0)
}
