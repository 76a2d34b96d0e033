//! What one node has received of which blocks, kept for runs of blocks with the same values.
//!
//! Most nodes know the same of all their blocks, or nothing: that takes no room of its own. Where
//! nearly every block has a value of its own, as in a reduce-scatter round a ring, a list with a place
//! for each is smaller and faster than a tree.

use std::collections::BTreeMap;

use super::knowledge::Stuck;
use super::known::Known;
use super::sets::{Exhausted, SetId};
use crate::schedule::{Run, Runs};

/// How many blocks there may be for each run in a tree before they are listed.
const LISTED_FROM: u64 = 8;
/// The fewest runs in a tree for which blocks are listed.
const FEWEST: usize = 16;

/// How many bytes a run in a tree takes, a place in a list, and several values instead of one.
const IN_TREE: usize = 48;
const IN_LIST: usize = 8;
const MANY: usize = 120;

/// Runs of blocks of which a node has received the same values.
#[derive(Default)]
pub(super) enum Segments {
    #[default]
    Nothing,
    One(u64, Segment),
    /// By their first blocks.
    Tree(Tree),
    /// Each block by itself.
    List(Box<List>),
}

type Tree = BTreeMap<u64, Segment>;

pub(super) struct Segment {
    end: u64,
    known: Known,
}

/// A place for each block.
pub(super) struct List {
    /// `NOTHING`, or the name of the only value, or `SEVERAL` and a place among the others.
    cells: Vec<u64>,
    several: Vec<Known>,
}

const NOTHING: u64 = u64::MAX;
/// No name of a set has this bit but for `NOTHING`.
const SEVERAL: u64 = 1 << 62;

impl Segments {
    pub(super) fn new() -> Self {
        Self::default()
    }

    /// As a tree.
    fn tree(&mut self) -> Option<&mut Tree> {
        match std::mem::take(self) {
            Segments::Nothing => *self = Segments::Tree(Tree::new()),
            Segments::One(start, segment) => *self = Segments::Tree(Tree::from([(start, segment)])),
            kept => *self = kept,
        }
        match self {
            Segments::Tree(tree) => Some(tree),
            _ => None,
        }
    }
}

/// Adds a value to what a node knows of some blocks; to `before` those of which it knew it. All blocks
/// are below `end`. Says about how many bytes that has taken.
pub(super) fn learn(
    (segments, end): (&mut Segments, u64),
    blocks: Run,
    value: SetId,
    before: &mut Runs,
) -> usize {
    match segments {
        Segments::Nothing => {
            let segment = Segment { end: blocks.end, known: Known::One(value) };
            *segments = Segments::One(blocks.start, segment);
            0
        }
        Segments::One(start, segment) if (*start, segment.end) == (blocks.start, blocks.end) => {
            let is_new = segment.known.insert(value);
            if !is_new {
                before.insert(blocks);
            }
            if is_new { MANY } else { 0 }
        }
        Segments::One(_, segment)
            if segment.end == blocks.start && segment.known.is_only(value) =>
        {
            segment.end = blocks.end;
            0
        }
        Segments::List(list) => list.learn(blocks, value, before),
        Segments::One(..) | Segments::Tree(_) => {
            let Some(tree) = segments.tree() else { return 0 };
            let runs = tree.len();
            let more = learn_in_tree(tree, blocks, value, before);
            let taken = more * MANY + (tree.len() - runs.min(tree.len())) * IN_TREE;
            if tree.len() < FEWEST || (tree.len() as u64) < end / LISTED_FROM {
                return taken;
            }
            let list = List::of(tree, end);
            let listed = list.cells.len() * IN_LIST + list.several.len() * MANY;
            *segments = Segments::List(Box::new(list));
            taken + listed
        }
    }
}

impl List {
    fn of(tree: &mut Tree, end: u64) -> Self {
        let size = usize::try_from(end).unwrap_or(0);
        let mut list = List { cells: vec![NOTHING; size], several: Vec::new() };
        for (start, Segment { end, known }) in std::mem::take(tree) {
            for block in start..end {
                let cell = list.cell_of(known.clone());
                list.put(block, cell);
            }
        }
        list
    }

    fn cell_of(&mut self, known: Known) -> u64 {
        if let Known::One(only) = known {
            return only.bits();
        }
        self.several.push(known);
        SEVERAL | (self.several.len() - 1) as u64
    }

