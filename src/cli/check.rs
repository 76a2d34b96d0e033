//! `hockney check`: is a schedule right, and if not, where and why.

use super::optimal;
use super::prelude::*;
use super::report::{AboutRow, TemplatesRow};
use super::request::of_files;
use super::written::{AboutProgram, Executed, Written};
use hockney_base::diagnostic::{Position, Span};
use hockney_core::checker::{InText, NoAnswer, SpellError, spell_out};
use hockney_foreign::Foreign;
use hockney_foreign::executor::ProgramFault;

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  hockney check schedule.yaml
  hockney check broadcast -t ring:8 answer.txt
  echo '0 -> 4' | hockney check broadcast -t ring:8 -")]
pub(crate) struct CheckArgs {
    /// A schedule file, or a collective and a file of lines such as `Step 1: 0 -> 4`. `-` is
    /// standard input.
    #[arg(value_name = "FILE | COLLECTIVE FILE", required_unless_present = "schedule", num_args = 1..=2)]
    pub(crate) what: Vec<String>,
    /// Another way to name the file.
    #[arg(long, value_name = "FILE", hide = true)]
    pub(crate) schedule: Option<String>,
    #[command(flatten)]
    pub(crate) machine: MachineArgs,
    #[command(flatten)]
    pub(crate) operation: OperationArgs,
    /// The output format.
    #[arg(short, long, help_heading = "Output", default_value = "text", value_parser = one_of(TEXT_FORMATS))]
    pub(crate) format: ReportFormat,
    /// List all violations, not only the first eight.
    #[arg(long, help_heading = "Output")]
    pub(crate) all: bool,
    /// Allow messages to share links and ports, which wait for each other.
    #[arg(long, help_heading = "Output")]
    pub(crate) contention: bool,
    /// Print the schedule as a schedule file.
    #[arg(long, help_heading = "Output", value_name = "FORMAT", value_parser = one_of(&[
        ("yaml", Notation::Yaml),
        ("json", Notation::Json),
    ]))]
    pub(crate) to: Option<Notation>,
    /// Check every message of a file that lists templates.
    #[arg(long, help_heading = "Limits and internals", hide_short_help = true)]
    pub(crate) every_message: bool,
    #[command(flatten)]
    pub(crate) limit: LimitArgs,
}

pub(crate) fn run(args: &CheckArgs) -> Result<ExitAnswer> {
    let allowed = &allowed(&args.limit)?;
    let what: Vec<&String> = args.what.iter().chain(&args.schedule).collect();
    let (collective, file) = match what[..] {
        [file] => {
            if collective(file).is_some() && !Path::new(file).exists() {
                return Err(Failure::input("the file with the steps is missing")
                    .help("name the file after the collective, or - for standard input"));
            }
            if optimal::verify::is_certificate(file) {
                return optimal::verify::run(file, args.format, &allowed.checker);
            }
            (None, file)
        }
        [name, file] => (Some(&**name), file),
        _ => return Err(Failure::input("expected a file, or a collective and a file")),
    };
    let (machine, operation) = (&args.machine, &args.operation);
    let asked = Options { machine, operation, links: &[], allowed };
    let written = Written { collective, file, asked };
    let look = if args.every_message { Look::EveryMessage } else { Look::Cheapest };
    let how = How { look, ..of_files(allowed) };
    if args.to.is_none()
        && let Some(found) = written::executed(written)?
    {
        return executed(args, found, &how);
    }
    let Some(to) = args.to else {
        let (source, notes) = written.by_hand(&how)?;
        let found = ask::checked(source, &how)?;
        note_reading(&notes);
        return finish(args, &found.checked, notes, None, None);
    };
    // What is printed again has to be kept.
    let (Document { schedule, header }, notes) = written.kept()?;
    let found = ask::checked(ScheduleSource::Read(schedule, None), &how)?;
    note_reading(&notes);
    let spelled = spelled(found.schedule(), how.limits)?;
    let header = Header { generator: Some(GENERATOR.to_owned()), ..header };
    output::write_to(None, &mut |out| Ok(document::write(out, &header, &spelled, to)?))?;
    Ok(ExitAnswer::from(found.report().is_valid_if(args.contention)))
}

