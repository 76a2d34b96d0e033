//! The command line: the only module that prints, reads files, uses clap and sets exit codes.

mod args;
mod check;
mod compare;
mod cost;
mod draw;
mod equal;
mod export;
mod failure;
mod fit;
#[cfg(feature = "page")]
mod form;
mod grade;
mod help;
mod input;
mod list;
mod machine;
mod network;
mod optimal;
mod output;
mod page;
mod plan;
mod prove;
mod report;
mod request;
mod send;
mod times;
mod tune;
mod written;

use std::ffi::OsString;
use std::io::{self, IsTerminal};
use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue};
use clap::{Arg, ArgAction, ArgMatches, CommandFactory, FromArgMatches, Parser, Subcommand};
use clap_complete::Shell;

use args::{Wide, wide};
use hockney_base::number::{RATES, SIZES, TIMES};
use prelude::*;

/// What almost every command needs: the words of the field, to fail, and to write a report or a page.
mod prelude {
    pub(super) use std::collections::BTreeMap;
    pub(super) use std::fs::{self, File};
    pub(super) use std::io::{Read, Write};
    pub(super) use std::path::{Path, PathBuf};
    pub(super) use std::str::FromStr;
    pub(super) use std::sync::Arc;

    pub(super) use clap::{Args, Subcommand, ValueEnum};
    pub(super) use serde::Serialize;

    pub(super) use super::args::{
        Allowed, AskArgs, LimitArgs, MachineArgs, NumberArgs, OperationArgs, TimingArgs,
    };
    pub(super) use super::args::{Named, ReportFormat, TEXT_FORMATS, Word, allowed, named, one_of};
    pub(super) use super::failure::{ExitAnswer, Failure, FailureKind, Result, reason};
    pub(super) use super::input::NamedText;
    pub(super) use super::output::{self, GENERATOR, note, note_reading};
    pub(super) use super::page::{
        self, Fact, PageTable, amount, count, number, shown, times_m, words,
    };
    pub(super) use super::request::{self, CommandLine, Options, collective_named};
    pub(super) use super::{input, report, times, written};
    pub(super) use hockney_ask::answer::{
        self as ask, How, Large, Look, Priced, ScheduleSource, Subject,
    };
    pub(super) use hockney_ask::answer::{Unanswered, choice};
    pub(super) use hockney_base::diagnostic::{Diagnostic, did_you_mean, nearest, visible};
    pub(super) use hockney_base::number::{Rational, saturated};
    pub(super) use hockney_base::row;
    pub(super) use hockney_core::checker::{Checked, Limits};
    pub(super) use hockney_core::collective::{COLLECTIVES, Collective, Parameter, collective};
    pub(super) use hockney_core::collective::{Instance, Pattern, Phase, Ports, Schedule};
    pub(super) use hockney_core::schedule::Step;
    pub(super) use hockney_core::topology::{FAMILIES, Family, Placement, Sizes, Subset, Topology};
    pub(super) use hockney_cost::{Cost, Model, Numbers, PricedPhase, Switching};
    pub(super) use hockney_draw::{GridOrder, Origin, View};
    pub(super) use hockney_files::{self as document, Document, Header, Notation};
    pub(super) use hockney_formula::{self as formula, Formula};
    pub(super) use hockney_plan::planner::{self, Algorithm, Role};
    pub(super) use hockney_plan::question::Question;
}

const EXIT_CODES: &str =
    "Exit codes: 0 yes, 1 the answer is no, 2 unusable input, 3 no answer (a limit).";

