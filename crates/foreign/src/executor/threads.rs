//! The operations of threads, and what they work on: slots, channels and contributions.

use std::rc::Rc;

use crate::MessagePlace;
use hockney_base::diagnostic::Span;
use hockney_core::topology::Vertex;

/// A part of the data that a rank has at the beginning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Contribution {
    /// The number of the chunk.
    pub chunk: u32,
    /// The rank that has it at the beginning.
    pub rank: Vertex,
}

/// The contributions of a slot, by chunk, those of a chunk in the order in which they were added; one that is there twice
/// was counted twice. None are the zero of a sum.
pub type Contents = Rc<Vec<Contribution>>;

/// A place for a chunk: of a rank, in a buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Slot {
    /// The rank.
    pub rank: Vertex,
    /// The number of the buffer.
    pub buffer: u32,
    /// The place in the buffer.
    pub at: u32,
}

/// The messages from one rank to another that arrive in the order in which they are sent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Channel {
    /// The sender.
    pub from: Vertex,
    /// The receiver.
    pub to: Vertex,
    /// Its number among those of the two.
    pub number: u32,
}

/// What becomes of the contents that meet in an operation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Join {
    /// They are added up.
    #[default]
    Sum,
    /// They are kept beside each other.
    Union,
    /// The signals are known, however often they come.
    Signals,
}

/// An operation: what it receives and what it reads is joined, written and sent.
#[derive(Clone, Debug, Default)]
pub struct ThreadOperation {
    /// The threads and operations that must have ended.
    pub waits: Vec<(usize, usize)>,
    /// A message that must have been received: its channel, and its number there, from 0.
    pub until: Option<(Channel, u32)>,
    /// The channel of the message that it receives.
    pub receive: Option<Channel>,
    /// Which message of the channel it receives, from 0; otherwise the next.
    pub turn: Option<u32>,
    /// Each is a list of slots, one for each chunk.
    pub reads: Vec<Vec<Slot>>,
    /// What becomes of contents that meet.
    pub join: Join,
    /// The slots that get the result.
    pub write: Option<Vec<Slot>>,
    /// The channel over which it sends the result.
    pub send: Option<Channel>,
    /// The number of chunks.
    pub chunks: usize,
    /// Whether some of the slots may be empty, and a message may be shorter.
    pub partly: bool,
    /// Whether its message waits for no earlier one of its thread, if a rank has several ports.
    pub apart: bool,
    /// The type of the words that it sends or receives, if it names one.
    pub kind: Option<Rc<str>>,
    /// Where it stands.
    pub at: Span,
    /// What it is called in messages: `gpu 0, thread block 1, step 3`.
    pub name: Rc<str>,
    /// The numbers that a program has computed when it sends, if they are shown.
    pub values: Option<Rc<str>>,
}

/// The operations of each thread, in their order.
pub type Threads = Vec<Vec<ThreadOperation>>;

/// Something that is wrong with a program.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ProgramFault {
    /// What is wrong, with the operation.
    pub message: String,
    /// Where it stands, if it has a place.
    pub at: Option<Span>,
}

/// A message of a step.
pub struct SentMessage {
    /// Its step, from 0.
    pub step: usize,
    /// Its channel.
    pub channel: Channel,
    /// What it carries, chunk by chunk.
    pub contents: Vec<Option<Contents>>,
    /// Where it is sent.
    pub place: MessagePlace,
}

/// What an operation has to do with messages.
#[derive(Clone, Copy, Debug, Default)]
pub struct Event {
    /// Its place in its thread.
    pub operation: usize,
    /// How many operations of all threads ran before it.
    pub order: usize,
    /// The message that it received.
    pub received: Option<usize>,
    /// The message that it sent.
    pub sent: Option<usize>,
}
