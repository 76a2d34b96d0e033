//! What a document says before its steps, read by itself: for documents that are too large for a tree.

use super::read::{Graphs, Header, document};
use super::shorthand::without_end;
use super::{Notation, ReadError, body, events};

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

/// The longest head, in bytes.
const LONGEST: usize = 1 << 24;

impl Head {
    /// The same as [`Head::find`] where the head is within the limit.
    pub(super) fn short(text: &str, start: usize) -> Option<Self> {
        Self::find(&text[..text.floor_char_boundary(start + LONGEST)], start)
    }

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

    /// The head as a document without steps. What is wrong with it has the place that it has in the text.
    pub(super) fn alone(&self, text: &str) -> String {
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

/// What is wrong with the head of a text, where that is all that can be said of it.
pub(super) fn wrong(text: &str, graphs: Graphs<'_>) -> Option<ReadError> {
    let start = body(text);
    let Some(head) = Head::short(text, start) else {
        return Head::find(text, start).map(|head| ReadError::Limit {
            what: "bytes before the steps of a document",
            needed: (head.next - start) as u128,
            allowed: LONGEST as u128,
            at: None,
        });
    };
    let alone = head.alone(text);
    let read = events::parse(&alone, start..alone.len()).and_then(|root| {
        if head.listed {
            Header::of_root(&root, graphs).map(|_| ())
        } else {
            document(&root, graphs).map(|_| ())
        }
    });
    read.err().filter(|error| head.is_at_fault(error))
}
