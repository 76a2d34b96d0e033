//! `hockney check`: is a schedule right, and if not, where and why.

use std::io::Write;
use std::sync::Arc;

use serde::Serialize;

use super::args::{
    CheckArgs, CheckFormat, DocumentFormat, MachineArgs, OperationArgs, PortsArg, ReportFormat,
};
use super::failure::Failure;
use super::machine::topology;
use super::report::{TemplatesRow, ViolationRow, count};
use super::schedule_file::{self, Input};
use super::{Answer, heading, input, limit, note, output, plan, report, request, structured};
use crate::checker::{Checked, Limits, NoAnswer, Report, SpellError, spell_out};
use crate::collective::{Group, Instance, Phase, Ports, Schedule, collective};
use crate::diagnostic::Diagnostic;
use crate::document::{self, Document, Header, Notation};
use crate::number::Rational;
use crate::schedule::Listed;
use crate::topology::{Subset, Topology};

#[derive(Serialize)]
struct CheckReport {
    verdict: &'static str,
    collective: String,
    topology: String,
    p: u32,
    d: Option<u32>,
    /// The nodes that take part, where these are some.
    among: Option<Vec<u32>>,
    steps: usize,
    messages: u64,
    /// Null where every message was looked at.
    looked_at: Option<TemplatesRow>,
    violations: Vec<ViolationRow>,
    counts: std::collections::BTreeMap<&'static str, u64>,
    needs_commutative: Option<bool>,
    notes: Vec<String>,
}

pub(crate) fn run(args: &CheckArgs) -> Result<Answer, Failure> {
    let limit = limit::allowed(&args.limit)?.checker;
    let (document, reading) = match &args.what[..] {
        [file] => match from_document(args, file, limit)? {
            Input::Kept(document) => (*document, None),
            Input::Passed(passed, _) => {
                return finish(args, (&passed.report, &passed.about), None);
            }
        },
        [name, file] => from_lines(&args.machine, &args.operation, name, file)?,
        _ => return Err(Failure::input("a file is needed, or a collective and a file")),
    };
    let checked = if args.every_message {
        plan::every_message(&document.schedule, limit)?
    } else {
        plan::checked(&document.schedule, limit)?
    };
    if let Some(reading) = &reading {
        note(reading);
    }
    if let Some(to) = args.to {
        return print_document(&document, &checked, to, limit);
    }
    finish(args, (checked.report(), checked.schedule()), reading)
}

/// Prints what was found about a schedule, which may be gone by now.
fn finish(
    args: &CheckArgs,
    found: (&Report, &Schedule),
    reading: Option<String>,
) -> Result<Answer, Failure> {
    output::write_to(None, |out| match args.format {
        CheckFormat::Text => write_text(out, found),
        CheckFormat::Json => write_report(out, found, reading, ReportFormat::Json),
        CheckFormat::Yaml => write_report(out, found, reading, ReportFormat::Yaml),
    })?;
    Ok(answer(found.0))
}

fn answer(report: &Report) -> Answer {
    if report.is_valid() { Answer::Yes } else { Answer::No }
}

/// A schedule file, which says itself what it is about.
fn from_document(args: &CheckArgs, file: &str, limit: Limits) -> Result<Input, Failure> {
    if collective(file).is_some() && !std::path::Path::new(file).exists() {
        return Err(Failure::input("which file has the steps?")
            .help("name it after the collective, or - for standard input"));
    }
    if args.machine.topology.is_some() {
        return Err(Failure::input("which collective is it?").help(
            "a schedule file says its own topology; for lines such as `Step 1: 0 -> 4` name the \
             collective: hockney check broadcast -t ring:8 FILE",
        ));
    }
    if let Some(option) = request::said(&args.machine, &args.operation) {
        return Err(Failure::input(format!("{option} does not go with a schedule file"))
            .help("a schedule file says its own topology and collective: leave it out"));
    }
    // What is printed again has to be kept.
    schedule_file::read(file, limit, args.to.is_some())
}

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
    let topology = topology(machine)?;
    let among = request::among(&topology, operation)?;
    let instance = request::instance(collective, &topology, among.as_ref(), operation)?;
    let reading = request::reading(name, collective);
    let text = input::read(file)?;
    if text.text.lines().any(|line| line.trim_start().starts_with("format:")) {
        let document = document(&text, file)?;
        let found = &document.schedule;
        if found.topology != topology || !is_about(found, &instance, among.as_ref(), operation) {
            let what = heading::of_schedule(found);
            return Err(Failure::input(format!("the file is about another question: {what}"))
                .help("a schedule file says itself what it is about: hockney check FILE"));
        }
        return Ok((document, reading));
    }
    Ok((written(&text, topology, among.as_ref(), instance, operation)?, reading))
}

