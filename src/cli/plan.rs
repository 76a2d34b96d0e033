//! `hockney plan`: plan, check, and write what was checked; `-f trace` is the phase listing of the lecture.

use std::collections::BTreeSet;
use std::{io, iter};

use super::args::{NUMBERINGS, ORIGINS};
use super::draw::changes_nothing;
use super::prelude::*;
use super::request::first_given;
use hockney_ask::answer::Why;
use hockney_core::collective::{Blocks, Data, Group};
use hockney_core::schedule::{CombinedBlocks, Payload, Runs, Steps};
use hockney_core::trace::{OfGroup, Operator, TracedValue, Transfer, starting_values, watch};
use hockney_foreign::MessageKey;

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  hockney plan broadcast -t ring:8
  hockney plan all-gather -t mesh -p 16 -f trace
  hockney plan reduce -t hypercube -d 3 --root 101 -o reduce.yaml")]
pub(crate) struct PlanArgs {
    /// The collective, by its MPI or textbook name.
    #[arg(required_unless_present = "composition")]
    pub(crate) collective: Option<String>,
    #[command(flatten)]
    pub(crate) ask: AskArgs,
    /// Plan the phases of this file, a schedule file without steps; `-` is standard input.
    #[arg(long, value_name = "FILE", help_heading = "Collective", hide_short_help = true, conflicts_with_all = [
        "collective", "MachineArgs", "OperationArgs", "AlgorithmArgs", "NumberArgs", "values", "op",
        "numbering", "origin", "compact", "contention",
    ])]
    pub(crate) composition: Option<String>,
    /// Also plan algorithms whose messages share links, which break the rules of congestion.
    #[arg(long, help_heading = "Algorithm")]
    pub(crate) contention: bool,
    /// The output format.
    #[arg(short, long, value_enum, default_value_t, help_heading = "Output")]
    pub(crate) format: PlanFormat,
    /// Values that nodes start with in a trace, such as 3,1,4,1.
    #[arg(long, help_heading = "Output", value_name = "LIST", allow_hyphen_values = true)]
    pub(crate) values: Option<String>,
    /// The numbering of the nodes of a mesh or torus [default: row-major].
    #[arg(long, help_heading = "Machine", hide_short_help = true, value_parser = one_of(NUMBERINGS))]
    pub(crate) numbering: Option<GridOrder>,
    /// Arrange the data of a trace like the grid, with node 0 in this corner.
    #[arg(long, help_heading = "Output", hide_short_help = true, value_parser = one_of(ORIGINS))]
    pub(crate) origin: Option<Origin>,
    /// The operator that combines the values of a trace.
    #[arg(long, help_heading = "Output", hide_short_help = true, default_value = "sum", value_parser = one_of(&Operator::NAMES))]
    pub(crate) op: Operator,
    /// Write the messages of one node only, as templates, where all nodes send alike.
    #[arg(long, help_heading = "Output")]
    pub(crate) compact: bool,
    /// Check every message, also those of templates.
    #[arg(long, help_heading = "Limits and internals", hide_short_help = true)]
    pub(crate) every_message: bool,
    /// Write to FILE (atomically).
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    pub(crate) output: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) limit: LimitArgs,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum PlanFormat {
    #[default]
    Yaml,
    Json,
    #[value(alias = "text")]
    Table,
    Trace,
}

/// The most messages that a table or a trace is printed for.
const MOST_ROWS: u128 = 100_000;

/// The most values that a trace shows after its steps.
const MOST_SHOWN: u128 = 10_000_000;

pub(crate) fn run(args: &PlanArgs) -> Result<ExitAnswer> {
    if let Some(name) = &args.collective {
        return of_one(args, name);
    }
    // The phases of a composition, filled in.
    let file = args.composition.as_deref().unwrap_or_default();
    let mut request = CommandLine::of(&args.ask, &args.limit, Named::Composition(file), false)?;
    request.how.strict = true;
    let (source, header) = written::composition(file, &[])?;
    let planned = ask::checked(source, &request.how)?;
    let header = Header { generator: Some(GENERATOR.to_owned()), ..header };
    write(args, &planned, &header, None)
}

