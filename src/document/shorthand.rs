//! Documents of the shape that [`super::write()`] gives them, read one line at a time.
//!
//! `steps` comes last and each message has a line of its own, so millions of messages take the
//! memory of the messages and nothing else. What is read here means the same to the reader of
//! trees: a line that is not of this shape, and every complaint about a document that is small
//! enough, is left to that one. For a large document the complaint about a single line is made
//! here, by reading that line as a tree.

pub(super) mod message;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use super::head::{Head, Opening, without_end};
use super::read::compact::{Compact, sender};
use super::read::document::{Budget, Graphs};
use super::read::steps::{Scope, checked, message as from_tree};
use super::{Document, Notation, ReadError, events};
use crate::diagnostic::Span;
use crate::schedule::{Listed, Message, Pattern, Step, Steps, Template};

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
    let Some(head) = Head::find(text, start) else { return Outcome::Other };
    if let Some(limit) = head.too_long() {
        return Outcome::Wrong(limit);
    }
    let mut document = match head.read(text, start, graphs) {
        Ok(Opening::One(document)) => *document,
        Err(error) if head.is_at_fault(&error) => return Outcome::Wrong(error),
        // The complaint may be about the steps that were put in.
        Ok(Opening::Listed(_)) | Err(_) => return Outcome::Other,
    };
    let schedule = &mut document.schedule;
    let phase = &schedule.phases[0];
    let by = phase.steps.symmetric().map(|symmetric| symmetric.by().clone());
    let mut lines = Lines {
        text,
        at: head.next,
        notation: head.notation,
        steps: Vec::new(),
        messages: Vec::new(),
        compact: by.map(|by| Compact::new(by, phase)),
        patterns: Vec::new(),
    };
    let budget = &mut Budget::default();
    let scope = &mut Scope { topology: &schedule.topology, phase, budget };
    match lines.read(scope) {
        Ok(true) => {
            schedule.phases[0].steps = lines.finish();
            Outcome::Read(document)
        }
        Ok(false) => Outcome::Other,
        Err(error) => Outcome::Wrong(error),
    }
}

struct Lines<'t> {
    text: &'t str,
    at: usize,
    notation: Notation,
    /// The steps, and the messages of the one that has begun.
    steps: Vec<Step>,
    messages: Vec<Message>,
    /// The same of a document that lists templates.
    compact: Option<Compact>,
    patterns: Vec<Pattern>,
}

/// A line of a message: whether a step begins and ends with it, and where the message lies in it.
pub(super) struct Shape<'t> {
    pub(super) begins: bool,
    pub(super) ends: End,
    pub(super) message: &'t str,
}

/// What must come behind a message in JSON.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
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
        let (mut read, mut last) = (false, End::Step);
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
            let offset = start + line.find('{').unwrap_or(0);
            if let (Some((item, ends)), Some(_)) =
                (repeated(line, self.notation, last), &self.compact)
            {
                self.end_step(Span::point(offset))?;
                let node = events::parse(text, offset..offset + item.len())?;
                if let Some(compact) = &mut self.compact {
                    compact.repeated(&node, scope)?;
                }
                (read, last) = (true, ends);
                continue;
            }
            let Some(shape) = shape(line, self.notation, last) else { return Ok(false) };
            if shape.begins {
                self.end_step(Span::point(offset))?;
            } else if self.messages.is_empty() && self.patterns.is_empty() {
                return Ok(false);
            }
            let (message, from) = self.message(shape.message, offset, scope)?;
            match &self.compact {
                Some(compact) => self.patterns.push(compact.pattern(&message, from)?),
                None => self.messages.push(message),
            }
            (read, last) = (true, shape.ends);
        }
        if !read {
            return Ok(false);
        }
        self.end_step(Span::point(self.at))?;
        Ok(match self.notation {
            Notation::Yaml => true,
            Notation::Json => {
                let rest = text[self.at..].split([' ', '\r', '\n']).collect::<String>();
                last == End::Document && rest == "]}"
            }
        })
    }

    /// Ends the step that has begun, if one has.
    fn end_step(&mut self, at: Span) -> Result<(), ReadError> {
        if !self.messages.is_empty() {
            let mut messages = std::mem::take(&mut self.messages);
            messages.shrink_to_fit();
            self.steps.push(Step { messages });
        }
        if let Some(compact) = self.compact.as_mut().filter(|_| !self.patterns.is_empty()) {
            let mut messages = std::mem::take(&mut self.patterns);
            messages.shrink_to_fit();
            compact.step(Template { messages }, at)?;
        }
        Ok(())
    }

    fn finish(self) -> Arc<dyn Steps> {
        match self.compact {
            Some(compact) => compact.finish(),
            None => Arc::new(Listed(self.steps)),
        }
    }

    /// A message, and where its sender is written.
    fn message(
        &self,
        line: &'t str,
        at: usize,
        scope: &mut Scope<'_>,
    ) -> Result<(Message, Span), ReadError> {
        if let Some(parts) = message::parts(line, at, scope.topology) {
            let from = parts.from.1;
            return Ok((checked(parts, scope)?, from));
        }
        let node = events::parse(self.text, at..at + line.len())?;
        Ok((from_tree(&node, scope)?, sender(&node)))
    }
}

/// Lines of YAML that say nothing.
pub(super) fn ignored(line: &str) -> bool {
    let line = line.trim_start_matches(' ');
    line.is_empty() || (line.starts_with('#') && line.bytes().all(|b| b >= b' '))
}

/// `  - {"repeat": 7, ..}`, in JSON without the dash: several steps at once.
fn repeated(line: &str, notation: Notation, last: End) -> Option<(&str, End)> {
    let (item, ends) = match notation {
        Notation::Yaml => (line.strip_prefix("  - ")?, End::Open),
        Notation::Json if last == End::Step => {
            let line = line.trim_start_matches(' ');
            line.strip_suffix(',').map_or((line, End::Document), |item| (item, End::Step))
        }
        Notation::Json => return None,
    };
    (item.starts_with('{') && item.ends_with('}')).then_some((item, ends))
}

/// The message on a line behind one that ended so.
pub(super) fn shape(line: &str, notation: Notation, last: End) -> Option<Shape<'_>> {
    match notation {
        Notation::Yaml => yaml(line),
        Notation::Json => json(line, last),
    }
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
