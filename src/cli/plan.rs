//! `hockney plan`: plan, check, and write what was checked.

use std::io::{self, Write};

use super::args::{NumberArgs, NumberingArg, OperatorArg, PlanArgs, PlanFormat};
use super::failure::Failure;
use super::request::Asked;
use super::table::{Column, Table};
use super::{Answer, choice, composition, cost, heading, note, output, report, request, trace};
use crate::checker::{Checked, Limits, LookedAt, NoAnswer, check};
use crate::collective::{Instance, Schedule, transposed};
use crate::compare::{BestPieces, Cut, best_pieces};
use crate::cost::Numbers;
use crate::document::{self, Header, Notation};
use crate::draw::Numbering;
use crate::planner::{self, Algorithm, PlanError, Request};
use crate::schedule::{Payload, Step, Steps, Value};

/// The most messages that a table or a trace is printed for.
const MOST_ROWS: u128 = 100_000;

/// The most values that a trace shows after its steps.
const MOST_HELD: u128 = 10_000_000;

/// From how many messages on a schedule is checked by its templates, if it has any.
const MANY_MESSAGES: u128 = 1_000_000;

/// What of a planned schedule is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Look {
    /// Every message; it is these that are written or drawn.
    EveryMessage,
    /// The templates, where messages are many and there are templates.
    Fewest,
    /// The templates.
    Templates,
}

/// A planned schedule that was checked, and by which algorithm.
pub(crate) struct Planned {
    pub(crate) algorithm: &'static dyn Algorithm,
    pub(crate) checked: Checked,
    /// What was planned, with the pieces that the algorithm sets.
    pub(crate) request: Request,
    /// The number of pieces that was chosen for it, if one was.
    pub(crate) pieces: Option<BestPieces>,
}

/// Plans and checks.
pub(crate) fn planned(
    asked: &Asked,
    algorithm: Option<&str>,
    (numbers, cut): (&Numbers, Cut),
    limit: u128,
    look: Look,
) -> Result<Planned, Failure> {
    let request = &asked.request;
    let algorithm = choice::algorithm(algorithm, request, numbers, cut)?;
    let mut request = planner::fitted(algorithm, request).map_err(|error| {
        let help = match error {
            PlanError::NotOnFamily { algorithm, .. } if asked.among.is_some() => {
                return among_some(algorithm, asked);
            }
            PlanError::NotOnFamily { .. } => choice::algorithms_here(request),
            _ => "`hockney list algorithms` says which sizes and roots each takes".to_owned(),
        };
        Failure::input(error.to_string()).help(help)
    })?;
    let best = || best_pieces(algorithm, &request, numbers, !cut.whole_words);
    let pieces = cut.best.then(best).flatten();
    if let Some(best) = &pieces {
        request.instance.pieces = best.pieces;
    }
    let steps = steps(algorithm, asked, &request, look)?;
    let phase = asked.phase(request.instance.clone(), steps);
    let topology = asked.machine().clone();
    let schedule = Schedule { topology, ports: request.ports, phases: vec![phase] };
    let checked = checked(&schedule, limit)?;
    if look == Look::Templates && checked.report().looked_at == LookedAt::EveryMessage {
        return Err(no_templates(algorithm, asked));
    }
    Ok(Planned { algorithm, checked, request, pieces })
}

/// The steps, or templates that all of them are translations of.
fn steps(
    algorithm: &dyn Algorithm,
    asked: &Asked,
    request: &Request,
    look: Look,
) -> Result<Box<dyn Steps>, Failure> {
    let every = algorithm.steps(request);
    let many = every.messages() > MANY_MESSAGES;
    if look == Look::EveryMessage || (look == Look::Fewest && !many) {
        return Ok(every);
    }
    match planner::symmetric(algorithm, request) {
        Some(templates) => Ok(Box::new(templates)),
        None if look == Look::Templates => Err(no_templates(algorithm, asked)),
        None => Ok(every),
    }
}

fn no_templates(algorithm: &dyn Algorithm, asked: &Asked) -> Failure {
    let (name, machine) = (algorithm.name(), asked.machine());
    let those = if asked.among.is_some() { "among some nodes of" } else { "on" };
    Failure::input(format!("{name} has no templates {those} {machine}"))
        .help("leave out --by-symmetry: then every message is looked at")
}

/// An algorithm that needs the whole machine.
fn among_some(algorithm: &str, asked: &Asked) -> Failure {
    let message = format!("{algorithm} is for all nodes of a {}", asked.machine().family().name());
    let here = choice::algorithms_here(&asked.request);
    let those = here.replacen("those for graph", "the algorithms that go along a tour", 1);
    Failure::input(message).help(format!("among some nodes {those}"))
}

