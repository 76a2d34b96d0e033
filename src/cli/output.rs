//! Writing results: to standard output, or to a file that is replaced only when whole; notes, and how far a long check is.
//!
//! A report is written for people, or as JSON or YAML. No other file names serde_yaml, which writes
//! reports only: schedules are written line by line by `document`, and read through an event parser
//! there, because serde_yaml drops the places of values.

use std::fs;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde::Serialize;
use tempfile::NamedTempFile;

use super::args::ReportFormat;
use super::failure::{Failure, Result};
use super::page::{self, Wrapped};
use super::progress::Progress;
use hockney_base::number::saturated;
use hockney_core::collective::Schedule;
use hockney_core::schedule::{Step, Steps, Symmetric, Visit};

/// A row of a report: its fields in this order, each with its value, or with the one of the variable of this name.
macro_rules! row {
    ($($(#[$attribute:meta])* $name:ident $(: $value:expr)?),* $(,)?) => {{
        // The type of a field is called like the field.
        #[allow(non_camel_case_types)]
        let row = {
            #[derive(serde::Serialize)]
            struct Row<$($name),*> { $($(#[$attribute])* $name: $name),* }
            Row { $($name $(: $value)?),* }
        };
        row
    }};
}
pub(crate) use row;

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
            Err(Failure::BrokenPipe) => Ok(()),
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
    let mut out = BufWriter::new(beside);
    write(&mut out).map_err(|failure| not_written(failure, path))?;
    let beside = out.into_inner().map_err(|error| cannot(error.error()))?;
    permissions(&beside, &target);
    beside.persist(&target).map_err(|error| cannot(&error.error))?;
    Ok(())
}

/// The system's error for a file that could not be written completely; the partial file is removed.
fn not_written(failure: Failure, path: &Path) -> Failure {
    let Failure::Input(input) = failure else { return failure };
    let Some(reason) = input.message.strip_prefix("cannot write: ") else {
        return Failure::Input(input);
    };
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
