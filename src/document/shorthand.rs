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

use super::head::Head;
use super::read::compact::{Compact, sender};
use super::read::steps::{Scope, checked, message as from_tree};
use super::read::{Budget, Graphs, document};
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
    let Some(head) = Head::short(text, start).filter(|head| !head.listed) else {
        return Outcome::Other;
    };
    let alone = head.alone(text);
    let Ok(root) = events::parse(&alone, start..alone.len()) else { return Outcome::Other };
    let mut document = match document(&root, graphs) {
        Ok(document) => document,
        // The complaint may be about the steps that were put in.
        Err(error @ ReadError::Bad(_)) if !head.is_at_fault(&error) => return Outcome::Other,
        Err(error) => return Outcome::Wrong(error),
    };
    let schedule = &mut document.schedule;
    let phase = &schedule.phases[0];
    let by = phase.steps.symmetric().map(|symmetric| symmetric.by().clone());
    let gathered = match by {
        None => Gathered::Steps { steps: Vec::new(), messages: Vec::new() },
        Some(by) => {
            Gathered::Templates { compact: Box::new(Compact::new(by, phase)), messages: Vec::new() }
        }
    };
    let budget = &mut Budget::default();
    let mut lines = Lines { text, at: head.next, gathered, notation: head.notation };
    let scope = &mut Scope { topology: &schedule.topology, phase, budget };
    match lines.read(scope) {
        Ok(true) => {
            schedule.phases[0].steps = lines.gathered.finish();
            Outcome::Read(document)
        }
        Ok(false) => Outcome::Other,
        Err(error) => Outcome::Wrong(error),
    }
}

struct Lines<'t> {
    text: &'t str,
    at: usize,
    gathered: Gathered,
    notation: Notation,
}

/// What has been read: steps, and the messages of the one that has begun.
enum Gathered {
    Steps { steps: Vec<Step>, messages: Vec<Message> },
    Templates { compact: Box<Compact>, messages: Vec<Pattern> },
}

impl Gathered {
    /// Whether a step has begun.
    fn in_step(&self) -> bool {
        match self {
            Gathered::Steps { messages, .. } => !messages.is_empty(),
            Gathered::Templates { messages, .. } => !messages.is_empty(),
        }
    }

    /// Ends the step that has begun, if one has.
    fn end_step(&mut self, at: Span) -> Result<(), ReadError> {
        match self {
            Gathered::Steps { messages, .. } if messages.is_empty() => {}
            Gathered::Steps { steps, messages } => {
                let mut messages = std::mem::take(messages);
                messages.shrink_to_fit();
                steps.push(Step { messages });
            }
            Gathered::Templates { messages, .. } if messages.is_empty() => {}
            Gathered::Templates { compact, messages } => {
                let mut messages = std::mem::take(messages);
                messages.shrink_to_fit();
                compact.step(Template { messages }, at)?;
            }
        }
        Ok(())
    }

    fn message(&mut self, (message, from): (Message, Span)) -> Result<(), ReadError> {
        match self {
            Gathered::Steps { messages, .. } => messages.push(message),
            Gathered::Templates { compact, messages } => {
                messages.push(compact.pattern(&message, from)?);
            }
        }
        Ok(())
    }

    fn finish(self) -> Arc<dyn Steps> {
        match self {
            Gathered::Steps { steps, .. } => Arc::new(Listed(steps)),
            Gathered::Templates { compact, .. } => compact.finish(),
        }
    }
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
            if let (Some((item, ends)), Gathered::Templates { .. }) =
                (repeated(line, self.notation, last), &self.gathered)
            {
                self.gathered.end_step(Span::point(offset))?;
                let node = events::parse(text, offset..offset + item.len())?;
                if let Gathered::Templates { compact, .. } = &mut self.gathered {
                    compact.repeated(&node, scope)?;
                }
                (read, last) = (true, ends);
                continue;
            }
            let shape = match self.notation {
                Notation::Yaml => yaml(line),
                Notation::Json => json(line, last),
            };
            let Some(shape) = shape else { return Ok(false) };
            if shape.begins {
                self.gathered.end_step(Span::point(offset))?;
            } else if !self.gathered.in_step() {
                return Ok(false);
            }
            let message = self.message(shape.message, offset, scope)?;
            self.gathered.message(message)?;
            (read, last) = (true, shape.ends);
        }
        if !read {
            return Ok(false);
        }
        self.gathered.end_step(Span::point(self.at))?;
        Ok(match self.notation {
            Notation::Yaml => true,
            Notation::Json => {
                let rest = text[self.at..].split([' ', '\r', '\n']).collect::<String>();
                last == End::Document && rest == "]}"
            }
        })
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

/// A line without blanks and whatever ends it.
pub(super) fn without_end(line: &str) -> &str {
    line.trim_end_matches([' ', '\r', '\n'])
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

/// `  - - {..}` begins a step, `    - {..}` goes on with it.
pub(super) fn yaml(line: &str) -> Option<Shape<'_>> {
    let (begins, message) = match line.strip_prefix("  - - ") {
        Some(message) => (true, message),
        None => (false, line.strip_prefix("    - ")?),
    };
    let whole = message.starts_with('{') && message.ends_with('}');
    whole.then_some(Shape { begins, ends: End::Open, message })
}

/// `[{..},` or `[{..}],` begins a step, `{..},` goes on; `}]` without a comma is the last.
pub(super) fn json(line: &str, last: End) -> Option<Shape<'_>> {
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
