//! The schedule file: YAML and JSON in and out, and the lines that people write by hand.
//!
//! `specs/schedule.md` defines the meaning of a document. Reading takes two steps: `events` turns the
//! text into a small `tree` with the place of every key and scalar, and `read` interprets the tree.
//! Of documents as the program writes them, `incoming` takes a line at a time instead; then a message is read by
//! `serde_json`.
//!
//! Why not `serde_yaml`, which the project has for other YAML: through serde the places of errors
//! are lost as soon as something is interpreted late (a root needs the number of nodes), numbers
//! arrive without their text (`2.10` as 2.1, `1/4` not at all), repeated keys vanish, and nested
//! braces take it quadratic time. The event parser underneath this module gives places, raw text
//! and one event at a time, so that every limit is checked before it costs anything.
//!
//! Why not `serde-saphyr` (2.2), which has places and limits: it ends at the first error, where a problem set is
//! refused with all of them; keys have no place, nor have values of several kinds (`untagged`); `"3"`, `+3`, `0x10`
//! and values with tags pass as numbers; and it brings a YAML parser of its own beside the one for long steps.
//!
//! ```
//! use hockney_files::{Header, Notation, read, write};
//! use hockney_core::topology::Topology;
//! use hockney_plan::question::{Choice, Question};
//!
//! let ring = Topology::parse("ring:8").unwrap();
//! let plan = Question::new("broadcast", ring).unwrap().plan(Choice::Default).unwrap();
//! let mut text = Vec::new();
//! write(&mut text, &Header::default(), &plan.schedule(), Notation::Yaml).unwrap();
//! let text = String::from_utf8(text).unwrap();
//! let read = read(&text, &|_: &str| Err(String::new())).unwrap();
//! assert_eq!(read.schedule.messages(), 7);
//! ```

mod error;
pub mod events;
mod incoming;
mod lines;
pub mod read;
pub mod scalar;
mod tree;
mod write;

use error::refuse;
use hockney_core::collective::Schedule;
use read::steps::{Context, Draft, checked};
use read::{Budget, Placed};

pub use error::{ReadError, shortened, suggestion, unknown, within, wrong};
pub use incoming::{Begun, Broken, Incoming, begin};
pub use lines::{
    OtherWay, WrittenSteps, behind_label, has_arrow, is_no_answer, printed_pieces, read_lines_of,
    read_way, read_written, words,
};
pub use read::{read, read_composition, read_graph, read_placement};
pub use tree::{Content, FieldKey, Fields, Node, Plain, is_format, list, names_format};
pub use write::{fits_compact, write, write_compact, write_with_kinds};

/// The value that was read, or the error.
pub type Result<T, E = ReadError> = std::result::Result<T, E>;

/// Returns the text of a graph file, or the reason why there is none.
pub type Graphs<'a> = &'a dyn Fn(&str) -> Result<String, String>;

/// The most commas, colons, dashes and brackets of a document that is kept in memory.
pub const LARGE: usize = events::MOST_MARKS;

/// The most bytes of a text that is read as a whole.
pub const MOST_BYTES: usize = 1 << 26;

/// The format that this version reads and writes.
pub const FORMAT: &str = "hockney/schedule/v1";

/// A schedule file: the schedule, and the unchecked claims of the file about it.
#[derive(Clone)]
pub struct Document {
    /// The schedule.
    pub schedule: Schedule,
    /// The claims of the file.
    pub header: Header,
}

/// The claims of a schedule file besides the schedule: free text that is never relied on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Header {
    /// The algorithm.
    pub algorithm: Option<String>,
    /// A free note.
    pub note: Option<String>,
    /// The program that wrote it.
    pub generator: Option<String>,
}

/// How a schedule file is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Notation {
    /// YAML, for people.
    #[default]
    Yaml,
    /// JSON: the same document.
    Json,
}