/// Plan, check and price collective communication: broadcast, all-reduce and ten more.
///
/// A message of m words takes t_s + m t_w. Begin with `hockney cost broadcast -t ring:8`.
#[derive(Debug, Parser)]
#[command(name = "hockney", version, after_help = EXIT_CODES, max_term_width = 100,
          disable_help_subcommand = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
    /// Print exact fractions instead of six digits.
    // Both stand last, with any features.
    #[arg(long, global = true, help_heading = "Output", display_order = 900)]
    pub(crate) exact: bool,
    /// The width of text output [default: COLUMNS, else that of the terminal, else 100]; of a picture
    /// with a unit: 345pt, 120mm or 640px.
    #[arg(
        long,
        value_name = "COLUMNS",
        global = true,
        help_heading = "Output",
        hide_short_help = true,
        display_order = 901,
        value_parser = wide
    )]
    pub(crate) width: Option<Wide>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Write the schedule of a collective, step by step.
    Plan(plan::PlanArgs),
    /// Check a schedule: where it is wrong, and how to fix it.
    Check(check::CheckArgs),
    /// Compute the exact cost of a schedule and compare it with its closed form.
    Cost(cost::CostArgs),
    /// Rank the algorithms of a collective, or find the size where the best one changes.
    Compare(compare::CompareArgs),
    /// Print degree, diameter, links, connectivity and bisection width of a network; check an embedding.
    Network(network::NetworkArgs),
    /// Send one message or several at once: their routes, the links that they share, and the time.
    Send(send::SendArgs),
    /// Draw a schedule step by step, with violations in red.
    Draw(draw::DrawArgs),
    /// Write a schedule for other software: GOAL (LogGOPSim), SimGrid or MPI.
    Export(export::ExportArgs),
    /// Fit t_s and t_w to a table of measured times of messages.
    Fit(fit::FitArgs),
    /// Decide whether two formulas are equal for all values of their symbols.
    Equal(equal::EqualArgs),
    /// Grade answers to a problem set; the key is computed.
    Grade(grade::GradeArgs),
    /// Write a problem set, or print its sheet, a blank answer file or the solution.
    Problems(grade::ProblemsArgs),
    /// Prove for all sizes that the steps of an algorithm add up to its closed form.
    Prove(prove::ProveArgs),
    /// Find the least steps and words of all schedules on a small machine, with proofs.
    Optimal(optimal::OptimalArgs),
    /// Solve a formula, for `hockney optimal`.
    #[command(name = "solve-cnf", hide = true)]
    SolveCnf(optimal::solver::SolveArgs),
    /// Write the form of the page and its answer, or the page itself.
    #[cfg(feature = "page")]
    #[command(hide = true)]
    Form(form::FormArgs),
    /// Write the man pages to a folder.
    #[cfg(feature = "man")]
    #[command(hide = true)]
    Man {
        /// A folder that exists.
        folder: PathBuf,
    },
    /// Write the algorithms of another library for each size as its rules.
    Tune(tune::TuneArgs),
    /// List the collectives, topologies and algorithms.
    List(list::ListArgs),
    /// Print the help of a command, or a topic of the manual.
    Help(help::HelpArgs),
    /// Print a completion script for a shell.
    Completions {
        /// Which shell.
        shell: Shell,
    },
}

/// Commands whose output no option about pages changes: their help does not name these options.
const UNPAGED: [&str; 4] = ["problems", "grade", "export", "completions"];

/// The command line, with the options in the help of those commands that they concern.
fn command() -> clap::Command {
    let exact = Arg::new("exact").long("exact").action(ArgAction::SetTrue);
    let width = Arg::new("width").long("width").value_parser(wide);
    let hidden = [exact, width].map(|option| option.global(true).hide(true));
    let hide = |of: clap::Command| of.args(hidden.clone());
    UNPAGED.into_iter().fold(Cli::command(), |all, name| all.mut_subcommand(name, hide))
}

/// Runs the command with the arguments of this process.
pub fn main() -> ExitCode {
    let arguments = help_first(in_one_word(std::env::args_os().collect()));
    let mut parsed = command().try_get_matches_from(&arguments);
    if let Ok(found) = &parsed {
        match output::formatted(command, found, io::stdout().is_terminal()) {
            Ok(None) => {}
            Ok(Some(command)) => parsed = command.try_get_matches_from(&arguments),
            Err(failure) => return fail(&failure, wants_json(found)),
        }
    }
    let read = parsed.and_then(|found| Ok((wants_json(&found), Cli::from_arg_matches(&found)?)));
    let (json, cli) = match read {
        Ok(read) => read,
        Err(error) => return usage(&error, &arguments),
    };
    let columns = if let Some(Wide::Columns(columns)) = cli.width { Some(columns) } else { None };
    page::begin(columns, cli.exact);
    let apart = unit_apart(&arguments).map(Failure::input);
    match apart.map_or_else(|| run(cli.command, cli.width), Err) {
        Ok(ExitAnswer::Yes) => ExitCode::SUCCESS,
        Ok(ExitAnswer::No) => ExitCode::from(1),
        Ok(ExitAnswer::Open) => ExitCode::from(3),
        Err(failure) => fail(&failure, json),
    }
}

