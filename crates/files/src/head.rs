//! The part of a document before its steps, for documents that are too large for a tree.

use super::read::document::{document, header};
use crate::{Document, Graphs, Notation, ReadError, events, within};

/// The part of a document before its steps, if it has the layout that [`write()`](super::write())
/// gives it.
pub(super) struct Head {
    pub(super) notation: Notation,
    /// Whether phases are listed: then the document here has none, and else one without its steps.
    pub(super) listed: bool,
    pub(super) document: Document,
    /// Where the steps or phases begin: behind the line that announces them.
    pub(super) next: usize,
}

/// The longest head, in bytes.
const LONGEST: u32 = 1 << 24;

impl Head {
    /// The head of the text from a byte on. The line that ends it is whole.
    ///
    /// # Errors
    /// What is wrong with it; nothing where the document is of another layout, or may be.
    pub(super) fn read(
        text: &str,
        start: usize,
        graphs: Graphs<'_>,
    ) -> Result<Self, Option<ReadError>> {
        let mut end = start;
        let mut lines = text[start..].split_inclusive('\n').filter(|line| line.ends_with('\n'));
        let found = lines.find_map(|line| {
            let before = end;
            end += line.len();
            match without_end(line) {
                "steps:" => Some((before, Notation::Yaml, false)),
                "phases:" => Some((before, Notation::Yaml, true)),
                line if line.trim_start_matches(' ') == "\"steps\": [" => {
                    Some((before, Notation::Json, false))
                }
                _ => None,
            }
        });
        let (before, notation, listed) = found.ok_or(None)?;
        within("bytes before the steps of a document", before as u128, LONGEST, None)?;
        // The head as a document without steps. What is wrong with it has the place that it has in
        // the text.
        let line = &text[before..end];
        let indent = &line[..line.len() - line.trim_start_matches(' ').len()];
        let steps = match (notation, listed) {
            (Notation::Yaml, false) => "steps: []\n",
            (Notation::Yaml, true) => "phases: []\n",
            (Notation::Json, _) => "\"steps\": []}\n",
        };
        let alone = text[..before].to_owned() + indent + steps;
        let root = events::parse(&alone, start..alone.len());
        let document = root
            .and_then(|root| if listed { header(&root, graphs) } else { document(&root, graphs) });
        // An error in the head is an error in the text if its place is before the
        // steps, or it is about their key, which is there twice. Others may be about the steps that
        // were put in.
        let document = document.map_err(|error| {
            let at_fault = error.diagnostic().span.is_some_and(|span| {
                let whole_key = span.end - span.start >= "steps".len();
                span.start < before || (whole_key && span.end < end)
            });
            at_fault.then_some(error)
        })?;
        Ok(Head { notation, listed, document, next: end })
    }
}

/// A line without blanks and whatever ends it.
pub(super) fn without_end(line: &str) -> &str {
    line.trim_end_matches([' ', '\r', '\n'])
}
