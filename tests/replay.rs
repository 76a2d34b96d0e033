//! What the program prints, command line by command line: moving code changes no byte of it, and a repair
//! changes a list that is read before it is committed.
//!
//! The files of `tests/replay/` consist of blocks between empty lines. In a block
//!
//! - `$ ` runs the program with the words of the line, and what it printed follows: `|` before a line of
//!   stdout, `!` before a line of stderr, `\` if the last one does not end, `? 1` for an exit code that is not 0;
//! - `% ` runs it with `-f json`, and keeps one line of the answer: the exit code, and the values that another
//!   way to the answer must also find;
//! - `# ` is a remark.
//!
//! A block runs in a folder that contains `tests/replay/inputs/`, the programs of `docs/programs/`, and what the block
//! has written before.
//! `OVERWRITE=1 cargo test --test program replay` writes what the program prints into the files.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use serde_json::Value;

use crate::console::{overwrites, words};

const PROGRAM: &str = env!("CARGO_BIN_EXE_hockney");
pub(crate) const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/replay");

/// So many command lines must be in the files, so that none is lost with a file.
const AT_LEAST: usize = 4000;

fn run(folder: &Path, line: &str, more: &[&str]) -> Output {
    let mut command = Command::new(PROGRAM);
    command.args(words(line)).args(more).current_dir(folder);
    // One thread starts sooner, and no byte of the output depends on their number.
    command.env("COLUMNS", "80").env("RAYON_NUM_THREADS", "1");
    command.output().unwrap_or_else(|error| panic!("{line}: {error}"))
}

/// Adds each line of a text after a mark.
fn add(to: &mut String, mark: char, text: &[u8]) {
    let text = String::from_utf8_lossy(text);
    for line in text.split_inclusive('\n') {
        let _ = write!(to, "{mark}{line}");
        if !line.ends_with('\n') {
            to.push_str("\n\\\n");
        }
    }
}

/// What one command printed, all of it.
fn transcript(output: &Output) -> String {
    let mut text = String::new();
    add(&mut text, '|', &output.stdout);
    add(&mut text, '!', &output.stderr);
    if output.status.code() != Some(0) {
        let code = output.status.code().map_or("a signal".to_owned(), |code| code.to_string());
        let _ = writeln!(text, "? {code}");
    }
    text
}

/// The numbers of a cost: those of t_s, t_w and t_h, and what links of classes have beside them.
fn coefficients(cost: &Value) -> String {
    let list = |of: Vec<String>| of.join(",");
    match cost {
        Value::String(number) => number.clone(),
        Value::Array(of) => list(of.iter().map(coefficients).collect()),
        Value::Object(of) => {
            let terms = ["t_s", "t_w", "t_h"].iter().filter_map(|term| of.get(*term));
            let more: BTreeMap<_, _> = of.iter().filter(|(_, value)| !value.is_string()).collect();
            let more = more.iter().map(|(key, value)| format!("{key}({})", coefficients(value)));
            list(terms.map(coefficients).chain(more).collect())
        }
        other => other.to_string(),
    }
}

/// One line of an answer: what it is, and what it costs.
fn in_one_line(output: &Output) -> String {
    let code = output.status.code().unwrap_or(-1);
    let Ok(answer) = serde_json::from_slice::<Value>(&output.stdout) else {
        let said = String::from_utf8_lossy(&output.stderr);
        return format!("{code} {}", said.lines().next().unwrap_or_default());
    };
    if let Some(message) = answer["error"]["message"].as_str() {
        return format!("{code} {message}");
    }
    let value = |keys: &[&str]| {
        let found = keys.iter().fold(&answer, |value, key| &value[key]);
        found.as_str().map_or_else(|| found.to_string(), str::to_owned)
    };
    let mut line = format!("{code} {} {}", value(&["verdict"]), value(&["algorithm"]));
    let _ = write!(line, " {}/{}", value(&["steps"]), value(&["messages"]));
    let _ = write!(line, " {}", coefficients(&answer["cost"]));
    if !answer["total"].is_null() {
        let _ = write!(line, " = {}", value(&["total"]));
    }
    line
}