fn of_one(args: &PlanArgs, name: &str) -> Result<ExitAnswer> {
    let numbering = args.numbering.unwrap_or_default();
    let look = if args.compact {
        Look::Compact { every_message: args.every_message }
    } else {
        Look::EveryMessage
    };
    let mut request = CommandLine::of(&args.ask, &args.limit, Named::Collective(name), false)?;
    (request.how.model.contention, request.how.strict) = (args.contention, true);
    let (asked, reading) = request.question(name)?;
    let how = How { look, columns: numbering == GridOrder::ColumnMajor, ..request.how };
    fit_together(args, &asked)?;
    note_reading(reading.as_ref());
    let planned = match ask::checked(ScheduleSource::Planned(asked.clone()), &how) {
        Err(why @ Unanswered { kind: Why::Undecided, .. }) if !args.compact => {
            // Where messages are too many, templates may be few.
            let compact = if ask::has_compact(&asked, &how) {
                "; --compact writes templates instead"
            } else {
                ""
            };
            return Err(Failure::no_answer(format!("{why}{compact}")));
        }
        planned => planned?,
    };
    if args.compact && !document::fits_compact(planned.schedule()) {
        return Err(Failure::no_answer(
            "the templates name more ranges of blocks than a schedule file may have \
             (specs/schedule.md, Limits)",
        ));
    }
    used(args, &planned);
    if let Some(found) = &planned.found {
        note(&report::found_text(found));
    }
    let header = Header {
        algorithm: planned.algorithm.map(|algorithm| algorithm.name().to_owned()),
        generator: Some(GENERATOR.to_owned()),
        note: reading,
    };
    let instance = planned.schedule().phases[0].instance();
    let values = args.values.as_deref();
    let values = values.map(|text| trace_values(text, args.op, instance)).transpose()?;
    write(args, &planned, &header, values.as_deref())
}

/// Writes what was planned, in the format that is asked for.
fn write(
    args: &PlanArgs,
    planned: &Subject,
    header: &Header,
    values: Option<&[Rational]>,
) -> Result<ExitAnswer> {
    let schedule = planned.schedule();
    let text = matches!(args.format, PlanFormat::Table | PlanFormat::Trace);
    if text && args.limit.limit.is_empty() {
        fits_paper(schedule, args.format)?;
    }
    let document = |out: &mut dyn Write, notation| {
        if args.compact {
            return Ok(document::write_compact(out, header, schedule, notation)?);
        }
        write_document(out, header, schedule, notation)
    };
    let write_to = if text { output::write_text } else { output::write_to };
    write_to(args.output.as_deref(), &mut |out| match args.format {
        PlanFormat::Yaml => document(out, Notation::Yaml),
        PlanFormat::Json => document(out, Notation::Json),
        PlanFormat::Table => write_table(out, planned),
        PlanFormat::Trace => {
            writeln!(out, "{}", report::title(planned))?;
            let numbering = args.numbering.unwrap_or_default();
            let view = args.origin.map(|origin| View { numbering, origin });
            let values = values.map(|values| (values, args.op));
            write_trace(out, schedule, view, values)
        }
    })?;
    verdict(&planned.checked, args.contention)
}

/// Writes every message, in JSON with its kind.
fn write_document(
    out: &mut dyn Write,
    header: &Header,
    schedule: &Schedule,
    notation: Notation,
) -> Result<()> {
    let kinds = if notation == Notation::Json { kinds(schedule)? } else { None };
    match kinds {
        Some(mut all) => document::write_with_kinds(out, header, schedule, &mut *all)?,
        None => document::write(out, header, schedule, notation)?,
    }
    Ok(())
}

/// Of each message whether it combines; for combined data only where a trace is possible.
fn kinds(schedule: &Schedule) -> Result<Option<Box<dyn Iterator<Item = bool>>>> {
    let is = |data| move |phase: &Phase| phase.instance().data() == data;
    if schedule.phases.iter().all(is(Data::Copied)) {
        return Ok(Some(Box::new(iter::repeat(false))));
    }
    let small = schedule.messages() <= MOST_ROWS
        && schedule.phases.iter().all(|p| most_shown(p) <= MOST_SHOWN);
    if !small || schedule.phases.iter().any(is(Data::Token)) {
        return Ok(None);
    }
    let kinds = schedule.phases.iter().map(combining).collect::<Result<Vec<_>>>()?;
    Ok(Some(Box::new(kinds.into_iter().flatten())))
}

