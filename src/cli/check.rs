//! `hockney check`: is a schedule right, and if not, where and why.

use std::io::Write;
use std::sync::Arc;

use serde::Serialize;

use super::amounts::size;
use super::args::CheckArgs;
use super::failure::{Failure, Result};
use super::report::{AboutRow, FaultRows, TemplatesRow};
use super::written::Written;
use super::{Answer, GENERATOR, heading, how, limit, note_reading, optimal, output, report};
use hockney_ask::answer::{self as ask, How, Look, Source, Unanswered};
use hockney_core::checker::{Limits, NoAnswer, Report, SpellError, spell_out};
use hockney_core::collective::{Phase, Schedule, collective};
use hockney_files::{self as document, Document, Header};

#[derive(Serialize)]
struct CheckReport {
    verdict: &'static str,
    #[serde(flatten)]
    about: AboutRow,
    steps: usize,
    messages: u64,
    /// Null where every message was looked at.
    looked_at: Option<TemplatesRow>,
    #[serde(flatten)]
    faults: FaultRows,
    needs_commutative: Option<bool>,
    notes: Vec<String>,
}

pub(crate) fn run(args: &CheckArgs) -> Result<Answer> {
    let allowed = limit::allowed(&args.limit)?;
    let what: Vec<&String> = args.what.iter().chain(&args.schedule).collect();
    let (collective, file) = match what[..] {
        [file] => {
            is_there(file)?;
            if optimal::verify::is_certificate(file) {
                return optimal::verify::run(file, args.format, &allowed.checker);
            }
            (None, file)
        }
        [name, file] => (Some(&**name), file),
        _ => return Err(Failure::input("expected a file, or a collective and a file")),
    };
    let (machine, operation) = (&args.machine, &args.operation);
    let written = Written { collective, file, machine, operation, links: &[] };
    let look = if args.every_message { Look::EveryMessage } else { Look::Cheapest };
    let how = How { look, ..how::of_files(&allowed) };
    let Some(to) = args.to else {
        let (source, notes) = written.source(&how)?;
        let found = ask::checked(source, &how)?;
        note_reading(&notes);
        return finish(args, (found.report(), found.schedule()), notes);
    };
    // What is printed again has to be kept.
    let (Document { schedule, header }, notes) = written.kept()?;
    let found = ask::checked(Source::Read(schedule, None), &how)?;
    note_reading(&notes);
    let spelled = spelled(found.schedule(), how.limits)?;
    let header = Header { generator: Some(GENERATOR.to_owned()), ..header };
    output::write_to(None, &mut |out| Ok(document::write(out, &header, &spelled, to)?))?;
    Ok(Answer::from(found.report().is_valid()))
}

/// Prints what was found about a schedule, which may be gone by now.
fn finish(args: &CheckArgs, found: (&Report, &Schedule), notes: Vec<String>) -> Result<Answer> {
    let (report, schedule) = found;
    let row = CheckReport {
        verdict: report::verdict(report),
        about: AboutRow::of(schedule),
        steps: report.steps,
        messages: report.messages,
        looked_at: TemplatesRow::of(report),
        faults: FaultRows::of(report, schedule),
        needs_commutative: report.needs_commutative,
        notes: notes.into_iter().chain(report::notes(report, schedule)).collect(),
    };
    let most = if args.all { usize::MAX } else { report::MOST_LISTED };
    output::print(None, args.format, &row, &mut |out| write_text(out, found, most))?;
    Ok(Answer::from(found.0.is_valid()))
}

/// A single name must be that of a file.
fn is_there(file: &str) -> Result<()> {
    if collective(file).is_some() && !std::path::Path::new(file).exists() {
        return Err(Failure::input("the file with the steps is missing")
            .help("name the file after the collective, or - for standard input"));
    }
    Ok(())
}

/// The schedule with every message's blocks spelled out.
pub(super) fn spelled(schedule: &Schedule, limits: Limits) -> Result<Schedule> {
    let mut spelled = schedule.clone();
    let messages = spelled.messages();
    if messages > limits.messages {
        return Err(Unanswered::from(NoAnswer::too_many_messages(messages, &limits)).into());
    }
    // Templates name all blocks.
    if let [Phase { steps, .. }] = &mut spelled.phases[..]
        && steps.symmetric().is_none()
    {
        let listed = spell_out(schedule, &limits).map_err(|error| match error {
            SpellError::NothingToSend { .. } => Failure::input(error.to_string())
                .help("a schedule file lists the blocks of each message: write them in brackets"),
            SpellError::NoAnswer(why) => Unanswered::from(why).into(),
        })?;
        *steps = Arc::new(listed);
    }
    Ok(spelled)
}

fn write_text(
    out: &mut dyn Write,
    (report, schedule): (&Report, &Schedule),
    most: usize,
) -> Result<()> {
    writeln!(out, "{}", heading::of_schedule(schedule))?;
    report::write_verdict(out, (report, schedule), most)?;
    if schedule.phases.len() > 1 {
        for (number, (phase, steps)) in (1..).zip(schedule.phases.iter().zip(&report.measures)) {
            let messages: u64 = steps.iter().map(|step| step.messages).sum();
            let size = size(messages, steps.len() as u128);
            writeln!(out, "phase {number}: {}, {size}", phase.instance().collective.name())?;
        }
    }
    if let Some(needs) = report::about_operator(report) {
        writeln!(out, "{needs}")?;
    }
    for note in report::notes(report, schedule) {
        writeln!(out, "note: {note}")?;
    }
    Ok(())
}
