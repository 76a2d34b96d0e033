//! The ending of an output file names its format, unless `-f` does.

use std::path::{Path, PathBuf};

use clap::parser::ValueSource;
use clap::{ArgMatches, Command};

use super::failure::{Failure, Result};

/// Endings, and the values of `-f` with which a file has them: without `-f`, the first that the command has.
const ENDINGS: [(&str, &[&str]); 12] = [
    ("svg", &["svg"]),
    ("html", &["html"]),
    ("htm", &["html"]),
    ("tex", &["tikz", "tex"]),
    ("json", &["json", "jsonl", "gradescope", "prairielearn"]),
    ("jsonl", &["jsonl"]),
    ("yaml", &["yaml"]),
    ("yml", &["yaml"]),
    ("csv", &["csv", "gradebook"]),
    ("md", &["md"]),
    ("pdf", &["pdf"]),
    ("png", &["png"]),
];

/// Endings of formats that no command writes.
const UNWRITTEN: [&str; 7] = ["jpg", "jpeg", "gif", "eps", "ps", "docx", "xlsx"];

/// The command line in which the format is that of the output file by default; `None` where the format
/// stays as it is.
///
/// # Errors
/// An ending of a format that the command does not write, or of another than that of `-f`.
pub(super) fn formatted(
    command: impl FnOnce() -> Command,
    found: &ArgMatches,
) -> Result<Option<Command>> {
    let (mut path, mut of) = (Vec::new(), found);
    while let Some((name, inner)) = of.subcommand() {
        path.push(name);
        of = inner;
    }
    let Some(file) = of.try_get_one::<PathBuf>("output").ok().flatten() else { return Ok(None) };
    let Some((ending, fitting)) = known(file) else { return Ok(None) };
    let command = command();
    let leaf = path.iter().try_fold(&command, |above, name| above.find_subcommand(name));
    let Some(leaf) = leaf else { return Ok(None) };
    let Some(format) = leaf.get_arguments().find(|arg| arg.get_id() == "format") else {
        return Ok(None);
    };
    // A blank answer file is YAML, whatever the format of the sheet.
    if of.try_get_one::<bool>("blank").ok().flatten() == Some(&true) {
        return Ok(None);
    }
    let flag = |name: &&&str| of.try_get_one::<bool>(name).ok().flatten() == Some(&true);
    if let Some(flag) = FLAGS.iter().find(flag) {
        if fitting.contains(flag) {
            return Ok(None);
        }
        return Err(another(&format!("--{flag}"), ending));
    }
    let values = format.get_possible_values();
    let has = |name: &&&str| values.iter().any(|value| value.matches(name, false));
    let Some(first) = fitting.iter().find(has) else {
        let names: Vec<&str> = values.iter().map(clap::builder::PossibleValue::get_name).collect();
        let message = format!("`{}` does not write .{ending} files", path.join(" "));
        return Err(Failure::input(message).help(format!("its formats are {}", names.join(", "))));
    };
    if of.value_source("format") == Some(ValueSource::CommandLine) {
        let given = of.try_get_raw("format").ok().flatten().and_then(|mut given| given.next());
        let given = given.map(|given| given.to_string_lossy()).unwrap_or_default();
        if fitting.contains(&&*given) {
            return Ok(None);
        }
        return Err(another(&format!("-f {given}"), ending));
    }
    let path: Vec<String> = path.into_iter().map(str::to_owned).collect();
    Ok(Some(by_default(command, &path, first)))
}

/// The options that are formats.
const FLAGS: [&str; 2] = ["pdf", "png"];

fn another(option: &str, ending: &str) -> Failure {
    let message = format!("{option} writes another format than .{ending} names");
    Failure::input(message).help(format!("leave out {option}, or give the file another ending"))
}

fn known(file: &Path) -> Option<(&'static str, &'static [&'static str])> {
    let ending = file.extension()?;
    let mut all = ENDINGS.into_iter().chain(UNWRITTEN.map(|unwritten| (unwritten, &[][..])));
    all.find(|(known, _)| ending.eq_ignore_ascii_case(known))
}

fn by_default(command: Command, path: &[String], format: &'static str) -> Command {
    match path {
        [] => command.mut_arg("format", |arg| arg.default_value(format)),
        [name, rest @ ..] => command.mut_subcommand(name, |below| by_default(below, rest, format)),
    }
}