/// Plans and checks, with the nodes of a grid numbered as asked.
pub(crate) fn renumbered(
    asked: &Asked,
    algorithm: Option<&str>,
    numbers: (&Numbers, Cut),
    limit: u128,
    numbering: Numbering,
) -> Result<Planned, Failure> {
    if numbering == Numbering::RowMajor {
        return planned(asked, algorithm, numbers, limit, Look::EveryMessage);
    }
    if asked.among.is_some() {
        return Err(Failure::input("--numbering is for all nodes, and --among names some")
            .help("leave out one of them"));
    }
    let (of, topology) = (&asked.request.instance, &asked.request.topology);
    let no_columns = || {
        Failure::input(format!("{topology} has no columns to number its nodes along"))
            .help("--numbering column-major is for meshes and tori")
    };
    // The root was said in the numbers that are wanted.
    let (turned, _) = transposed(topology).ok_or_else(no_columns)?;
    let (_, back) = transposed(&turned).ok_or_else(no_columns)?;
    let root = back.get(of.root as usize).copied().unwrap_or(of.root);
    let instance = of.clone().with_root(u64::from(root));
    let instance = instance.map_err(|error| Failure::input(error.to_string()))?;
    let request = Request { instance, ..asked.request.clone() };
    let turned = Asked { request, among: None };
    let mut planned = planned(&turned, algorithm, numbers, limit, Look::EveryMessage)?;
    let columns = planned.checked.schedule().numbered_along_columns().ok_or_else(|| {
        let name = of.collective.name();
        Failure::input(format!("{name} goes by the order of the nodes' numbers"))
            .help("leave out --numbering: with other numbers it would be another operation")
    })?;
    planned.request.topology = columns.topology.clone();
    planned.request.instance = columns.phases[0].instance().clone();
    planned.checked = checked(&columns, limit)?;
    Ok(planned)
}

/// Checks, within the limit.
pub(crate) fn checked(schedule: &Schedule, limit: u128) -> Result<Checked, Failure> {
    super::progress::shown(schedule, |schedule| check(schedule, &limits(limit))).map_err(|why| {
        let raised = matches!(why, NoAnswer::TooMany { .. } | NoAnswer::TooManyHops { .. });
        let advice = if raised { "; --limit raises it" } else { "" };
        Failure::NoAnswer(format!("{why}{advice}"))
    })
}

/// What `--limit` allows: so many messages, and at least so many hops.
pub(crate) fn limits(most: u128) -> Limits {
    let default = Limits::default();
    let hops = u64::try_from(most).unwrap_or(u64::MAX).max(default.hops);
    // Whoever says a limit means it for messages of all kinds.
    let combining = if most == default.messages { default.combining } else { most };
    Limits { messages: most, combining, hops, ..default }
}

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
    let limit = request::limit(&args.limit, Limits::default().messages)?;
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
    let limit = request::limit(&args.limit, Limits::default().messages)?;
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
    if asked.among.is_some() && args.format == PlanFormat::Trace {
        return Err(Failure::input("a trace shows what every node has, and --among names some")
            .help("use another format, such as -f table"));
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
    let planned = renumbered(&asked, how, (&numbers, cut), limit, numbering)?;
    used(args, &planned)?;
    let request = &planned.request;
    let values = args.values.as_deref();
    let values = values
        .map(|text| trace::values(text, trace::operator(args.op), &request.instance))
        .transpose()?;
    let schedule = planned.checked.schedule();
    if matches!(args.format, PlanFormat::Table | PlanFormat::Trace) && args.limit.limit.is_none() {
        fits_paper(schedule, args.format)?;
    }
    output::write_to(args.output.as_deref(), |out| match args.format {
        PlanFormat::Yaml => write_document(out, &planned, reading.as_deref(), Notation::Yaml),
        PlanFormat::Json => write_document(out, &planned, reading.as_deref(), Notation::Json),
        PlanFormat::Table => write_table(out, &planned),
        PlanFormat::Trace => {
            write_heading(out, &planned)?;
            let steps = &*schedule.phases[0].steps;
            let values = values.as_deref().map(|values| (values, trace::operator(args.op)));
            trace::write(out, &request.topology, &request.instance, steps, values)
        }
    })?;
    verdict(&planned.checked)
}

/// Says on stderr why what was written is refused, if it is.
fn verdict(checked: &Checked) -> Result<Answer, Failure> {
    let (report, schedule) = (checked.report(), checked.schedule());
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
             write it with -f yaml, or raise it with --limit"
        )));
    }
    let blocks = u128::from(schedule.phases[0].instance().all_blocks().len());
    let held = schedule.steps() as u128 * u128::from(schedule.topology.nodes()) * blocks;
    if format == PlanFormat::Trace && held > MOST_HELD {
        return Err(Failure::NoAnswer(format!(
            "the trace would show up to {held} blocks that nodes hold, and at most {MOST_HELD} are \
             printed; raise it with --limit"
        )));
    }
    Ok(())
}

/// Writes a checked schedule as a document.
fn write_document(
    out: &mut dyn Write,
    planned: &Planned,
    reading: Option<&str>,
    notation: Notation,
) -> Result<(), Failure> {
    let header = Header {
        algorithm: Some(planned.algorithm.name().to_owned()),
        generator: Some(generator()),
        note: reading.map(str::to_owned),
    };
    Ok(document::write(out, &header, planned.checked.schedule(), notation)?)
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
