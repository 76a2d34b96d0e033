//! What can be wrong with a schedule, and where: data that a message is made from.

use crate::schedule::Runs;
use crate::topology::Vertex;

/// The rules, in the order in which they are counted and reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rule {
    /// A node sends at most one message in a step.
    SendPort,
    /// A node receives at most one message in a step.
    ReceivePort,
    /// A route uses only links that there are.
    Link,
    /// A directed link carries no more messages in a step than it may.
    Congestion,
    /// A sender holds what it sends, and knows of every contributor.
    NotHeld,
    /// A value is made from disjoint known values.
    CannotForm,
    /// At the end a node has all that it must.
    NotDelivered,
}

impl Rule {
    /// All rules, in their order.
    pub const ALL: [Rule; 7] = [
        Rule::SendPort,
        Rule::ReceivePort,
        Rule::Link,
        Rule::Congestion,
        Rule::NotHeld,
        Rule::CannotForm,
        Rule::NotDelivered,
    ];

    /// The name, as the schedule format spells it.
    pub fn name(self) -> &'static str {
        match self {
            Rule::SendPort => "send-port",
            Rule::ReceivePort => "receive-port",
            Rule::Link => "link",
            Rule::Congestion => "congestion",
            Rule::NotHeld => "not-held",
            Rule::CannotForm => "cannot-form",
            Rule::NotDelivered => "not-delivered",
        }
    }
}

/// One place where a rule is broken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The phase, counted from 1; `None` where the schedule has only one.
    pub phase: Option<usize>,
    /// The step, counted from 1 through all phases; `None` for a fault at the end (of the phase).
    /// In words the steps of each phase are counted by themselves, as documents list them.
    pub step: Option<usize>,
    /// Where in the machine.
    pub place: Place,
    /// The rule, and how it is broken.
    pub rule: BrokenRule,
}

/// Where in the machine a rule is broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Place {
    /// At a node.
    Node(Vertex),
    /// On the link from the first vertex to the second, in this direction.
    Link(Vertex, Vertex),
    /// In a message of the step.
    Message {
        /// The node that sends it.
        from: Vertex,
        /// The node that receives it.
        to: Vertex,
    },
}

/// How a rule is broken at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BrokenRule {
    /// Broadcast on `ring:4`: `- [{from: 0, to: 1, ..}, {from: 0, to: 3, ..}]`
    SendPort {
        /// To whom the node sends.
        to: Listing<Vertex>,
    },
    /// Gather to 0 on `ring:4`: `- [{from: 1, to: 0, ..}, {from: 3, to: 0, ..}]`
    ReceivePort {
        /// From whom the node receives.
        from: Listing<Vertex>,
    },
    /// On `ring:4`: `- [{from: 0, to: 2, via: [], ..}]`
    Link {
        /// The hop of the message's route for which there is no link.
        hop: (Vertex, Vertex),
    },
    /// On `linear-array:4`: `- [{from: 0, to: 2, ..}, {from: 1, to: 3, ..}]`
    Congestion {
        /// How many messages the link carries in a step.
        capacity: u32,
        /// Sender and receiver of each message that uses it.
        messages: Listing<(Vertex, Vertex)>,
        /// A way that is free in this step, for one message too many.
        detour: Option<Detour>,
    },
    /// Broadcast from 0 on `ring:4`: `- [{from: 1, to: 2, blocks: [0]}]` as the first step
    NotHeld {
        /// What the sender lacks; nothing where it was to send all it holds and holds nothing.
        lacks: Vec<Lack>,
        /// The step after which it could first have sent the message, if there is one. What false
        /// messages bring does not count.
        held_after: Option<usize>,
    },
    /// Reduce to 3 on `complete:4`: 0→1; 0→2; 1→3; 2→3, where at the end 0 would be counted twice
    CannotForm {
        /// The values that cannot be formed.
        tangles: Vec<Tangle>,
    },
    /// Broadcast on `ring:4` with `steps: []`
    NotDelivered {
        /// What the node lacks.
        lacks: Vec<Lack>,
    },
}

/// Blocks that a node lacks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lack {
    /// The blocks.
    pub blocks: Runs,
    /// For combined data the positions whose contributions to them are in nothing that the node
    /// knows; empty for copied data.
    pub contributors: Runs,
}

/// A value of which every contributor is known to a node, and which it cannot form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tangle {
    /// The blocks.
    pub blocks: Runs,
    /// The positions whose contributions the value combines.
    pub wanted: Runs,
    /// What stands in the way.
    pub because: Because,
}

/// Why a value cannot be formed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Because {
    /// `0@1` at a node that knows 0 only as `0@0-1`
    Mixed {
        /// Who is wanted.
        wanted: Runs,
        /// Who comes with them in every value that the node knows.
        with: Runs,
    },
    /// `0@0-2` at a node that knows `0@0-1` and `0@0+2`
    Twice {
        /// Who is in both values.
        who: Runs,
        /// Two known values that overlap, neither inside the other.
        values: [Runs; 2],
    },
}

/// A message, and the vertices strictly between its ends on another way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Detour {
    /// Sender and receiver.
    pub message: (Vertex, Vertex),
    /// The way.
    pub via: Vec<Vertex>,
}

/// The first few of a list that may be long, and how many there are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listing<T> {
    /// The first ones, at most [`Listing::<()>::MOST`].
    pub first: Vec<T>,
    /// How many there are in all.
    pub count: u64,
}

impl Listing<()> {
    /// How many are listed.
    pub const MOST: usize = 16;
}

impl<T> Listing<T> {
    pub(crate) fn new() -> Self {
        Listing { first: Vec::new(), count: 0 }
    }

    pub(crate) fn push(&mut self, item: T) {
        if self.first.len() < Listing::MOST {
            self.first.push(item);
        }
        self.count += 1;
    }
}

impl<T> FromIterator<T> for Listing<T> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        let mut listing = Listing::new();
        items.into_iter().for_each(|item| listing.push(item));
        listing
    }
}

impl BrokenRule {
    /// The rule.
    pub fn rule(&self) -> Rule {
        match self {
            BrokenRule::SendPort { .. } => Rule::SendPort,
            BrokenRule::ReceivePort { .. } => Rule::ReceivePort,
            BrokenRule::Link { .. } => Rule::Link,
            BrokenRule::Congestion { .. } => Rule::Congestion,
            BrokenRule::NotHeld { .. } => Rule::NotHeld,
            BrokenRule::CannotForm { .. } => Rule::CannotForm,
            BrokenRule::NotDelivered { .. } => Rule::NotDelivered,
        }
    }

    /// The name of the rule, as the schedule format spells it.
    pub fn name(&self) -> &'static str {
        self.rule().name()
    }
}
