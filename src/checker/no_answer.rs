//! Why there is no answer: a stated limit, or a schedule that no reader would have let through.

use std::fmt;

use crate::topology::Vertex;

/// How much a check may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The most messages, steps and nodes of all phases, and pairs of nodes where there is a block
    /// for each pair; looked at before any work.
    pub messages: u128,
    /// The most messages of combined data, each of which may leave a value to remember (about 50
    /// bytes); looked at before any work.
    pub combining: u128,
    /// The most hops that are followed, of all messages together.
    pub hops: u64,
    /// The most work on sets of contributors, in runs and values looked at.
    pub set_work: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            messages: 50_000_000,
            combining: 20_000_000,
            hops: 500_000_000,
            set_work: 1_000_000_000,
        }
    }
}

/// Why a schedule has not been checked to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoAnswer {
    /// A naive all-gather on `ring:10000`, of 99990000 messages
    TooMany {
        /// `messages`, `steps`, `nodes` or `pairs of nodes`.
        what: &'static str,
        /// How many there are.
        needed: u128,
        /// How many are allowed.
        allowed: u128,
    },
    /// A naive broadcast on `linear-array:1000000`
    TooManyHops {
        /// The step at which the limit was reached, counted from 1 through all phases.
        step: usize,
        /// How many hops are allowed.
        allowed: u64,
    },
    /// All-reduce by 40 values that overlap in twos, of which no choice fits
    TooMuchSetWork {
        /// The step, counted from 1 through all phases; `None` at the end.
        step: Option<usize>,
        /// The node that was to form a value.
        node: Vertex,
        /// The block, as the schedule format writes it.
        block: String,
        /// How much work is allowed.
        allowed: u64,
    },
    /// What the reader of documents refuses; no document leads here.
    Malformed {
        /// The step, counted from 1 through all phases.
        step: usize,
        /// The sender of the message.
        from: Vertex,
        /// Its receiver.
        to: Vertex,
        /// What is wrong with it.
        what: Malformed,
    },
    /// A phase whose groups run different kinds of collective, or without a group.
    MalformedPhase {
        /// The phase, counted from 1.
        phase: usize,
    },
}

/// What is wrong with a message that is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Malformed {
    /// `{from: 9, ..}` among eight nodes, or a switch
    NoSuchNode(Vertex),
    /// `{from: 1, to: 1, ..}`
    ToItself,
    /// `via: [99]`
    NoSuchVertex(Vertex),
    /// `via: [1, 0, 1]` from 0
    LinkTwice(Vertex, Vertex),
    /// A message of a node that is in no group, or from one group to another
    BetweenGroups,
    /// `blocks: [9]` where there are eight
    NoSuchBlock,
    /// `blocks: []`
    NoBlocks,
    /// A template of a program whose bricks overlap; what documents say is put together first.
    BlockTwice,
    /// `blocks: ["0@9"]` among eight nodes, or `0@1` of data that is not combined
    NoSuchContributor,
}

impl fmt::Display for NoAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooMany { what, needed, allowed } => {
                write!(f, "the schedule has {needed} {what}, and {allowed} are allowed")
            }
            Self::TooManyHops { step, allowed } => write!(
                f,
                "up to step {step} the messages make more than the {allowed} hops that are allowed"
            ),
            Self::TooMuchSetWork { step, node, block, allowed } => {
                write!(f, "whether node {node} can form block {block} ")?;
                match step {
                    Some(step) => write!(f, "in step {step}")?,
                    None => f.write_str("at the end")?,
                }
                write!(f, " takes more than the {allowed} operations on sets that are allowed")
            }
            Self::Malformed { step, from, to, what } => {
                write!(f, "step {step}: the message from {from} to {to} is none: {what}")
            }
            Self::MalformedPhase { phase } => {
                write!(f, "phase {phase} has no group, or groups of different kinds")
            }
        }
    }
}

impl std::error::Error for NoAnswer {}

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSuchNode(node) => write!(f, "there is no node {node}"),
            Self::ToItself => f.write_str("it goes to its sender"),
            Self::NoSuchVertex(vertex) => write!(f, "there is no vertex {vertex} to go by"),
            Self::LinkTwice(u, v) => write!(f, "it goes twice from {u} to {v}"),
            Self::BetweenGroups => f.write_str("its ends are not in one group"),
            Self::NoSuchBlock => f.write_str("it carries a block that there is not"),
            Self::BlockTwice => f.write_str("it carries a block twice"),
            Self::NoBlocks => f.write_str("it carries nothing"),
            Self::NoSuchContributor => f.write_str("it names a contributor that there is not"),
        }
    }
}
