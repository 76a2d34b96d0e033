//! The operations of threads, and what they work on: slots, channels and contributions.

use std::rc::Rc;

use crate::MessagePlace;
use hockney_base::diagnostic::Span;
use hockney_core::topology::Vertex;

/// A part of the data that a rank has at the beginning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Contribution {
    pub(crate) chunk: u32,
    pub(crate) rank: Vertex,
}

/// The contributions of a slot, ascending; one that is there twice was counted twice. None are the zero of a sum.
pub(crate) type Contents = Rc<Vec<Contribution>>;

/// A place for a chunk: of a rank, in a buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Slot {
    pub(crate) rank: Vertex,
    pub(crate) buffer: u32,
    pub(crate) at: u32,
}

/// The messages from one rank to another that arrive in the order in which they are sent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Channel {
    pub(crate) from: Vertex,
    pub(crate) to: Vertex,
    pub(crate) number: u32,
}

/// What becomes of the contents that meet in an operation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Join {
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
pub(crate) struct ThreadOperation {
    /// The threads and operations that must have ended.
    pub(crate) waits: Vec<(usize, usize)>,
    /// A message that must have been received: its channel, and its number there, from 0.
    pub(crate) until: Option<(Channel, u32)>,
    pub(crate) receive: Option<Channel>,
    /// Which message of the channel it receives, from 0; otherwise the next.
    pub(crate) turn: Option<u32>,
    /// Each is a list of slots, one for each chunk.
    pub(crate) reads: Vec<Vec<Slot>>,
    pub(crate) join: Join,
    pub(crate) write: Option<Vec<Slot>>,
    pub(crate) send: Option<Channel>,
    /// The number of chunks.
    pub(crate) chunks: usize,
    /// Whether some of the slots may be empty, and a message may be shorter.
    pub(crate) partly: bool,
    /// Whether its message waits for no earlier one of its thread, if a rank has several ports.
    pub(crate) apart: bool,
    /// Where it stands.
    pub(crate) at: Span,
    /// What it is called in messages: `gpu 0, thread block 1, step 3`.
    pub(crate) name: Rc<str>,
    /// The numbers that a program has computed when it sends, if they are shown.
    pub(crate) values: Option<Rc<str>>,
}

/// The operations of each thread, in their order.
pub(crate) type Threads = Vec<Vec<ThreadOperation>>;

/// Something that is wrong with a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProgramFault {
    /// What is wrong, with the operation.
    pub message: String,
    /// Where it stands, if it has a place.
    pub at: Option<Span>,
}

/// A message of a step.
pub(crate) struct SentMessage {
    pub(crate) step: usize,
    pub(crate) channel: Channel,
    pub(crate) contents: Vec<Option<Contents>>,
    pub(crate) place: MessagePlace,
}

/// What an operation has to do with messages.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Event {
    /// Its place in its thread.
    pub(crate) operation: usize,
    /// How many operations of all threads ran before it.
    pub(crate) order: usize,
    /// The message that it received.
    pub(crate) received: Option<usize>,
    /// The message that it sent.
    pub(crate) sent: Option<usize>,
}
