//! The command line: the only place that prints, reads files, knows clap and picks exit codes.

mod amounts;
mod args;
mod check;
mod choice;
mod compare;
mod cost;
mod draw;
mod equal;
mod facts;
mod failure;
mod grade;
mod heading;
mod input;
mod limit;
mod list;
mod machine;
mod output;
mod plan;
mod progress;
mod prove;
mod report;
mod request;
#[cfg_attr(not(feature = "serve"), path = "unserved.rs")]
mod serve;
mod subject;
mod table;
mod trace;
mod written;

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::{ArgMatches, CommandFactory, FromArgMatches};
use serde::Serialize;

use args::{Cli, Command, ReportFormat};
use failure::{Failure, Input, Result};

/// What writes documents and reports.
pub(crate) const GENERATOR: &str = concat!("hockney ", env!("CARGO_PKG_VERSION"));

/// What a command found out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    /// Yes, or done: exit code 0.
    Yes,
    /// No: invalid, different, failed: exit code 1.
    No,
    /// Undecided, and the output says why: exit code 3.
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
    let parsed = Cli::command().try_get_matches_from(&arguments);
    let read = parsed.and_then(|found| Ok((wants_json(&found), Cli::from_arg_matches(&found)?)));
    let (json, cli) = match read {
        Ok(read) => read,
        Err(error) => return usage(&error, &arguments),
    };
    match run(cli.command) {
        Ok(Answer::Yes) => ExitCode::SUCCESS,
        Ok(Answer::No) => ExitCode::from(1),
        Ok(Answer::Open) => ExitCode::from(3),
        Err(failure) => fail(&failure, json),
    }
}

fn run(mut command: Command) -> Result<Answer> {
    limit::raise(&mut command)?;
    match command {
        Command::Plan(args) => plan::run(&args),
        Command::Check(args) => check::run(&args),
        Command::Cost(args) => cost::run(&args),
        Command::Compare(args) => compare::run(&args),
        Command::Draw(args) => draw::run(&args),
        Command::Equal(args) => equal::run(&args),
        Command::Grade(args) => grade::run(&args),
        Command::Problems(args) => grade::problems(&args),
        Command::Prove(args) => prove::run(&args),
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

/// What clap has to say: help and version, or a usage error.
fn usage(error: &clap::Error, arguments: &[OsString]) -> ExitCode {
    if !error.use_stderr() {
        let printed = error.print().and_then(|()| io::stdout().flush()).map_err(Failure::from);
        return match printed {
            // A reader that went away needs no help any more.
            Ok(()) | Err(Failure::BrokenPipe) => ExitCode::SUCCESS,
            Err(failure) => fail(&failure, false),
        };
    }
    // What cannot be parsed has no format; whoever asked for JSON is answered in it all the same.
    let asked = |pair: &[OsString]| (pair[0] == "-f" || pair[0] == "--format") && pair[1] == "json";
    let glued = |a: &OsString| a == "-fjson" || a == "--format=json" || a == "-f=json";
    if arguments.windows(2).any(asked) || arguments.iter().any(glued) {
        let text = error.to_string();
        // All but the usage line, in one.
        let said = text.lines().map(str::trim).take_while(|line| !line.starts_with("Usage:"));
        let message = said.filter(|line| !line.is_empty()).collect::<Vec<_>>().join(" ");
        let message = message.strip_prefix("error: ").unwrap_or(&message);
        print_error("input", message, None, None);
    }
    let _ = error.print();
    ExitCode::from(2)
}

fn fail(failure: &Failure, json: bool) -> ExitCode {
    let (kind, message, help, place, code) = match failure {
        // Nothing can be said to somebody who is gone, and 0 would mean yes.
        Failure::BrokenPipe => return ExitCode::from(2),
        Failure::Input(Input { message, help, place, .. }) => ("input", message, help, *place, 2),
        Failure::NoAnswer(why) => ("limit", why, &None, None, 3),
        Failure::TooLarge(Input { message, help, place, .. }) => {
            ("limit", message, help, *place, 3)
        }
    };
    if json {
        print_error(kind, message, help.as_deref(), place);
    }
    // Where stderr is closed too, the exit code still says it.
    let _ = write!(io::stderr(), "{failure}");
    ExitCode::from(code)
}

/// `{"error": {"message": .., "line": .., "column": ..}}` on standard output; `kind` is `input` for
/// unusable input and `limit` where there is no answer.
fn print_error(kind: &str, message: &str, help: Option<&str>, place: Option<(usize, usize)>) {
    #[derive(Serialize)]
    struct Error<'a> {
        kind: &'a str,
        message: &'a str,
        help: Option<&'a str>,
        line: Option<usize>,
        column: Option<usize>,
    }
    let (line, column) = place.unzip();
    let report = BTreeMap::from([("error", Error { kind, message, help, line, column })]);
    let _ = output::write_report(&mut io::stdout(), ReportFormat::Json, &report);
}

/// What a name is read as that could be taken for another operation.
pub(crate) fn note_reading(reading: Option<&String>) {
    if let Some(reading) = reading {
        note(reading);
    }
}

/// Something worth knowing beside the answer, on stderr.
pub(crate) fn note(text: &str) {
    let _ = writeln!(io::stderr(), "note: {text}");
}
