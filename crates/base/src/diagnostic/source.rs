//! A text with a name, and places in it: byte offsets inside, lines and columns for users.

use std::ops::Range;

/// A range of bytes in a text; empty where something is missing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// The first byte.
    pub start: usize,
    /// The byte after the last.
    pub end: usize,
}

impl Span {
    /// From `start` up to, and not including, `end`.
    pub fn new(start: usize, end: usize) -> Self {
        Self { start, end: end.max(start) }
    }

    /// The empty place before the byte at `at`.
    pub fn point(at: usize) -> Self {
        Self { start: at, end: at }
    }

    /// The smallest span that covers both.
    #[must_use]
    pub fn to(self, other: Self) -> Self {
        Self { start: self.start.min(other.start), end: self.end.max(other.end) }
    }
}

impl From<Range<usize>> for Span {
    fn from(range: Range<usize>) -> Self {
        Self::new(range.start, range.end)
    }
}

/// A text and its name: a file, `--expect`, `<stdin>`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Source<'a> {
    /// The name.
    pub name: &'a str,
    /// The text.
    pub text: &'a str,
    /// The number of lines before it in the text of which it is a part.
    pub before: usize,
}

/// A place for users: line and column from 1, columns in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
}

impl<'a> Source<'a> {
    /// A text with its name.
    pub fn new(name: &'a str, text: &'a str) -> Self {
        Self { name, text, before: 0 }
    }

    /// This text as a part of a longer text, after this many lines.
    #[must_use]
    pub fn behind(self, before: usize) -> Self {
        Self { before, ..self }
    }

    /// Line and column of a byte. Places behind the end count as the end, and a byte order mark is not
    /// counted.
    pub fn position(&self, offset: usize) -> Position {
        let offset = self.clamp(offset);
        let before = &self.text[..offset];
        let start = before.rfind('\n').map_or(0, |at| at + 1);
        let line = self.before + before.bytes().filter(|&b| b == b'\n').count() + 1;
        let mark = usize::from(start == 0 && before.starts_with('\u{feff}'));
        Position { line, column: self.text[start..offset].chars().count() + 1 - mark }
    }

    /// The byte at a line and column (both from 1), or the nearest byte if they are outside the text.
    pub fn offset(&self, position: Position) -> usize {
        let mut start = 0;
        for _ in 1..position.line {
            match self.text[start..].find('\n') {
                Some(length) => start += length + 1,
                None => return self.text.len(),
            }
        }
        let line = &self.text[start..self.line_end(start)];
        let column = line.char_indices().nth(position.column.saturating_sub(1));
        start + column.map_or(line.len(), |(at, _)| at)
    }

    /// The line around a byte, without its line ending.
    pub(super) fn line(&self, offset: usize) -> Span {
        let offset = self.clamp(offset);
        let start = self.text[..offset].rfind('\n').map_or(0, |at| at + 1);
        // `offset` may lie between `\r` and `\n`.
        Span::new(start, self.line_end(start).max(start))
    }

    /// The same byte, or the nearest before it that begins a character.
    pub(super) fn clamp(&self, offset: usize) -> usize {
        self.text.floor_char_boundary(offset)
    }

    fn line_end(&self, start: usize) -> usize {
        let rest = &self.text[start..];
        let line = rest.find('\n').map_or(rest, |at| &rest[..at]);
        start + line.strip_suffix('\r').unwrap_or(line).len()
    }
}
