//! Why there is no answer: a stated limit, or a schedule that no reader would have let through.

use thiserror::Error;

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
    /// The most ranges of blocks that messages carry beyond the first of each, of all messages together:
    /// time grows with them.
    pub ranges: u128,
    /// The most work on sets of contributors, in runs and values looked at.
    pub set_work: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            messages: 50_000_000,
            combining: 20_000_000,
            hops: 500_000_000,
            ranges: 200_000_000,
            set_work: 1_000_000_000,
        }
    }
}

/// Which of the [`Limits`] an amount is compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Bound {
    /// [`Limits::messages`]
    Messages,
    /// [`Limits::combining`]
    Combining,
    /// [`Limits::hops`]
    Hops,
    /// [`Limits::ranges`]
    Ranges,
    /// None that can be raised.
    Fixed,
}

/// An amount that is over a limit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Over {
    /// `messages`, `steps`, `nodes`, `pairs of nodes`, `hops`, ..
    pub what: &'static str,
    /// How many there are.
    pub needed: u128,
    /// Whether that is the least that there are: more was not counted.
    pub least: bool,
    /// How many are allowed.
    pub allowed: u128,
    /// What raises that.
    pub bound: Bound,
}

impl Over {
    /// An amount that is known.
    pub(crate) fn exact(what: &'static str, needed: u128, allowed: u128, bound: Bound) -> Self {
        Over { what, needed, least: false, allowed, bound }
    }

    /// An amount that messages are limited by.
    pub(crate) fn messages(what: &'static str, needed: u128, limits: &Limits) -> Self {
        Over::exact(what, needed, limits.messages, Bound::Messages)
    }

    /// Ranges of blocks that are known.
    pub(crate) fn ranges(needed: u128, limits: &Limits) -> Self {
        let what = "ranges of blocks beyond the first of each message";
        Over::exact(what, needed, limits.ranges, Bound::Ranges)
    }

    /// Hops that are known.
    pub(crate) fn hops(needed: u128, limits: &Limits) -> Self {
        Over::exact("hops", needed, limits.hops.into(), Bound::Hops)
    }
}

/// Why a schedule has not been checked to its end.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NoAnswer {
    /// A naive all-gather on `ring:10000`, of 99990000 messages; all amounts that are known to be over
    /// a limit, of which there is one at least.
    #[error("the schedule has {}", amounts(.0))]
    TooMany(Vec<Over>),
    /// All-reduce by 40 values that overlap in twos, of which no choice fits
    #[error(
        "whether node {node} can form block {block} {} takes more than the {allowed} operations on \
         sets that are allowed",
        in_step(*.step)
    )]
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
    #[error("step {step}: the message from {from} to {to} is none: {what}")]
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
    #[error("phase {phase} has no group, or groups of different kinds")]
    MalformedPhase {
        /// The phase, counted from 1.
        phase: usize,
    },
}

/// What is wrong with a message that is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Malformed {
    /// `{from: 9, ..}` among eight nodes, or a switch
    #[error("there is no node {0}")]
    NoSuchNode(Vertex),
    /// `{from: 1, to: 1, ..}`
    #[error("it goes to its sender")]
    ToItself,
    /// `via: [99]`
    #[error("there is no vertex {0} to go by")]
    NoSuchVertex(Vertex),
    /// `via: [1, 0, 1]` from 0
    #[error("it goes twice from {0} to {1}")]
    LinkTwice(Vertex, Vertex),
    /// A message of a node that is in no group, or from one group to another
    #[error("its ends are not in one group")]
    BetweenGroups,
    /// `blocks: [9]` where there are eight
    #[error("it carries a block that there is not")]
    NoSuchBlock,
    /// `blocks: []`
    #[error("it carries nothing")]
    NoBlocks,
    /// A template of a program whose bricks overlap; what documents say is put together first.
    #[error("it carries a block twice")]
    BlockTwice,
    /// `blocks: ["0@9"]` among eight nodes, or `0@1` of data that is not combined
    #[error("it names a contributor that there is not")]
    NoSuchContributor,
}

impl NoAnswer {
    /// So many messages, which are over the limit.
    pub fn too_many_messages(needed: u128, limits: &Limits) -> Self {
        NoAnswer::TooMany(vec![Over::messages("messages", needed, limits)])
    }

    /// What `--limit` has to say for more: `messages=99990000,hops=99990000 raises them`; all that is
    /// known to be over a limit at once.
    pub fn raised_by(&self) -> Option<String> {
        let over = match self {
            NoAnswer::TooMany(over) => over,
            NoAnswer::TooMuchSetWork { allowed, .. } => {
                let more = allowed.saturating_mul(10).max(1);
                return Some(format!("sets={more} raises it, and may not be enough"));
            }
            NoAnswer::Malformed { .. } | NoAnswer::MalformedPhase { .. } => return None,
        };
        let named = over.iter().map(|of| {
            let name = match of.bound {
                Bound::Messages => "messages",
                Bound::Combining => "values",
                Bound::Hops => "hops",
                Bound::Ranges => "ranges",
                Bound::Fixed => return None,
            };
            // No machine counts further than that.
            (of.needed <= u128::from(u64::MAX)).then(|| format!("{name}={}", of.needed))
        });
        let named: Vec<String> = named.collect::<Option<_>>()?;
        let raises = if over.len() == 1 { "raises it" } else { "raises them" };
        let least = over.iter().any(|of| of.least);
        let enough = if least { ", and may not be enough" } else { "" };
        Some(format!("{} {raises}{enough}", named.join(",")))
    }

    /// More hops than are allowed, before it is known how many.
    pub(crate) fn more_hops(limits: &Limits) -> Self {
        let hops = Over::hops(u128::from(limits.hops) + 1, limits);
        NoAnswer::TooMany(vec![Over { least: true, ..hops }])
    }
}

/// `5 messages, and 4 are allowed; it has at least 3 hops, and 2 are allowed`
fn amounts(over: &[Over]) -> String {
    let amount = |Over { what, needed, least, allowed, .. }: &Over| {
        let least = if *least { "at least " } else { "" };
        format!("{least}{needed} {what}, and {allowed} are allowed")
    };
    over.iter().map(amount).collect::<Vec<_>>().join("; it has ")
}

fn in_step(step: Option<usize>) -> String {
    step.map_or("at the end".to_owned(), |step| format!("in step {step}"))
}