/// Of each message of a phase whether it combines: each group is traced alone.
fn combining(phase: &Phase) -> Result<Vec<bool>> {
    let mut kinds = Vec::new();
    for (at, group) in phase.groups.iter().enumerate() {
        let mut all = Vec::new();
        if group.instance.data() == Data::Combined {
            watch(&group.instance, &OfGroup { phase, group: at }, None, |_, transfers, _| {
                all.extend(transfers.iter().map(|transfer| transfer.combines));
                Ok::<_, Failure>(())
            })?;
        }
        kinds.push(all.into_iter());
    }
    let (mut step, mut found) = (Step::default(), Vec::new());
    for k in 0..phase.steps.count() {
        phase.steps.step_into(k, &mut step);
        let groups = step.messages.iter().map(|message| phase.place(message.from));
        found.extend(
            groups
                .map(|place| place.and_then(|(group, _)| kinds[group].next()).unwrap_or_default()),
        );
    }
    Ok(found)
}

/// The most blocks that the traces of a phase show.
fn most_shown(phase: &Phase) -> u128 {
    let of = |group: &Group| {
        u128::from(group.instance.nodes) * u128::from(group.instance.all_blocks().len())
    };
    phase.steps.count() as u128 * phase.groups.iter().map(of).sum::<u128>()
}

/// Options that say nothing of a plan in this format.
fn fit_together(args: &PlanArgs, asked: &Question) -> Result<()> {
    let (trace, some) = (args.format == PlanFormat::Trace, asked.members().is_some());
    let moved = asked.placement().is_some() || args.ask.operation.place.is_some();
    let table = trace || args.format == PlanFormat::Table;
    let slips = [
        (args.values.is_some() && !trace, "--values belong to a trace", "add -f trace"),
        (
            args.op != Operator::Sum && !trace,
            "--op belongs to the values of a trace",
            "add -f trace and --values, or leave out --op",
        ),
        (
            args.op != Operator::Sum && args.values.is_none(),
            "--op combines the values of a trace, and none are given",
            "add --values, such as --values 3,1,4,1, or leave out --op",
        ),
        (
            args.compact && moved,
            "--compact is for rank r on node r, and --place moves ranks",
            "leave out one of them",
        ),
        (
            args.compact && table,
            "--compact writes a schedule file, and a table shows every message",
            "leave out --compact or -f",
        ),
        (
            args.compact && args.numbering == Some(GridOrder::ColumnMajor),
            "--compact does not go with --numbering column-major",
            "leave out one of them",
        ),
        (
            args.compact && some,
            "--compact is for all nodes, and --among names some",
            "leave out one of them",
        ),
        (
            args.origin.is_some() && !trace,
            "--origin lays out a trace, and a plan has no corners",
            "add -f trace, or leave out --origin; `hockney draw` draws, too",
        ),
    ];
    if let Some((_, message, help)) = slips.into_iter().find(|(slip, ..)| *slip) {
        return Err(Failure::input(message).help(help));
    }
    match asked.machine().network().sides() {
        None | Some([] | [_]) if args.origin.is_some() => {
            Err(changes_nothing("--origin", asked.machine()))
        }
        _ => Ok(()),
    }
}

/// Says on stderr why what was written is refused, if it is, and if it was not every message that
/// was looked at.
pub(super) fn verdict(checked: &Checked, contention: bool) -> Result<ExitAnswer> {
    let report = checked.report();
    if let Some(row) = report::TemplatesRow::of(report) {
        let (copies, templates) = (row.copies, count(row.templates, "message"));
        note(&format!("checked by symmetry: {copies} copies of {templates}"));
    } else if report::has_templates(checked.schedule()) {
        note(&format!("checked: every one of {}", count(report.messages, "message")));
    }
    if report.is_valid_if(contention) {
        if !report.is_valid() {
            note(&report::said(report, contention));
        }
        return Ok(ExitAnswer::Yes);
    }
    let mut text = Vec::new();
    writeln!(text, "invalid: {}", report::summary(report))?;
    report::write_violations(&mut text, checked, usize::MAX)?;
    // The exit code reports it, even if stderr is closed.
    let text = super::page::unquoted(&String::from_utf8_lossy(&text));
    let _ = io::stderr().write_all(text.as_bytes());
    Ok(ExitAnswer::No)
}

