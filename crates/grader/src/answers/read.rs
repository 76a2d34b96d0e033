//! From text to submission.

use super::super::problems::is_format;
use super::recovered::recovered;
use super::{FORMAT, Given, Submission};
use hockney_base::diagnostic::{Diagnostic, Source};
use hockney_files::{Fields, Kind, Node, ReadError, events, scalar, shortened, within};

/// The longest submission that is read, in bytes.
pub const MOST_BYTES: usize = 1 << 24;
/// The most marks of structure in it. What reads YAML keeps a third of a kilobyte for each, and some
/// readers of answers go through all of them for each.
const MOST_MARKS: usize = 100_000;
/// The most answers of a submission that has more marks.
const MOST_RECOVERED: usize = 1000;
/// The longest name of a student, in characters.
const LONGEST_NAME: usize = 200;

/// Reads a submission, YAML or JSON.
///
/// # Errors
/// Whatever is none by `specs/answers.md`, with its place; and what is over a limit.
pub fn read_submission(text: &str) -> Result<Submission, ReadError> {
    within("bytes of a submission", text.len() as u128, MOST_BYTES as u128, None)?;
    let marks = events::marks(text.as_bytes());
    let few =
        within("commas, colons, dashes and brackets", marks as u128, MOST_MARKS as u128, None);
    let Err(error) = few else { return submission(text) };
    // One long answer does not touch the others.
    match recovered(text).filter(|submission| submission.answers.len() <= MOST_RECOVERED) {
        Some(submission) => Ok(Submission { no_yaml: Some(error.to_string()), ..submission }),
        None => Err(error),
    }
}

fn submission(text: &str) -> Result<Submission, ReadError> {
    let root = match events::parse(text) {
        Ok(root) => root,
        // What is over a limit stays refused.
        Err(error @ ReadError::Limit { .. }) => return Err(error),
        Err(error) => {
            let body = text.strip_prefix('\u{feff}').unwrap_or(text);
            let Some(submission) = recovered(body) else { return Err(error) };
            let no_yaml = Some(placed(&error, &Source::new("the submission", text)));
            return Ok(Submission { no_yaml, ..submission });
        }
    };
    let help = "a submission begins with `format: hockney/answers/v1`";
    let top = Fields::open(&root, "a submission", help)?;
    let no_format = top.get("format").is_none() && top.get("answers").is_some();
    if !no_format {
        is_format(top, FORMAT)?;
    }
    let top = top.only("format student answers")?;
    let student = top.read("student", student)?;
    let help = "write answers: and below it `name-of-the-ask: answer`";
    let answers = top.need_or("answers", help)?;
    let Kind::Mapping(pairs) = &answers.kind else {
        let message = format!("{} stands where the answers belong", answers.describe());
        return Err(Diagnostic::new(message).at(answers.span).help(help).into());
    };
    let answers =
        pairs.iter().map(|(key, node)| (key.text.to_string(), given(node, text))).collect();
    Ok(Submission { student, no_format, answers, ..Submission::of(text) })
}

/// What cannot be read, with its place before it.
pub(in super::super) fn placed(error: &ReadError, source: &Source) -> String {
    let diagnostic = error.diagnostic();
    let place = diagnostic.position(source);
    place.map_or(String::new(), |at| format!("line {}, column {}: ", at.line, at.column))
        + &diagnostic.message
}

/// A name or a number, as it is written.
pub(in super::super) fn student(node: &Node<'_>) -> Result<String, ReadError> {
    let name = match &node.kind {
        Kind::Scalar { text, .. } => &**text,
        _ => scalar::text(node, "the name of a student")?,
    };
    if name.chars().count() <= LONGEST_NAME {
        return Ok(name.to_owned());
    }
    Err(Diagnostic::new(format!("the name `{}` is too long", shortened(name)))
        .at(node.span)
        .help("a name has at most 200 characters")
        .into())
}

fn given(node: &Node<'_>, whole: &str) -> Given {
    let slice = || {
        let text = whole.get(node.span.start..node.span.end).unwrap_or_default();
        let before = whole.get(..node.span.start).unwrap_or_default();
        let indent = before.len() - before.rfind('\n').map_or(0, |at| at + 1);
        dedented(text, indent)
    };
    let text = match &node.kind {
        Kind::Scalar { text, .. } => text.to_string(),
        Kind::Mapping(_) => slice(),
        // A list of texts is a line for each; a list of lists stays as it is.
        Kind::Sequence(items) => {
            let word = |item: &Node<'_>| match &item.kind {
                Kind::Scalar { text, .. } => Some(text.to_string()),
                Kind::Sequence(_) | Kind::Mapping(_) => None,
            };
            let lines: Option<Vec<String>> = items.iter().map(word).collect();
            lines.map_or_else(slice, |lines| lines.join("\n"))
        }
    };
    Given { text, span: node.span }
}

/// Without what indents a part of a document in the whole.
fn dedented(text: &str, indent: usize) -> String {
    let strip = |line: &str| {
        let blanks = line.len() - line.trim_start_matches(' ').len();
        line.get(blanks.min(indent)..).unwrap_or_default().to_owned()
    };
    text.lines().map(strip).collect::<Vec<_>>().join("\n")
}