/// The block with what the program prints now, and how many commands it ran.
fn replayed(block: &str, folder: &Path) -> (String, usize) {
    let (mut text, mut ran) = (String::new(), 0);
    for line in block.lines() {
        if let Some(command) = line.strip_prefix("$ ") {
            let _ = write!(text, "{line}\n{}", transcript(&run(folder, command, &[])));
            ran += 1;
        } else if let Some(rest) = line.strip_prefix("% ") {
            let command = rest.split(" => ").next().unwrap_or_default();
            let answer = in_one_line(&run(folder, command, &["-f", "json"]));
            let _ = writeln!(text, "% {command} => {answer}");
            ran += 1;
        } else if line.starts_with('#') {
            let _ = writeln!(text, "{line}");
        }
    }
    (text, ran)
}

/// Copies the files of the replay.
fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        let (path, copied) = (entry.path(), to.join(entry.file_name()));
        if path.is_dir() {
            copy(&path, &copied);
        } else {
            fs::copy(path, copied).unwrap();
        }
    }
}

/// A new folder with the inputs.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    copy(&Path::new(FOLDER).join("inputs"), folder.path());
    copy(&Path::new(FOLDER).join("../../docs/programs"), folder.path());
    folder
}

/// All blocks again, side by side, and how many commands they have.
fn replay(blocks: &[&str]) -> (Vec<String>, usize) {
    let next = AtomicUsize::new(0);
    let done = Mutex::new((vec![String::new(); blocks.len()], 0));
    let work = || {
        let only_read = folder();
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(block) = blocks.get(at) else { return };
            let writes =
                [" -o ", " --open ", " --plot "].iter().any(|option| block.contains(option));
            let own = writes.then(folder);
            let (text, ran) = replayed(block, own.as_ref().unwrap_or(&only_read).path());
            let mut done = done.lock().unwrap();
            done.0[at] = text;
            done.1 += ran;
        }
    };
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(work);
        }
    });
    done.into_inner().unwrap()
}

/// The lines that differ, as a diff would show the first of them.
fn difference(was: &str, is: &str) -> String {
    let same = was.lines().zip(is.lines()).take_while(|(was, is)| was == is).count();
    let command = was.lines().take(same + 1).filter(|line| line.starts_with(['$', '%'])).last();
    let mut text = format!("{}\n", command.unwrap_or_default());
    for (mark, side) in [('-', was), ('+', is)] {
        for line in side.lines().skip(same).take(3) {
            let _ = writeln!(text, "  {mark} {line}");
        }
    }
    text
}

#[test]
fn the_program_prints_what_it_printed() {
    let mut paths: Vec<PathBuf> =
        fs::read_dir(FOLDER).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "txt"));
    paths.sort();
    let texts: Vec<String> = paths.iter().map(|path| fs::read_to_string(path).unwrap()).collect();
    let blocks: Vec<&str> = texts.iter().flat_map(|text| text.trim_end().split("\n\n")).collect();
    let (now, ran) = replay(&blocks);
    let (mut at, mut differences) = (0, Vec::new());
    for (path, text) in paths.iter().zip(&texts) {
        let count = text.trim_end().split("\n\n").count();
        let blocks = &now[at..at + count];
        let written = blocks.join("\n");
        if overwrites() {
            fs::write(path, &written).unwrap();
        } else if written != *text {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let pairs = text.trim_end().split("\n\n").zip(blocks);
            let differ = pairs.filter(|(was, is)| *was != is.trim_end());
            differences.extend(differ.map(|(was, is)| format!("{name}: {}", difference(was, is))));
        }
        at += count;
    }
    let shown = differences.iter().take(30).map(String::as_str).collect::<String>();
    assert!(
        differences.is_empty(),
        "{} blocks of tests/replay/ differ; the first of them:\n\n{shown}\nOVERWRITE=1 writes what is printed now",
        differences.len()
    );
    assert!(ran >= AT_LEAST, "only {ran} command lines");
}
