//! `hockney plan`: plan, check, and write what was checked.

use std::io::{self, Write};

use super::args::{NumberArgs, NumberingArg, OperatorArg, PlanArgs, PlanFormat};
use super::failure::Failure;
use super::report::count;
use super::table::{Column, Table};
use super::{
    Answer, choice, composition, cost, draw, heading, limit, note, output, report, request, trace,
};
use crate::checker::Checked;
use crate::collective::{Instance, Schedule};
use crate::compare::Cut;
use crate::cost::Numbers;
use crate::document::{self, Header, Notation};
use crate::draw::{Numbering, View};
use crate::question::Question;
use crate::schedule::{Payload, Step, Value};

pub(crate) use super::planned::{
    Look, Planned, checked, every_message, no_answer, planned, renumbered,
};

/// The most messages that a table or a trace is printed for.
const MOST_ROWS: u128 = 100_000;

/// The most values that a trace shows after its steps.
const MOST_HELD: u128 = 10_000_000;

pub(crate) fn run(args: &PlanArgs) -> Result<Answer, Failure> {
    let Some(collective) = &args.collective else { return of_phases(args) };
    of_one(args, collective)
}

/// The phases of a composition, filled in and written as a schedule file.
fn of_phases(args: &PlanArgs) -> Result<Answer, Failure> {
    let file = args.composition.as_deref().unwrap_or_default();
    cost::no_operation(&args.machine, &args.operation, "--composition")?;
    let alone = [
        ("-a", args.algorithm.algorithm.is_some()),
        ("--order", args.algorithm.order.is_some()),
        ("--values", args.values.is_some()),
        ("--op", args.op != OperatorArg::default()),
        ("--numbering", args.numbering.is_some()),
        ("--origin", args.origin.is_some()),
        ("--compact", args.compact),
    ];
    let mut given = alone.into_iter().chain(given_numbers(&args.numbers));
    if let Some((option, _)) = given.find(|(_, given)| *given) {
        return Err(Failure::input(format!("{option} does not go with --composition"))
            .help("every phase is planned by the default algorithm of its groups"));
    }
    let notation = match args.format {
        PlanFormat::Yaml => Notation::Yaml,
        PlanFormat::Json => Notation::Json,
        PlanFormat::Table | PlanFormat::Trace => {
            return Err(Failure::input("a composition is written as a schedule file")
                .help("leave out -f, or write -f json"));
        }
    };
    let limit = limit::allowed(&args.limit)?.checker;
    let (checked, document) = composition::planned(file, limit)?;
    let header = Header { generator: Some(generator()), ..document.header() };
    output::write_to(args.output.as_deref(), |out| {
        Ok(document::write(out, &header, checked.schedule(), notation)?)
    })?;
    verdict(&checked)
}

fn of_one(args: &PlanArgs, name: &str) -> Result<Answer, Failure> {
    let collective = request::collective_named(name)?;
    let asked = request::request(collective, &args.machine, &args.operation, &args.algorithm)?;
    let numbers = request::numbers(&args.numbers)?;
    let limit = limit::allowed(&args.limit)?.checker;
    if args.values.is_some() && args.format != PlanFormat::Trace {
        return Err(Failure::input("--values belong to a trace").help("add -f trace"));
    }
    if args.format != PlanFormat::Trace && args.op != OperatorArg::default() {
        return Err(Failure::input("--op belongs to the values of a trace")
            .help("add -f trace and --values, or leave out --op"));
    }
    if args.values.is_none() && args.op != OperatorArg::default() {
        return Err(Failure::input("--op combines the values of a trace, and none are given")
            .help("add --values, such as --values 3,1,4,1, or leave out --op"));
    }
    if asked.members().is_some() && args.format == PlanFormat::Trace {
        return Err(Failure::input("a trace shows what every node has, and --among names some")
            .help("use another format, such as -f table"));
    }
    if args.compact {
        goes_with_compact(args, &asked)?;
    }
    if args.origin.is_some() {
        goes_with_origin(args, &asked)?;
    }
    let reading = request::reading(name, collective);
    if let Some(reading) = &reading {
        note(reading);
    }
    let cut = request::cut(&args.operation, &args.numbers);
    let numbering = match args.numbering {
        None | Some(NumberingArg::RowMajor) => Numbering::RowMajor,
        Some(NumberingArg::ColumnMajor) => Numbering::ColumnMajor,
    };
    let how = args.algorithm.algorithm.as_deref();
    let planned = if args.compact {
        let look = Look::Compact { every_message: args.every_message };
        let planned = planned(&asked, how, (&numbers, cut), limit, look)?;
        if !document::fits_compact(planned.checked.schedule()) {
            return Err(Failure::NoAnswer(
                "the templates name more ranges of blocks than a schedule file may have \
                 (specs/schedule.md, Limits)"
                    .to_owned(),
            ));
        }
        planned
    } else {
        renumbered(&asked, how, (&numbers, cut), limit, numbering)
            .map_err(|why| or_compact(why, &asked, how, (&numbers, cut)))?
    };
    used(args, &planned)?;
    let request = &planned.request;
    let values = args.values.as_deref();
    let values = values
        .map(|text| trace::values(text, trace::operator(args.op), &request.instance))
        .transpose()?;
    let schedule = planned.checked.schedule();
    if matches!(args.format, PlanFormat::Table | PlanFormat::Trace) && args.limit.limit.is_empty() {
        fits_paper(schedule, args.format)?;
    }
    output::write_to(args.output.as_deref(), |out| match args.format {
        PlanFormat::Yaml => {
            write_document(out, &planned, reading.as_deref(), (Notation::Yaml, args.compact))
        }
        PlanFormat::Json => {
            write_document(out, &planned, reading.as_deref(), (Notation::Json, args.compact))
        }
        PlanFormat::Table => write_table(out, &planned),
        PlanFormat::Trace => {
            write_heading(out, &planned)?;
            let steps = &*schedule.phases[0].steps;
            let values = values.as_deref().map(|values| (values, trace::operator(args.op)));
            let origin = args.origin.map(draw::origin);
            let view = origin.map(|origin| View { numbering, origin });
            trace::write(out, (&request.topology, view), &request.instance, steps, values)
        }
    })?;
    verdict(&planned.checked)
}

