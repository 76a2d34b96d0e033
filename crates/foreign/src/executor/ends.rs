//! What slots hold at the beginning and must hold at the end, and an executed file as an answer to a question.

use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use super::Ran;
use super::steps::steps;
use super::threads::{Contents, Contribution, Slot};
use crate::Foreign;
use hockney_core::collective::{Data, Instance, Schedule};
use hockney_core::schedule::Listed;
use hockney_core::topology::Vertex;

/// A chunk that a rank has at the beginning, or must have at the end.
#[derive(Clone, Copy)]
pub struct OwnChunk {
    /// The rank.
    pub rank: Vertex,
    /// Its place among those of the rank.
    pub place: u32,
    /// Its number among all.
    pub number: u32,
    /// Whether it must have it at the end.
    pub at_end: bool,
}

/// The contents of slots at the beginning, and those at the end.
pub struct Ends {
    /// Those at the beginning.
    pub start: BTreeMap<Slot, Contents>,
    /// Those at the end.
    pub end: BTreeMap<Slot, Contents>,
}

/// The most contributions that all nodes together may have to end with.
pub const MOST_CONTRIBUTIONS: u64 = 1 << 25;

impl Ends {
    /// How many contributions all nodes together end with.
    pub fn contributions(of: &Instance) -> u64 {
        let last = of.required(of.nodes - 1);
        let each = last.blocks.len().saturating_mul(last.contributors.len().max(1));
        each.saturating_mul(of.nodes.into())
    }

    /// Those of a collective whose chunks are its pieces; `slot` says where a chunk stands.
    ///
    /// # Errors
    /// How many contributions all nodes together must end with, if these are too many.
    pub fn of(of: &Instance, slot: &dyn Fn(OwnChunk) -> Slot) -> Result<Self, String> {
        let all = Self::contributions(of);
        if all > MOST_CONTRIBUTIONS {
            return Err(format!(
                "{} nodes must end with {all} contributions; at most {MOST_CONTRIBUTIONS} are followed",
                of.nodes
            ));
        }
        let mut ends = [BTreeMap::<Slot, Vec<Contribution>>::new(), BTreeMap::new()];
        let mut origin: BTreeMap<u32, Vertex> = BTreeMap::new();
        let number = |block: u64| u32::try_from(block).unwrap_or(u32::MAX);
        for rank in 0..of.nodes {
            for (place, block) in (0..).zip(of.initial(rank).iter()) {
                let chunk = number(block);
                origin.insert(chunk, rank);
                let at = OwnChunk { rank, place, number: chunk, at_end: false };
                ends[0].entry(slot(at)).or_default().push(Contribution { chunk, rank });
            }
        }
        for rank in 0..of.nodes {
            let required = of.required(rank);
            for (place, block) in (0..).zip(required.blocks.iter()) {
                let chunk = number(block);
                let at = OwnChunk { rank, place, number: chunk, at_end: true };
                let wanted = ends[1].entry(slot(at)).or_default();
                if of.data() == Data::Copied {
                    let rank = origin.get(&chunk).copied().unwrap_or(0);
                    wanted.push(Contribution { chunk, rank });
                } else {
                    let all = required.contributors.iter().map(number);
                    wanted.extend(all.map(|rank| Contribution { chunk, rank }));
                }
            }
        }
        let sorted = |(slot, mut parts): (Slot, Vec<Contribution>)| {
            parts.sort_unstable();
            (slot, Rc::new(parts))
        };
        let [start, end] = ends.map(|all| all.into_iter().map(sorted).collect());
        Ok(Ends { start, end })
    }
}

impl Foreign {
    /// What was executed, as an answer to the question of a schedule. `data` is what its messages carry, and `block` the
    /// block of a contribution.
    pub fn of(
        mut schedule: Schedule,
        ran: Ran,
        data: Data,
        block: impl Fn(Contribution) -> u64,
    ) -> Self {
        let Ran { messages, faults, .. } = ran;
        let (steps, places) =
            if faults.is_empty() { steps(&messages, data, block) } else { Default::default() };
        if let [phase] = &mut schedule.phases[..] {
            phase.steps = Arc::new(Listed(steps));
        }
        Foreign { schedule, name: None, faults, places, in_order: None, notes: Vec::new() }
    }
}
