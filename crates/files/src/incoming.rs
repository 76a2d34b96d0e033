//! Documents of any size, one step at a time: checked steps are dropped.
//!
//! A document that has the layout that [`write()`](super::write()) gives it, `steps` last and each
//! message on a line of its own, is read so: where it is too large to be kept, in phases, too, and
//! where it is kept, since millions of messages then take the memory of the messages and nothing
//! else. A line means what it means as a part of a tree, and complaints name the same line and
//! column.

mod begin;
mod layout;
#[cfg(test)]
mod tests;

use std::io::{self, Read};
use std::sync::Arc;

pub(super) use self::begin::read_lined;
pub use self::begin::{Begun, begin};

use self::begin::Head;
use self::layout::{LineKind, Lines, Next, StepLine, ignored, item, without_end};
use super::read::compact::Compact;
use super::read::phase;
use super::read::steps::{self, Draft, REPEATED, REPEATED_HELP};
use crate::{Budget, Context, Notation, ReadError, checked, events, tree};
use hockney_base::diagnostic::{Diagnostic, Source, Span};
use hockney_base::number::saturated;
use hockney_core::collective::{self, Came, Phase, Ports};
use hockney_core::schedule::{Listed, Message, Step};
use hockney_core::topology::Topology;

/// The reason why reading ends early.
#[derive(Debug)]
pub enum Broken {
    /// An I/O error.
    Reading(io::Error),
    /// Something in it is wrong.
    Text {
        /// What is wrong; its place is one in `text`.
        error: Box<ReadError>,
        /// The lines around the place.
        text: String,
        /// How many lines the document has before them.
        before: usize,
    },
}

/// A document that is read a step at a time.
pub struct Incoming<R> {
    lines: Lines<R>,
    /// Its one phase is here until it has been handed on.
    head: Head,
    budget: Budget,
    /// The templates, where they are listed instead of steps: they are kept.
    templates: Option<Compact>,
    /// The message that begins the next step, with its line and column.
    next: Option<(Message, (u32, u32))>,
    last: Next,
    /// Whether steps were announced of which none has come.
    announced: bool,
    /// Whether a step has begun to come, and has more messages.
    cut: bool,
    /// Line and column of each message that came last.
    places: Vec<(u32, u32)>,
    /// Whether the current line has the layout.
    fits: bool,
}

/// What is wrong with lines of which the first has this number.
fn broken(error: ReadError, number: usize, lines: &str) -> Broken {
    Broken::Text {
        error: Box::new(error),
        text: lines.to_owned(),
        before: number.saturating_sub(1),
    }
}

/// A missing key of a phase may be after its steps, where it is not read.
fn keys_come_first(error: ReadError) -> ReadError {
    match error {
        ReadError::Bad(bad) if bad.message.starts_with("a phase without") => {
            let message = bad.message.replacen("a phase", "a phase begins its steps", 1);
            let help = "in a document of this size `steps` must be the last key of a phase";
            Diagnostic { message, ..bad }.help(help).into()
        }
        error => error,
    }
}

impl<R: Read> Incoming<R> {
    fn new(lines: Lines<R>, head: Head) -> Self {
        Incoming {
            lines,
            announced: !head.listed,
            head,
            budget: Budget::default(),
            templates: None,
            next: None,
            last: Next::Step,
            cut: false,
            places: Vec::new(),
            fits: false,
        }
    }

    /// The machine.
    pub fn machine(&self) -> (Topology, Ports) {
        let schedule = &self.head.document.schedule;
        (schedule.topology.clone(), schedule.ports)
    }

    /// The algorithm that the document names.
    pub fn algorithm(&self) -> Option<&str> {
        self.head.document.header.algorithm.as_deref()
    }

