//! What a student hands in: an answer to each ask, as written; also where one of the answers makes the file no YAML, as
//! `v1.verdict: invalid: step 2` does.

mod amount;
mod notation;
mod outline;

use crate::problems::keys::{Errors, Keys, bad};
use hockney_base::diagnostic::{Source, Span};
use hockney_files::{
    Content, Fields, Node, ReadError, Result, events, is_format, is_no_answer, names_format,
    scalar, shortened, within,
};

pub(super) use amount::{
    Amount, MOST_SIDES, NoAmount, NumberLetters, NumberOf, Rounded, amounts, grain, nanoseconds,
    with_points,
};
pub(super) use notation::{
    Bare, bare, bare_cost, bare_stated, bare_steps, behind, names_cost, plain,
};
pub use outline::{read_outline, student_of};

/// The format that this version reads.
pub(super) const FORMAT: &str = "hockney/answers/v1";

/// A submission.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Submission {
    /// Who handed it in, where it says so.
    pub student: Option<String>,
    /// What its author should change, though all of it is read: `line 2: there is no key ..`.
    pub warnings: Vec<String>,
    /// Why it was taken apart by its lines, where it is no YAML.
    pub no_yaml: Option<String>,
    /// The answers, by the name of the ask, in their order; a name may be there several times.
    pub answers: Vec<(String, GivenAnswer)>,
    /// What stands where the answers do, and belongs to none.
    pub stray: Option<Span>,
    /// Where its lines end.
    lines: Vec<usize>,
}

/// An answer as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GivenAnswer {
    /// Its text: the scalar, or for a list or a mapping the part of the document that it is.
    pub text: String,
    /// Where it stands in the submission.
    pub span: Span,
}

impl GivenAnswer {
    /// Whether it is empty, or says that there is none: `idk`.
    pub fn is_none(&self) -> bool {
        let text = self.text.trim();
        text.is_empty() || is_no_answer(text)
    }
}

impl Submission {
    /// Nothing of a text yet.
    fn of(text: &str) -> Self {
        let lines = text.match_indices('\n').map(|(at, _)| at).collect();
        Submission { lines, ..Submission::default() }
    }

    /// Takes a line as a part of the last answer, or as one of none.
    fn go_on(&mut self, line: &str, span: Span, is_open: bool) {
        match self.answers.last_mut().filter(|_| is_open) {
            Some((_, given)) => {
                if !given.text.is_empty() {
                    given.text.push('\n');
                }
                given.text.push_str(line);
                given.span.end = span.end;
            }
            None => self.stray = self.stray.or(Some(span)),
        }
    }

    /// The line at which something stands, from 1.
    pub(super) fn line(&self, span: Span) -> usize {
        self.lines.partition_point(|end| *end < span.start) + 1
    }

    /// The answer to an ask, the first where there are several.
    pub fn answer(&self, name: &str) -> Option<&GivenAnswer> {
        self.answers(name).next()
    }

    /// Whether nothing is written for an ask.
    pub(super) fn lacks(&self, name: &str) -> bool {
        self.answer(name).is_none_or(|given| given.text.trim().is_empty())
    }

    /// The first answer to an ask, and one that differs from it.
    pub(super) fn contradiction(&self, name: &str) -> Option<(&GivenAnswer, &GivenAnswer)> {
        let first = self.answer(name)?;
        let other = self.answers(name).find(|other| other.text != first.text)?;
        Some((first, other))
    }

