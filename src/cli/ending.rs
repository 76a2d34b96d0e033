//! The ending of an output file names its format, unless `-f` does. On a terminal it is text.

use std::path::{Path, PathBuf};

use clap::parser::ValueSource;
use clap::{ArgMatches, Command};

use super::args::Wide;
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

/// The command line in which the format is that of the output file by default, and text where what is written goes to a
/// `terminal`; `None` where the format stays as it is.
///
/// # Errors
/// An ending of a format that the command does not write, or of another than that of `-f`.
pub(super) fn formatted(
    command: impl FnOnce() -> Command,
    found: &ArgMatches,
    terminal: bool,
) -> Result<Option<Command>> {
    let (mut path, mut of) = (Vec::new(), found);
    while let Some((name, inner)) = of.subcommand() {
        path.push(name);
        of = inner;
    }
    let path: Vec<String> = path.into_iter().map(str::to_owned).collect();
    let Some(file) = of.try_get_one::<PathBuf>("output").ok().flatten() else {
        let text = terminal && reads_better_as_text(&path, of);
        return Ok(text.then(|| by_default(command(), &path, "text")));
    };
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
    Ok(Some(by_default(command, &path, first)))
}

/// Whether a person would rather read text than the default format: without options that text does not have.
fn reads_better_as_text(path: &[String], of: &ArgMatches) -> bool {
    const OF_FILES: [&str; 7] = ["format", "compact", "matrix", "colours", "values", "pdf", "png"];
    let given = |name: &&str| {
        let source = of.try_contains_id(name).is_ok().then(|| of.value_source(name)).flatten();
        source == Some(ValueSource::CommandLine)
    };
    let width = of.try_get_one::<Wide>("width").ok().flatten();
    let picture = matches!(width, Some(Wide::Page(_)));
    let writes = path.first().is_some_and(|name| name == "plan" || name == "draw");
    writes && !picture && !OF_FILES.iter().any(given)
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

#[cfg(test)]
mod tests {
    use super::super::command;

    /// The format with which a command line runs.
    fn format(line: &str, terminal: bool) -> String {
        let words = || line.split(' ');
        let found = command().try_get_matches_from(words()).unwrap();
        let changed = super::formatted(command, &found, terminal).unwrap();
        let found = changed.map_or(found, |command| command.try_get_matches_from(words()).unwrap());
        let (_, of) = found.subcommand().unwrap();
        let format = of.get_raw("format").and_then(|mut given| given.next()).unwrap();
        format.to_str().unwrap().to_owned()
    }

    #[test]
    fn a_terminal_gets_text_unless_a_file_is_meant() {
        for (line, on_terminal, elsewhere) in [
            ("hockney plan broadcast -t ring:8", "text", "yaml"),
            ("hockney draw broadcast -t ring:8", "text", "svg"),
            ("hockney draw broadcast -t ring:8 -f svg", "svg", "svg"),
            ("hockney draw broadcast -t ring:8 --matrix", "svg", "svg"),
            ("hockney draw broadcast -t ring:8 --width 345pt", "svg", "svg"),
            ("hockney draw broadcast -t ring:8 --width 60", "text", "svg"),
            ("hockney draw broadcast -t ring:8 -o a.html", "html", "html"),
            ("hockney plan broadcast -t ring:8 --compact", "yaml", "yaml"),
            ("hockney cost broadcast -t ring:8", "table", "table"),
        ] {
            assert_eq!(format(line, true), on_terminal, "{line}");
            assert_eq!(format(line, false), elsewhere, "{line}");
        }
    }
}
