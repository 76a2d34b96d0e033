//! Documents of any size, one step at a time: what was checked is forgotten.
//!
//! A document that is too large for a tree is read so where it has the layout that
//! [`write()`](super::write()) gives it, in phases, too. Its lines mean what they mean to the
//! readers that keep the whole text, and complaints name the same line and column.

mod lines;
mod opened;

use std::io::{self, Read};

use self::lines::Lines;
use self::opened::{Opened, opened};
use super::head::without_end;
use super::read::document::Budget;
use super::read::phase;
use super::read::steps::{REPEATED, REPEATED_HELP, Scope, checked, message as from_tree};
use super::shorthand::{End, ignored, message::parts, shape};
use super::tree::Kind;
use super::{Notation, ReadError, events};
use crate::collective::{self, Came, Phase, Ports};
use crate::diagnostic::{Diagnostic, Source, Span};
use crate::schedule::{Message, Step};
use crate::topology::Topology;

/// Why a document breaks off.
#[derive(Debug)]
pub enum Broken {
    /// It cannot be read any further.
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

/// What a text that has begun to come turned out to be.
pub enum Begun<R> {
    /// Small, or of another layout: what has been read of it, and what has not.
    Whole(Vec<u8>, R),
    /// A large document.
    Steps(Box<Incoming<R>>),
}

/// A document that is read a step at a time.
pub struct Incoming<R> {
    lines: Lines<R>,
    opened: Opened,
    /// The message that begins the next step, with its line and column.
    next: Option<(Message, (u32, u32))>,
    last: End,
    /// Whether steps were announced of which none has come.
    announced: bool,
    /// Whether a step has begun to come, and has more messages.
    cut: bool,
    /// Line and column of each message that came last.
    places: Vec<(u32, u32)>,
}

/// How phases are laid out.
enum Layout {
    /// There is one, said by the keys of the document; `None` once it has been handed on.
    One(Option<Box<Phase>>),
    /// They are listed.
    Listed,
}

impl Layout {
    /// What stands before the lines of its messages.
    fn indent(&self) -> &'static str {
        match self {
            Layout::One(_) => "",
            Layout::Listed => "    ",
        }
    }
}

/// From how many bytes on a document is read a step at a time, where it can be. A text may be as long again
/// and be kept.
const LARGE: usize = 1 << 25;