/// The numbers of the model choose an algorithm or its number of pieces. Where they choose nothing they
/// are not passed over in silence.
fn used(args: &PlanArgs, planned: &Subject) {
    let numbers = &args.ask.numbers;
    let first = first_given(&[
        ("-m", numbers.m.is_some()),
        ("--ts", numbers.ts.is_some()),
        ("--tw", numbers.tw.is_some()),
        ("--th", numbers.th.is_some()),
        ("--times", !numbers.times.is_empty()),
        ("--word", numbers.word.is_some()),
        ("--ideal", numbers.ideal),
    ]);
    let best = args.ask.algorithm.algorithm.as_deref() == Some("best");
    if let Some(option) =
        first.filter(|_| !best && planned.pieces.is_none() && planned.found.is_none())
    {
        let name = planned.algorithm.map_or("", Algorithm::name);
        note(&format!(
            "{option} changes nothing in a plan by {name}; `hockney cost` computes the cost"
        ));
    }
}

/// Tables and traces are for reading: a page, not a million lines.
fn fits_paper(schedule: &Schedule, format: PlanFormat) -> Result<()> {
    let messages = schedule.messages();
    if messages > MOST_ROWS {
        return Err(Failure::no_answer(format!(
            "the schedule has {messages} messages, and a table or trace prints at most {MOST_ROWS}; \
             write it with -f yaml, or --limit messages={messages} prints it all the same"
        )));
    }
    let held: u128 = schedule.phases.iter().map(most_shown).sum();
    if format == PlanFormat::Trace && held > MOST_SHOWN {
        return Err(Failure::no_answer(format!(
            "the trace would show up to {held} blocks that nodes hold, and at most {MOST_SHOWN} are \
             printed; --limit messages={messages} prints it all the same"
        )));
    }
    Ok(())
}

fn write_table(out: &mut dyn Write, planned: &Subject) -> Result<()> {
    writeln!(out, "{}\n", report::title(planned))?;
    write_messages(out, planned.schedule(), None)
}

/// The messages, step by step. A program has the line and the values of its variables at which it sends one.
pub(super) fn write_messages(
    out: &mut dyn Write,
    schedule: &Schedule,
    sent: Option<&dyn Fn(MessageKey) -> [String; 2]>,
) -> Result<()> {
    let Schedule { topology, phases, .. } = schedule;
    let (mut step, mut at, mut rows) = (Step::default(), 0, Vec::new());
    for (phase, k) in phases.iter().flat_map(|of| (0..of.steps.count()).map(move |k| (of, k))) {
        at += 1;
        phase.steps.step_into(k, &mut step);
        for message in &step.messages {
            let group = phase.place(message.from).map_or(0, |(group, _)| group);
            let instance = &phase.groups[group].instance;
            let mut via = Vec::new();
            message.via_into(topology.network(), &mut via);
            let way: Vec<String> = via.iter().map(u32::to_string).collect();
            let blocks = match &message.payload {
                Payload::Plain(blocks) => instance.entries(blocks),
                Payload::Values(all) => all.iter().flat_map(|v| entries(instance, v)).collect(),
                Payload::Everything => Vec::new(),
            };
            let (from, to) = (topology.show(message.from), topology.show(message.to));
            let key = (at - 1, message.from, message.to);
            let [line, values] = sent.map_or_else(Default::default, |sent| sent(key));
            rows.push([at.to_string(), from, to, way.join(" "), blocks.join(" "), line, values]);
        }
    }
    let ways = sent.is_none() || rows.iter().any(|[.., way, _, _, _]| !way.is_empty());
    let columns = [
        number("step"),
        words("from"),
        words("to"),
        words("by way of").only_if(ways),
        words("blocks").wraps(),
        number("line").only_if(sent.is_some()),
        words("values").wraps().only_if(sent.is_some()),
    ];
    PageTable::of(columns, rows, |row| row).write(out)
}

