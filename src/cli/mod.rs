//! The command line: the only module that prints, reads files, uses clap and sets exit codes.

mod amounts;
mod args;
mod busbw;
mod check;
mod compare;
mod cost;
mod draw;
mod ending;
mod equal;
mod export;
mod facts;
mod failure;
mod grade;
mod heading;
mod how;
mod input;
mod known;
mod limit;
mod links;
mod list;
mod machine;
mod optimal;
mod output;
mod plan;
mod presets;
mod progress;
mod prove;
mod report;
mod request;
#[cfg_attr(not(feature = "serve"), path = "unserved.rs")]
mod serve;
mod table;
mod terminal;
mod trace;
mod written;

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue};
use clap::{ArgMatches, CommandFactory, FromArgMatches};
use serde::Serialize;

use args::{Cli, Command, ReportFormat, Wide};
use failure::{Failure, Input, Result};

/// Writers of documents and reports.
pub(crate) const GENERATOR: &str = concat!("hockney ", env!("CARGO_PKG_VERSION"));

/// The result of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    /// Yes, or done: exit code 0.
    Yes,
    /// No: invalid, different, failed: exit code 1.
    No,
    /// Undecided, with the reason in the output: exit code 3.
    Open,
}

/// Whether a question is answered by yes.
impl From<bool> for Answer {
    fn from(yes: bool) -> Self {
        if yes { Answer::Yes } else { Answer::No }
    }
}

/// Runs the command with the arguments of this process.
pub fn main() -> ExitCode {
    let arguments: Vec<OsString> = std::env::args_os().collect();
    let mut parsed = Cli::command().try_get_matches_from(&arguments);
    if let Ok(found) = &parsed {
        match ending::formatted(Cli::command, found) {
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
    terminal::begin(columns, cli.exact);
    match run(cli.command, cli.width) {
        Ok(Answer::Yes) => ExitCode::SUCCESS,
        Ok(Answer::No) => ExitCode::from(1),
        Ok(Answer::Open) => ExitCode::from(3),
        Err(failure) => fail(&failure, json),
    }
}

fn run(mut command: Command, width: Option<Wide>) -> Result<Answer> {
    limit::raise(&mut command)?;
    if matches!(width, Some(Wide::Page(_))) && !matches!(command, Command::Draw(_)) {
        return Err(Failure::input("--width with a unit is for hockney draw")
            .help("the width of text is a number of columns, such as --width 100"));
    }
    presets::fill(&mut command);
    match command {
        Command::Plan(args) => plan::run(&args),
        Command::Check(args) => check::run(&args),
        Command::Cost(args) => cost::run(&args),
        Command::Compare(args) => compare::run(&args),
        Command::Draw(args) => draw::run(&args, width),
        Command::Export(args) => export::run(&args),
        Command::Equal(args) => equal::run(&args),
        Command::Grade(args) => grade::run(&args),
        Command::Problems(args) => grade::problems(&args),
        Command::Prove(args) => prove::run(&args),
        Command::Optimal(args) => optimal::run(&args),
        Command::SolveCnf(args) => optimal::solve(&args),
        Command::Serve(args) => serve::run(&args),
        Command::List(args) => list::run(&args),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Cli::command(), "hockney", &mut script);
            output::write_to(None, &mut |out| Ok(out.write_all(&script)?))?;
            Ok(Answer::Yes)
        }
    }
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
    terminal::begin(None, false);
    if !error.use_stderr() {
        let printed = error.print().and_then(|()| io::stdout().flush()).map_err(Failure::from);
        return match printed {
            // A reader that went away needs no help any more.
            Ok(()) | Err(Failure::BrokenPipe) => ExitCode::SUCCESS,
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
        print_error("input", &Input::new(message));
    }
    let hint = misplaced(error, arguments).map(|hint| format!("hint: {hint}\n"));
    let text = error.to_string() + &hint.unwrap_or_default();
    let _ = write!(io::stderr(), "{}", terminal::messages(&text));
    ExitCode::from(2)
}

/// Where a collective or a topology belongs that stands where clap expects neither, and how `-ts` is
/// written.
fn misplaced(error: &clap::Error, arguments: &[OsString]) -> Option<String> {
    let is_given = |known: &&str| arguments.iter().any(|argument| argument == known);
    if let Some(known) = ["-ts", "-tw", "-th"].into_iter().find(is_given) {
        return Some(format!("{known} is read as -t {}; write -{known}", &known[2..]));
    }
    let word = |kind| match error.get(kind) {
        Some(ContextValue::String(word)) => Some(word.as_str()),
        _ => None,
    };
    if let Some(word) = word(ContextKind::InvalidSubcommand) {
        hockney_core::collective::collective(word)?;
        return Some(format!(
            "a collective comes after a command, such as `hockney plan {word}` or `hockney cost {word}`"
        ));
    }
    let word = word(ContextKind::InvalidArg)?;
    hockney_core::topology::family(word.split(':').next()?)?;
    Some(format!("a topology comes after -t, such as -t {word}"))
}

/// The command line of this process with more words at its end, quoted for a shell.
pub(crate) fn command_with(more: &str) -> String {
    command_without(&[], more)
}

/// The same without these options and their values.
pub(crate) fn command_without(options: &[&str], more: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_@%+=:,./-^".contains(c);
    let quoted = |word: String| {
        if !word.is_empty() && word.chars().all(plain) {
            word
        } else {
            format!("'{}'", word.replace('\'', "'\\''"))
        }
    };
    let mut given = std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned());
    let mut words = vec!["hockney".to_owned()];
    while let Some(word) = given.next() {
        match options.iter().find_map(|option| word.strip_prefix(option)) {
            // Its value is the next word, unless it is in this one.
            Some("") => drop(given.next()),
            Some(_) => {}
            None => words.push(quoted(word)),
        }
    }
    words.push(more.to_owned());
    words.join(" ")
}