fn run(command: Command, width: Option<Wide>) -> Result<ExitAnswer> {
    if matches!(width, Some(Wide::Page(_))) && !matches!(command, Command::Draw(_)) {
        return Err(Failure::input("--width with a unit is for hockney draw")
            .help("the width of text is a number of columns, such as --width 100"));
    }
    // What asks for no verdict is done.
    let yes = |()| ExitAnswer::Yes;
    match command {
        Command::Plan(args) => plan::run(&args),
        Command::Check(args) => check::run(&args),
        Command::Cost(args) => cost::run(&args),
        Command::Compare(args) => compare::run(&args).map(yes),
        Command::Network(args) => network::run(&args),
        Command::Send(args) => send::run(&args).map(yes),
        Command::Draw(args) => draw::run(&args, width),
        Command::Export(args) => export::run(&args),
        Command::Fit(args) => fit::run(&args).map(yes),
        Command::Equal(args) => equal::run(&args),
        Command::Grade(args) => grade::run(&args).map(yes),
        Command::Problems(args) => grade::problems(&args).map(yes),
        Command::Prove(args) => prove::run(&args),
        Command::Optimal(args) => optimal::run(&args),
        Command::SolveCnf(args) => optimal::solver::solve(&args),
        #[cfg(feature = "page")]
        Command::Form(args) => form::run(&args).map(yes),
        #[cfg(feature = "man")]
        Command::Man { folder } => help::man(&folder).map(yes),
        Command::Tune(args) => tune::run(&args).map(yes),
        Command::List(args) => list::run(&args).map(yes),
        Command::Help(args) => help::run(&args).map(yes),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Cli::command(), "hockney", &mut script);
            output::write_to(None, &mut |out| Ok(out.write_all(&script)?)).map(yes)
        }
    }
}

/// The name of a collective in several words, such as `all-to-all broadcast`, needs no quotes, unless there is a file of
/// the last of them.
fn in_one_word(mut arguments: Vec<OsString>) -> Vec<OsString> {
    for length in [3, 2] {
        let name = |words: &[OsString]| {
            let name = words.join(" ".as_ref());
            let is_file = words.last().is_some_and(|word| std::path::Path::new(word).exists());
            let alias = words.join("-".as_ref());
            let known = COLLECTIVES.iter().any(|of| {
                of.textbook() == name || of.aliases().iter().any(|other| alias == *other)
            });
            (known && !is_file).then_some(name)
        };
        let found = arguments.windows(length).map(name).enumerate();
        if let Some((at, Some(name))) = found.into_iter().find(|(_, name)| name.is_some()) {
            arguments.splice(at..at + length, [name]);
        }
    }
    arguments
}

/// `hockney export help goal` is `hockney help export goal`: clap's own command `help` has no topics, and is turned off.
fn help_first(mut arguments: Vec<OsString>) -> Vec<OsString> {
    let has_commands = |name: &OsString| {
        Cli::command().find_subcommand(name).is_some_and(clap::Command::has_subcommands)
    };
    if arguments.get(2).is_some_and(|word| word == "help") && has_commands(&arguments[1]) {
        arguments.swap(1, 2);
    }
    arguments
}

/// Whether the answer is a JSON document, or one a line.
fn wants_json(arguments: &ArgMatches) -> bool {
    let of = |(name, of): (&str, &ArgMatches)| {
        let format = of.try_get_raw("format").ok()??.next()?.to_str()?;
        Some(format == "json" || (name, format) == ("compare", "jsonl"))
    };
    arguments.subcommand().and_then(of).unwrap_or_default()
}

/// The output of clap: help and version, or a usage error.
fn usage(error: &clap::Error, arguments: &[OsString]) -> ExitCode {
    page::begin(None, false);
    if !error.use_stderr() {
        return match print_help(error) {
            Ok(()) => ExitCode::SUCCESS,
            Err(failure) => fail(&failure, false),
        };
    }
    // Unparsable arguments have no format; with JSON requested, the error is JSON all the same.
    let asked = |pair: &[OsString]| (pair[0] == "-f" || pair[0] == "--format") && pair[1] == "json";
    let glued = |a: &OsString| a == "-fjson" || a == "--format=json" || a == "-f=json";
    if arguments.windows(2).any(asked) || arguments.iter().any(glued) {
        let text = error.to_string();
        // All but the usage line, in one.
        let said = text.lines().map(str::trim).take_while(|line| !line.starts_with("Usage:"));
        let message = said.filter(|line| !line.is_empty()).collect::<Vec<_>>().join(" ");
        let message = message.strip_prefix("error: ").unwrap_or(&message);
        print_error("input", &Failure::input(message));
    }
    let hint = misplaced(error, arguments).map(|hint| format!("hint: {hint}\n"));
    let text = error.to_string() + &hint.unwrap_or_default();
    let _ = write!(io::stderr(), "{}", page::messages(&text));
    ExitCode::from(2)
}

