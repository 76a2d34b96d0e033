//! Lines of a text that comes in parts, numbered, of which one at a time is kept.

use std::io::{self, BufRead, BufReader, Read};

use super::{Broken, broken};
use hockney_base::diagnostic::{Diagnostic, Span};

/// The longest line of a text that is not kept, in bytes.
pub(super) const LONGEST: u64 = 1 << 24;

/// How much is read at once.
const CHUNK: usize = 1 << 18;

/// What was read already, and what follows.
struct Begun<R> {
    read: Vec<u8>,
    at: usize,
    rest: R,
}

impl<R: Read> Read for Begun<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.at == self.read.len() {
            // It is as long as a document that is kept, and no more wanted.
            self.read = Vec::new();
            self.at = 0;
            return self.rest.read(into);
        }
        let count = into.len().min(self.read.len() - self.at);
        into[..count].copy_from_slice(&self.read[self.at..self.at + count]);
        self.at += count;
        Ok(count)
    }
}

/// The lines of a text.
pub(super) struct Lines<R> {
    from: BufReader<Begun<R>>,
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
        let from = BufReader::with_capacity(CHUNK, Begun { read, at: 0, rest });
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
