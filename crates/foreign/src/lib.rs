//! Schedules that other software wrote, read and executed.
//!
//! A file of this kind is a program for each rank: its threads run their operations in order, and send and receive over
//! channels. `executor` runs it on symbolic data and finds what is wrong with the order and the data; the
//! messages become steps, whose ports and links the checker judges.

pub mod executor;
mod goal;
mod msccl;
mod nccl;
mod xml;

pub use goal::{is_goal, read_goal};
pub use msccl::{is_msccl, read_msccl};
pub use nccl::{NcclMachine, read_nccl};

use std::collections::BTreeMap;
use std::rc::Rc;

use executor::ProgramFault;
use hockney_base::diagnostic::Span;
use hockney_core::collective::Schedule;
use hockney_core::topology::Vertex;

/// A message: its step from 0, sender and receiver.
pub type MessageKey = (usize, Vertex, Vertex);

/// The places of messages.
pub type MessagePlaces = BTreeMap<MessageKey, MessagePlace>;

/// Where a message is sent.
#[derive(Clone, Debug)]
pub struct MessagePlace {
    /// The place in the text.
    pub at: Span,
    /// The numbers that the sender has computed so far, if a program sends it: `i = 2, mask = 3`.
    pub values: Option<Rc<str>>,
}

/// A schedule that was read.
#[derive(Clone)]
pub struct Foreign {
    /// The schedule; without steps if there are faults.
    pub schedule: Schedule,
    /// The name that the file gives itself.
    pub name: Option<String>,
    /// What is wrong with the program, in the order of the text.
    pub faults: Vec<ProgramFault>,
    /// The places of the messages.
    pub places: MessagePlaces,
    /// Whether the result is added up in the order of the ranks, if it is a sum and nothing is wrong.
    pub in_order: Option<bool>,
    /// What else is to be said.
    pub notes: Vec<String>,
}