fn fail(failure: &Failure, json: bool) -> ExitCode {
    let plain;
    let (kind, input, code) = match failure {
        // The reader is gone, and 0 would mean yes.
        Failure::BrokenPipe => return ExitCode::from(2),
        Failure::Input(input) => ("input", input, 2),
        Failure::NoAnswer(why) => {
            plain = Input::new(why);
            ("limit", &plain, 3)
        }
        Failure::TooLarge(input) => ("limit", input, 3),
    };
    if json {
        print_error(kind, input);
    }
    // If stderr is closed too, the exit code still reports it.
    let _ = write!(io::stderr(), "{}", terminal::messages(&failure.to_string()));
    ExitCode::from(code)
}

#[derive(Serialize)]
struct ErrorReport<'a> {
    kind: &'a str,
    message: &'a str,
    help: Option<&'a str>,
    line: Option<usize>,
    column: Option<usize>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    more: Vec<ErrorReport<'a>>,
}

impl<'a> ErrorReport<'a> {
    fn new(kind: &'a str, Input { message, help, place, more, .. }: &'a Input) -> Self {
        let (line, column) = place.unzip();
        let more = more.iter().map(|input| ErrorReport::new(kind, input)).collect();
        ErrorReport { kind, message, help: help.as_deref(), line, column, more }
    }
}

/// `{"error": {"message": .., "line": .., "column": ..}}` on standard output; `kind` is `input` for
/// unusable input and `limit` where there is no answer, and `more` has further errors in the same text.
fn print_error(kind: &str, input: &Input) {
    let report = BTreeMap::from([("error", ErrorReport::new(kind, input))]);
    let _ = output::write_report(&mut io::stdout(), ReportFormat::Json, &report);
}

/// How names and files are read that could be read in another way.
pub(crate) fn note_reading<'a>(notes: impl IntoIterator<Item = &'a String>) {
    notes.into_iter().for_each(|text| note(text));
}

/// Something worth knowing beside the answer, on stderr.
pub(crate) fn note(text: &str) {
    let _ = writeln!(io::stderr(), "{}", terminal::messages(&format!("note: {text}")));
}
