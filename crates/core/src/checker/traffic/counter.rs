//! Counters that start at zero in every step, without being cleared.

use std::collections::HashMap;

/// The maximum number of counters in an array (512 MiB, of which only the used part is touched).
const MOST_IN_ARRAY: u64 = 1 << 26;

/// One count for each number below a bound.
pub(crate) struct Counter {
    cells: Cells,
    /// The step of the valid counts; others are zero.
    stamp: u32,
}

enum Cells {
    /// Stamps and counts.
    Array(Vec<(u32, u32)>),
    /// For more numbers than fit an array, those of the step. Never iterated over.
    Table(HashMap<u64, u32>),
}

impl Counter {
    pub(crate) fn below(bound: u64) -> Self {
        let cells = match usize::try_from(bound) {
            Ok(size) if bound <= MOST_IN_ARRAY => Cells::Array(vec![(0, 0); size]),
            _ => Cells::Table(HashMap::new()),
        };
        Counter { cells, stamp: 1 }
    }

    /// Forgets all counts.
    pub(crate) fn next_step(&mut self) {
        match &mut self.cells {
            Cells::Table(table) => table.clear(),
            Cells::Array(cells) if self.stamp == u32::MAX => {
                cells.fill((0, 0));
                self.stamp = 1;
            }
            Cells::Array(_) => self.stamp += 1,
        }
    }

    /// Adds this many and returns the new count.
    pub(crate) fn add(&mut self, number: u64, more: u32) -> u32 {
        let count = self.get(number).saturating_add(more);
        self.set(number, count);
        count
    }

    /// Sets the count.
    pub(crate) fn set(&mut self, number: u64, count: u32) {
        match &mut self.cells {
            Cells::Table(table) => {
                table.insert(number, count);
            }
            Cells::Array(cells) => {
                let cell = usize::try_from(number).ok().and_then(|i| cells.get_mut(i));
                if let Some(cell) = cell {
                    *cell = (self.stamp, count);
                }
            }
        }
    }

    /// The count.
    pub(crate) fn get(&self, number: u64) -> u32 {
        match &self.cells {
            Cells::Table(table) => table.get(&number).copied().unwrap_or(0),
            Cells::Array(cells) => {
                let cell = usize::try_from(number).ok().and_then(|i| cells.get(i)).copied();
                cell.filter(|(stamp, _)| *stamp == self.stamp).map_or(0, |(_, count)| count)
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
            let mut counter = Counter::below(bound);
            counter.stamp = u32::MAX - 2;
            for _ in 0..5 {
                counter.next_step();
                assert_eq!((counter.get(7), counter.add(7, 1), counter.add(7, 2)), (0, 1, 3));
                assert_eq!((counter.get(7), counter.get(6)), (3, 0));
            }
        }
    }
}
