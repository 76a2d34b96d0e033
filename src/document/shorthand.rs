//! Documents of the shape that [`super::write()`] gives them, read one line at a time.
//!
//! `steps` comes last and each message has a line of its own, so millions of messages take the
//! memory of the messages and nothing else. What is read here means the same to the reader of
//! trees: a line that is not of this shape, and every complaint about a document that is small
//! enough, is left to that one. For a large document the complaint about a single line is made
//! here, by reading that line as a tree.

mod message;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use super::read::steps::{Scope, checked, message as from_tree};
use super::read::{Budget, Graphs, document};
use super::{Document, Notation, ReadError, events};
use crate::schedule::{Listed, Message, Step};

/// What became of a text.
pub(super) enum Outcome {
    /// It is read.
    Read(Document),
    /// It is of this shape, and wrong.
    Wrong(ReadError),
    /// It is of another shape.
    Other,
}

/// Reads a document, if it is of this shape.
pub(super) fn read(text: &str, start: usize, graphs: Graphs<'_>) -> Outcome {
    let Some((notation, header_end, lines_start)) = steps_line(text, start) else {
        return Outcome::Other;
    };
    let mut header = String::from(&text[..header_end]);
    header.push_str(match notation {
        Notation::Yaml => "steps: []\n",
        Notation::Json => "\"steps\": []}\n",
    });
    let Ok(root) = events::parse(&header, start..header.len()) else { return Outcome::Other };
    let mut document = match document(&root, graphs) {
        Ok(document) => document,
        // The complaint may be about the steps that were put in.
        Err(ReadError::Bad(bad)) if bad.span.is_none_or(|span| span.start >= header_end) => {
            return Outcome::Other;
        }
        Err(error) => return Outcome::Wrong(error),
    };
    let schedule = &mut document.schedule;
    let budget = &mut Budget::default();
    let mut lines = Lines { text, at: lines_start, steps: Vec::new(), notation };
    let scope = &mut Scope { topology: &schedule.topology, phase: &schedule.phases[0], budget };
    match lines.read(scope) {
        Ok(true) => {
            schedule.phases[0].steps = Arc::new(Listed(lines.steps));
            Outcome::Read(document)
        }
        Ok(false) => Outcome::Other,
        Err(error) => Outcome::Wrong(error),
    }
}

/// The line after which there are only messages: where it begins, and where the next one does.
fn steps_line(text: &str, start: usize) -> Option<(Notation, usize, usize)> {
    let mut at = start;
    for line in text[start..].split_inclusive('\n') {
        let next = at + line.len();
        let line = without_end(line);
        if line == "steps:" {
            return Some((Notation::Yaml, at, next));
        }
        if line.trim_start_matches(' ') == "\"steps\": [" {
            return Some((Notation::Json, at, next));
        }
        at = next;
    }
    None
}

struct Lines<'t> {
    text: &'t str,
    at: usize,
    steps: Vec<Step>,
    notation: Notation,
}

/// A line of a message: whether a step begins and ends with it, and where the message lies in it.
struct Shape<'t> {
    begins: bool,
    ends: End,
    message: &'t str,
}

/// What must come behind a message in JSON.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    /// Anything: YAML says so at the next line.
    Open,
    /// Another message of the step.
    Message,
    /// Another step.
    Step,
    /// The end of the document.
    Document,
}

impl<'t> Lines<'t> {
    /// Whether all lines have this shape.
    fn read(&mut self, scope: &mut Scope<'_>) -> Result<bool, ReadError> {
        let text = self.text;
        let mut messages: Vec<Message> = Vec::new();
        let mut last = End::Step;
        for line in text[self.at..].split_inclusive('\n') {
            let start = self.at;
            self.at += line.len();
            let line = without_end(line);
            if self.notation == Notation::Yaml && ignored(line) {
                continue;
            }
            if last == End::Document {
                self.at = start;
                break;
            }
            let shape = match self.notation {
                Notation::Yaml => yaml(line),
                Notation::Json => json(line, last),
            };
            let Some(shape) = shape else { return Ok(false) };
            if shape.begins && !messages.is_empty() {
                self.end_step(&mut messages);
            }
            if !shape.begins && messages.is_empty() {
                return Ok(false);
            }
            let offset = start + line.find('{').unwrap_or(0);
            messages.push(self.message(shape.message, offset, scope)?);
            last = shape.ends;
        }
        if messages.is_empty() {
            return Ok(false);
        }
        self.end_step(&mut messages);
        Ok(match self.notation {
            Notation::Yaml => true,
            Notation::Json => {
                let rest = text[self.at..].split([' ', '\r', '\n']).collect::<String>();
                last == End::Document && rest == "]}"
            }
        })
    }

    fn end_step(&mut self, messages: &mut Vec<Message>) {
        let mut messages = std::mem::take(messages);
        messages.shrink_to_fit();
        self.steps.push(Step { messages });
    }

    fn message(
        &self,
        line: &'t str,
        at: usize,
        scope: &mut Scope<'_>,
    ) -> Result<Message, ReadError> {
        match message::parts(line, at, scope.topology) {
            Some(parts) => checked(parts, scope),
            None => from_tree(&events::parse(self.text, at..at + line.len())?, scope),
        }
    }
}

/// A line without blanks and whatever ends it.
fn without_end(line: &str) -> &str {
    line.trim_end_matches([' ', '\r', '\n'])
}

/// Lines of YAML that say nothing.
fn ignored(line: &str) -> bool {
    let line = line.trim_start_matches(' ');
    line.is_empty() || (line.starts_with('#') && line.bytes().all(|b| b >= b' '))
}

/// `  - - {..}` begins a step, `    - {..}` goes on with it.
fn yaml(line: &str) -> Option<Shape<'_>> {
    let (begins, message) = match line.strip_prefix("  - - ") {
        Some(message) => (true, message),
        None => (false, line.strip_prefix("    - ")?),
    };
    let whole = message.starts_with('{') && message.ends_with('}');
    whole.then_some(Shape { begins, ends: End::Open, message })
}

/// `[{..},` or `[{..}],` begins a step, `{..},` goes on; `}]` without a comma is the last.
fn json(line: &str, last: End) -> Option<Shape<'_>> {
    let line = line.trim_start_matches(' ');
    let (line, ends) = if let Some(line) = line.strip_suffix("],") {
        (line, End::Step)
    } else if let Some(line) = line.strip_suffix(']') {
        (line, End::Document)
    } else {
        (line.strip_suffix(',')?, End::Message)
    };
    let (begins, message) = match line.strip_prefix('[') {
        Some(message) => (true, message),
        None => (false, line),
    };
    let fits = begins == (last == End::Step);
    let whole = message.starts_with('{') && message.ends_with('}');
    (fits && whole).then_some(Shape { begins, ends, message })
}