    fn get(&self, block: u64) -> u64 {
        usize::try_from(block).ok().and_then(|i| self.cells.get(i)).copied().unwrap_or(NOTHING)
    }

    fn put(&mut self, block: u64, cell: u64) {
        if let Some(place) = usize::try_from(block).ok().and_then(|i| self.cells.get_mut(i)) {
            *place = cell;
        }
    }

    /// The values of a block that has several.
    fn several(&mut self, cell: u64) -> Option<&mut Known> {
        let number = usize::try_from(cell & (SEVERAL - 1)).ok()?;
        self.several.get_mut(number).filter(|_| cell != NOTHING && cell & SEVERAL != 0)
    }

    fn learn(&mut self, blocks: Run, value: SetId, before: &mut Runs) -> usize {
        let several = self.several.len();
        for block in blocks.start..blocks.end {
            let cell = self.get(block);
            let is_new = if cell == NOTHING {
                self.put(block, value.bits());
                true
            } else if let Some(known) = self.several(cell) {
                known.insert(value)
            } else {
                let mut known = Known::One(SetId::from_bits(cell));
                let is_new = known.insert(value);
                if is_new {
                    let cell = self.cell_of(known);
                    self.put(block, cell);
                }
                is_new
            };
            if !is_new {
                before.insert(Run { start: block, end: block + 1 });
            }
        }
        (self.several.len() - several) * MANY
    }

    /// Visits a run in parts of blocks with nothing, or the same only value, or several values.
    fn each_part(
        &mut self,
        run: Run,
        mut visit: impl FnMut(Run, Option<&mut Known>) -> Result<(), Stuck>,
    ) -> Result<(), Stuck> {
        let mut start = run.start;
        while start < run.end {
            let cell = self.get(start);
            let mut end = start + 1;
            if let Some(known) = self.several(cell) {
                visit(Run { start, end }, Some(known))?;
            } else {
                while end < run.end && self.get(end) == cell {
                    end += 1;
                }
                let mut only = Known::One(SetId::from_bits(cell));
                visit(Run { start, end }, (cell != NOTHING).then_some(&mut only))?;
            }
            start = end;
        }
        Ok(())
    }
}

/// Visits a run of blocks in parts of which a node knows the same; `None` is only its own.
pub(super) fn each_part(
    segments: &mut Segments,
    run: Run,
    mut visit: impl FnMut(Run, Option<&mut Known>) -> Result<(), Exhausted>,
) -> Result<(), Stuck> {
    let mut visit = |part: Run, known: Option<&mut Known>| {
        visit(part, known).map_err(|Exhausted| Stuck { block: part.start })
    };
    match segments {
        Segments::Nothing => visit(run, None),
        Segments::One(start, segment) => {
            let part = Run { start: run.start.max(*start), end: run.end.min(segment.end) };
            if part.is_empty() {
                return visit(run, None);
            }
            if run.start < part.start {
                visit(Run { start: run.start, end: part.start }, None)?;
            }
            visit(part, Some(&mut segment.known))?;
            if part.end < run.end {
                visit(Run { start: part.end, end: run.end }, None)?;
            }
            Ok(())
        }
        Segments::Tree(tree) => each_part_of_tree(tree, run, visit),
        Segments::List(list) => list.each_part(run, visit),
    }
}

/// Says how many runs have one more value.
fn learn_in_tree(tree: &mut Tree, blocks: Run, value: SetId, before: &mut Runs) -> usize {
    let last = tree.range(..blocks.end).next_back().map(|(_, segment)| segment);
    if last.is_none_or(|last| last.end <= blocks.start) {
        put(tree, blocks, value);
        return 0;
    }
    split(tree, blocks.start);
    split(tree, blocks.end);
    let (mut gaps, mut more) = (Vec::new(), 0);
    let mut at = blocks.start;
    for (start, segment) in tree.range_mut(blocks.start..blocks.end) {
        if at < *start {
            gaps.push(Run { start: at, end: *start });
        }
        at = segment.end;
        if segment.known.insert(value) {
            more += 1;
        } else {
            before.insert(Run { start: *start, end: at });
        }
    }
    if at < blocks.end {
        gaps.push(Run { start: at, end: blocks.end });
    }
    for gap in gaps {
        put(tree, gap, value);
    }
    more
}

