//! The operations: where blocks start, where they must end, and nothing about how.
//!
//! A new collective is one file with a [`Collective`], and its two lines here: the `mod` and its
//! entry in [`COLLECTIVES`].
//!
//! ```
//! use hockney::collective::{Instance, collective};
//!
//! let gather = Instance::new(collective("MPI_Gather").unwrap(), 4);
//! assert_eq!(gather.required(0).blocks.len(), 4);
//! ```

mod all_gather;
mod all_reduce;
mod all_to_all;
mod barrier;
mod blocks;
mod broadcast;
mod entry;
mod gather;
mod instance;
mod permute;
mod phase;
mod reduce;
mod reduce_scatter;
mod renumbered;
mod scan;
mod scatter;
mod shift;
mod source;

use crate::schedule::Runs;
use crate::topology::Translations;

pub use blocks::Blocks;
pub use entry::{Entry, EntryError};
pub use instance::{Instance, InstanceError};
pub use phase::{Group, Phase, Ports, Schedule};
pub use renumbered::transposed;
pub use source::{Came, Source};

/// Every collective, in the order of the textbook's chapter.
pub static COLLECTIVES: &[&dyn Collective] = &[
    &broadcast::Broadcast,
    &reduce::Reduce,
    &all_gather::AllGather,
    &reduce_scatter::ReduceScatter,
    &all_reduce::AllReduce,
    &scan::Scan,
    &scatter::Scatter,
    &gather::Gather,
    &all_to_all::AllToAll,
    &shift::Shift,
    &permute::Permute,
    &barrier::Barrier,
];

/// What becomes of blocks that meet at a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Data {
    /// They are kept side by side.
    Copied,
    /// They are combined by an associative operator, and nobody may be counted twice.
    Combined,
    /// Only who has been heard of matters, and hearing twice does no harm: a barrier.
    Token,
}

/// Who has data for whom: what counts of words go by, such as lower bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pattern {
    /// One node has the same for all.
    OneToAll,
    /// All have something for one node, which combines it.
    AllToOne,
    /// One node has a block for each.
    Scattered,
    /// Each node has a block for one.
    Gathered,
    /// Each node has the same block for all.
    AllToAll,
    /// Each node gets a block that all combine.
    Reduced,
    /// All get what all combine.
    AllReduced,
    /// Each node gets what those before it combine.
    Prefixes,
    /// Each node has a block for each other.
    Pairs,
    /// Each node has a block for one other, and gets one.
    Permuted,
    /// Nothing but the news that all have begun.
    Token,
}

/// What a collective asks for beside its topology.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parameter {
    /// `root`, a node.
    Root,
    /// `exclusive`, true or false.
    Exclusive,
    /// `by`, any integer.
    By,
    /// `map`, a permutation of the nodes.
    Map,
}

/// What a node must have at the end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Required {
    /// The blocks.
    pub blocks: Runs,
    /// For combined data, the positions that must have contributed to each, all of them once.
    pub contributors: Runs,
}

/// An operation in which all nodes of a group take part.
///
/// Nodes are named by their *position* in the group, `0..p`.
pub trait Collective: Sync {
    /// The name, after MPI.
    fn name(&self) -> &'static str;

    /// The textbook's name (Grama et al. 2003, chapter 4).
    fn textbook(&self) -> &'static str;

    /// Other names it goes by, lower case with hyphens.
    fn aliases(&self) -> &'static [&'static str];

    /// How blocks are numbered.
    fn blocks(&self) -> Blocks;

    /// What becomes of blocks that meet.
    fn data(&self) -> Data;

    /// Who has data for whom.
    fn pattern(&self) -> Pattern;

    /// The parameter it takes, if any.
    fn parameter(&self) -> Option<Parameter> {
        None
    }

    /// The blocks that a position holds at the start; for combined data those of which it knows
    /// its own contribution, which is all of them.
    fn initial(&self, of: &Instance, position: u32) -> Runs;

    /// What a position must have at the end.
    fn required(&self, of: &Instance, position: u32) -> Required;

    /// Whether each of these translations takes what one position has at the start, and must have at
    /// the end, to what the other has and must have. A fact about the collective, held at small sizes
    /// by `tests/symmetric.rs`; `false` is always allowed.
    fn looks_the_same_under(&self, _of: &Instance, _translations: &Translations) -> bool {
        false
    }
}

/// The collective with this name or alias, however it is spelt: `MPI_Bcast`, `one-to-all
/// broadcast`, `allgather`.
pub fn collective(name: &str) -> Option<&'static dyn Collective> {
    let wanted = spelling(name);
    COLLECTIVES.iter().copied().find(|collective| {
        spelling(collective.name()) == wanted
            || collective.aliases().iter().any(|alias| spelling(alias) == wanted)
    })
}

/// A name without case, hyphens, spaces, underscores and the prefix `MPI`.
fn spelling(name: &str) -> String {
    let plain: String = name
        .chars()
        .filter(|c| !matches!(c, '-' | '_' | ' '))
        .flat_map(char::to_lowercase)
        .collect();
    plain.strip_prefix("mpi").unwrap_or(&plain).to_owned()
}
