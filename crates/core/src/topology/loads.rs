//! LinkCounts of links and ports: what messages add up to on each of them.
//!
//! This is the one place for it. The checker counts messages, contention and classes of links need blocks, a search
//! for a placement needs pieces, and lower bounds and algorithms count routes.

use std::collections::HashMap;
use std::ops::{Add, Mul};

use hockney_base::number::index;

/// The maximum number of cells in an array: of marks 128 MiB, of counts 512 MiB, of which only the used part is
/// touched.
pub(crate) const MOST_IN_ARRAY: u64 = 1 << 26;

/// The messages on a link or a port.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LinkLoad<N = u128> {
    /// The sizes of all messages together.
    pub all: N,
    /// The size of the largest message.
    pub largest: N,
}

impl<N: Copy + Ord + Add<Output = N> + Mul<Output = N>> LinkLoad<N> {
    /// Adds this many messages of equal size.
    #[inline]
    pub fn add(&mut self, size: N, messages: N) {
        self.all = self.all + size * messages;
        self.largest = self.largest.max(size);
    }
}

/// The number of messages on each link or port, which is 0 again in every step.
pub struct LinkCounts {
    cells: Cells,
    /// The step of the valid counts.
    step: u32,
}

enum Cells {
    /// Steps and counts.
    Array(Vec<(u32, u32)>),
    /// For more numbers than fit an array, those of the step. Never iterated over.
    Table(HashMap<u64, u32>),
}

impl LinkCounts {
    /// For the numbers below a bound.
    pub fn below(bound: u64) -> Self {
        let cells = if bound <= MOST_IN_ARRAY {
            Cells::Array(vec![(0, 0); index(bound)])
        } else {
            Cells::Table(HashMap::new())
        };
        LinkCounts { cells, step: 1 }
    }

    /// Forgets all counts.
    pub fn next_step(&mut self) {
        match &mut self.cells {
            Cells::Table(table) => table.clear(),
            Cells::Array(cells) if self.step == u32::MAX => {
                cells.fill((0, 0));
                self.step = 1;
            }
            Cells::Array(_) => self.step += 1,
        }
    }

    /// Adds this many messages, and returns how many there are now.
    pub fn add(&mut self, number: u64, more: u32) -> u32 {
        let count = self.get(number).saturating_add(more);
        match &mut self.cells {
            Cells::Table(table) => _ = table.insert(number, count),
            Cells::Array(cells) => cells[index(number)] = (self.step, count),
        }
        count
    }

    /// How many messages there are.
    pub fn get(&self, number: u64) -> u32 {
        match &self.cells {
            Cells::Table(table) => table.get(&number).copied().unwrap_or(0),
            Cells::Array(cells) => {
                let (step, count) = cells[index(number)];
                if step == self.step { count } else { 0 }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_start_again_in_every_step() {
        for bound in [8, MOST_IN_ARRAY + 1] {
            let mut counts = LinkCounts::below(bound);
            counts.step = u32::MAX - 2;
            for _ in 0..5 {
                counts.next_step();
                assert_eq!((counts.get(7), counts.add(7, 1), counts.add(7, 2)), (0, 1, 3));
                assert_eq!((counts.get(7), counts.get(6)), (3, 0));
            }
        }
    }
}
