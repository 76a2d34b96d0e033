//! The possible violations of a schedule, with the data for their messages.

use crate::schedule::Runs;
use crate::topology::Vertex;

/// The rules, in the order in which they are counted and reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum CheckerRule {
    /// A node sends at most one message in a step.
    SendPort,
    /// A node receives at most one message in a step.
    ReceivePort,
    /// A route uses only existing links.
    Link,
    /// A directed link carries at most its capacity of messages in a step.
    Congestion,
    /// A sender holds the data that it sends, and the contribution of every contributor.
    NotHeld,
    /// A value is formed from disjoint known values.
    CannotForm,
    /// At the end a node has its result.
    NotDelivered,
}

impl CheckerRule {
    /// All rules, in their order.
    pub const ALL: [CheckerRule; 7] = [
        CheckerRule::SendPort,
        CheckerRule::ReceivePort,
        CheckerRule::Link,
        CheckerRule::Congestion,
        CheckerRule::NotHeld,
        CheckerRule::CannotForm,
        CheckerRule::NotDelivered,
    ];

    /// Whether it is about ports and the loads of links: messages that break it could wait for each other.
    pub fn is_about_waiting(self) -> bool {
        matches!(self, CheckerRule::SendPort | CheckerRule::ReceivePort | CheckerRule::Congestion)
    }

    /// The name in the schedule format.
    pub fn name(self) -> &'static str {
        match self {
            CheckerRule::SendPort => "send-port",
            CheckerRule::ReceivePort => "receive-port",
            CheckerRule::Link => "link",
            CheckerRule::Congestion => "congestion",
            CheckerRule::NotHeld => "not-held",
            CheckerRule::CannotForm => "cannot-form",
            CheckerRule::NotDelivered => "not-delivered",
        }
    }
}

/// One place where a rule is broken.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Violation {
    /// The phase, counted from 1; `None` if the schedule has only one.
    pub phase: Option<usize>,
    /// The step, counted from 1 through all phases; `None` for a violation at the end (of the phase). Texts
    /// count the steps of each phase separately, as documents do.
    pub step: Option<usize>,
    /// The place in the network.
    pub place: ViolationPlace,
    /// The rule, with details.
    pub rule: BrokenRule,
}

impl Violation {
    /// The ends of the messages that break the rule together, of which the first are listed; `None` if it is about the
    /// data of a node.
    pub fn messages(&self) -> Option<Listing<[Vertex; 2]>> {
        match (&self.rule, self.place) {
            (_, ViolationPlace::Message { from, to }) => Some([[from, to]].into_iter().collect()),
            (BrokenRule::Congestion { messages, .. }, _) => {
                Some(messages.map(|(from, to)| [*from, *to]))
            }
            (BrokenRule::SendPort { to }, ViolationPlace::Node(node)) => {
                Some(to.map(|to| [node, *to]))
            }
            (BrokenRule::ReceivePort { from }, ViolationPlace::Node(node)) => {
                Some(from.map(|from| [*from, node]))
            }
            (
                BrokenRule::SendPort { .. }
                | BrokenRule::ReceivePort { .. }
                | BrokenRule::Link { .. }
                | BrokenRule::NotHeld { .. }
                | BrokenRule::CannotForm { .. }
                | BrokenRule::NotDelivered { .. },
                ViolationPlace::Node(_) | ViolationPlace::Link(..),
            ) => None,
        }
    }
}

/// The place of a violation in the network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ViolationPlace {
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