    /// The part before the lines of messages.
    fn indent(&self) -> &'static str {
        if self.head.listed { "    " } else { "" }
    }

    /// The error in the current line.
    fn wrong(&self, message: &str, help: &str) -> Broken {
        let line = self.lines.line();
        let start = line.len() - line.trim_start_matches(' ').len();
        let end = without_end(line).len().max(start);
        let begun = line.is_empty() || (line[start..].starts_with(['-', '[', '{']) || start == end);
        let cut = !line.ends_with('\n') && begun && !line.ends_with('}');
        let (message, place, help) = if cut {
            let help = "check whether the file is cut off, or a bracket or a quote is not closed";
            ("unexpected end of the document", Span::point(line.len()), help)
        } else {
            (message, Span::new(start, end), help)
        };
        broken(Diagnostic::new(message).at(place).help(help).into(), self.lines.number, line)
    }

    fn no_message(&self) -> Broken {
        let (begins, goes_on) = match self.head.notation {
            Notation::Yaml => ("  - - {\"from\": ..}", "    - {\"from\": ..}"),
            Notation::Json => ("[{\"from\": ..},", "{\"from\": ..},"),
        };
        let indent = self.indent();
        let item = self.lines.line().trim_start_matches([' ', '-', '{']);
        if item.starts_with("\"repeat\"") || item.starts_with("repeat") {
            return self.wrong(REPEATED, REPEATED_HELP);
        }
        self.wrong(
            "expected a message: a document of this size has one message per line",
            &format!(
                "a step begins with a line `{indent}{begins}` and continues with lines \
                 `{indent}{goes_on}`, as `hockney plan` writes it"
            ),
        )
    }

    /// The next item of `phases` up to its steps; `None` at the end.
    fn listed(&mut self) -> Result<Option<Phase>, Broken> {
        let (mut text, mut first) = (String::new(), 0);
        loop {
            let more = self.lines.next()?;
            let line = self.lines.line();
            if ignored(without_end(line)) && more && text.is_empty() {
                continue;
            }
            if text.is_empty() {
                if !more {
                    return Ok(None);
                }
                first = self.lines.number;
            }
            let begins = line.starts_with("  - ");
            if !more || begins != text.is_empty() || !(begins || line.starts_with("    ")) {
                return Err(self.wrong(
                    "this line is not part of a phase",
                    "write each phase of a document of this size in the layout of `hockney plan \
                     --composition`",
                ));
            }
            let empty = without_end(line) == "    steps: []";
            if empty || without_end(line) == "    steps:" {
                if empty {
                    self.last = Next::Over;
                }
                self.announced = !empty;
                text.push_str("    steps: []\n");
                break;
            }
            text.push_str(line);
        }
        let source = Source::new("", &text).behind(first - 1);
        let read = events::parse_part(source, 0..text.len()).and_then(|node| match &node.kind {
            tree::Content::Sequence(items) if items.len() == 1 => {
                let topology = &self.head.document.schedule.topology;
                phase::listed(&items[0], topology, &mut Budget::default()).map_err(keys_come_first)
            }
            _ => Err(Diagnostic::new("expected a phase").at(node.span).into()),
        });
        read.map(Some).map_err(|error| broken(error, first, &text))
    }

    /// The next message, and whether it begins a step; `None` at the end of the phase. Templates
    /// are kept instead of being handed on.
    fn message(&mut self, phase: &Phase) -> Result<Option<(bool, Message)>, Broken> {
        loop {
            if self.last == Next::Document {
                self.close()?;
            }
            if self.last == Next::Over {
                return Ok(None);
            }
            self.fits = false;
            if !self.lines.next()? {
                let may_end = self.head.notation == Notation::Yaml && !self.announced;
                return if may_end { Ok(None) } else { Err(self.wrong("", "")) };
            }
            let (line, notation) = (self.lines.line(), self.head.notation);
            let content = without_end(line);
            if notation == Notation::Yaml && ignored(content) {
                continue;
            }
            let inside =
                if self.head.listed { content.strip_prefix("    ") } else { Some(content) };
            let item = inside.and_then(|line| item(line, notation, self.last));
            let item = item.filter(|i| i.kind != LineKind::Repeated || self.templates.is_some());
            let Some(StepLine { kind, text, ends }) = item else {
                let next_phase = self.head.listed && content.starts_with("  - ");
                if next_phase && !self.announced {
                    self.lines.back();
                    return Ok(None);
                }
                return Err(self.no_message());
            };
            self.fits = true;
            let start = content.find('{').unwrap_or(0);
            let (number, part) = (self.lines.number, start..start + text.len());
            let tree =
                || events::parse_part(Source::new("", line).behind(number - 1), part.clone());
            let topology = &self.head.document.schedule.topology;
            let scope = &mut Context { topology, phase, budget: &mut self.budget };
            let begins = kind == LineKind::Begins;
            let templates = &mut self.templates;
            let mut add = |parts: Draft| {
                let from = parts.from.1;
                let message = checked(parts, scope)?;
                let Some(templates) = templates else { return Ok(Some((begins, message))) };
                if begins {
                    templates.begin(1, 0);
                    templates.count(1, Span::point(start))?;
                }
                templates.message(&message, from).map(|()| None)
            };
            // What is wrong has a place in a tree only.
            let quick = steps::of_line(text, topology).and_then(|parts| add(parts).ok());
            let read = match (quick, kind) {
                (Some(message), _) => Ok(message),
                (None, LineKind::Repeated) => tree().and_then(|node| {
                    let templates = self.templates.as_mut();
                    templates
                        .map_or(Ok(()), |templates| templates.repeated(&node, scope))
                        .map(|()| None)
                }),
                (None, _) => tree().and_then(|node| add(steps::parts(&node, topology)?)),
            };
            let message = read.map_err(|error| broken(error, number, line))?;
            self.last = ends;
            self.announced = false;
            if message.is_some() {
                return Ok(message);
            }
        }
    }

    /// Line and column of the message that was read last.
    fn place(&self) -> (u32, u32) {
        let line = self.lines.line();
        let column = line.find('{').map_or(1, |at| line[..at].chars().count() + 1);
        [self.lines.number, column].map(saturated).into()
    }

    /// Checks the part after the last step in JSON.
    fn close(&mut self) -> Result<(), Broken> {
        (self.last, self.fits) = (Next::Over, false);
        let mut rest = String::new();
        while self.lines.next()? {
            rest.extend(self.lines.line().split([' ', '\r', '\n']));
            if !"]}".starts_with(&rest) {
                return Err(self.wrong("only `]` and `}` may follow the last step", ""));
            }
        }
        if rest == "]}" { Ok(()) } else { Err(self.wrong("", "")) }
    }

    /// Fills `step` as [`collective::StepSource::step`] does.
    fn gather(&mut self, phase: &Phase, step: &mut Step, most: usize) -> Result<Came, Broken> {
        step.messages.clear();
        self.places.clear();
        if let Some((message, place)) = self.next.take() {
            step.messages.push(message);
            self.places.push(place);
        }
        let goes_on = std::mem::take(&mut self.cut);
        while step.messages.len() <= most {
            let has_begun = goes_on || !step.messages.is_empty();
            let Some((begins, message)) = self.message(phase)? else {
                return Ok(if has_begun { Came::Whole } else { Came::Nothing });
            };
            let place = self.place();
            if begins && has_begun {
                self.next = Some((message, place));
                return Ok(Came::Whole);
            }
            step.messages.push(message);
            self.places.push(place);
        }
        self.cut = true;
        Ok(Came::Part)
    }

    /// Reads all steps of the one phase.
    fn all(&mut self) -> Result<(), Broken> {
        let Some(mut phase) = self.head.document.schedule.phases.pop() else { return Ok(()) };
        let symmetric = phase.steps.symmetric();
        let topology = &self.head.document.schedule.topology;
        self.templates =
            symmetric.map(|symmetric| Compact::new(symmetric.by().clone(), &phase, topology));
        let (mut steps, mut step) = (Vec::new(), Step::default());
        while self.gather(&phase, &mut step, usize::MAX)? != Came::Nothing {
            let mut messages = std::mem::take(&mut step.messages);
            messages.shrink_to_fit();
            steps.push(Step { messages });
        }
        phase.steps = match self.templates.take() {
            Some(templates) => templates.finish(),
            None => Arc::new(Listed(steps)),
        };
        self.head.document.schedule.phases.push(phase);
        Ok(())
    }
}

impl<R: Read> collective::StepSource for Incoming<R> {
    type Error = Broken;

    fn phase(&mut self) -> Result<Option<Phase>, Broken> {
        self.last = Next::Step;
        if self.head.listed { self.listed() } else { Ok(self.head.document.schedule.phases.pop()) }
    }

    fn step(&mut self, phase: &Phase, step: &mut Step, most: usize) -> Result<Came, Broken> {
        self.budget = Budget::default();
        self.gather(phase, step, most)
    }

    fn places(&self) -> &[(u32, u32)] {
        &self.places
    }
}