/// Prints help or the version.
fn print_help(help: &clap::Error) -> Result<()> {
    match help.print().and_then(|()| io::stdout().flush()).map_err(Failure::from) {
        // A reader that went away needs no help any more.
        Err(Failure { kind: FailureKind::BrokenPipe, .. }) => Ok(()),
        printed => printed,
    }
}

/// Where a collective or a topology belongs that stands where clap expects neither, how `-ts` and units are written, and
/// which commands there are.
fn misplaced(error: &clap::Error, arguments: &[OsString]) -> Option<String> {
    let is_given = |known: &&str| arguments.iter().any(|argument| argument == known);
    if let Some(known) = ["-ts", "-tw", "-th"].into_iter().find(is_given) {
        return Some(format!("{known} is read as -t {}; write -{known}", &known[2..]));
    }
    if let Some(hint) = unit_apart(arguments) {
        return Some(hint);
    }
    let word = |kind| match error.get(kind) {
        Some(ContextValue::String(word)) => Some(word.as_str()),
        _ => None,
    };
    if let Some(word) = word(ContextKind::InvalidSubcommand) {
        let all = Cli::command();
        let above = arguments.get(1).and_then(|name| all.find_subcommand(name.to_str()?));
        if let Some(above) = above {
            let names: Vec<_> = above.get_subcommands().map(clap::Command::get_name).collect();
            return Some(format!("the commands of {} are {}", above.get_name(), names.join(", ")));
        }
        hockney_core::collective::collective(word)?;
        return Some(format!(
            "a collective comes after a command, such as `hockney plan {word}` or `hockney cost {word}`"
        ));
    }
    let word = word(ContextKind::InvalidArg)?;
    hockney_core::topology::family(word.split(':').next()?)?;
    Some(format!("a topology comes after -t, such as -t {word}"))
}

/// What to write if an argument is a number and the next one a unit, and no file.
fn unit_apart(arguments: &[OsString]) -> Option<String> {
    let apart = |pair: &[OsString]| {
        let [number, unit] = [0, 1].map(|at| pair[at].to_str());
        let (number, unit) = (number.filter(|number| number.parse::<f64>().is_ok())?, unit?);
        let mut units = [&TIMES[..], &SIZES, &RATES].into_iter().flatten();
        let is_unit = units.any(|(name, _)| *name == unit) && !std::path::Path::new(unit).exists();
        is_unit.then(|| format!("a unit follows its number without a blank: {number}{unit}"))
    };
    arguments.windows(2).find_map(apart)
}

fn fail(failure: &Failure, json: bool) -> ExitCode {
    let (kind, code) = match failure.kind {
        // The reader is gone, and 0 would mean yes.
        FailureKind::BrokenPipe => return ExitCode::from(2),
        FailureKind::Input => ("input", 2),
        FailureKind::NoAnswer => ("limit", 3),
    };
    if json {
        print_error(kind, failure);
    }
    // If stderr is closed too, the exit code still reports it.
    let _ = write!(io::stderr(), "{}", page::messages(&failure.to_string()));
    ExitCode::from(code)
}

/// `{"error": {"message": .., "line": .., "column": ..}}` on standard output; `kind` is `input` for
/// unusable input and `limit` where there is no answer, and `more` has further errors in the same text.
fn print_error(kind: &str, failure: &Failure) {
    fn error(kind: &str, failure: &Failure) -> impl Serialize {
        let (line, column) = failure.place.unzip();
        let (message, help) = (failure.message.clone(), failure.help.clone());
        row! { kind: kind.to_owned(), message, help, line, column }
    }
    let more: Vec<_> = failure.more.iter().map(|failure| error(kind, failure)).collect();
    let more = (!more.is_empty()).then(|| row! { more });
    let first = row! { #[serde(flatten)] first: error(kind, failure), #[serde(flatten)] more };
    let report = row! { format: "hockney/error/v1", error: first };
    let _ = output::write_report(&mut io::stdout(), ReportFormat::Json, &report);
}
