//! The operations: where blocks start, where they must end, and nothing about how.
//!
//! A new collective is a value in [`COLLECTIVES`].
//!
//! ```
//! use hockney::internal::collective::{Instance, collective};
//!
//! let gather = Instance::new(collective("MPI_Gather").unwrap(), 4);
//! assert_eq!(gather.required(0).blocks.len(), 4);
//! ```

mod blocks;
mod entry;
mod instance;
mod kinds;
mod phase;
mod renumbered;
mod source;

use crate::schedule::Runs;
use crate::topology::Translations;

pub use blocks::Blocks;
pub use entry::{Entry, EntryError};
pub use instance::{Instance, InstanceError};
pub use kinds::COLLECTIVES;
pub use phase::{Group, Phase, Ports, Schedule};
pub use renumbered::transposed;
pub use source::{Came, Source};

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

/// Which blocks a node has at the start, and must have at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Share {
    /// All.
    All,
    /// The root all, everyone else none.
    AllAtRoot,
    /// The one named after it.
    Own,
    /// Of blocks for pairs, those from it.
    From,
    /// Of blocks for pairs, those for it.
    For,
    /// The one that a shift or a permutation brings it.
    OfOrigin,
}

/// An operation in which all nodes of a group take part.
///
/// Nodes are named by their *position* in the group, `0..p`.
pub struct Collective {
    name: &'static str,
    textbook: &'static str,
    aliases: &'static [&'static str],
    blocks: Blocks,
    data: Data,
    pattern: Pattern,
    parameter: Option<Parameter>,
    start: Share,
    end: Share,
}

impl Collective {
    /// The name, after MPI.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// The textbook's name (Grama et al. 2003, chapter 4).
    pub fn textbook(&self) -> &'static str {
        self.textbook
    }

    /// Other names it goes by, lower case with hyphens.
    pub fn aliases(&self) -> &'static [&'static str] {
        self.aliases
    }

    /// How blocks are numbered.
    pub fn blocks(&self) -> Blocks {
        self.blocks
    }

    /// What becomes of blocks that meet.
    pub fn data(&self) -> Data {
        self.data
    }

    /// Who has data for whom.
    pub fn pattern(&self) -> Pattern {
        self.pattern
    }

    /// The parameter it takes, if any.
    pub fn parameter(&self) -> Option<Parameter> {
        self.parameter
    }

    /// Whether each of these translations takes what one position has at the start, and must have at
    /// the end, to what the other has and must have. `tests/symmetric.rs` holds that at small sizes.
    pub fn looks_the_same_under(&self, of: &Instance, by: &Translations) -> bool {
        match (self.start, self.end) {
            (Share::AllAtRoot, _) | (_, Share::AllAtRoot) => false,
            // Numbers go round by q whoever looks, but coordinates and bits do not.
            (_, Share::OfOrigin) => {
                let in_a_row = !by.is_xor() && by.sides().len() == 1;
                self.parameter == Some(Parameter::By) && (of.by == 0 || in_a_row)
            }
            _ => self.pattern != Pattern::Prefixes,
        }
    }
}

/// The collective with this name or alias, however it is spelt: `MPI_Bcast`, `one-to-all
/// broadcast`, `allgather`.
pub fn collective(name: &str) -> Option<&'static Collective> {
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