/// What templates are not written for.
fn goes_with_compact(args: &PlanArgs, asked: &Question) -> Result<(), Failure> {
    if matches!(args.format, PlanFormat::Table | PlanFormat::Trace) {
        return Err(Failure::input(
            "--compact writes a schedule file, and a table shows every message",
        )
        .help("leave out --compact or -f"));
    }
    if args.numbering == Some(NumberingArg::ColumnMajor) {
        return Err(Failure::input("--compact does not go with --numbering column-major")
            .help("leave out one of them"));
    }
    if asked.members().is_some() {
        return Err(Failure::input("--compact is for all nodes, and --among names some")
            .help("leave out one of them"));
    }
    Ok(())
}

/// A corner is of what is laid out on paper: the grid in a trace.
fn goes_with_origin(args: &PlanArgs, asked: &Question) -> Result<(), Failure> {
    if args.format != PlanFormat::Trace {
        return Err(Failure::input("--origin lays out a trace, and a plan has no corners")
            .help("add -f trace, or leave out --origin; `hockney draw` draws, too"));
    }
    match asked.machine().network().sides() {
        Some([_, _, ..]) => Ok(()),
        _ => Err(Failure::input(format!("--origin changes nothing on {}", asked.machine()))
            .help("it is for meshes and tori: leave it out")),
    }
}

/// Where messages are too many, templates may be few.
fn or_compact(
    why: Failure,
    asked: &Question,
    algorithm: Option<&str>,
    (numbers, cut): (&Numbers, Cut),
) -> Failure {
    let Failure::NoAnswer(text) = why else { return why };
    let chosen = choice::algorithm(algorithm, asked.request(), numbers, cut).ok();
    let templates = chosen.and_then(|algorithm| asked.plan_by(algorithm).ok()?.templates());
    let compact = if templates.is_some() { "; --compact writes templates instead" } else { "" };
    Failure::NoAnswer(format!("{text}{compact}"))
}

/// Says on stderr why what was written is refused, if it is, and if it was not every message that
/// was looked at.
fn verdict(checked: &Checked) -> Result<Answer, Failure> {
    let (report, schedule) = (checked.report(), checked.schedule());
    if let Some(row) = report::TemplatesRow::of(report) {
        let (copies, templates) = (row.copies, count(row.templates, "message"));
        note(&format!("checked by symmetry: {copies} copies of {templates}"));
    } else if schedule.phases.iter().any(|phase| phase.steps.symmetric().is_some()) {
        note(&format!("checked: every one of {}", count(report.messages, "message")));
    }
    if report.is_valid() {
        return Ok(Answer::Yes);
    }
    let mut text = Vec::new();
    writeln!(text, "invalid: {}", report::summary(report))?;
    report::write_violations(&mut text, report, schedule, usize::MAX)?;
    // The exit code says it too, where stderr is closed.
    let _ = io::stderr().write_all(&text);
    Ok(Answer::No)
}

