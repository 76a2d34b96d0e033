//! Exact cover by search: can disjoint sets be chosen that cover all cells?
//!
//! The search always continues with the cell that the fewest sets can cover, so a cell without any ends a
//! branch at once. It remembers what was covered when a branch failed: however it was covered, the rest
//! cannot be. The stack is a list instead of recursion, because a cover may need very many sets.

use std::collections::HashSet;

use crate::checker::{Work, Worked};

/// Whether some of the sets, given by their cells in ascending order, are disjoint and cover every cell.
pub(crate) fn exists(sets: &[Vec<usize>], work: &mut Work) -> Worked<bool> {
    let cells = sets.iter().flatten().map(|cell| cell + 1).max().unwrap_or(0);
    let mut search =
        Search { sets, cells, covered: vec![0; cells.div_ceil(64)], hopeless: HashSet::new() };
    let Some(first) = search.options(work)? else { return Ok(true) };
    // The sets that can cover a cell, and how many of them have been tried.
    let mut stack = vec![(first, 0_usize)];
    while let Some((options, tried)) = stack.last_mut() {
        if let Some(last) = tried.checked_sub(1) {
            search.turn(options[last]);
        }
        let Some(next) = options.get(*tried).copied() else {
            stack.pop();
            // Only for lookup; never iterated over.
            search.hopeless.insert(search.covered.clone());
            continue;
        };
        *tried += 1;
        search.turn(next);
        match search.options(work)? {
            None => return Ok(true),
            Some(options) => stack.push((options, 0)),
        }
    }
    Ok(false)
}

struct Search<'a> {
    sets: &'a [Vec<usize>],
    cells: usize,
    /// A bit for each cell.
    covered: Vec<u64>,
    /// The covered cells for which the rest could not be covered.
    hopeless: HashSet<Vec<u64>>,
}

impl Search<'_> {
    fn is_covered(&self, cell: usize) -> bool {
        self.covered[cell / 64] >> (cell % 64) & 1 == 1
    }

    /// Covers the cells of a set, or uncovers them again.
    fn turn(&mut self, set: usize) {
        for cell in &self.sets[set] {
            self.covered[cell / 64] ^= 1 << (cell % 64);
        }
    }

    /// The sets that can cover the cell with the fewest of them; none if that is known to fail, `None` when
    /// all cells are covered.
    fn options(&self, work: &mut Work) -> Worked<Option<Vec<usize>>> {
        work.spend(self.covered.len())?;
        if self.hopeless.contains(&self.covered) {
            return Ok(Some(Vec::new()));
        }
        let fits = |set: &usize| self.sets[*set].iter().all(|cell| !self.is_covered(*cell));
        let fitting: Vec<usize> = (0..self.sets.len()).filter(fits).collect();
        let mut counts = vec![0_usize; self.cells];
        work.spend(self.cells + self.sets.iter().map(Vec::len).sum::<usize>())?;
        for cell in fitting.iter().flat_map(|set| &self.sets[*set]) {
            counts[*cell] += 1;
        }
        let open = (0..self.cells).filter(|cell| !self.is_covered(*cell));
        let Some(cell) = open.min_by_key(|cell| counts[*cell]) else { return Ok(None) };
        let covers = |set: &usize| self.sets[*set].binary_search(&cell).is_ok();
        Ok(Some(fitting.into_iter().filter(covers).collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checker::combined::Exhausted;

    #[test]
    fn a_search_that_takes_too_long_is_no_answer() {
        // All pairs among 31 cells: there is no perfect matching, and no short proof of that.
        let pairs: Vec<Vec<usize>> =
            (0..31).flat_map(|a| (a + 1..31).map(move |b| vec![a, b])).collect();
        assert_eq!(exists(&pairs, &mut Work::new(1_000_000)), Err(Exhausted));
        // Among 15 cells the search ends quickly, because failures are remembered.
        let few: Vec<Vec<usize>> = pairs.into_iter().filter(|pair| pair[1] < 15).collect();
        assert_eq!(exists(&few, &mut Work::new(10_000_000)), Ok(false));
    }

    #[test]
    fn goes_back_when_the_first_choice_fails() {
        // {0,1} fits first, but then nothing covers 2.
        let sets = [vec![0, 1], vec![0], vec![1, 2]];
        assert_eq!(exists(&sets, &mut Work::new(1000)), Ok(true));
        assert_eq!(exists(&sets[..2], &mut Work::new(1000)), Ok(true));
        assert_eq!(exists(&[vec![0, 1], vec![1, 2]], &mut Work::new(1000)), Ok(false));
        assert_eq!(exists(&[], &mut Work::new(1000)), Ok(true));
    }
}