/// `0@2-3`: blocks and whose contributions to them, as a document writes them.
fn entries(instance: &Instance, value: &CombinedBlocks) -> Vec<String> {
    let whose = value.contributors.as_ref().map_or_else(String::new, |who| format!("@{who}"));
    let entries = instance.entries(&value.blocks);
    entries.iter().map(|entry| format!("{entry}{whose}")).collect()
}

/// Reads `3,1,4,1` as what the trace starts from.
fn trace_values(text: &str, operator: Operator, instance: &Instance) -> Result<Vec<Rational>> {
    let number = |part: &str| {
        Rational::from_str(part.trim())
            .map_err(|error| Failure::input(format!("--values: `{}`: {error}", part.trim())))
    };
    let given: Vec<Rational> = text.split(',').map(number).collect::<Result<_, _>>()?;
    starting_values(instance, &given, operator).map_err(|error| {
        Failure::input(format!("--values: {error}"))
            .help("write one number for each, separated by commas, such as --values 3,1,4,1")
    })
}

/// Writes the listing, of one group after another; what nodes hold a line each, or as a grid where one is to be looked at.
fn write_trace(
    out: &mut dyn Write,
    schedule: &Schedule,
    view: Option<View>,
    values: Option<(&[Rational], Operator)>,
) -> Result<()> {
    let (topology, several) = (&schedule.topology, schedule.phases.len() > 1);
    let mut before = 0;
    for (number, phase) in (1..).zip(&schedule.phases) {
        let name = phase.instance().collective.name();
        if several {
            writeln!(out, "\nPhase {number}: {name}")?;
        }
        let planes = view.filter(|_| phase.is_everyone()).map(|view| planes(topology, view));
        for (at, group) in phase.groups.iter().enumerate() {
            if phase.groups.len() > 1 {
                let nodes =
                    (0..group.instance.nodes).map(|position| topology.show(group.node(position)));
                writeln!(out, "\n{name} among {}", nodes.collect::<Vec<_>>().join(", "))?;
            }
            let part = OfGroup { phase, group: at };
            let steps: &dyn Steps = if phase.is_everyone() { &*phase.steps } else { &part };
            let planes = planes.as_deref();
            Writer { topology, group, planes }.write(out, before, steps, values)?;
        }
        before += phase.steps.count();
    }
    Ok(())
}

struct Writer<'a> {
    topology: &'a Topology,
    group: &'a Group,
    planes: Option<&'a [Plane]>,
}

/// The rows of a picture from the top, of one plane after the other; no rows where there are no sides.
type Plane = Vec<Vec<u32>>;

/// Where the nodes of a grid are, as it is drawn.
fn planes(topology: &Topology, view: View) -> Vec<Plane> {
    let Some([.., rows, columns]) = topology.network().sides() else { return Vec::new() };
    let (rows, columns) = (*rows, *columns);
    let (across, along, [up, right]) = match view.numbering {
        GridOrder::RowMajor => (rows, columns, [columns, 1]),
        GridOrder::ColumnMajor => (columns, rows, [1, columns]),
    };
    let row = |first: u32, from_the_top: u32| {
        let y = match view.origin {
            Origin::BottomLeft => across - 1 - from_the_top,
            Origin::TopLeft => from_the_top,
        };
        (0..along).map(|x| first + y * up + x * right).collect()
    };
    let first = (0..topology.nodes()).step_by((rows * columns) as usize);
    first.map(|first| (0..across).map(|y| row(first, y)).collect()).collect()
}

