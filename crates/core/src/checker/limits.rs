//! The limits of a check with their defaults, and why there is no result: a limit, or a malformed schedule that no
//! reader accepts.

use thiserror::Error;

use crate::topology::Vertex;

/// The maximum number of words of a block if messages are measured in words: then no sum of words times hops
/// exceeds 128 bits.
const MOST_WORDS: u128 = 1 << 48;

/// The limits of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The maximum number of messages, steps and nodes of all phases, and of pairs of nodes if blocks belong
    /// to pairs. Checked before any work.
    pub messages: u128,
    /// The maximum number of messages of combined data, each of which may need memory for a value (about 50
    /// bytes). Checked before any work.
    pub combining: u128,
    /// The maximum number of hops of all messages together.
    pub hops: u64,
    /// The maximum number of ranges of blocks beyond the first of each message, of all messages together. The
    /// time grows with them.
    pub ranges: u128,
    /// The maximum work on sets of contributors, in runs and values.
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

/// The entry of [`Limits`] for an amount.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Limit {
    /// [`Limits::messages`]
    Messages,
    /// [`Limits::combining`]
    Combining,
    /// [`Limits::hops`]
    Hops,
    /// [`Limits::ranges`]
    Ranges,
    /// The fixed limit of words in a block.
    Words,
}

/// The amount with the limit [`Limits::ranges`].
pub(crate) const RANGES: &str = "ranges of blocks beyond the first of each message";

/// An amount that exceeds a limit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exceeded {
    /// `messages`, `steps`, `nodes`, `pairs of nodes`, `hops`, ..
    pub what: &'static str,
    /// The amount.
    pub needed: u128,
    /// Whether it is only a lower bound: the count stopped there.
    pub least: bool,
    /// The limit.
    pub allowed: u128,
    /// The entry that raises the limit.
    pub bound: Limit,
}

impl Limit {
    /// The table of limits: the name of each in `--limit`, and what it allows.
    fn entry(self, limits: &Limits) -> (Option<&'static str>, u128) {
        match self {
            Limit::Messages => (Some("messages"), limits.messages),
            Limit::Combining => (Some("values"), limits.combining),
            Limit::Hops => (Some("hops"), limits.hops.into()),
            Limit::Ranges => (Some("ranges"), limits.ranges),
            Limit::Words => (None, MOST_WORDS),
        }
    }

    /// A known amount with this limit.
    pub(crate) fn over(self, what: &'static str, needed: u128, limits: &Limits) -> Exceeded {
        Exceeded { what, needed, least: false, allowed: self.entry(limits).1, bound: self }
    }
}

/// Why a schedule was not checked to its end.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NoAnswer {
    /// A naive all-gather on `ring:10000`, of 99990000 messages; all amounts that are known to exceed a
    /// limit, at least one.
    #[error("the schedule has {}", amounts(.0))]
    TooMany(Vec<Exceeded>),
    /// All-reduce by 40 values that overlap pairwise, of which no disjoint ones fit
    #[error(
        "whether node {node} can form block {block} {} takes more than the {allowed} operations on \
         sets that are allowed",
        in_step(*.step)
    )]
    TooMuchSetWork {
        /// The step, counted from 1 through all phases; `None` at the end.
        step: Option<usize>,
        /// The node that must form a value.
        node: Vertex,
        /// The block, in the notation of the schedule format.
        block: String,
        /// The limit of work.
        allowed: u64,
    },
    /// A message that the readers of documents reject; no document leads here.
    #[error("step {step}: the message from {from} to {to} is malformed: {what}")]
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
    #[error("phase {phase} needs groups, all of the same collective")]
    MalformedPhase {
        /// The phase, counted from 1.
        phase: usize,
    },
}

/// What is wrong with a malformed message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Malformed {
    /// `{from: 9, ..}` among eight nodes, or a switch
    #[error("there is no node {0}")]
    NoSuchNode(Vertex),
    /// `{from: 1, to: 1, ..}`
    #[error("its receiver is its sender")]
    ToItself,
    /// `via: [99]`
    #[error("its route contains vertex {0}, which does not exist")]
    NoSuchVertex(Vertex),
    /// `via: [1, 0, 1]` from 0
    #[error("its route uses the link from {0} to {1} twice")]
    LinkTwice(Vertex, Vertex),
    /// A message of a node in no group, or between two groups
    #[error("its sender and its receiver are not in the same group")]
    BetweenGroups,
    /// `blocks: [9]` where there are eight
    #[error("it carries a block that does not exist")]
    NoSuchBlock,
    /// `blocks: []`
    #[error("it carries no data")]
    NoBlocks,
    /// A template of a program with overlapping bricks; those of documents are merged first.
    #[error("it carries a block twice")]
    BlockTwice,
    /// `blocks: ["0@9"]` among eight nodes, or `0@1` of data that is not combined
    #[error("it names a contributor that does not exist")]
    NoSuchContributor,
}

impl NoAnswer {
    /// This many messages exceed the limit.
    pub fn too_many_messages(needed: u128, limits: &Limits) -> Self {
        NoAnswer::TooMany(vec![Limit::Messages.over("messages", needed, limits)])
    }

    /// The value of `--limit` that raises all exceeded limits: `messages=99990000,hops=99990000 raises them`.
    pub fn raised_by(&self) -> Option<String> {
        let over = match self {
            NoAnswer::TooMany(over) => over,
            NoAnswer::TooMuchSetWork { allowed, .. } => {
                let more = allowed.saturating_mul(10).max(1);
                return Some(format!("sets={more} raises it, but may not be enough"));
            }
            NoAnswer::Malformed { .. } | NoAnswer::MalformedPhase { .. } => return None,
        };
        let named = over.iter().map(|of| {
            let name = of.bound.entry(&Limits::default()).0?;
            // No computer counts further than that.
            (of.needed <= u128::from(u64::MAX)).then(|| format!("{name}={}", of.needed))
        });
        let named: Vec<String> = named.collect::<Option<_>>()?;
        let raises = if over.len() == 1 { "raises it" } else { "raises them" };
        let least = over.iter().any(|of| of.least);
        let enough = if least { ", but may not be enough" } else { "" };
        Some(format!("{} {raises}{enough}", named.join(",")))
    }

    /// The same to be read on behind the reason: `; --limit hops=8 raises it`, or nothing.
    pub fn raised(&self) -> String {
        self.raised_by().map_or_else(String::new, |how| format!("; --limit {how}"))
    }

    /// More hops than allowed, before they are all counted.
    pub(crate) fn more_hops(limits: &Limits) -> Self {
        let hops = Limit::Hops.over("hops", u128::from(limits.hops) + 1, limits);
        NoAnswer::TooMany(vec![Exceeded { least: true, ..hops }])
    }
}

/// `5 messages, but 4 are allowed; it has at least 3 hops, but 2 are allowed`
fn amounts(over: &[Exceeded]) -> String {
    let amount = |Exceeded { what, needed, least, allowed, .. }: &Exceeded| {
        let least = if *least { "at least " } else { "" };
        format!("{least}{needed} {what}, but {allowed} are allowed")
    };
    over.iter().map(amount).collect::<Vec<_>>().join("; it has ")
}

fn in_step(step: Option<usize>) -> String {
    step.map_or("at the end".to_owned(), |step| format!("in step {step}"))
}
