//! A line that is read from left to right.

use super::words;
use crate::refuse;
use hockney_base::diagnostic::{Diagnostic, Span};

/// What is left of a line, and where in the whole text it begins.
#[derive(Clone, Copy)]
pub(super) struct Cursor<'t> {
    pub(super) rest: &'t str,
    pub(super) at: usize,
}

impl<'t> Cursor<'t> {
    pub(super) fn new(line: &'t str, at: usize) -> Self {
        Cursor { rest: line, at }
    }

    /// Goes on by so many bytes and gives them.
    pub(super) fn skip(&mut self, bytes: usize) -> &'t str {
        let (skipped, rest) = self.rest.split_at(bytes);
        self.rest = rest;
        self.at += bytes;
        skipped
    }

    pub(super) fn blanks(&mut self) {
        self.skip(self.rest.len() - self.rest.trim_start().len());
    }

    /// Whether nothing but a comment is left.
    pub(super) fn done(&mut self) -> bool {
        self.blanks();
        self.rest.is_empty() || self.rest.starts_with('#') || self.rest.starts_with("//")
    }

    /// Takes this, if it stands here.
    pub(super) fn take(&mut self, token: &str) -> bool {
        let found = self.rest.starts_with(token);
        if found {
            self.skip(token.len());
        }
        found
    }

    /// Takes this word in any case, if it stands here and no letter follows.
    pub(super) fn word(&mut self, word: &str) -> bool {
        let mut rest = self.rest.chars();
        let mut same = |c: char| {
            rest.next().is_some_and(|is| is == c || is.to_lowercase().eq(c.to_lowercase()))
        };
        let found = word.chars().all(&mut same) && !rest.as_str().starts_with(char::is_alphabetic);
        let end = self.rest.len() - rest.as_str().len();
        if found {
            self.skip(end);
        }
        found
    }

    /// Takes these words, with blanks before each, if all stand here.
    pub(super) fn phrase(&mut self, words: &str) -> bool {
        let mut after = *self;
        let found = words.split(' ').all(|word| {
            after.blanks();
            after.word(word)
        });
        if found {
            *self = after;
        }
        found
    }

    /// Takes one of the phrases of a list.
    pub(super) fn any(&mut self, list: &str) -> bool {
        self.rest.trim_start().starts_with(char::is_alphabetic)
            && words(list).into_iter().any(|words| self.phrase(words))
    }

    /// Takes what is before the first character that is not so.
    pub(super) fn while_(&mut self, is: impl Fn(char) -> bool) -> &'t str {
        let end = self.rest.find(|c| !is(c)).unwrap_or(self.rest.len());
        self.skip(end)
    }

    /// Takes what stands in round brackets, if they close.
    pub(super) fn bracket(&mut self) -> Option<&'t str> {
        let (inside, _) = self.rest.strip_prefix('(')?.split_once(')')?;
        self.skip(inside.len() + 2);
        Some(inside)
    }

    /// The next character, or the empty place behind the line.
    pub(super) fn here(&self) -> Span {
        let length = self.rest.chars().next().map_or(0, char::len_utf8);
        Span::new(self.at, self.at + length)
    }

    /// From where an earlier cursor stood up to here.
    pub(super) fn since(&self, start: usize) -> Span {
        Span::new(start, self.at)
    }

    /// "an arrow belongs here".
    pub(super) fn expected<T, E>(&self, what: &str, help: &str) -> Result<T, E>
    where
        E: From<Diagnostic>,
    {
        refuse(self.here(), format!("{what} belongs here"), help)
    }
}