/// The lines of a text, with what they are about.
pub(crate) fn written(
    text: &input::Text,
    topology: Topology,
    among: Option<&Subset>,
    instance: Instance,
    operation: &OperationArgs,
) -> Result<Document, Failure> {
    let nothing: Arc<Listed> = Arc::default();
    let mut phase = match among {
        None => Phase::everyone(instance, Rational::one(), nothing),
        Some(subset) => {
            let group = Group { members: Some(subset.members().to_vec()), instance };
            Phase::of_groups(topology.nodes(), vec![group], Rational::one(), nothing)
        }
    };
    let steps = document::read_lines_of(&text.text, &topology, &phase)
        .map_err(|error| input::read_failure(&error, text))?;
    phase.steps = Arc::new(steps);
    let schedule = Schedule { topology, ports: request::ports(operation), phases: vec![phase] };
    Ok(Document { schedule, algorithm: None, note: None, generator: None })
}

/// Whether a document is about this collective among all nodes, with the parameters that the command
/// line says. An answer to another question must not pass for one to this.
fn is_about(
    found: &Schedule,
    asked: &Instance,
    among: Option<&Subset>,
    operation: &OperationArgs,
) -> bool {
    let [phase] = &found.phases[..] else { return false };
    let of = phase.instance();
    let said = |given: bool, same: bool| !given || same;
    heading::among(found) == among.map(Subset::members)
        && phase.groups.len() == 1
        && of.collective.name() == asked.collective.name()
        && said(operation.root.is_some(), of.root == asked.root)
        && said(operation.exclusive, of.exclusive)
        && said(operation.by.is_some(), of.by == asked.by)
        && said(operation.map.is_some(), of.map() == asked.map())
        && said(operation.pieces.is_some(), of.pieces == asked.pieces)
        && said(operation.ports == PortsArg::All, found.ports == Ports::All)
}

/// `--to yaml`: the document, with every message's blocks spelled out.
fn print_document(
    document: &Document,
    checked: &Checked,
    to: DocumentFormat,
    limits: Limits,
) -> Result<Answer, Failure> {
    let mut spelled = document.schedule.clone();
    let messages = spelled.messages();
    if messages > limits.messages {
        return Err(plan::no_answer(&NoAnswer::too_many_messages(messages, &limits)));
    }
    // Templates name all blocks.
    if let [Phase { steps, .. }] = &mut spelled.phases[..]
        && steps.symmetric().is_none()
    {
        let listed = spell_out(&document.schedule, &limits).map_err(|error| match error {
            SpellError::NothingToSend { .. } => Failure::input(error.to_string())
                .help("a document says what each message carries: write the blocks in brackets"),
            SpellError::NoAnswer(why) => plan::no_answer(&why),
        })?;
        *steps = Arc::new(listed);
    }
    let header = Header { generator: Some(plan::generator()), ..document.header() };
    let notation = match to {
        DocumentFormat::Yaml => Notation::Yaml,
        DocumentFormat::Json => Notation::Json,
    };
    output::write_to(None, |out| Ok(document::write(out, &header, &spelled, notation)?))?;
    Ok(answer(checked.report()))
}

fn write_text(
    out: &mut dyn Write,
    (report, schedule): (&Report, &Schedule),
) -> Result<(), Failure> {
    writeln!(out, "{}", heading::of_schedule(schedule))?;
    let messages = count(report.messages, "message");
    let steps = count(report.steps as u128, "step");
    let size = format!("{messages} in {steps}{}", report::looked_at(report, schedule));
    if report.is_valid() {
        writeln!(out, "valid: {size}")?;
    } else {
        writeln!(out, "invalid: {}; {size}", report::summary(report))?;
        report::write_violations(out, report, schedule, usize::MAX)?;
    }
    if schedule.phases.len() > 1 {
        for (number, (phase, steps)) in (1..).zip(schedule.phases.iter().zip(&report.measures)) {
            let messages: u64 = steps.iter().map(|step| step.messages).sum();
            let (messages, steps) =
                (count(messages, "message"), count(steps.len() as u128, "step"));
            let name = phase.instance().collective.name();
            writeln!(out, "phase {number}: {name}, {messages} in {steps}")?;
        }
    }
    match report.needs_commutative {
        Some(true) => writeln!(out, "the operator must be commutative as well as associative")?,
        Some(false) => writeln!(out, "an associative operator is enough, it need not commute")?,
        None => {}
    }
    for note in report::notes(report, schedule) {
        writeln!(out, "note: {note}")?;
    }
    Ok(())
}

fn write_report(
    out: &mut dyn Write,
    (report, schedule): (&Report, &Schedule),
    reading: Option<String>,
    format: ReportFormat,
) -> Result<(), Failure> {
    let answer = CheckReport {
        verdict: if report.is_valid() { "valid" } else { "invalid" },
        collective: heading::collectives(schedule),
        topology: schedule.topology.to_string(),
        p: heading::participants(schedule),
        d: heading::dimension(schedule),
        among: heading::among(schedule).map(<[u32]>::to_vec),
        steps: report.steps,
        messages: report.messages,
        looked_at: TemplatesRow::of(report),
        violations: report::violation_rows(report, schedule),
        counts: report::counts(report),
        needs_commutative: report.needs_commutative,
        notes: reading.into_iter().chain(report::notes(report, schedule)).collect(),
    };
    structured::write(out, format, &answer)
}
