//! The documents that can be read line by line, and how reading begins.

use std::io::{self, Read};

use super::layout::{End, Kind, ignored, item};
use super::lines::{LONGEST, Lines};
use super::{Broken, Incoming};
use crate::read::body;
use crate::{Document, Graphs, Head, ReadError, Result, events, without_end};

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

/// The head of a document whose steps can be read one at a time.
fn opened(read: &[u8], graphs: Graphs<'_>) -> Option<Head> {
    // The last character may be cut.
    let valid = read.utf8_chunks().next()?.valid();
    let head = Head::read(valid, body(valid), graphs).ok()?;
    if let [phase] = &head.document.schedule.phases[..] {
        let mut rest = valid[head.next..].split_inclusive('\n').map(without_end);
        let first = item(rest.find(|line| !ignored(line))?, head.notation, End::Step)?;
        if first.kind == Kind::Repeated || phase.steps.symmetric().is_some() {
            return None;
        }
    }
    Some(head)
}

/// Reads a document that has a message on each line. `start` is where it begins in the text.
///
/// # Errors
/// What is wrong with it; nothing where it is of another layout.
pub(crate) fn read_lined(
    text: &str,
    start: usize,
    graphs: Graphs<'_>,
) -> Result<Document, Option<ReadError>> {
    let head = Head::read(text, start, graphs)?;
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
