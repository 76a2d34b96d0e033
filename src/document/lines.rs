//! The lines that people write by hand: `Step 1: 0 -> 4, 2 → 6`.
//!
//! ```text
//! line      = [bullet] [label] [message {separator message} [separator]] ["."] [("#" | "//") comment]
//! bullet    = "-" | "*" | "•"                                 followed by a blank
//! label     = ("step" | "phase" | "round") number [":" | "." | ")" | "-"] | number (":" | "." | ")")
//! message   = ["send"] node arrow node [route] [blocks] [route]     one route at most
//! blocks    = "[" entry {("," | ";" | blank) entry} "]"
//! route     = "via" vertex {blank vertex} | "by way of" vertex {(blank | "," | "and") vertex}
//!           | ["via"] ("direct" | "directly") | "by the direct link"
//! arrow     = "->" | "-->" | "=>" | "→" | "⇒" | "⟶" | "to"    one message
//!           | "<->" | "<-->" | "<=>" | "↔" | "⇔" | "⟷"        two: there and back
//! separator = "," | ";" | "and"
//! node      = ["P" | "node"] (number | bits | "(" row "," column ")")
//! ```
//!
//! Lines after a label belong to its step; steps are numbered one after the other from 0 or 1.
//! Where there are no labels, each line is a step, and a line that ends in a comma or `and` goes
//! on in the next. Blocks stand in brackets, since what follows a comma or stands in parentheses
//! may be a node; a message without them carries everything its sender holds or knows.

mod cursor;
mod label;
mod line;
mod node;
mod route;

use std::sync::Arc;

use self::label::Label;
use self::line::Line;
use super::read::body;
use crate::collective::{Instance, Phase};
use crate::diagnostic::{Diagnostic, Span};
use crate::document::{Budget, Result, Scope, refuse, within};
use crate::number::Rational;
use crate::schedule::{Listed, Message, Step};
use crate::topology::Topology;

/// The longest text that is read, in bytes: a message takes twenty times as much memory as text.
const LONGEST: u32 = 1 << 26;

/// Reads hand-written lines for a collective on a machine.
///
/// # Errors
/// Whatever the grammar above does not have, nodes and blocks that do not exist, and a text that
/// is over a limit.
pub fn read_lines(text: &str, topology: &Topology, instance: &Instance) -> Result<Listed> {
    let empty = Arc::new(Listed::default());
    read_lines_of(text, topology, &Phase::everyone(instance.clone(), Rational::one(), empty))
}

/// The same for a phase, whose groups may be some of the nodes; its own steps are not looked at.
///
/// # Errors
/// As for [`read_lines`].
pub fn read_lines_of(text: &str, topology: &Topology, phase: &Phase) -> Result<Listed> {
    within("bytes of hand-written lines", text.len() as u128, LONGEST, None)?;
    let mut scope = Scope { topology, phase, budget: &mut Budget::default() };
    let mut at = body(text);
    let mut lines = Vec::new();
    let mut first = true;
    for raw in text[at..].split_inclusive('\n') {
        let line = Line::read(raw.trim_end(), at, first, &mut scope)?;
        first &= line.label.is_none() && line.messages.is_empty();
        lines.push(line);
        at += raw.len();
    }
    Ok(Listed(steps(lines)?))
}

/// A step that has begun.
struct Begun {
    label: Option<Label>,
    /// The number of its first line.
    line: usize,
    messages: Vec<Message>,
}

/// Each label begins a step. Where there is none each line with messages is a step, unless the one before
/// goes on in it.
fn steps(lines: Vec<Line>) -> Result<Vec<Step>, Diagnostic> {
    let labelled = lines.iter().any(|line| line.label.is_some());
    let mut steps: Vec<Begun> = Vec::new();
    let mut open = None;
    for (number, line) in (1..).zip(lines) {
        let Line { label, messages, ends_open, place, comment_label } = line;
        if let Some(label) = label {
            refuse_open(open.take())?;
            refuse_other(&steps, label)?;
            refuse_empty(&steps)?;
            steps.push(Begun { label: Some(label), line: number, messages: Vec::new() });
        }
        if let (false, Some(place)) = (labelled, comment_label) {
            let message = "a step is announced in a comment, and no line has a label";
            let help = "leave out the comment sign: `Step 1:` begins a step";
            return refuse(place, message, help);
        }
        if messages.is_empty() {
            continue;
        }
        match steps.last_mut().filter(|_| labelled || open.is_some()) {
            Some(step) => step.messages.extend(messages),
            None if labelled => {
                let help = "begin with a label, such as `Step 1:`, or label no line at all";
                return refuse(place, "a message before the first step", help);
            }
            None => steps.push(Begun { label: None, line: number, messages }),
        }
        open = ends_open;
    }
    refuse_open(open)?;
    refuse_empty(&steps)?;
    Ok(steps.into_iter().map(|step| Step { messages: step.messages }).collect())
}

/// Refuses a label that is not the next.
fn refuse_other(steps: &[Begun], label: Label) -> Result<(), Diagnostic> {
    let number = label.number;
    let fail = |message: String| Err(Diagnostic::new(message).at(label.span));
    let label_of = |step: &Begun| step.label.map(|label| label.number);
    let (first, last) = (steps.first().and_then(label_of), steps.last().and_then(label_of));
    let (Some(first), Some(last)) = (first, last) else {
        let message = "steps are numbered from 1, or from 0";
        return match number {
            0 | 1 => Ok(()),
            _ => fail(format!("the first step is number {number}; {message}")),
        };
    };
    let index = number.checked_sub(first).and_then(|index| usize::try_from(index).ok());
    if let Some(there) = index.and_then(|index| steps.get(index)) {
        let help = "write all its messages below its first label, or give this step its own number";
        let message = format!("step {number} is there already at line {}", there.line);
        return refuse(label.span, message, help);
    }
    match last + 1 {
        next if next == number => Ok(()),
        next => fail(format!("step {number} follows step {last}; the next one is {next}")),
    }
}

/// Refuses a label without messages.
fn refuse_empty(steps: &[Begun]) -> Result<(), Diagnostic> {
    match steps.last() {
        Some(Begun { label: Some(label), messages, .. }) if messages.is_empty() => {
            let help = "a step in which nothing travels is left out";
            refuse(label.span, format!("step {} has no message", label.number), help)
        }
        _ => Ok(()),
    }
}

/// Refuses a comma after which nothing comes.
fn refuse_open(open: Option<Span>) -> Result<(), Diagnostic> {
    let help = "leave it out where the step ends: a line that ends so goes on in the next";
    open.map_or(Ok(()), |separator| refuse(separator, "a message belongs after this", help))
}
