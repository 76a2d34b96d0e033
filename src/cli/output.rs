//! Writing results: to standard output, or to a file that is replaced only when whole; notes, and how far a long check is.
//! The ending of an output file names its format, unless `-f` does. On a terminal it is text.
//!
//! A report is written for people, or as JSON or YAML. No other file names serde_yaml, which writes
//! reports only: schedules are written line by line by `document`, and read through an event parser
//! there, because serde_yaml drops the places of values.

use std::io::{self, BufWriter, IsTerminal};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use bar::Bar;
use clap::parser::ValueSource;
use clap::{ArgMatches, Command};
use tempfile::NamedTempFile;

use super::args::Wide;
use super::page::Wrapped;
use super::prelude::*;
use hockney_core::schedule::{Steps, Symmetric, Visit};

/// Writers of documents and reports.
pub(crate) const GENERATOR: &str = concat!("hockney ", env!("CARGO_PKG_VERSION"));

/// How names and files are read that could be read in another way.
pub(crate) fn note_reading<'a>(notes: impl IntoIterator<Item = &'a String>) {
    notes.into_iter().for_each(|text| note(text));
}

/// Something worth knowing beside the answer, on stderr.
pub(crate) fn note(text: &str) {
    let _ = writeln!(io::stderr(), "{}", page::messages(&format!("note: {text}")));
}

