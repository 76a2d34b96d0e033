//! The documents that can be read line by line, and how reading begins: with the part before the steps.

use std::io::{self, Read};

use super::layout::{LONGEST, LineKind, Lines, Next, ignored, item, without_end};
use super::{Broken, Incoming};
use crate::events::body;
use crate::read::{document, header};
use crate::{Document, Graphs, Notation, ReadError, Result, events, within};

/// The kind of a text, after its beginning was read.
pub enum Begun<R> {
    /// Small, or of another layout: the part that was read, and the rest.
    Whole(Vec<u8>, R),
    /// A large document.
    Steps(Box<Incoming<R>>),
}

/// From how many bytes on a document is read a step at a time, where it can be. A text may be as
/// long again and be kept.
const LARGE: usize = 1 << 25;

/// How many of them are read at once until that is known.
const CHUNK: u64 = 1 << 16;

/// Begins to read a text, which is a large document if it has more than `least` commas, colons, dashes
/// and brackets, or more than 32 MiB. `graphs` is as for [`read`](crate::read()).
///
/// # Errors
/// What cannot be read.
pub fn begin<R: Read>(mut from: R, graphs: Graphs<'_>, least: usize) -> io::Result<Begun<R>> {
    let (mut read, mut marks) = (Vec::new(), 0);
    while marks <= least && read.len() <= LARGE {
        let before = read.len();
        if from.by_ref().take(CHUNK).read_to_end(&mut read)? == 0 {
            return Ok(Begun::Whole(read, from));
        }
        marks += events::marks(&read[before..]);
    }
    let Some(head) = opened(&read, graphs) else { return Ok(Begun::Whole(read, from)) };
    let mut lines = Lines::new(read, from, LONGEST);
    while lines.end() < head.next {
        // They were there before.
        let _ = lines.next();
    }
    Ok(Begun::Steps(Box::new(Incoming::new(lines, head))))
}

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

impl Head {
    /// The head of the text. The line that ends it is whole.
    ///
    /// # Errors
    /// What is wrong with it; nothing where the document is of another layout, or may be.
    pub(super) fn read(text: &str, graphs: Graphs<'_>) -> Result<Self, Option<ReadError>> {
        let start = body(text);
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
        let root = events::parse(&alone);
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

/// The head of a document whose steps can be read one at a time.
fn opened(read: &[u8], graphs: Graphs<'_>) -> Option<Head> {
    // The last character may be cut.
    let valid = read.utf8_chunks().next()?.valid();
    let head = Head::read(valid, graphs).ok()?;
    if let [phase] = &head.document.schedule.phases[..] {
        let mut rest = valid[head.next..].split_inclusive('\n').map(without_end);
        let first = item(rest.find(|line| !ignored(line))?, head.notation, Next::Step)?;
        if first.kind == LineKind::Repeated || phase.steps.symmetric().is_some() {
            return None;
        }
    }
    Some(head)
}

/// Reads a document that has a message on each line.
///
/// # Errors
/// What is wrong with it; nothing where it is of another layout.
pub(crate) fn read_lined(text: &str, graphs: Graphs<'_>) -> Result<Document, Option<ReadError>> {
    let head = Head::read(text, graphs)?;
    if head.listed {
        return Err(None);
    }
    let next = head.next;
    let lines = Lines::new(Vec::new(), &text.as_bytes()[next..], u64::MAX);
    let mut incoming = Incoming::new(lines, head);
    match incoming.all() {
        Ok(()) => Ok(incoming.head.document),
        Err(Broken::Text { error, .. }) if incoming.fits => {
            Err(Some(error.behind(next + incoming.lines.start)))
        }
        Err(_) => Err(None),
    }
}
