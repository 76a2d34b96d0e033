//! Schedules that a person wrote: files, and lines such as `Step 1: 0 -> 4`.

use std::sync::Arc;

use super::args::{MachineArgs, OperationArgs};
use super::failure::Failure;
use super::{heading, input, request};
use crate::collective::{Ports, Schedule, collective};
use crate::diagnostic::Diagnostic;
use crate::document::{self, Document, Header};
use crate::question::Question;
use crate::schedule::Listed;
use crate::topology::Subset;

/// Reads a schedule file that has been loaded from `file`.
pub(crate) fn document(text: &input::Text, file: &str) -> Result<Document, Failure> {
    document::read(&text.text, &input::graphs_beside(file)).map_err(|error| {
        // Whoever leaves out the collective is helped more by its name than by `format` is missing.
        match steps_by_hand(&text.text) {
            Some(at) => {
                let lines = Diagnostic::new("these are lines, not a schedule file").at(at..at).help(
                    "say what they are about: hockney check broadcast -t ring:8 FILE; with --to \
                     yaml it makes a schedule file of them",
                );
                Failure::in_text(&lines, &text.source())
            }
            None => input::read_failure(&error, text),
        }
    })
}

/// Where the first line with an arrow begins, in a text that has none of a document's keys.
fn steps_by_hand(text: &str) -> Option<usize> {
    let mut first = None;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let content = line.trim_start();
        let keys = ["format", "topology", "collective", "steps", "phases", "\"", "{"];
        if keys.iter().any(|key| content.starts_with(key)) {
            return None;
        }
        let arrow = content.contains("->") || content.contains('→');
        if first.is_none() && arrow && !content.starts_with('#') {
            first = Some(at + line.len() - content.len());
        }
        at += line.len();
    }
    first
}

/// Lines that a person wrote, or a schedule file that must be about the same.
pub(crate) fn from_lines(
    machine: &MachineArgs,
    operation: &OperationArgs,
    name: &str,
    file: &str,
) -> Result<(Document, Option<String>), Failure> {
    if collective(name).is_none() && std::path::Path::new(name).exists() {
        return Err(Failure::input(format!("{name} is a file, where a collective is expected"))
            .help("name one file, or a collective and then a file: hockney check broadcast -t ring:8 FILE"));
    }
    let collective = request::collective_named(name)?;
    let question = request::question(collective, machine, operation)?;
    let reading = request::reading(name, collective);
    let text = input::read(file)?;
    if text.text.lines().any(|line| line.trim_start().starts_with("format:")) {
        let document = document(&text, file)?;
        if !is_about(&document.schedule, &question, operation) {
            let what = heading::of_schedule(&document.schedule);
            return Err(Failure::input(format!("the file is about another question: {what}"))
                .help("a schedule file says itself what it is about: hockney check FILE"));
        }
        return Ok((document, reading));
    }
    Ok((written(&text, &question)?, reading))
}

/// The lines of a text, with what they are about.
pub(crate) fn written(text: &input::Text, question: &Question) -> Result<Document, Failure> {
    let empty = question.with_steps(Arc::new(Listed::default()));
    let steps = document::read_lines_of(&text.text, &empty.topology, &empty.phases[0])
        .map_err(|error| input::read_failure(&error, text))?;
    let schedule = question.with_steps(Arc::new(steps));
    Ok(Document { schedule, header: Header::default() })
}

/// Whether a document is about the same machine and collective, with the parameters that the command
/// line says. An answer to another question must not pass for one to this.
fn is_about(found: &Schedule, question: &Question, operation: &OperationArgs) -> bool {
    let [phase] = &found.phases[..] else { return false };
    let (of, asked) = (phase.instance(), question.instance());
    let said = |given: bool, same: bool| !given || same;
    found.topology == *question.machine()
        && heading::among(found) == question.members().map(Subset::members)
        && phase.groups.len() == 1
        && of.collective.name() == asked.collective.name()
        && said(operation.root.is_some(), of.root == asked.root)
        && said(operation.exclusive, of.exclusive)
        && said(operation.by.is_some(), of.by == asked.by)
        && said(operation.map.is_some(), of.map() == asked.map())
        && said(operation.pieces.is_some(), of.pieces == asked.pieces)
        && said(operation.ports == Ports::All, found.ports == Ports::All)
}
