//! LinkLoads of links and ports: what messages add up to on each of them.
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

/// A load for each number of a link or port, which is nothing again in every step.
pub struct LinkLoads<T = u32> {
    cells: Cells<T>,
    /// The step of the valid loads.
    step: u32,
}

enum Cells<T> {
    /// Steps and loads.
    Array(Vec<(u32, T)>),
    /// For more numbers than fit an array, those of the step. Never iterated over.
    Table(HashMap<u64, T>),
}

impl<T: Copy + Default> LinkLoads<T> {
    /// For the numbers below a bound.
    pub fn below(bound: u64) -> Self {
        let cells = if bound <= MOST_IN_ARRAY {
            Cells::Array(vec![(0, T::default()); index(bound)])
        } else {
            Cells::Table(HashMap::new())
        };
        LinkLoads { cells, step: 1 }
    }

    /// Forgets all loads.
    pub fn next_step(&mut self) {
        match &mut self.cells {
            Cells::Table(table) => table.clear(),
            Cells::Array(cells) if self.step == u32::MAX => {
                cells.fill((0, T::default()));
                self.step = 1;
            }
            Cells::Array(_) => self.step += 1,
        }
    }

    /// The load of a number below the bound, to be changed.
    #[inline]
    pub fn at(&mut self, number: u64) -> &mut T {
        match &mut self.cells {
            Cells::Table(table) => table.entry(number).or_default(),
            Cells::Array(cells) => {
                let (step, load) = &mut cells[index(number)];
                if *step != self.step {
                    (*step, *load) = (self.step, T::default());
                }
                load
            }
        }
    }

    /// The load of a number below the bound.
    #[inline]
    pub fn get(&self, number: u64) -> T {
        match &self.cells {
            Cells::Table(table) => table.get(&number).copied().unwrap_or_default(),
            Cells::Array(cells) => {
                let (step, load) = cells[index(number)];
                if step == self.step { load } else { T::default() }
            }
        }
    }
}

impl LinkLoads {
    /// Counts this many more messages, and returns how many there are.
    #[inline]
    pub fn add(&mut self, number: u64, more: u32) -> u32 {
        let count = self.at(number);
        *count = count.saturating_add(more);
        *count
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loads_start_again_in_every_step() {
        for bound in [8, MOST_IN_ARRAY + 1] {
            let mut loads = LinkLoads::below(bound);
            loads.step = u32::MAX - 2;
            for _ in 0..5 {
                loads.next_step();
                assert_eq!((loads.get(7), loads.add(7, 1), loads.add(7, 2)), (0, 1, 3));
                assert_eq!((loads.get(7), loads.get(6)), (3, 0));
            }
        }
    }
}
