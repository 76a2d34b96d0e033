//! Decides whether some known values with disjoint contributors together are exactly a wanted value.
//!
//! Only values *inside* the wanted set can be used, so this is an exact cover by these values. If they are
//! nested or disjoint (a laminar family), no search is needed: the maximal values are disjoint, and their
//! union is the union of all, so the wanted set can be formed exactly if that union is the wanted set. The
//! values are split into groups without common contributors, each decided separately. Only a group with two
//! values that cross (overlap without nesting) is searched.

use std::collections::HashSet;

use crate::checker::{Because, Work, Worked};
use crate::schedule::{Run, Runs};

/// The result, with the reason if the value cannot be formed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Formed {
    /// Disjoint known values form it.
    Yes,
    /// The contributors that are in no known value.
    Unknown(Runs),
    /// All contributors are known, in values that do not form it.
    Tangled(Because),
}

/// Decides exactly. All sets must be non-empty, and no value may be listed twice.
pub(crate) fn decide(wanted: &Runs, values: &[&Runs], work: &mut Work) -> Worked<Formed> {
    let spans = |set: &Runs| set.runs().len();
    work.spend(spans(wanted) + values.iter().map(|value| spans(value)).sum::<usize>())?;
    let unknown = wanted.minus(&union(values));
    if !unknown.is_empty() {
        return Ok(Formed::Unknown(unknown));
    }
    let (inside, outside): (Vec<&Runs>, Vec<&Runs>) =
        values.iter().copied().partition(|value| value.is_subset(wanted));
    let only_mixed = wanted.minus(&union(&inside));
    if !only_mixed.is_empty() {
        let mixing: Vec<&Runs> =
            outside.into_iter().filter(|value| !value.is_disjoint(&only_mixed)).collect();
        let with = union(&mixing).minus(wanted);
        return Ok(Formed::Tangled(Because::Mixed { wanted: only_mixed, with }));
    }
    let cells = Cells::of(&inside, work)?;
    for group in cells.groups() {
        let Some((a, b)) = crossing(&cells, &inside, &group) else { continue };
        if !can_cover(&cells.renumbered(&group), work)? {
            let (a, b) = if inside[a].runs() <= inside[b].runs() { (a, b) } else { (b, a) };
            let who = inside[a].minus(&inside[a].minus(inside[b]));
            let values = [inside[a].clone(), inside[b].clone()];
            return Ok(Formed::Tangled(Because::Twice { who, values }));
        }
    }
    Ok(Formed::Yes)
}

fn union(values: &[&Runs]) -> Runs {
    let mut runs: Vec<Run> = values.iter().flat_map(|value| value.runs()).copied().collect();
    runs.sort_unstable();
    runs.into_iter().collect()
}

/// Two values of a group that cross, if there are any.
///
/// Values are processed from the largest down, and each cell is marked with the last value, which is the
/// smallest so far that contains it. If the family is laminar up to here, the values that contain a cell form
/// a chain. So value S crosses none of them exactly if all its cells have the same mark L (or none): each
/// value that overlaps S then contains L, and L contains S. If two cells of S have different marks, one of
/// these marks contains one cell and not the other. Since it is not smaller than S and not equal to it, it
/// crosses S.
fn crossing(cells: &Cells, values: &[&Runs], group: &[usize]) -> Option<(usize, usize)> {
    const NONE: usize = usize::MAX;
    let mut falling = group.to_vec();
    falling.sort_by_key(|value| (std::cmp::Reverse(values[*value].len()), *value));
    let mut marks = vec![NONE; cells.count];
    for value in falling {
        let mut own = cells.of_value[value].iter();
        let first = marks[*own.next()?];
        if let Some(other) = own.map(|cell| marks[*cell]).find(|mark| *mark != first) {
            let lacks_some = |mark: usize| mark != NONE && !values[value].is_subset(values[mark]);
            return Some((if lacks_some(first) { first } else { other }, value));
        }
        cells.of_value[value].iter().for_each(|cell| marks[*cell] = value);
    }
    None
}

/// The contributors, split into cells at every start and end of a value, so that no value splits a cell.
struct Cells {
    count: usize,
    /// The cells of each value, ascending.
    of_value: Vec<Vec<usize>>,
}

