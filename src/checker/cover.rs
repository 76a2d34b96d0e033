//! Exact cover by search: can disjoint sets be chosen that cover all cells?
//!
//! Always the cell that the fewest sets can still cover is covered next, so a cell without any
//! ends a branch at once. The stack is a list, not the program's: a cover may need very many sets.

use super::sets::{Exhausted, Work};

/// Whether some of the sets, given by their cells, are disjoint and cover every cell.
pub(super) fn exists(sets: &[Vec<usize>], work: &mut Work) -> Result<bool, Exhausted> {
    let cells = sets.iter().flatten().map(|cell| cell + 1).max().unwrap_or(0);
    let mut search = Search { sets, cells, covered: vec![false; cells] };
    let Some(first) = search.options(work)? else { return Ok(true) };
    // The sets that can cover a cell, and how many of them have been tried.
    let mut stack = vec![(first, 0_usize)];
    while let Some((options, tried)) = stack.last_mut() {
        if let Some(last) = tried.checked_sub(1) {
            search.mark(options[last], false);
        }
        let Some(next) = options.get(*tried).copied() else {
            stack.pop();
            continue;
        };
        *tried += 1;
        search.mark(next, true);
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
    covered: Vec<bool>,
}

impl Search<'_> {
    fn mark(&mut self, set: usize, covered: bool) {
        for cell in &self.sets[set] {
            self.covered[*cell] = covered;
        }
    }

    /// The sets that can cover the cell that has the fewest of them; `None` when all are covered.
    fn options(&self, work: &mut Work) -> Result<Option<Vec<usize>>, Exhausted> {
        let fits = |set: &usize| self.sets[*set].iter().all(|cell| !self.covered[*cell]);
        let fitting: Vec<usize> = (0..self.sets.len()).filter(fits).collect();
        let mut counts = vec![0_usize; self.cells];
        work.spend(self.cells + self.sets.iter().map(Vec::len).sum::<usize>())?;
        for cell in fitting.iter().flat_map(|set| &self.sets[*set]) {
            counts[*cell] += 1;
        }
        let open = (0..self.cells).filter(|cell| !self.covered[*cell]);
        let Some(cell) = open.min_by_key(|cell| counts[*cell]) else { return Ok(None) };
        let covers = |set: &usize| self.sets[*set].binary_search(&cell).is_ok();
        Ok(Some(fitting.into_iter().filter(covers).collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_that_takes_too_long_is_no_answer() {
        // All pairs among 31 cells: no perfect matching, and no short way to see it.
        let pairs: Vec<Vec<usize>> =
            (0..31).flat_map(|a| (a + 1..31).map(move |b| vec![a, b])).collect();
        assert_eq!(exists(&pairs, &mut Work::new(1_000_000)), Err(Exhausted));
        assert_eq!(exists(&pairs[..465 - 30], &mut Work::new(10)), Err(Exhausted));
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