/// Prints what was found about a program or what other software wrote: its faults, or else those of its messages.
fn executed(args: &CheckArgs, found: Executed, how: &How<'_>) -> Result<ExitAnswer> {
    let Executed { foreign, text, ran } = found;
    let Foreign { schedule, faults, places, name, in_order, notes } = foreign;
    let place = |at: Span| -> InText {
        let Position { line, column, .. } = text.source().position(at.start);
        let line = ran.as_ref().map_or(line as u64, |ran| ran.program.line(at.start));
        (saturated(line), saturated(column as u64))
    };
    let sizes = ran.as_ref().map(|ran| written::sizes(ran, &args.operation));
    let mut about = ran.as_ref().zip(sizes.as_ref()).map(|(ran, sizes)| AboutProgram {
        ran,
        sizes,
        place: &place,
        places: &places,
        cost: None,
        in_order,
    });
    if faults.is_empty() {
        let priced = ask::priced(ScheduleSource::Read(schedule, name), how)?;
        let checked = priced.subject.checked.with_lines(|one| {
            let [from, to] = *one.messages()?.first.first()?;
            places.get(&(one.step? - 1, from, to)).map(|found| place(found.at))
        });
        note_reading(&notes);
        if let Some(about) = &mut about {
            about.cost = priced.prices.map(|prices| prices.cost);
        }
        return finish(args, &checked, notes, in_order, about.as_ref());
    }
    let rows: Vec<_> = faults
        .iter()
        .map(|ProgramFault { message, at }| {
            let (line, column) = at.map(place).unzip();
            row! { line, column, message: message.clone() }
        })
        .collect();
    let most = if args.all { usize::MAX } else { report::MOST_LISTED };
    let title = report::of_schedule(&schedule);
    let document = row! {
        format: FORMAT,
        verdict: "invalid",
        faults: &rows,
        #[serde(flatten)] program: about.as_ref().map(AboutProgram::row),
    };
    output::print(None, args.format, &document, &mut |out| {
        writeln!(out, "{title}")?;
        writeln!(out, "invalid: {}", page::count(rows.len() as u64, "fault"))?;
        for (ProgramFault { message, at }, _) in faults.iter().zip(0..most) {
            let line = at.map_or_else(String::new, |at| format!("line {}: ", place(at).0));
            writeln!(out, "{line}{message}")?;
        }
        if rows.len() > most {
            writeln!(
                out,
                "and {}; `hockney check --all` lists more",
                page::count((rows.len() - most) as u64, "more fault")
            )?;
        }
        about.as_ref().map_or(Ok(()), |about| about.write(out))
    })?;
    Ok(ExitAnswer::No)
}

/// The format of the documents.
const FORMAT: &str = "hockney/check/v1";

/// Prints what was found about a schedule, which may be gone by now.
fn finish(
    args: &CheckArgs,
    checked: &Checked,
    notes: Vec<String>,
    in_order: Option<bool>,
    about: Option<&AboutProgram<'_>>,
) -> Result<ExitAnswer> {
    let (report, schedule) = (checked.report(), checked.schedule());
    let notes: Vec<_> = notes.into_iter().chain(report::notes(report, schedule)).collect();
    let valid = report.is_valid_if(args.contention);
    let row = row! {
        format: FORMAT,
        verdict: if valid { "valid" } else { "invalid" },
        shares_links: valid && !report.is_valid(),
        #[serde(flatten)] about: AboutRow::of(schedule),
        steps: report.steps,
        messages: report.messages,
        // Null where every message was looked at.
        looked_at: TemplatesRow::of(report),
        #[serde(flatten)] faults: report::faults(Some(checked)),
        needs_commutative: in_order.filter(|_| report.is_valid()).map_or(report.needs_commutative, |is| Some(!is)),
        notes: &notes,
        #[serde(flatten)] program: about.map(AboutProgram::row),
    };
    let most = if args.all { usize::MAX } else { report::MOST_LISTED };
    output::print(None, args.format, &row, &mut |out| {
        write_text(out, checked, in_order, most, args.contention)?;
        let Some(about) = about else { return Ok(()) };
        about.write(out)?;
        about.write_table(out, schedule)
    })?;
    Ok(ExitAnswer::from(valid))
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
    checked: &Checked,
    in_order: Option<bool>,
    most: usize,
    contention: bool,
) -> Result<()> {
    let (report, schedule) = (checked.report(), checked.schedule());
    writeln!(out, "{}", report::of_schedule(schedule))?;
    report::write_verdict(out, checked, most, contention)?;
    if schedule.phases.len() > 1 {
        for (number, (phase, steps)) in (1..).zip(schedule.phases.iter().zip(&report.measures)) {
            let messages: u64 = steps.iter().map(|step| step.messages).sum();
            let size = page::size(messages, steps.len() as u128);
            writeln!(out, "phase {number}: {}, {size}", phase.instance().collective.name())?;
        }
    }
    if let Some(needs) = report::about_operator(report, in_order) {
        writeln!(out, "{needs}")?;
    }
    for note in report::notes(report, schedule) {
        writeln!(out, "note: {note}")?;
    }
    Ok(())
}