impl Cells {
    fn of(values: &[&Runs], work: &mut Work) -> Worked<Self> {
        let ends = |run: &Run| [run.start, run.end];
        let mut cuts: Vec<u64> =
            values.iter().flat_map(|value| value.runs().iter().flat_map(ends)).collect();
        cuts.sort_unstable();
        cuts.dedup();
        let mut of_value = Vec::with_capacity(values.len());
        for value in values {
            let mut cells = Vec::new();
            for run in value.runs() {
                let first = cuts.partition_point(|cut| *cut < run.start);
                let end = cuts.partition_point(|cut| *cut < run.end);
                work.spend(end - first)?;
                cells.extend(first..end);
            }
            of_value.push(cells);
        }
        Ok(Cells { count: cuts.len(), of_value })
    }

    /// The values in groups without common cells, each ascending, in the order of their first values.
    fn groups(&self) -> Vec<Vec<usize>> {
        // A disjoint-set forest over the cells. The root of a group is its smallest cell.
        let mut up: Vec<usize> = (0..self.count).collect();
        for cells in &self.of_value {
            for pair in cells.windows(2) {
                let (a, b) = (root(&mut up, pair[0]), root(&mut up, pair[1]));
                up[a.max(b)] = a.min(b);
            }
        }
        let mut group_at = vec![usize::MAX; self.count];
        let mut groups: Vec<Vec<usize>> = Vec::new();
        for (value, cells) in self.of_value.iter().enumerate() {
            let Some(first) = cells.first() else { continue };
            let at = root(&mut up, *first);
            if group_at[at] == usize::MAX {
                group_at[at] = groups.len();
                groups.push(Vec::new());
            }
            groups[group_at[at]].push(value);
        }
        groups
    }

    /// The cells of a group's values, renumbered from 0.
    fn renumbered(&self, group: &[usize]) -> Vec<Vec<usize>> {
        let mut used: Vec<usize> =
            group.iter().flat_map(|value| self.of_value[*value].iter().copied()).collect();
        used.sort_unstable();
        used.dedup();
        let anew = |cell: &usize| used.partition_point(|other| other < cell);
        group.iter().map(|value| self.of_value[*value].iter().map(anew).collect()).collect()
    }
}

fn root(up: &mut [usize], mut cell: usize) -> usize {
    while up[cell] != cell {
        up[cell] = up[up[cell]];
        cell = up[cell];
    }
    cell
}

