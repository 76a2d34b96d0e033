//! The lines of a text that comes in parts, and the lines of steps as [`write()`](crate::write()) lays them out: a
//! message on each.

use std::io::{self, BufRead, BufReader, Read};

use super::{Broken, broken};
use crate::Notation;
use hockney_base::diagnostic::{Diagnostic, Span};

/// A line of the steps.
pub(super) struct StepLine<'t> {
    pub(super) kind: LineKind,
    /// The mapping on it, in braces.
    pub(super) text: &'t str,
    pub(super) ends: Next,
}

/// The content of a line.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum LineKind {
    /// The first message of a step.
    Begins,
    /// Another message of the step.
    GoesOn,
    /// Several steps at once: `{"repeat": 7, ..}`.
    Repeated,
}

/// What must come behind a line.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Next {
    /// Another message of the step or, in YAML, anything.
    Message,
    /// Another step.
    Step,
    /// The end of the document.
    Document,
    /// Not a part of these steps.
    Over,
}

/// Lines of YAML without content.
pub(super) fn ignored(line: &str) -> bool {
    let line = line.trim_start_matches(' ');
    line.is_empty() || (line.starts_with('#') && line.bytes().all(|b| b >= b' '))
}

/// The content of a line after one that ended so.
pub(super) fn item(line: &str, notation: Notation, last: Next) -> Option<StepLine<'_>> {
    let (kind, text, ends) = match notation {
        Notation::Yaml => yaml(line)?,
        Notation::Json => json(line.trim_start_matches(' '), last)?,
    };
    let fits = kind != LineKind::GoesOn || last == Next::Message;
    let whole = text.starts_with('{') && text.ends_with('}');
    (fits && whole).then_some(StepLine { kind, text, ends })
}

/// `  - - {..}` begins a step, `    - {..}` continues with it, `  - {..}` stands for several.
fn yaml(line: &str) -> Option<(LineKind, &str, Next)> {
    if let Some(text) = line.strip_prefix("    - ") {
        return Some((LineKind::GoesOn, text, Next::Message));
    }
    let text = line.strip_prefix("  - ")?;
    match text.strip_prefix("- ") {
        Some(text) => Some((LineKind::Begins, text, Next::Message)),
        None => Some((LineKind::Repeated, text, Next::Step)),
    }
}

/// `[{..},` or `[{..}],` begins a step, `{..},` continues; `}]` without a comma is the last.
fn json(line: &str, last: Next) -> Option<(LineKind, &str, Next)> {
    if last == Next::Step && line.starts_with('{') {
        let (text, ends) =
            line.strip_suffix(',').map_or((line, Next::Document), |text| (text, Next::Step));
        return Some((LineKind::Repeated, text, ends));
    }
    let (line, ends) = match (line.strip_suffix("],"), line.strip_suffix(']')) {
        (Some(line), _) => (line, Next::Step),
        (None, Some(line)) => (line, Next::Document),
        (None, None) => (line.strip_suffix(',')?, Next::Message),
    };
    match line.strip_prefix('[') {
        Some(text) => (last == Next::Step).then_some((LineKind::Begins, text, ends)),
        None => Some((LineKind::GoesOn, line, ends)),
    }
}

/// A line without blanks and whatever ends it.
pub(super) fn without_end(line: &str) -> &str {
    line.trim_end_matches([' ', '\r', '\n'])
}

/// The longest line of a text that is not kept, in bytes.
pub(super) const LONGEST: u64 = 1 << 24;

/// How much is read at once.
const CHUNK: usize = 1 << 18;

/// What was read already, and what follows.
struct ReadAhead<R> {
    read: io::Cursor<Vec<u8>>,
    rest: R,
}

impl<R: Read> Read for ReadAhead<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        match self.read.read(into)? {
            0 => {
                // It is as long as a document that is kept, and no more wanted.
                self.read = io::Cursor::default();
                self.rest.read(into)
            }
            count => Ok(count),
        }
    }
}

/// The lines of a text.
pub(super) struct Lines<R> {
    from: BufReader<ReadAhead<R>>,
    longest: u64,
    line: String,
    /// How many bytes lie before the line that is kept.
    pub(super) start: usize,
    /// The number of the line that is kept, from 1; 0 before the first.
    pub(super) number: usize,
    /// Whether the line that is kept is to be given again.
    again: bool,
}

impl<R: Read> Lines<R> {
    /// The lines of what was read already and of what follows, none longer than so many bytes.
    pub(super) fn new(read: Vec<u8>, rest: R, longest: u64) -> Self {
        let from = BufReader::with_capacity(CHUNK, ReadAhead { read: io::Cursor::new(read), rest });
        Lines { from, longest, line: String::new(), start: 0, number: 0, again: false }
    }

    /// Goes on to the next line; false where there is none.
    pub(super) fn next(&mut self) -> Result<bool, Broken> {
        if std::mem::take(&mut self.again) {
            return Ok(true);
        }
        self.start += self.line.len();
        let mut line = std::mem::take(&mut self.line).into_bytes();
        line.clear();
        self.number += 1;
        let mut some = self.from.by_ref().take(self.longest.saturating_add(1));
        some.read_until(b'\n', &mut line).map_err(Broken::Reading)?;
        if line.len() as u64 > self.longest {
            let long = Diagnostic::new(format!("this line has more than {} bytes", self.longest))
                .at(Span::point(0))
                .help("write one message a line");
            return Err(broken(long.into(), self.number, "\u{2026}"));
        }
        if self.number == 1 && line.starts_with("\u{feff}".as_bytes()) {
            self.start = line.drain(..'\u{feff}'.len_utf8()).len();
        }
        self.line = String::from_utf8(line).map_err(|error| {
            let good = error.utf8_error().valid_up_to();
            let shown = String::from_utf8_lossy(error.as_bytes());
            let wrong = Diagnostic::new("the text is not UTF-8")
                .at(Span::new(good, good + 1))
                .label("this byte is not part of a character")
                .help("save the file as UTF-8");
            broken(wrong.into(), self.number, &shown)
        })?;
        Ok(!self.line.is_empty())
    }

    /// The line, with whatever ends it; empty behind the last one.
    pub(super) fn line(&self) -> &str {
        &self.line
    }

    /// How many bytes lie before the next line.
    pub(super) fn end(&self) -> usize {
        self.start + self.line.len()
    }

    /// Gives the same line again.
    pub(super) fn back(&mut self) {
        self.again = true;
    }
}