/// Begins to read a text, which is a large document if it has more than `least` commas, colons, dashes
/// and brackets, or more than 32 MiB. `graphs` is as for [`read`](super::read()).
///
/// # Errors
/// What cannot be read.
pub fn begin<R: Read>(
    mut from: R,
    graphs: &dyn Fn(&str) -> Result<String, String>,
    least: usize,
) -> io::Result<Begun<R>> {
    let mut read = Vec::new();
    let (mut chunk, mut marks) = (vec![0; 1 << 16], 0);
    while marks <= least && read.len() <= LARGE {
        match from.read(&mut chunk) {
            Ok(0) => return Ok(Begun::Whole(read, from)),
            Ok(count) => {
                read.extend_from_slice(&chunk[..count]);
                marks += events::marks(&chunk[..count]);
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    let Some(opened) = opened(&read, graphs) else { return Ok(Begun::Whole(read, from)) };
    let mut lines = Lines::new(read, from);
    for _ in 0..opened.header {
        // They were there before.
        let _ = lines.next();
    }
    Ok(Begun::Steps(Box::new(Incoming {
        lines,
        opened,
        next: None,
        last: End::Step,
        announced: false,
        cut: false,
        places: Vec::new(),
    })))
}

/// What is wrong with lines of which the first has this number.
fn broken(error: ReadError, number: usize, lines: &str) -> Broken {
    Broken::Text {
        error: Box::new(error),
        text: lines.to_owned(),
        before: number.saturating_sub(1),
    }
}

/// What lacks in a phase may stand behind its steps, where it is not looked for.
fn keys_come_first(error: ReadError) -> ReadError {
    match error {
        ReadError::Bad(bad) if bad.message.starts_with("a phase without") => {
            let message = bad.message.replacen("a phase", "a phase begins its steps", 1);
            let help = "in a document of this size `steps` stands last in a phase";
            Diagnostic { message, ..bad }.help(help).into()
        }
        error => error,
    }
}

impl<R: Read> Incoming<R> {
    /// The machine.
    pub fn machine(&self) -> (Topology, Ports) {
        (self.opened.topology.clone(), self.opened.ports)
    }

    /// The algorithm that the document says it is by.
    pub fn algorithm(&self) -> Option<&str> {
        self.opened.algorithm.as_deref()
    }

    /// What is wrong with the line that is kept, by itself.
    fn wrong(&self, message: &str, help: &str) -> Broken {
        let line = self.lines.line();
        let start = line.len() - line.trim_start_matches(' ').len();
        let end = without_end(line).len().max(start);
        let begun = line.is_empty() || (line[start..].starts_with(['-', '[', '{']) || start == end);
        let cut = !line.ends_with('\n') && begun && !line.ends_with('}');
        let bad = if cut {
            Diagnostic::new("the document ends too early")
                .at(Span::point(line.len()))
                .help("is the file cut off, or a bracket or quote left open?")
        } else {
            Diagnostic::new(message).at(Span::new(start, end)).help(help)
        };
        broken(bad.into(), self.lines.number, line)
    }

    fn no_message(&self) -> Broken {
        let (begins, goes_on) = match self.opened.notation {
            Notation::Yaml => ("  - - {\"from\": ..}", "    - {\"from\": ..}"),
            Notation::Json => ("[{\"from\": ..},", "{\"from\": ..},"),
        };
        let indent = self.opened.layout.indent();
        let item = self.lines.line().trim_start_matches([' ', '-', '{']);
        if item.starts_with("\"repeat\"") || item.starts_with("repeat") {
            return self.wrong(REPEATED, REPEATED_HELP);
        }
        self.wrong(
            "this line is no message, and a document of this size has one on each line",
            &format!(
                "a step begins with a line `{indent}{begins}` and goes on with lines \
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
                    "this line belongs to no phase",
                    "in a document of this size a phase is laid out as `hockney plan \
                     --composition` writes it",
                ));
            }
            let empty = without_end(line) == "    steps: []";
            if empty || without_end(line) == "    steps:" {
                if empty {
                    self.last = End::Document;
                }
                self.announced = !empty;
                text.push_str("    steps: []\n");
                break;
            }
            text.push_str(line);
        }
        let source = Source::new("", &text).behind(first - 1);
        let read = events::parse_part(source, 0..text.len()).and_then(|node| match &node.kind {
            Kind::Sequence(items) if items.len() == 1 => {
                let phase = phase::listed(&items[0], &self.opened.topology, &mut Budget::default());
                phase.map_err(keys_come_first)
            }
            _ => Err(Diagnostic::new("this is no phase").at(node.span).into()),
        });
        read.map(Some).map_err(|error| broken(error, first, &text))
    }

    /// The next line with a message, and whether it begins a step; `None` at the end of the phase.
    fn message(
        &mut self,
        phase: &Phase,
        budget: &mut Budget,
    ) -> Result<Option<(bool, Message)>, Broken> {
        let indent = self.opened.layout.indent();
        loop {
            if self.last == End::Document {
                return Ok(None);
            }
            if !self.lines.next()? {
                return self.end().map(|()| None);
            }
            let line = self.lines.line();
            let content = without_end(line);
            if self.opened.notation == Notation::Yaml && ignored(content) {
                continue;
            }
            let inside =
                if indent.is_empty() { Some(content) } else { content.strip_prefix(indent) };
            let notation = self.opened.notation;
            let shape = inside.and_then(|line| shape(line, notation, self.last));
            let Some(shape) = shape else {
                let next_phase =
                    matches!(self.opened.layout, Layout::Listed) && content.starts_with("  - ");
                if next_phase && !self.announced {
                    self.lines.back();
                    return Ok(None);
                }
                return Err(self.no_message());
            };
            let start = content.find('{').unwrap_or(0);
            let part = start..start + shape.message.len();
            let scope = &mut Scope { topology: &self.opened.topology, phase, budget };
            let number = self.lines.number;
            let message = match parts(&line[part.clone()], part.start, scope.topology) {
                Some(parts) => checked(parts, scope),
                None => events::parse_part(Source::new("", line).behind(number - 1), part)
                    .and_then(|node| from_tree(&node, scope)),
            };
            let message = message.map_err(|error| broken(error, number, line))?;
            self.last = shape.ends;
            self.announced = false;
            return Ok(Some((shape.begins, message)));
        }
    }

    /// Line and column of the message that was read last.
    fn place(&self) -> (u32, u32) {
        let line = self.lines.line();
        let column = line.find('{').map_or(1, |at| line[..at].chars().count() + 1);
        [self.lines.number, column].map(|count| u32::try_from(count).unwrap_or(u32::MAX)).into()
    }

    /// The document ends here. In YAML it may.
    fn end(&self) -> Result<(), Broken> {
        match self.opened.notation {
            Notation::Yaml if !self.announced => Ok(()),
            Notation::Yaml | Notation::Json => Err(self.wrong("", "")),
        }
    }

    /// Looks at what stands behind the last step of JSON.
    fn close(&mut self) -> Result<(), Broken> {
        let mut rest = String::new();
        while self.lines.next()? {
            rest.extend(self.lines.line().split([' ', '\r', '\n']));
            if !"]}".starts_with(&rest) {
                return Err(self.wrong("nothing but `]` and `}` stands behind the last step", ""));
            }
        }
        if rest == "]}" { Ok(()) } else { Err(self.wrong("", "")) }
    }
}

impl<R: Read> collective::Source for Incoming<R> {
    type Error = Broken;

    fn phase(&mut self) -> Result<Option<Phase>, Broken> {
        self.last = End::Step;
        match &mut self.opened.layout {
            Layout::One(phase) => Ok(phase.take().map(|phase| *phase)),
            Layout::Listed => self.listed(),
        }
    }

    fn step(&mut self, phase: &Phase, step: &mut Step, most: usize) -> Result<Came, Broken> {
        let budget = &mut Budget::default();
        step.messages.clear();
        self.places.clear();
        if let Some((message, place)) = self.next.take() {
            step.messages.push(message);
            self.places.push(place);
        }
        let goes_on = std::mem::take(&mut self.cut);
        while step.messages.len() <= most {
            let Some((begins, message)) = self.message(phase, budget)? else { break };
            let place = self.place();
            if begins && (goes_on || !step.messages.is_empty()) {
                self.next = Some((message, place));
                return Ok(Came::Whole);
            }
            if !begins && !goes_on && step.messages.is_empty() {
                return Err(self.no_message());
            }
            step.messages.push(message);
            self.places.push(place);
        }
        if step.messages.len() > most {
            self.cut = true;
            return Ok(Came::Part);
        }
        if self.opened.notation == Notation::Json
            && self.last == End::Document
            && (goes_on || !step.messages.is_empty())
        {
            self.close()?;
        }
        Ok(if goes_on || !step.messages.is_empty() { Came::Whole } else { Came::Nothing })
    }

    fn places(&self) -> &[(u32, u32)] {
        &self.places
    }
}