/// Whether some of the sets, given by their cells in ascending order, are disjoint and cover every cell.
///
/// The search always continues with the cell that the fewest sets can cover, so a cell without any ends a
/// branch at once. It remembers what was covered when a branch failed: however it was covered, the rest
/// cannot be. The stack is a list instead of recursion, because a cover may need very many sets.
fn can_cover(sets: &[Vec<usize>], work: &mut Work) -> Worked<bool> {
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

/// Whether disjoint values form a wanted one, as masks, by trying all choices of values.
#[cfg(test)]
pub(crate) fn by_trying_all(wanted: u16, values: &[u16]) -> bool {
    (0..1_u32 << values.len()).any(|choice| {
        let chosen = (0..values.len()).filter(|i| choice >> i & 1 == 1).map(|i| values[i]);
        let mut sum = Some(0);
        for value in chosen {
            sum = sum.filter(|sum| sum & value == 0).map(|sum| sum | value);
        }
        sum == Some(wanted)
    })
}

#[cfg(test)]
mod tests {
    use quickcheck::{Gen, QuickCheck};

    use super::*;
    use crate::checker::combined::Exhausted;
    use crate::checker::combined::set_id::of_mask;

    fn formed(wanted: u16, values: &[u16]) -> Worked<Formed> {
        let mut masks: Vec<u16> = values.to_vec();
        masks.sort_unstable();
        masks.dedup();
        let values: Vec<Runs> = masks.iter().map(|mask| of_mask(*mask)).collect();
        let values: Vec<&Runs> = values.iter().collect();
        decide(&of_mask(wanted), &values, &mut Work::new(1_000_000))
    }

    #[test]
    fn agrees_with_trying_every_choice() {
        #[allow(clippy::needless_pass_by_value)] // what quickcheck calls
        fn law(wanted: u8, values: Vec<u8>, dense: bool) -> bool {
            let wanted = u16::from(wanted.max(1));
            let inside = |value: &u8| u16::from(*value) & if dense { wanted } else { 0xff };
            let values: Vec<u16> =
                values.iter().map(inside).filter(|value| *value != 0).take(9).collect();
            let all = values.iter().fold(0, |all, value| all | value);
            let usable = values.iter().filter(|value| *value & !wanted == 0);
            let usable = usable.fold(0, |all, value| all | value);
            match formed(wanted, &values) {
                Ok(Formed::Yes) => by_trying_all(wanted, &values),
                Ok(Formed::Unknown(who)) => who == of_mask(wanted & !all),
                Ok(Formed::Tangled(Because::Mixed { wanted: who, .. })) => {
                    wanted & !all == 0 && who == of_mask(wanted & !usable)
                }
                Ok(Formed::Tangled(Because::Twice { who, values: [a, b] })) => {
                    usable == wanted
                        && who == a.minus(&a.minus(&b))
                        && !who.is_empty()
                        && !a.is_subset(&b)
                        && !b.is_subset(&a)
                        && !by_trying_all(wanted, &values)
                }
                Err(Exhausted) => false,
            }
        }
        QuickCheck::new()
            .rng(Gen::from_size_and_seed(12, 3))
            .tests(20_000)
            .quickcheck(law as fn(u8, Vec<u8>, bool) -> bool);
    }

    #[test]
    fn says_why_not() {
        assert_eq!(formed(0b1111, &[0b0011, 0b0100]), Ok(Formed::Unknown(of_mask(0b1000))));
        let mixed = Because::Mixed { wanted: of_mask(0b01), with: of_mask(0b10) };
        assert_eq!(formed(0b01, &[0b11]), Ok(Formed::Tangled(mixed)));
        let twice =
            Because::Twice { who: of_mask(0b001), values: [of_mask(0b101), of_mask(0b011)] };
        assert_eq!(formed(0b0111, &[0b011, 0b101]), Ok(Formed::Tangled(twice)));
        // Neither nested values nor crossing values outside prevent a cover.
        assert_eq!(formed(0b111, &[0b001, 0b011, 0b100, 0b1110]), Ok(Formed::Yes));
        // Two values cross, and others form the wanted one nevertheless.
        assert_eq!(formed(0b1111, &[0b0011, 0b0110, 0b1100]), Ok(Formed::Yes));
    }

    /// A group that cannot be covered is found without retrying the choices of the other groups.
    #[test]
    fn groups_are_decided_apart() {
        let pair = |k: u32| [3 << (4 * k), 6 << (4 * k), 12 << (4 * k), 9 << (4 * k)];
        let mut masks: Vec<u16> = (0..3).flat_map(pair).collect();
        masks.extend([0b0111 << 12, 0b1110 << 12]);
        let left = Because::Twice {
            who: of_mask(0b0110 << 12),
            values: [of_mask(0b0111 << 12), of_mask(0b1110 << 12)],
        };
        assert_eq!(formed(u16::MAX, &masks), Ok(Formed::Tangled(left)));
    }

    #[test]
    fn a_search_that_takes_too_long_is_no_answer() {
        // All pairs among 31 cells: there is no perfect matching, and no short proof of that.
        let pairs: Vec<Vec<usize>> =
            (0..31).flat_map(|a| (a + 1..31).map(move |b| vec![a, b])).collect();
        assert_eq!(can_cover(&pairs, &mut Work::new(1_000_000)), Err(Exhausted));
        // Among 15 cells the search ends quickly, because failures are remembered.
        let few: Vec<Vec<usize>> = pairs.into_iter().filter(|pair| pair[1] < 15).collect();
        assert_eq!(can_cover(&few, &mut Work::new(10_000_000)), Ok(false));
    }

    /// Catches a search that does not begin with what only few sets can cover: here the same cell is in the only set
    /// for each of two others.
    #[test]
    fn what_few_sets_cover_comes_first() {
        let mut sets: Vec<Vec<usize>> =
            (0..30).flat_map(|a| (a + 1..30).map(move |b| vec![a, b])).collect();
        sets.push(vec![0, 30]);
        sets.push(vec![0, 31]);
        assert_eq!(can_cover(&sets, &mut Work::new(10_000)), Ok(false));
    }

    #[test]
    fn goes_back_when_the_first_choice_fails() {
        // {0,1} fits first, but then nothing covers 2.
        let sets = [vec![0, 1], vec![0], vec![1, 2]];
        assert_eq!(can_cover(&sets, &mut Work::new(1000)), Ok(true));
        assert_eq!(can_cover(&sets[..2], &mut Work::new(1000)), Ok(true));
        assert_eq!(can_cover(&[vec![0, 1], vec![1, 2]], &mut Work::new(1000)), Ok(false));
        assert_eq!(can_cover(&[], &mut Work::new(1000)), Ok(true));
    }
}
