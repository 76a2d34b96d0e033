//! Reading files and standard input, within bounds.

use std::io;

use super::prelude::*;
use hockney_base::diagnostic::Source;
use hockney_formula::MAX_LENGTH;

/// A text with the name to call it by in messages.
pub(crate) struct NamedText {
    pub(crate) name: String,
    pub(crate) text: String,
}

impl NamedText {
    pub(crate) fn source(&self) -> Source<'_> {
        Source::new(&self.name, &self.text)
    }
}

/// The kind of a text, and the maximum of its bytes.
pub(crate) type TextKind = (&'static str, usize);

/// A formula or a chain of formulas.
const FORMULA: TextKind = ("formula", MAX_LENGTH);
/// Anything else.
pub(crate) const FILE: TextKind = ("file", document::MOST_BYTES);

/// Reads a file, or standard input where the name is `-`.
pub(crate) fn read(name: &str) -> Result<NamedText> {
    read_kind(name, FILE)
}

fn read_kind(name: &str, kind: TextKind) -> Result<NamedText> {
    let (shown, from) = open(name)?;
    whole(shown, kind, Vec::new(), from).map_err(|error| cannot(name, &error))?
}

/// Reads and parses a file; errors have a place.
pub(crate) fn parsed<T, E: Into<document::ReadError>>(
    name: &str,
    parse: impl FnOnce(&str) -> Result<T, E>,
) -> Result<(NamedText, T)> {
    let text = read(name)?;
    let parsed = parse(&text.text).map_err(|error| read_failure(&error.into(), &text.source()))?;
    Ok((text, parsed))
}

/// Opens a file, or standard input where the name is `-`; and what to call it.
pub(crate) fn open(name: &str) -> Result<(&str, Box<dyn Read>)> {
    if name == "-" {
        return Ok(("standard input", Box::new(io::stdin().lock())));
    }
    let file = File::open(name).map_err(|error| cannot(name, &error))?;
    Ok((name, Box::new(file)))
}

/// Why a file cannot be read.
pub(crate) fn cannot(name: &str, error: &io::Error) -> Failure {
    Failure::cannot(&format!("read {name}"), error)
        .help("name a file that exists, or - for standard input")
}

/// All of a text, of which some has been read.
pub(crate) fn whole(
    shown: &str,
    (called, most): TextKind,
    mut read: Vec<u8>,
    rest: impl Read,
) -> io::Result<Result<NamedText>> {
    let left = (most + 1).saturating_sub(read.len());
    rest.take(left as u64).read_to_end(&mut read)?;
    Ok(if read.len() > most {
        Err(Failure::no_answer(format!(
            "{shown} is too large: a {called} has at most {most} bytes"
        )))
    } else {
        text(shown, read)
    })
}

/// How many bytes behind a place are enough to show it.
const SHOWN: usize = 1 << 10;

fn text(shown: &str, bytes: Vec<u8>) -> Result<NamedText> {
    let name = shown.to_owned();
    String::from_utf8(bytes).map(|text| NamedText { name, text }).map_err(|error| {
        let good = error.utf8_error().valid_up_to();
        let mut bytes = error.into_bytes();
        bytes.truncate(good + SHOWN);
        let behind = String::from_utf8_lossy(&bytes.split_off(good)).into_owned();
        // What is good is not copied.
        let text = String::from_utf8(bytes).unwrap_or_default() + &behind;
        let diagnostic = Diagnostic::new("the text is not UTF-8")
            .at(good..good + 1)
            .label("this byte is not part of a character")
            .help("save the file as UTF-8");
        Failure::in_text(&diagnostic, &Source::new(shown, &text))
    })
}

/// The error of a document's reader as an error of the command line.
pub(crate) fn read_failure(error: &document::ReadError, source: &Source<'_>) -> Failure {
    let kind = match error {
        document::ReadError::Bad(_) => FailureKind::Input,
        document::ReadError::Limit { .. } => FailureKind::NoAnswer,
    };
    Failure { kind, ..Failure::in_text(&error.diagnostic(), source) }
}

/// The loader of graph files that a document names: beside the document.
pub(crate) fn graphs_beside(document: &str) -> impl Fn(&str) -> Result<String, String> {
    let folder = Path::new(document).parent().map(Path::to_owned).unwrap_or_default();
    move |name| {
        let path = folder.join(name);
        let read = read(&path.to_string_lossy());
        read.map(|text| text.text).map_err(|failure| failure.message)
    }
}

/// A formula as a person gives it: on the command line, in a file (`@FILE`), or on standard input
/// (`-`), where no shell eats its `$` and `\`.
///
/// The text that is meant, with the name to call it by in messages; `name` where it is `given`
/// itself.
pub(crate) fn formula_text(given: &str, name: &str) -> Result<NamedText> {
    if given.trim() == "-" {
        return read_kind("-", FORMULA);
    }
    match given.trim().strip_prefix('@') {
        Some("") => Err(Failure::input("a file's name is missing behind @")
            .help("write @FILE, - for standard input, or the formula itself in single quotes")),
        Some(file) => read_kind(file, FORMULA),
        None => Ok(NamedText { name: name.to_owned(), text: given.to_owned() }),
    }
}

/// The cost in a text of the command line.
pub(crate) fn formula(text: &NamedText) -> Result<Formula> {
    let formula = formula_by(text, &formula::Reading::new())?;
    match formula.bandwidth() {
        Some(why) => Err(Failure::input(format!("{}: {why}", text.name))),
        None => Ok(formula),
    }
}

/// The same with additional meanings of names.
pub(crate) fn formula_by(text: &NamedText, reading: &formula::Reading) -> Result<Formula> {
    reading.read(&text.text).map_err(|error| not_read(&error, text))
}

/// Why a text cannot be read as a formula.
pub(crate) fn not_read(error: &formula::ParseError, text: &NamedText) -> Failure {
    let diagnostic = error.diagnostic();
    let from_shell = error.may_come_from_a_shell();
    let diagnostic = if from_shell { diagnostic.help(SHELL) } else { diagnostic };
    Failure::in_text(&diagnostic, &text.source())
}

const SHELL: &str = "the shell replaces `$..` and removes backslashes: put the formula in single \
                     quotes, as in '(ts + m tw) log p'";