/// Writes to a file, or to standard output if there is no file or its name is `-`.
///
/// The file is written beside its final place and moved there when all of it is there, so that
/// readers see the old file or the new one. Where the disk is full, or this process is asked to
/// end, nothing is left beside it.
pub(crate) fn write_to(
    file: Option<&Path>,
    write: &mut dyn FnMut(&mut dyn Write) -> Result<()>,
) -> Result<()> {
    let Some(path) = file.filter(|path| *path != Path::new("-")) else {
        let mut out = BufWriter::new(io::stdout().lock());
        let written = write(&mut out).and_then(|()| Ok(out.flush()?));
        // What is left in the buffer has nowhere to go either.
        drop(out.into_parts());
        return match written {
            // A reader that has seen enough changes nothing about the answer.
            Err(Failure { kind: FailureKind::BrokenPipe, .. }) => Ok(()),
            written => written,
        };
    };
    let cannot = |error: &io::Error| {
        Failure::cannot(&format!("write {}", path.display()), error)
            .help("name a file in a folder that exists and may be written to")
    };
    if path.is_dir() {
        return Err(Failure::input(format!("cannot write {}: it is a folder", path.display())));
    }
    // A special file, such as /dev/null or a pipe, must not be replaced by a regular file.
    if fs::metadata(path).is_ok_and(|found| !found.is_file()) {
        let file = fs::OpenOptions::new().write(true).open(path).map_err(|e| cannot(&e))?;
        let mut out = BufWriter::new(file);
        write(&mut out)?;
        return Ok(out.flush()?);
    }
    // Through a link to the file that it names.
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let folder = target.parent().filter(|f| !f.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let beside = NamedTempFile::new_in(folder).map_err(|e| cannot(&e))?;
    let _unfinished = Unfinished::begin(beside.path());
    let mut out = BufWriter::new(InLimit { file: beside, left: most_bytes() });
    write(&mut out).map_err(|failure| not_written(failure, path))?;
    let beside = out.into_inner().map_err(|error| cannot(error.error()))?.file;
    permissions(&beside, &target);
    beside.persist(&target).map_err(|error| cannot(&error.error))?;
    Ok(())
}

/// The most bytes of a file, if the system says it: it would end this process at the next one.
fn most_bytes() -> Option<usize> {
    let limits = fs::read_to_string("/proc/self/limits").ok()?;
    let most = limits.lines().find_map(|line| line.strip_prefix("Max file size"))?;
    most.split_whitespace().next()?.parse().ok()
}

/// A file that must not become too large.
struct InLimit {
    file: NamedTempFile,
    left: Option<usize>,
}

impl Write for InLimit {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.left.is_some_and(|left| left < bytes.len()) {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        let written = self.file.write(bytes)?;
        self.left = self.left.map(|left| left - written);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// The system's error for a file that could not be written completely; the partial file is removed.
fn not_written(failure: Failure, path: &Path) -> Failure {
    let Some(reason) = failure.message.strip_prefix("cannot write: ") else { return failure };
    Failure::input(format!("cannot write {}: {reason}", path.display()))
        .help("the old file is unchanged; free some space, or name a file elsewhere")
}

/// What must be removed when this process is asked to end: the file that is being written, and the folder
/// of temporary files.
static LEFTOVERS: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Removes this file or folder when this process is asked to end.
pub(crate) fn remove_when_interrupted(path: &Path) {
    if let Ok(mut leftovers) = LEFTOVERS.lock() {
        leftovers.push(path.to_owned());
    }
    // The page ends its worker itself.
    #[cfg(not(target_family = "wasm"))]
    handle_signals();
}

#[cfg(not(target_family = "wasm"))]
fn handle_signals() {
    // A process in the background starts with the signal ignored: only `set_handler` replaces that.
    // A second call fails, and the first handler stays.
    let _ = ctrlc::set_handler(|| {
        for path in LEFTOVERS.lock().iter_mut().flat_map(|leftovers| leftovers.drain(..)) {
            let _ = if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) };
        }
        std::process::exit(INTERRUPTED);
    });
}

/// The exit code of a command that was ended with Ctrl-C.
#[cfg(not(target_family = "wasm"))]
const INTERRUPTED: i32 = 130;

/// A file that is being written, until this is dropped.
struct Unfinished(PathBuf);

impl Unfinished {
    fn begin(file: &Path) -> Self {
        remove_when_interrupted(file);
        Unfinished(file.to_owned())
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        if let Ok(mut leftovers) = LEFTOVERS.lock() {
            leftovers.retain(|path| *path != self.0);
        }
    }
}

/// Temporary files are private; a result has the permissions of the file that it replaces, or
/// those of any new file.
#[cfg(unix)]
fn permissions(beside: &NamedTempFile, target: &Path) {
    use std::os::unix::fs::PermissionsExt;
    let wanted = fs::metadata(target)
        .map_or_else(|_| fs::Permissions::from_mode(0o644), |found| found.permissions());
    // Where this fails the file stays private, which is safe.
    let _ = beside.as_file().set_permissions(wanted);
}

#[cfg(not(unix))]
fn permissions(_beside: &NamedTempFile, _target: &Path) {}

/// Prints a report: what `page` writes for people, or the report itself for machines.
pub(crate) fn print<T: Serialize>(
    file: Option<&Path>,
    format: ReportFormat,
    report: &T,
    page: &mut dyn FnMut(&mut dyn Write) -> Result<()>,
) -> Result<()> {
    match format {
        ReportFormat::Table => write_text(file, page),
        format => write_to(file, &mut |out| write_report(out, format, report)),
    }
}

/// Writes text for people, no wider than the terminal.
pub(crate) fn write_text(
    file: Option<&Path>,
    page: &mut dyn FnMut(&mut dyn Write) -> Result<()>,
) -> Result<()> {
    write_to(file, &mut |out| {
        let mut lines = Wrapped::new(out);
        page(&mut lines)?;
        Ok(lines.finish()?)
    })
}

/// Writes a report as JSON or YAML.
pub(crate) fn write_report<T: Serialize>(
    out: &mut dyn Write,
    format: ReportFormat,
    report: &T,
) -> Result<()> {
    match format {
        ReportFormat::Yaml => {
            // Written whole, so that a reader that goes away is seen as what it is.
            let text = serde_yaml::to_string(report).map_err(io::Error::other)?;
            out.write_all(text.as_bytes())?;
        }
        ReportFormat::Json | ReportFormat::Table => {
            serde_json::to_writer_pretty(&mut *out, report).map_err(io::Error::from)?;
            writeln!(out)?;
        }
    }
    Ok(())
}

/// The fewest messages of a schedule that could take so long.
const MANY: u128 = 1 << 20;
/// After how many messages the bar is moved on.
const EACH: u64 = 1 << 16;
/// Shorter work needs no bar.
const SOON: Duration = Duration::from_secs(1);

/// Steps that advance a bar when they are made, independent of the checker.
struct Watched {
    steps: Arc<dyn Steps>,
    progress: Progress,
}

impl Steps for Watched {
    fn count(&self) -> usize {
        self.steps.count()
    }

    fn messages(&self) -> u128 {
        self.steps.messages()
    }

    fn ranges(&self) -> Option<u128> {
        self.steps.ranges()
    }

    fn step_into(&self, k: usize, step: &mut Step) {
        self.steps.step_into(k, step);
        self.progress.add(step.messages.len() as u64);
    }

    fn in_parts(&self, k: usize, step: &mut Step, visit: &mut Visit<'_>) -> bool {
        self.steps.in_parts(k, step, &mut |messages| {
            self.progress.add(messages.len() as u64);
            visit(messages)
        })
    }

    fn prefers_parts(&self) -> bool {
        self.steps.prefers_parts()
    }

    fn symmetric(&self) -> Option<&Symmetric> {
        self.steps.symmetric()
    }
}

/// Does something with a schedule of which every message will be made, and shows how far it is.
pub(super) fn watched<T>(schedule: &Schedule, work: impl FnOnce(&Schedule) -> T) -> T {
    let messages = schedule.messages();
    if messages < MANY || !std::io::stderr().is_terminal() {
        return work(schedule);
    }
    let progress = Progress::of(saturated(messages), "messages", EACH, SOON);
    let mut watched = schedule.clone();
    for phase in &mut watched.phases {
        let (steps, progress) = (Arc::clone(&phase.steps), progress.clone());
        phase.steps = Arc::new(Watched { steps, progress });
    }
    let done = work(&watched);
    progress.end();
    done
}

/// An SVG picture as PDF or PNG.
pub(crate) fn converted(format: &str, svg: String) -> Result<Vec<u8>> {
    let (input, output) = (std::process::Stdio::piped(), std::process::Stdio::piped());
    let mut command = std::process::Command::new("rsvg-convert");
    // Twice the pixels of a screen, for slides.
    let zoom = if format == "png" { "2" } else { "1" };
    let child = command.args(["-f", format, "-z", zoom]).stdin(input).stdout(output).spawn();
    let Ok(mut child) = child else {
        return Err(Failure::input(format!("{format} needs rsvg-convert, which is not installed"))
            .help(format!(
                "install librsvg (`apt install librsvg2-bin`, `brew install librsvg`); or write the SVG with \
                 -o x.svg, and run `rsvg-convert -f {format} -o x.{format} x.svg` elsewhere"
            )));
    };
    let stdin = child.stdin.take();
    // The picture is written while the result is read: neither waits for the other.
    let writer = std::thread::spawn(move || {
        stdin.map(|mut stdin| std::io::Write::write_all(&mut stdin, svg.as_bytes()))
    });
    let result = child.wait_with_output()?;
    let _ = writer.join();
    if result.status.success() && !result.stdout.is_empty() {
        return Ok(result.stdout);
    }
    Err(Failure::input(format!("rsvg-convert does not write this picture as {format}"))
        .help("write it with -f svg"))
}

/// The work that a command does piece by piece; clones share it.
#[derive(Clone)]
pub(crate) struct Progress {
    done: Arc<AtomicU64>,
    /// After how many pieces the bar moves on.
    each: u64,
    bar: Bar,
}

impl Progress {
    /// So many things, which are called `what`. The bar appears after a while, and moves after each `each` of them.
    pub(crate) fn of(many: u64, what: &str, each: u64, after: Duration) -> Self {
        Progress { done: Arc::default(), each, bar: Bar::new(many, what, after) }
    }

    /// Counts more of them as done.
    pub(crate) fn add(&self, more: u64) {
        let before = self.done.fetch_add(more, Ordering::Relaxed);
        if before / self.each != (before + more) / self.each {
            self.bar.show(before + more);
        }
    }

    /// Takes the bar away.
    pub(crate) fn end(&self) {
        self.bar.end();
    }
}

#[cfg(not(target_family = "wasm"))]
mod bar {
    use std::time::Duration;

    use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

    #[derive(Clone)]
    pub(super) struct Bar(ProgressBar, Duration);

    impl Bar {
        pub(super) fn new(many: u64, what: &str, after: Duration) -> Self {
            let template = format!("{{human_pos}} of {{human_len}} {what} {{wide_bar}} {{eta}}");
            let style = ProgressStyle::with_template(&template);
            let bar = ProgressBar::with_draw_target(Some(many), ProgressDrawTarget::hidden())
                .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
            Bar(bar, after)
        }

        pub(super) fn show(&self, done: u64) {
            let Bar(bar, after) = self;
            // A schedule lives on, and may be made again to be written.
            if bar.is_finished() {
                return;
            }
            if bar.is_hidden() && bar.elapsed() >= *after {
                bar.set_draw_target(ProgressDrawTarget::stderr());
            }
            bar.set_position(done);
        }

        pub(super) fn end(&self) {
            self.0.finish_and_clear();
        }
    }
}

/// The page reads what stands behind a carriage return on standard error.
#[cfg(target_family = "wasm")]
mod bar {
    use std::io::Write;
    use std::time::Duration;

    #[derive(Clone)]
    pub(super) struct Bar(u64, String);

    impl Bar {
        pub(super) fn new(many: u64, what: &str, _after: Duration) -> Self {
            Bar(many, what.to_owned())
        }

        pub(super) fn show(&self, done: u64) {
            let Bar(many, what) = self;
            let _ = std::io::stderr().write_all(format!("\r{done} of {many} {what}").as_bytes());
        }

        pub(super) fn end(&self) {}
    }
}

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
