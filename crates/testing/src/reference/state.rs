//! What every node of a group has, in one dense table, and what is wrong with a message or with the end.

use std::collections::{BTreeMap, BTreeSet};

use super::collective::{Block, Collective, Data};
use super::cover::{Set, can_form};
use super::json::Read;

/// The values known at a position, for every block; for copied data the only value is the whole block.
#[derive(Debug, Clone)]
pub struct State {
    known: BTreeMap<(usize, Block), BTreeSet<Set>>,
    data: Data,
}

/// Copied data knows no contributors: a block is there, as this set, or is not.
const COPY: Set = 1;

/// All of these values, whatever overlaps.
fn union(known: &BTreeSet<Set>) -> Set {
    known.iter().fold(0, |union, set| union | set)
}

impl State {
    /// Before the first step.
    pub fn start(collective: &Collective, size: usize, pieces: usize) -> Self {
        let data = collective.data();
        let mut known = BTreeMap::new();
        for block in collective.blocks(size, pieces) {
            for v in 0..size {
                let values = match data {
                    Data::Copied if collective.holds_first(v, block) => BTreeSet::from([COPY]),
                    Data::Copied => BTreeSet::new(),
                    Data::Combined | Data::Heard => BTreeSet::from([1 << v]),
                };
                known.insert((v, block), values);
            }
        }
        Self { known, data }
    }

    /// What a block in a message says it is: its set, or all that the sender knows.
    pub fn claimed(&self, sender: usize, block: Block, set: Option<Set>) -> Set {
        match self.data {
            Data::Copied => COPY,
            Data::Combined | Data::Heard => {
                set.unwrap_or_else(|| union(&self.known[&(sender, block)]))
            }
        }
    }

    /// The rule that a node breaks by sending this value.
    pub fn send(&self, v: usize, block: Block, value: Set) -> Read<Option<&'static str>> {
        self.lacks(&self.known[&(v, block)], value, "not-held")
    }

    /// What is wrong with a value at a node that knows these of its block.
    fn lacks(
        &self,
        known: &BTreeSet<Set>,
        value: Set,
        missing: &'static str,
    ) -> Read<Option<&'static str>> {
        if value & !union(known) != 0 {
            return Ok(Some(missing));
        }
        let formed = self.data == Data::Heard || can_form(value, known)?;
        Ok(if formed { None } else { Some("cannot-form") })
    }

    /// A value arrives as what it claims to be.
    pub fn receive(&mut self, v: usize, block: Block, value: Set) {
        self.known.entry((v, block)).or_default().insert(value);
    }

    /// Every rule broken at the end, once for each node and block.
    pub fn end(&self, collective: &Collective, size: usize) -> Read<Vec<&'static str>> {
        let mut broken = Vec::new();
        for (&(v, block), known) in &self.known {
            let required = match self.data {
                Data::Copied if collective.holds_last(v, block, size) => COPY,
                Data::Copied => 0,
                Data::Combined | Data::Heard => collective.forms_last(v, block, size),
            };
            broken.extend(self.lacks(known, required, "not-delivered")?);
        }
        Ok(broken)
    }
}