/// The numbers of the model choose an algorithm or its number of pieces. Where they choose nothing they
/// are not passed over in silence.
fn used(args: &PlanArgs, planned: &Planned) -> Result<(), Failure> {
    let mut numbers = given_numbers(&args.numbers).into_iter();
    let best = args.algorithm.algorithm.as_deref() == Some("best");
    let first = numbers.find_map(|(option, given)| given.then_some(option));
    let Some(option) = first.filter(|_| !best && planned.pieces.is_none()) else { return Ok(()) };
    let name = planned.algorithm.name();
    Err(Failure::input(format!("{option} changes nothing in a plan by {name}")).help(
        "numbers choose with -a best, and with -m, --ts and --tw the pieces of an algorithm that takes \
         any number; `hockney cost` prices",
    ))
}

/// The options with numbers of the model, and which are given.
fn given_numbers(given: &NumberArgs) -> [(&'static str, bool); 6] {
    [
        ("-m", given.m.is_some()),
        ("--ts", given.ts.is_some()),
        ("--tw", given.tw.is_some()),
        ("--th", given.th.is_some()),
        ("--word", given.word.is_some()),
        ("--ideal", given.ideal),
    ]
}

/// Tables and traces are for reading: a page, not a million lines.
fn fits_paper(schedule: &Schedule, format: PlanFormat) -> Result<(), Failure> {
    let messages = schedule.messages();
    if messages > MOST_ROWS {
        return Err(Failure::NoAnswer(format!(
            "the schedule has {messages} messages, and a table or trace prints at most {MOST_ROWS}; \
             write it with -f yaml, or --limit messages={messages} prints it all the same"
        )));
    }
    let blocks = u128::from(schedule.phases[0].instance().all_blocks().len());
    let held = schedule.steps() as u128 * u128::from(schedule.topology.nodes()) * blocks;
    if format == PlanFormat::Trace && held > MOST_HELD {
        return Err(Failure::NoAnswer(format!(
            "the trace would show up to {held} blocks that nodes hold, and at most {MOST_HELD} are \
             printed; --limit messages={messages} prints it all the same"
        )));
    }
    Ok(())
}

/// Writes a checked schedule as a document.
fn write_document(
    out: &mut dyn Write,
    planned: &Planned,
    reading: Option<&str>,
    (notation, compact): (Notation, bool),
) -> Result<(), Failure> {
    let header = Header {
        algorithm: Some(planned.algorithm.name().to_owned()),
        generator: Some(generator()),
        note: reading.map(str::to_owned),
    };
    let schedule = planned.checked.schedule();
    let write = if compact { document::write_compact } else { document::write };
    Ok(write(out, &header, schedule, notation)?)
}

/// What wrote a document.
pub(crate) fn generator() -> String {
    concat!("hockney ", env!("CARGO_PKG_VERSION")).to_owned()
}

fn write_heading(out: &mut dyn Write, planned: &Planned) -> Result<(), Failure> {
    let heading = heading::of_schedule(planned.checked.schedule());
    writeln!(out, "{heading}, by {}", planned.algorithm.name())?;
    Ok(())
}

fn write_table(out: &mut dyn Write, planned: &Planned) -> Result<(), Failure> {
    write_heading(out, planned)?;
    writeln!(out)?;
    let mut table = Table::new(&[
        Column::Numbers("step"),
        Column::Words("from"),
        Column::Words("to"),
        Column::Words("by way of"),
        Column::Words("blocks"),
    ]);
    let instance = &planned.request.instance;
    let topology = &planned.checked.schedule().topology;
    let steps = &*planned.checked.schedule().phases[0].steps;
    let (mut step, mut via) = (Step::default(), Vec::new());
    for k in 0..steps.count() {
        steps.step_into(k, &mut step);
        for message in &step.messages {
            via.clear();
            message.via_into(topology.network(), &mut via);
            let way: Vec<String> = via.iter().map(u32::to_string).collect();
            let blocks = match &message.payload {
                Payload::Plain(blocks) => instance.entries(blocks).join(" "),
                Payload::Values(values) => {
                    let shown = |value| shown(instance, value);
                    values.iter().map(shown).collect::<Vec<_>>().join(" ")
                }
                Payload::Everything => String::new(),
            };
            table.row(&[
                (k + 1).to_string(),
                topology.show(message.from),
                topology.show(message.to),
                way.join(" "),
                blocks,
            ]);
        }
    }
    table.write(out)
}

/// `0@2-3`: blocks and whose contributions to them, as a document writes them.
fn shown(instance: &Instance, value: &Value) -> String {
    let whose = value.contributors.as_ref().map_or_else(String::new, |who| format!("@{who}"));
    let entries = instance.entries(&value.blocks);
    entries.iter().map(|entry| format!("{entry}{whose}")).collect::<Vec<_>>().join(" ")
}
