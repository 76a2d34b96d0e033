//! Schedules that a person wrote: files, lines such as `Step 1: 0 -> 4`, and compositions.

use std::fs;
use std::io::{self, Read};
use std::sync::Arc;

use super::args::{MachineArgs, OperationArgs};
use super::failure::{Failure, Result};
use super::subject::{self, Subject};
use super::{choice, heading, input, request};
use hockney_base::diagnostic::{Diagnostic, Source};
use hockney_core::checker::{Checked, Limits, Stopped, check_passing, say_when_held};
use hockney_core::collective::{Group, Pattern, Phase, Ports, Schedule, collective};
use hockney_core::schedule::{Listed, Payload, Step};
use hockney_core::topology::{Subset, Topology};
use hockney_files::{self as document, Begun, Broken, Document, Header, Incoming};
use hockney_plan::question::{Choice, Question, QuestionError, side_by_side};

/// Reads a schedule file that has been loaded from `file`.
fn document(text: &input::Text, file: &str) -> Result<Document> {
    document::read(&text.text, &input::graphs_beside(file)).map_err(|error| {
        // Whoever leaves out the collective is helped more by its name than by `format` is missing.
        match steps_by_hand(&text.text) {
            Some(at) => {
                let lines =
                    Diagnostic::new("expected a schedule file, found lines").at(at..at).help(
                        "name the collective: hockney check broadcast -t ring:8 FILE; --to yaml \
                     converts the lines to a schedule file",
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

/// A handwritten file on the command line, with its options.
#[derive(Clone, Copy)]
pub(super) struct Written<'a> {
    /// The collective of lines; a schedule file contains it.
    pub(super) collective: Option<&'a str>,
    pub(super) file: &'a str,
    pub(super) machine: &'a MachineArgs,
    pub(super) operation: &'a OperationArgs,
}

impl Written<'_> {
    /// Reads it, with notes on what could be read in another way. A schedule file is kept whatever
    /// its size where its steps are needed.
    pub(super) fn read(self, limit: Limits, keep: bool) -> Result<(Input, Vec<String>)> {
        if keep || self.collective.is_some() {
            let (document, reading) = self.kept()?;
            return Ok((Input::Kept(Box::new(document)), reading));
        }
        self.says_all()?;
        Ok((read(self.file, limit)?, Vec::new()))
    }

    /// The same, which is kept.
    pub(super) fn kept(self) -> Result<(Document, Vec<String>)> {
        if let Some(name) = self.collective {
            return self.lines(name);
        }
        self.says_all()?;
        Ok((document(&input::read(self.file)?, self.file)?, Vec::new()))
    }

    /// A schedule file contains its own question; options that repeat it are a mistake. Lines have
    /// no question, so their collective is missing.
    fn says_all(self) -> Result<()> {
        let Written { file, machine, operation, .. } = self;
        let said = request::first_given(&[
            ("-t", machine.topology.is_some()),
            ("-p", machine.nodes.is_some()),
            ("-d", machine.dimension.is_some()),
            ("--rails", !machine.rails.is_empty()),
            ("--root", operation.root.is_some()),
            ("--among", operation.among.is_some()),
            ("--place", operation.place.is_some()),
            ("--by", operation.by.is_some()),
            ("--map", operation.map.is_some()),
            ("--exclusive", operation.exclusive),
            ("--pieces", operation.pieces.is_some()),
            ("--ports", operation.ports != Ports::ONE),
        ]);
        let Some(option) = said else { return Ok(()) };
        let is_document = match input::read(file) {
            // Only documents are that large.
            Err(Failure::NoAnswer(_)) => true,
            text => is_document(&text?.text),
        };
        Err(if is_document {
            Failure::input(format!("cannot use {option} with a schedule file"))
                .help(format!("{file} contains its topology and collective: leave out {option}"))
        } else {
            Failure::input("the collective is missing").help(format!(
                "{file} lists steps; write the collective before it, such as broadcast {file}"
            ))
        })
    }

    /// Lines that a person wrote, or a schedule file that must be about the same.
    fn lines(self, name: &str) -> Result<(Document, Vec<String>)> {
        let Written { file, machine, operation, .. } = self;
        if collective(name).is_none() && std::path::Path::new(name).exists() {
            let message = format!("expected a collective, found the file {name}");
            return Err(Failure::input(message).help(
                "name one file, or a collective and then a file: hockney check broadcast -t ring:8 FILE",
            ));
        }
        let collective = request::collective_named(name)?;
        let question = request::question(collective, machine, operation, &[])?;
        let mut notes: Vec<String> = request::reading(name, collective).into_iter().collect();
        let text = input::read(file)?;
        if !is_document(&text.text) {
            if operation.place.is_some() {
                return Err(Failure::input(
                    "--place is for schedules of ranks, and lines name nodes",
                )
                .help("leave out --place, or write a schedule file with the key `place`"));
            }
            let document = written(&text, &question)?;
            notes.extend(carries_all(&document.schedule));
            return Ok((document, notes));
        }
        let document = document(&text, file)?;
        if !is_about(&document.schedule, &question, operation) {
            let what = heading::of_schedule(&document.schedule);
            return Err(Failure::input(format!("the file is for another question: {what}"))
                .help("a schedule file contains its own question: hockney check FILE"));
        }
        Ok((document, notes))
    }
}

/// Whether a text is a schedule file, and not a list of lines.
fn is_document(text: &str) -> bool {
    let begins = |line: &str| {
        let line = line.trim_start_matches([' ', '\t', '{']);
        line.starts_with("format:") || line.starts_with("\"format\":")
    };
    text.lines().any(begins)
}

/// The note on messages without blocks, where their senders may have several blocks.
fn carries_all(schedule: &Schedule) -> Option<String> {
    let [phase] = &schedule.phases[..] else { return None };
    let pattern = phase.instance().collective.pattern();
    let first = match pattern {
        Pattern::Scattered | Pattern::Reduced | Pattern::Pairs => 0,
        // A node has one block before it receives.
        Pattern::AllToAll | Pattern::Gathered => 1,
        Pattern::OneToAll
        | Pattern::AllToOne
        | Pattern::AllReduced
        | Pattern::Prefixes
        | Pattern::Permuted
        | Pattern::Token => return None,
    };
    let mut step = Step::default();
    let all = (first..phase.steps.count()).any(|k| {
        phase.steps.step_into(k, &mut step);
        step.messages.iter().any(|message| message.payload == Payload::Everything)
    });
    let blocks = if pattern == Pattern::Pairs { "0>1" } else { "1" };
    all.then(|| {
        format!(
            "a message without blocks carries all blocks of its sender; to send fewer, write \
             them in brackets, such as 0 -> 1 [{blocks}]"
        )
    })
}

/// The lines of a text, with what they are about.
pub(crate) fn written(text: &input::Text, question: &Question) -> Result<Document> {
    let empty = question.with_steps(Arc::new(Listed::default()));
    let steps = document::read_lines_of(&text.text, &empty.topology, &empty.phases[0])
        .map_err(|error| input::read_failure(&error, text))?;
    let schedule = question.with_steps(Arc::new(steps));
    Ok(Document { schedule, header: Header::default() })
}

/// Whether a document is about the same machine and collective, with the parameters of the command
/// line. An answer to another question must not be accepted.
fn is_about(found: &Schedule, question: &Question, operation: &OperationArgs) -> bool {
    let [phase] = &found.phases[..] else { return false };
    let (of, asked) = (phase.instance(), question.instance());
    let said = |given: bool, same: bool| !given || same;
    found.topology == *question.machine()
        && found.topology.placement() == question.placement()
        && heading::among(found) == question.members().map(Subset::members)
        && phase.groups.len() == 1
        && of.collective.name() == asked.collective.name()
        && said(operation.root.is_some(), of.root == asked.root)
        && said(operation.exclusive, of.exclusive)
        && said(operation.by.is_some(), of.by == asked.by)
        && said(operation.map.is_some(), of.map() == asked.map())
        && said(operation.pieces.is_some(), of.pieces == asked.pieces)
        && said(operation.ports != Ports::ONE, found.ports == operation.ports)
}

/// A schedule file for a command: kept where it is small, and checked while it passes by where it is
/// large.
pub(super) enum Input {
    /// It is kept, to be checked.
    Kept(Box<Document>),
    /// It was checked while it was read; with the algorithm that it claims.
    Passed(Box<Checked>, Option<String>),
}

impl Input {
    /// Checks what was not checked yet, on request every message that templates stand for.
    pub(super) fn checked(self, limit: Limits, every: bool) -> Result<Subject> {
        Ok(match self {
            Input::Passed(passed, said) => Subject::read(*passed, said),
            Input::Kept(document) => {
                let checked = subject::judged(&document.schedule, limit, every)?;
                Subject::read(checked, document.header.algorithm)
            }
        })
    }
}

/// Reads a schedule file, which is kept where it is small.
fn read(file: &str, limit: Limits) -> Result<Input> {
    let (shown, from) = input::open(file)?;
    let cannot = |error: io::Error| input::cannot(file, &error);
    match document::begin(from, &input::graphs_beside(file), document::LARGE).map_err(cannot)? {
        Begun::Whole(read, rest) => {
            let text = input::whole((shown, input::FILE), read, rest).map_err(cannot)??;
            Ok(Input::Kept(Box::new(document(&text, file)?)))
        }
        Begun::Steps(mut incoming) => passed((file, shown), &mut incoming, limit),
    }
}

/// Whether a file can be read a second time; a pipe is gone.
pub(super) fn stays(file: &str) -> bool {
    fs::metadata(file).is_ok_and(|found| found.is_file())
}

/// Checks a schedule file while it is read.
fn passed(
    (file, shown): (&str, &str),
    incoming: &mut Incoming<Box<dyn Read>>,
    limit: Limits,
) -> Result<Input> {
    let (topology, ports) = incoming.machine();
    match check_passing((&topology, ports), incoming, &limit) {
        Ok(mut passed) => {
            if stays(file)
                && let Ok(Begun::Steps(mut again)) = document::begin(
                    input::open(file)?.1,
                    &input::graphs_beside(file),
                    document::LARGE,
                )
            {
                say_when_held(&mut *again, &limit, &mut passed);
            }
            Ok(Input::Passed(Box::new(passed), incoming.algorithm().map(str::to_owned)))
        }
        Err(Stopped::NoAnswer(why)) => Err(subject::no_answer(&why)),
        Err(Stopped::Source(Broken::Reading(error))) => Err(input::cannot(file, &error)),
        Err(Stopped::Source(Broken::Text { error, text, before })) => {
            Err(input::failure_in(&error, &Source::new(shown, &text).behind(before)))
        }
    }
}

/// Reads a composition, a file that lists phases without messages, plans these, and checks all of it.
pub(crate) fn composition(file: &str, limit: Limits) -> Result<(Checked, Document)> {
    let graphs = input::graphs_beside(file);
    let (_, mut document) = input::parsed(file, |text| document::read_composition(text, &graphs))?;
    let Schedule { topology, ports, phases } = &document.schedule;
    let filled = (1..).zip(phases).map(|(number, phase)| {
        if phase.steps.count() > 0 {
            return Ok(phase.clone());
        }
        filled(topology, *ports, phase, number)
    });
    let phases = filled.collect::<Result<Vec<Phase>>>()?;
    document.schedule.phases = phases;
    Ok((subject::checked(&document.schedule, limit)?, document))
}

/// The phase with messages: each group runs its default algorithm, on a machine of its own where it is
/// not everyone.
fn filled(machine: &Topology, ports: Ports, phase: &Phase, number: usize) -> Result<Phase> {
    let plan = |question: Question| {
        let question = question.with_ports(ports);
        question.plan(Choice::Default).map_err(|error| match error {
            QuestionError::NothingFits(_) => choice::no_candidate(question.request()),
            error => Failure::input(format!("phase {number}: {error}")),
        })
    };
    if phase.is_everyone() {
        let plan = plan(Question::of(machine.clone(), phase.instance().clone()))?;
        let mut all = plan.schedule().phases.swap_remove(0);
        all.scale = phase.scale.clone();
        return Ok(all);
    }
    let of_group = |group: &Group| {
        let members: Vec<u32> = (0..group.instance.nodes).map(|at| group.node(at)).collect();
        // The reader of documents has seen to the members.
        let subset = Subset::of(machine, &members)
            .ok_or_else(|| Failure::input(format!("phase {number}: a group has no members")))?;
        plan(Question::among(subset, group.instance.clone()))
    };
    let planned = phase.groups.iter().map(of_group).collect::<Result<Vec<_>>>()?;
    Ok(side_by_side(machine, phase.scale.clone(), &planned))
}
