//! What a document says before its steps, read by itself: for documents that are too large for a tree.

use super::read::document::{Graphs, Header, document};
use super::{Document, Notation, ReadError, events};

/// Where the head of a document ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Head {
    pub(super) notation: Notation,
    /// Whether phases are listed.
    pub(super) listed: bool,
    /// Where the line begins after which steps or phases stand, and the one behind it.
    pub(super) end: usize,
    pub(super) next: usize,
}

/// What a head says.
pub(super) enum Opening {
    /// Of the one phase everything but its steps.
    One(Box<Document>),
    /// Everything but the phases.
    Listed(Header),
}

/// The longest head, in bytes.
const LONGEST: usize = 1 << 24;

impl Head {
    /// The head of the text from a byte on, if it has the layout that
    /// [`write()`](super::write()) gives a document. The line that ends it is whole.
    pub(super) fn find(text: &str, start: usize) -> Option<Self> {
        let mut end = start;
        for line in text[start..].split_inclusive('\n').filter(|line| line.ends_with('\n')) {
            let next = end + line.len();
            let (notation, listed) = match without_end(line) {
                "steps:" => (Notation::Yaml, false),
                "phases:" => (Notation::Yaml, true),
                line if line.trim_start_matches(' ') == "\"steps\": [" => (Notation::Json, false),
                _ => {
                    end = next;
                    continue;
                }
            };
            return Some(Head { notation, listed, end, next });
        }
        None
    }

    /// That it is over the limit, if it is.
    pub(super) fn too_long(&self) -> Option<ReadError> {
        let what = "bytes before the steps of a document";
        let (needed, allowed) = (self.end as u128, LONGEST as u128);
        (needed > allowed).then_some(ReadError::Limit { what, needed, allowed, at: None })
    }

    /// What it says, with places in the text from that byte on.
    pub(super) fn read(
        &self,
        text: &str,
        start: usize,
        graphs: Graphs<'_>,
    ) -> Result<Opening, ReadError> {
        let alone = self.alone(text);
        let root = events::parse(&alone, start..alone.len())?;
        Ok(if self.listed {
            Opening::Listed(Header::of_root(&root, graphs)?)
        } else {
            Opening::One(Box::new(document(&root, graphs)?))
        })
    }

    /// The head as a document without steps. What is wrong with it has the place that it has in the text.
    fn alone(&self, text: &str) -> String {
        let line = &text[self.end..self.next];
        let indent = &line[..line.len() - line.trim_start_matches(' ').len()];
        let steps = match (self.notation, self.listed) {
            (Notation::Yaml, false) => "steps: []\n",
            (Notation::Yaml, true) => "phases: []\n",
            (Notation::Json, _) => "\"steps\": []}\n",
        };
        text[..self.end].to_owned() + indent + steps
    }

    /// Whether a complaint about the head alone is one about the text: its place is before the steps, or
    /// it is about their key, which is there twice.
    pub(super) fn is_at_fault(&self, error: &ReadError) -> bool {
        let span = error.diagnostic().span;
        span.is_some_and(|span| {
            let whole_key = span.end - span.start >= "steps".len();
            span.start < self.end || (whole_key && span.end < self.next)
        })
    }
}

/// A line without blanks and whatever ends it.
pub(super) fn without_end(line: &str) -> &str {
    line.trim_end_matches([' ', '\r', '\n'])
}