    fn answers(&self, name: &str) -> impl Iterator<Item = &GivenAnswer> {
        self.answers.iter().filter(move |(of, _)| of == name).map(|(_, given)| given)
    }
}

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
pub fn read_submission(text: &str) -> Result<Submission> {
    within("bytes of a submission", text.len() as u128, MOST_BYTES as u128, None)?;
    let text = &*events::with_whole_characters(text);
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

fn submission(text: &str) -> Result<Submission> {
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
    let fields = Fields::open(&root, "a submission", help)?;
    let errors = Errors::default();
    let top = Keys::of(fields, &KEYS, &errors);
    let read: Vec<Span> = KEYS.iter().filter_map(|key| top.get(key)).map(|of| of.span).collect();
    let source = Source::new("the submission", text);
    let mut warnings = Vec::new();
    match (top.get("format"), top.get("answers")) {
        (None, Some(_)) => warnings.push(NO_FORMAT.to_owned()),
        (Some(format), _) => names_format(format, FORMAT)?,
        (None, None) => {
            // What has neither is read by its lines, if it names asks.
            if let Some(submission) = recovered(text) {
                let no_yaml = Some("there is no line `answers:`".to_owned());
                return Ok(Submission { no_yaml, ..submission });
            }
            is_format(fields, FORMAT)?;
        }
    }
    let mut student = top.get("student").map(student).transpose()?;
    for ((key, node), error) in fields.strangers(&KEYS) {
        if is_of_name(&key.text) && student.is_none() {
            student = Some(self::student(node)?);
            continue;
        }
        if !read.contains(&node.span) {
            return Err(error);
        }
        let meant = error.diagnostic().label.unwrap_or_default();
        warnings.push(format!("{}: {meant}", placed(&error, &source)));
    }
    let help = "write answers: and below it `name-of-the-ask: answer`";
    let answers = top.get("answers").map_or_else(|| fields.need_or("answers", help), Ok)?;
    let Content::Mapping(pairs) = &answers.kind else {
        let message = format!("{} stands where the answers belong", answers.describe());
        return bad(message, answers.span, help);
    };
    let answers =
        pairs.iter().map(|(key, node)| (key.text.to_string(), given(node, text))).collect();
    Ok(Submission { student, warnings, answers, ..Submission::of(text) })
}

/// The keys of a submission.
const KEYS: [&str; 3] = ["format", "student", "answers"];

/// Whether a key stands before the name of a student: `Name:`.
fn is_of_name(key: &str) -> bool {
    ["name", "Name", "Student"].contains(&key)
}

/// The warning about a file without its first line.
const NO_FORMAT: &str =
    "`format: hockney/answers/v1` is missing; the file is read as if it had this line";

/// What cannot be read, with its place before it.
pub fn placed(error: &ReadError, source: &Source) -> String {
    let diagnostic = error.diagnostic();
    let place = diagnostic.position(source);
    place.map_or(String::new(), |at| format!("line {}, column {}: ", at.line, at.column))
        + &diagnostic.message
}

/// A name or a number, as it is written.
pub(crate) fn student(node: &Node<'_>) -> Result<String> {
    let name = match &node.kind {
        Content::Scalar { text, .. } => &**text,
        _ => scalar::text(node, "the name of a student")?,
    };
    if name.chars().count() <= LONGEST_NAME {
        return Ok(name.to_owned());
    }
    let message = format!("the name `{}` is too long", shortened(name));
    bad(message, node.span, "a name has at most 200 characters")
}

fn given(node: &Node<'_>, whole: &str) -> GivenAnswer {
    let written = whole.get(node.span.start..node.span.end).unwrap_or_default();
    let slice = || {
        let before = whole.get(..node.span.start).unwrap_or_default();
        dedented(written, before.len() - before.rfind('\n').map_or(0, |at| at + 1))
    };
    let text = match &node.kind {
        // YAML's words for nothing.
        Content::Scalar { .. } if ["~", "null", "Null", "NULL"].contains(&written) => String::new(),
        Content::Scalar { text, .. } => text.to_string(),
        Content::Mapping(_) => slice(),
        // A list of texts is a line for each; a list of lists stays as it is.
        Content::Sequence(items) => {
            let word = |item: &Node<'_>| match &item.kind {
                Content::Scalar { text, .. } => Some(text.to_string()),
                Content::Sequence(_) | Content::Mapping(_) => None,
            };
            let lines: Option<Vec<String>> = items.iter().map(word).collect();
            lines.map_or_else(slice, |lines| lines.join("\n"))
        }
    };
    GivenAnswer { text, span: node.span }
}

/// Without what indents a part of a document in the whole.
fn dedented(text: &str, indent: usize) -> String {
    let strip = |line: &str| {
        let blanks = line.len() - line.trim_start_matches(' ').len();
        line.get(blanks.min(indent)..).unwrap_or_default().to_owned()
    };
    text.lines().map(strip).collect::<Vec<_>>().join("\n")
}