fn each_part_of_tree(
    tree: &mut Tree,
    run: Run,
    mut visit: impl FnMut(Run, Option<&mut Known>) -> Result<(), Stuck>,
) -> Result<(), Stuck> {
    let last = tree.range(..run.end).next_back();
    let Some((last, _)) = last.filter(|(_, segment)| segment.end > run.start) else {
        return visit(run, None);
    };
    let first = if *last <= run.start {
        *last
    } else {
        let before = tree.range(..=run.start).next_back();
        let reaches_in = before.filter(|(_, segment)| segment.end > run.start);
        reaches_in.map_or(run.start, |(start, _)| *start)
    };
    let mut at = run.start;
    for (start, segment) in tree.range_mut(first..run.end) {
        let part = Run { start: (*start).max(run.start), end: segment.end.min(run.end) };
        if at < part.start {
            visit(Run { start: at, end: part.start }, None)?;
        }
        visit(part, Some(&mut segment.known))?;
        at = part.end;
    }
    if at < run.end {
        visit(Run { start: at, end: run.end }, None)?;
    }
    Ok(())
}

/// Puts the only value for blocks of which a node knew none. Pieces that arrive one after another
/// with the same value are kept as one run.
fn put(tree: &mut Tree, blocks: Run, value: SetId) {
    let left = tree.range_mut(..blocks.start).next_back().map(|(_, segment)| segment);
    match left.filter(|left| left.end == blocks.start && left.known.is_only(value)) {
        Some(left) => left.end = blocks.end,
        None => {
            tree.insert(blocks.start, Segment { end: blocks.end, known: Known::One(value) });
        }
    }
}

/// Cuts the segment that goes across a block's beginning, if one does.
fn split(tree: &mut Tree, at: u64) {
    let Some((_, left)) = tree.range_mut(..at).next_back() else { return };
    if left.end > at {
        let right = Segment { end: left.end, known: left.known.clone() };
        left.end = at;
        tree.insert(at, right);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use quickcheck::{Gen, QuickCheck};

    use super::*;

    const END: u64 = 40;

    /// What is known of each block by itself, by visiting all.
    fn known(segments: &mut Segments, run: Run) -> Vec<(u64, String)> {
        let mut all = Vec::new();
        let visited = each_part(segments, run, |part, known| {
            let known = known.map_or_else(String::new, |known| match known {
                Known::One(only) => format!("{:?}", [*only]),
                Known::Many(many) => format!("{:?}", many.values()),
            });
            all.extend((part.start..part.end).map(|block| (block, known.clone())));
            Ok(())
        });
        assert!(visited.is_ok());
        all
    }

    /// Values of single blocks and of runs, few and so many that blocks are listed, against a set of
    /// values for each block.
    #[test]
    fn each_block_has_its_values() {
        #[allow(clippy::needless_pass_by_value)] // what quickcheck calls
        fn law(learned: Vec<(u8, u8, u8)>, asked: (u8, u8), wide: bool) -> bool {
            // With room for many more blocks they are never listed.
            let end = if wide { 1 << 20 } else { END };
            let run = |start: u8, length: u8| {
                let start = u64::from(start) % END;
                let length = [1, 1, 1, 2, 7, 40][usize::from(length % 6)];
                Run { start, end: END.min(start + length) }
            };
            let mut segments = Segments::new();
            let mut plain: BTreeMap<u64, BTreeSet<SetId>> = BTreeMap::new();
            let asked = run(asked.0, asked.1);
            learned.into_iter().all(|(start, length, value)| {
                let (blocks, value) = (run(start, length), SetId::one(u32::from(value % 4)));
                let (mut before, mut had) = (Runs::new(), Runs::new());
                learn((&mut segments, end), blocks, value, &mut before);
                for block in blocks.start..blocks.end {
                    if !plain.entry(block).or_default().insert(value) {
                        had.insert(Run { start: block, end: block + 1 });
                    }
                }
                let of = |block: u64| {
                    let values = plain.get(&block).map(|of| of.iter().collect::<Vec<_>>());
                    values.map_or_else(String::new, |values| format!("{values:?}"))
                };
                let expected: Vec<(u64, String)> =
                    (asked.start..asked.end).map(|block| (block, of(block))).collect();
                before == had && known(&mut segments, asked) == expected
            })
        }
        QuickCheck::new()
            .rng(Gen::from_size_and_seed(120, 8))
            .tests(2000)
            .quickcheck(law as fn(Vec<(u8, u8, u8)>, (u8, u8), bool) -> bool);
    }
}