/// The details of a violation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BrokenRule {
    /// Broadcast on `ring:4`: `- [{from: 0, to: 1, ..}, {from: 0, to: 3, ..}]`
    SendPort {
        /// The receivers of its messages.
        to: Listing<Vertex>,
    },
    /// Gather to 0 on `ring:4`: `- [{from: 1, to: 0, ..}, {from: 3, to: 0, ..}]`
    ReceivePort {
        /// The senders of its messages.
        from: Listing<Vertex>,
    },
    /// On `ring:4`: `- [{from: 0, to: 2, via: [], ..}]`
    Link {
        /// The hop of the route without a link.
        hop: (Vertex, Vertex),
    },
    /// On `linear-array:4`: `- [{from: 0, to: 2, ..}, {from: 1, to: 3, ..}]`
    Congestion {
        /// The capacity of the link.
        capacity: u32,
        /// Sender and receiver of each message on the link.
        messages: Listing<(Vertex, Vertex)>,
        /// A free route in this step, for one message too many.
        detour: Option<Detour>,
    },
    /// Broadcast from 0 on `ring:4`: `- [{from: 1, to: 2, blocks: [0]}]` as the first step
    NotHeld {
        /// The data that the sender lacks; empty if it sends all that it holds and holds nothing.
        lacks: Vec<Lack>,
        /// The step after which it could first send the message, if there is one, ignoring data from false
        /// messages.
        held_after: Option<usize>,
    },
    /// Reduce to 3 on `complete:4`: 0→1; 0→2; 1→3; 2→3, where 0 would be counted twice at the end
    CannotForm {
        /// The values that cannot be formed.
        tangles: Vec<Tangle>,
    },
    /// Broadcast on `ring:4` with `steps: []`
    NotDelivered {
        /// The data that the node lacks.
        lacks: Vec<Lack>,
    },
}

/// Blocks that a node lacks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lack {
    /// The blocks.
    pub blocks: Runs,
    /// For combined data the positions whose contributions the node has in no value; empty for copied data.
    pub contributors: Runs,
}

/// A value whose contributors are all known to a node, and which it cannot form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tangle {
    /// The blocks.
    pub blocks: Runs,
    /// The positions whose contributions the value combines.
    pub wanted: Runs,
    /// The reason.
    pub because: Because,
}

/// Why a value cannot be formed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Because {
    /// `0@1` at a node that knows 0 only as `0@0-1`
    Mixed {
        /// The wanted contributors.
        wanted: Runs,
        /// The contributors that come with them in every known value.
        with: Runs,
    },
    /// `0@0-2` at a node that knows `0@0-1` and `0@0+2`
    Twice {
        /// The contributors in both values.
        who: Runs,
        /// Two known values that overlap without nesting.
        values: [Runs; 2],
    },
}

/// A message, and the vertices strictly between its ends on another route.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Detour {
    /// Sender and receiver.
    pub message: (Vertex, Vertex),
    /// The route.
    pub via: Vec<Vertex>,
}

/// The first few items of a list, and its length.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listing<T> {
    /// The first items, at most [`Listing::<()>::MOST`].
    pub first: Vec<T>,
    /// The length of the list.
    pub count: u64,
}

impl Listing<()> {
    /// The number of listed items.
    pub const MOST: usize = 16;
}

impl<T> Default for Listing<T> {
    fn default() -> Self {
        Listing { first: Vec::new(), count: 0 }
    }
}

impl<T> Listing<T> {
    /// The list with other items.
    fn map<U>(&self, item: impl Fn(&T) -> U) -> Listing<U> {
        Listing { first: self.first.iter().map(item).collect(), count: self.count }
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
        let mut listing = Listing::default();
        items.into_iter().for_each(|item| listing.push(item));
        listing
    }
}

impl BrokenRule {
    /// The rule.
    pub fn rule(&self) -> CheckerRule {
        match self {
            BrokenRule::SendPort { .. } => CheckerRule::SendPort,
            BrokenRule::ReceivePort { .. } => CheckerRule::ReceivePort,
            BrokenRule::Link { .. } => CheckerRule::Link,
            BrokenRule::Congestion { .. } => CheckerRule::Congestion,
            BrokenRule::NotHeld { .. } => CheckerRule::NotHeld,
            BrokenRule::CannotForm { .. } => CheckerRule::CannotForm,
            BrokenRule::NotDelivered { .. } => CheckerRule::NotDelivered,
        }
    }

    /// The name of the rule in the schedule format.
    pub fn name(&self) -> &'static str {
        self.rule().name()
    }
}
