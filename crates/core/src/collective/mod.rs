//! Collectives: the blocks of every node at the start and at the end.
//!
//! A new collective is a value in [`COLLECTIVES`].
//!
//! ```
//! use hockney_core::collective::{Instance, collective};
//!
//! let gather = Instance::new(collective("MPI_Gather").unwrap(), 4);
//! assert_eq!(gather.required(0).blocks.len(), 4);
//! ```

mod blocks;
mod instance;
mod kinds;
mod phase;
mod renumbered;

use super::schedule::Step;
use crate::schedule::Runs;
use crate::topology::Translations;
pub use blocks::{Blocks, Entry, EntryError};
pub use instance::{Instance, InstanceError};
pub use kinds::COLLECTIVES;
pub use phase::{Group, Phase, Ports, Schedule};
pub use renumbered::transposed;

/// What happens to blocks that meet at a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Data {
    /// They are kept separately.
    Copied,
    /// They are combined by an associative operator, and each contribution may count only once.
    Combined,
    /// Only the set of known signals matters, and repeated signals do no harm: a barrier.
    Token,
}

/// The pattern of data between nodes, from which lower bounds are derived.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pattern {
    /// One node has the same data for all nodes.
    OneToAll,
    /// All nodes have data for one node, which combines them.
    AllToOne,
    /// One node has a block for each node.
    Scattered,
    /// Each node has a block for one node.
    Gathered,
    /// Each node has the same block for all nodes.
    AllToAll,
    /// Each node gets the combination of one block of all nodes.
    Reduced,
    /// All nodes get the combination of the data of all nodes.
    AllReduced,
    /// Each node gets the combination of the data of the nodes before it.
    Prefixes,
    /// Each node has a block for each other node.
    Pairs,
    /// Each node has a block for one other node, and gets one.
    Permuted,
    /// Only the signal that all nodes have begun.
    Token,
}

/// The parameter of a collective.
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

impl Parameter {
    /// Its key in a document, and its option on a command line behind `--`.
    pub fn name(self) -> &'static str {
        match self {
            Parameter::Root => "root",
            Parameter::Exclusive => "exclusive",
            Parameter::By => "by",
            Parameter::Map => "map",
        }
    }
}

/// The data that a node must have at the end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Required {
    /// The blocks.
    pub blocks: Runs,
    /// For combined data, the positions that must have contributed to each block, all of them once.
    pub contributors: Runs,
}

/// The blocks that a node has at the start, or must have at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Share {
    /// All blocks.
    All,
    /// The root has all blocks, the other nodes have none.
    AllAtRoot,
    /// The block named after the node.
    Own,
    /// The blocks from the node, if blocks belong to pairs.
    From,
    /// The blocks for the node, if blocks belong to pairs.
    For,
    /// The block that a shift or permutation brings to the node.
    OfOrigin,
}

/// A collective operation of all nodes of a group.
///
/// Nodes are named by their *position* in the group, `0..p`.
pub struct Collective {
    name: &'static str,
    textbook: &'static str,
    m_is: &'static str,
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

    /// The textbook name (Grama et al. 2003, chapter 4).
    pub fn textbook(&self) -> &'static str {
        self.textbook
    }

    /// The meaning of m, and the total amount of data of a node.
    pub fn m_is(&self) -> &'static str {
        self.m_is
    }

    /// Other names, lower case with hyphens.
    pub fn aliases(&self) -> &'static [&'static str] {
        self.aliases
    }

    /// How blocks are numbered.
    pub fn blocks(&self) -> Blocks {
        self.blocks
    }

    /// Whether blocks are copied or combined.
    pub fn data(&self) -> Data {
        self.data
    }

    /// The pattern of data between nodes.
    pub fn pattern(&self) -> Pattern {
        self.pattern
    }

    /// The parameter, if there is one.
    pub fn parameter(&self) -> Option<Parameter> {
        self.parameter
    }

    /// Whether each of these translations maps the start and end of each position to those of its image.
    /// `crates/core/tests/all/templates.rs` verifies it at small sizes.
    pub fn looks_the_same_under(&self, of: &Instance, by: &Translations) -> bool {
        match (self.start, self.end) {
            (Share::AllAtRoot, _) | (_, Share::AllAtRoot) => false,
            // Cyclic distances are the same at all nodes, but coordinates and bits are not.
            (_, Share::OfOrigin) => {
                let in_a_row = !by.is_xor() && by.sides().len() == 1;
                self.parameter == Some(Parameter::By) && (of.by == 0 || in_a_row)
            }
            _ => self.pattern != Pattern::Prefixes,
        }
    }
}

/// The collective with this name or alias, in any spelling: `MPI_Bcast`, `one-to-all broadcast`, `allgather`.
pub fn collective(name: &str) -> Option<&'static Collective> {
    let wanted = spelling(name);
    COLLECTIVES.iter().copied().find(|collective| {
        spelling(collective.name()) == wanted
            || collective.aliases().iter().any(|alias| spelling(alias) == wanted)
    })
}

/// A name without case, hyphens, spaces, underscores and the prefixes `MPI` and `nccl`.
fn spelling(name: &str) -> String {
    let plain: String = name
        .chars()
        .filter(|c| !matches!(c, '-' | '_' | ' '))
        .flat_map(char::to_lowercase)
        .collect();
    ["mpi", "nccl"].iter().find_map(|of| plain.strip_prefix(of)).unwrap_or(&plain).to_owned()
}

/// What was read of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Came {
    /// A step, or the rest of one.
    Whole,
    /// The beginning of a step with more messages than requested: one more message.
    Part,
    /// The end of the steps.
    Nothing,
}

/// A schedule whose phases and steps are read once, in order.
pub trait StepSource {
    /// The error that ends the reading.
    type Error;

    /// The next phase without its steps; `None` after the last one. All steps of the phase before must have
    /// been read.
    ///
    /// # Errors
    /// The reading fails.
    fn phase(&mut self) -> Result<Option<Phase>, Self::Error>;

    /// Fills `step` with the next step of the current phase, up to `most` messages. Of a longer step it reads
    /// one more, and the next call reads the rest.
    ///
    /// # Errors
    /// The reading fails.
    fn step(&mut self, phase: &Phase, step: &mut Step, most: usize) -> Result<Came, Self::Error>;

    /// Line and column, counted from 1, of each message of the last step; nothing for messages without a
    /// place.
    fn places(&self) -> &[(u32, u32)];
}