/// What can be made of a text by its lines, one after another and whatever their indentation, so that one bad answer
/// does not touch the others; `None` where it is no submission. Below `answers:` each name of an
/// ask begins an answer, and every other line belongs to the one before it.
pub(super) fn recovered(text: &str) -> Option<Submission> {
    let mut submission = Submission::of(text);
    submission.warnings.push(NO_FORMAT.to_owned());
    let (mut below, mut at) = (false, 0);
    let plain = !text.lines().any(|line| pair(line).is_some_and(|(key, _)| key == "answers"));
    for line in text.split_inclusive('\n') {
        let start = at;
        at += line.len();
        let line = line.trim_end();
        let (end, is_top) = (start + line.len(), !line.starts_with([' ', '\t']));
        match pair(line) {
            _ if line.is_empty() || line.trim_start().starts_with('#') => {}
            Some(("format", value)) if is_top && unquoted(value) == FORMAT => {
                submission.warnings.clear();
            }
            Some((key, value)) if is_top && (key == "student" || !below && is_of_name(key)) => {
                submission.student = Some(unquoted(value).to_owned());
            }
            Some(("answers", value)) if is_top && value.trim().is_empty() => below = true,
            Some((key, value)) if (below || plain) && is_name(key) => {
                below = true;
                let value = value.trim();
                let block = value.starts_with(['|', '>'])
                    && value[1..].chars().all(|c| "+-".contains(c) || c.is_ascii_digit());
                let text = if block { "" } else { unquoted(value) }.to_owned();
                let span = Span::new(start, end);
                submission.answers.push((key.to_owned(), GivenAnswer { text, span }));
            }
            Some(_) if is_top && !below => return None,
            _ => submission.go_on(line.trim(), Span::new(start, end), true),
        }
    }
    (!submission.answers.is_empty()).then_some(submission)
}

/// Whether a key is that of an ask: `ring-broadcast.steps`, `q.formula.2`.
pub(crate) fn is_name(key: &str) -> bool {
    let kind = key.split('.').nth(1).unwrap_or_default();
    !kind.is_empty() && kind.chars().all(|c| c.is_ascii_lowercase())
}

/// `key: value`, where the key is a word, perhaps in quotes or behind the dash of a list.
fn pair(line: &str) -> Option<(&str, &str)> {
    let (key, value) = line.split_once(':')?;
    let key = unquoted(key.trim().trim_start_matches("- "));
    let word = |c: char| c.is_alphanumeric() || "-_.".contains(c);
    (!key.is_empty() && key.chars().all(word)).then_some((key, value))
}

/// Without quotes around it.
fn unquoted(value: &str) -> &str {
    let value = value.trim();
    let quoted = |mark: char| value.strip_prefix(mark).and_then(|value| value.strip_suffix(mark));
    quoted('"').or_else(|| quoted('\'')).unwrap_or(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_bad_answer_does_not_touch_the_others() {
        let text = "format: hockney/answers/v1\nstudent: 'x y'\nanswers:\n  a.verdict: invalid: step 2\n  # a comment\n    a.formula: `ts log p`\n\ta.schedule: |2\n Step 1: 0 -> 1\nStep 2: 0 -> 2\n  'a.steps': 3\n  a.steps: 4\n";
        let found = recovered(text).unwrap_or_default();
        assert_eq!(found.student.as_deref(), Some("x y"));
        let answers: Vec<(&str, &str)> =
            found.answers.iter().map(|(name, given)| (&**name, &*given.text)).collect();
        assert_eq!(
            answers,
            [
                ("a.verdict", "invalid: step 2"),
                ("a.formula", "`ts log p`"),
                ("a.schedule", "Step 1: 0 -> 1\nStep 2: 0 -> 2"),
                ("a.steps", "3"),
                ("a.steps", "4"),
            ]
        );
        assert!(recovered("{{{{").is_none());
        assert!(found.warnings.is_empty());
        let found =
            recovered("student: bob\nanswers:\n 0 -> 1\n a.steps: b: c").unwrap_or_default();
        assert_eq!(found.warnings, [NO_FORMAT]);
        assert_eq!((found.student.as_deref(), &*found.answers[0].1.text), (Some("bob"), "b: c"));
        assert_eq!(found.stray.map(|span| found.line(span)), Some(3));
        assert!(recovered("format: hockney/problems/v1\nanswers:\n  a.b: c").is_none());
        assert!(recovered("format: hockney/answers/v1\nanswers: {").is_none());
    }
}