impl Writer<'_> {
    fn write(
        &self,
        out: &mut dyn Write,
        before: usize,
        steps: &dyn Steps,
        values: Option<(&[Rational], Operator)>,
    ) -> Result<()> {
        watch(&self.group.instance, steps, values, |number, transfers, state| {
            writeln!(out, "\nStep {}", before + number)?;
            let lines = self.lines(transfers);
            let width = lines.iter().map(|(left, _)| left.chars().count()).max().unwrap_or(0);
            for (left, right) in &lines {
                match (left.is_empty(), right.is_empty()) {
                    (false, false) => writeln!(out, "{left:width$}    {right}")?,
                    _ => writeln!(out, "{left}{right}")?,
                }
            }
            writeln!(out, "After step {}", before + number)?;
            let held = |node| {
                let apart = |(block, known): (u64, &[TracedValue])| {
                    known.iter().map(|held| (block, held.clone())).collect::<Vec<_>>()
                };
                self.blocks(&state.of(node).flat_map(apart).collect::<Vec<_>>())
            };
            self.of_nodes(out, "holds", held)?;
            if state.keeps_apart() && number == steps.count() {
                writeln!(out, "\nResult")?;
                let result = |node| self.blocks(&state.results(&self.group.instance, node));
                self.of_nodes(out, "has", result)?;
            }
            Ok(())
        })
    }

    /// The node at a position of the group.
    fn show(&self, position: u32) -> String {
        self.topology.show(self.group.node(position))
    }

    /// A line for each node, or a cell at its place.
    fn of_nodes(
        &self,
        out: &mut dyn Write,
        verb: &str,
        text: impl Fn(u32) -> String,
    ) -> Result<()> {
        let Some(planes) = self.planes else {
            for node in 0..self.group.instance.nodes {
                writeln!(out, "{} {verb} {}", self.show(node), text(node))?;
            }
            return Ok(());
        };
        for (number, plane) in planes.iter().enumerate() {
            if planes.len() > 1 {
                writeln!(out, "plane {number}")?;
            }
            let cell = |node: &u32| format!("{node}: {}", text(*node));
            let cells: Vec<Vec<String>> =
                plane.iter().map(|row| row.iter().map(cell).collect()).collect();
            page::write_plain(out, &cells)?;
        }
        Ok(())
    }

    /// For each node that takes part: what it sends, and what it receives.
    fn lines(&self, transfers: &[Transfer]) -> Vec<(String, String)> {
        let mut lines = Vec::new();
        let nodes: BTreeSet<u32> = transfers.iter().flat_map(|t| [t.from, t.to]).collect();
        for node in nodes {
            let show = |node| self.show(node);
            let name = show(node);
            let sends = transfers.iter().filter(|t| t.from == node).map(|t| {
                format!("{name} is sending {} to {}", self.blocks(&t.carried), show(t.to))
            });
            let receives = transfers.iter().filter(|t| t.to == node).map(|t| {
                format!("{name} is receiving {} from {}", self.blocks(&t.carried), show(t.from))
            });
            // One port means one of each; a schedule that breaks the rule has more lines.
            let (sends, receives): (Vec<_>, Vec<_>) = (sends.collect(), receives.collect());
            for i in 0..sends.len().max(receives.len()) {
                let cell = |list: &[String]| list.get(i).cloned().unwrap_or_default();
                lines.push((cell(&sends), cell(&receives)));
            }
        }
        lines
    }

    /// `the message`, `0 3`, `{0-3}`, `2{0-3}`, with values `3`, `{0-1} = 4`, `2{0-1} = 4`.
    fn blocks(&self, held: &[(u64, TracedValue)]) -> String {
        if held.is_empty() {
            return "nothing".to_owned();
        }
        let valued = held.iter().any(|(_, h)| h.value.is_some());
        if self.group.instance.data() == Data::Copied && !valued {
            if self.group.instance.blocks() == Blocks::Pieces && self.group.instance.pieces == 1 {
                return "the message".to_owned();
            }
            let all: Runs = held.iter().map(|(block, _)| *block).collect();
            return self.group.instance.entries(&all).join(" ");
        }
        let single = self.group.instance.all_blocks().len() == 1;
        let one = |(block, held): &(u64, TracedValue)| {
            let name = self.group.instance.entries(&Runs::one(*block)).join(" ");
            let name = if single { String::new() } else { name };
            let whose = match self.group.instance.data() {
                Data::Copied => String::new(),
                Data::Combined | Data::Token => format!("{{{}}}", held.contributors),
            };
            match &held.value {
                Some(value) if name.is_empty() && whose.is_empty() => value.to_string(),
                Some(value) => format!("{name}{whose} = {value}"),
                None => format!("{name}{whose}"),
            }
        };
        held.iter().map(one).collect::<Vec<_>>().join(", ")
    }
}
