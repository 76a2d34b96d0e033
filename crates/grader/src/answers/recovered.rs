//! A submission that is no YAML, since one of its answers is none: `v1.verdict: invalid: step 2`. The
//! lines below `answers:` are taken apart by their indentation, so that one bad answer does not touch
//! the others.

use std::iter::Peekable;

use super::{FORMAT, Given, Submission};
use hockney_base::diagnostic::Span;

/// What can be made of a text by its lines; `None` where it is no submission.
pub(super) fn recovered(text: &str) -> Option<Submission> {
    let mut submission = Submission { no_format: true, ..Submission::default() };
    let mut at = 0;
    // Each with the byte at which it begins.
    let lines = text.split_inclusive('\n').map(|line| {
        at += line.len();
        (at - line.len(), line.trim_end())
    });
    let mut lines = lines.peekable();
    while let Some((_, line)) = lines.next() {
        let Some((key, value)) = pair(line) else { continue };
        match key {
            "format" if bare(value) == FORMAT => submission.no_format = false,
            "student" => submission.student = Some(bare(value).to_owned()),
            "answers" if value.trim().is_empty() => submission.answers = answers(&mut lines),
            _ if line.starts_with([' ', '#']) => {}
            _ => return None,
        }
    }
    (!submission.answers.is_empty()).then_some(submission)
}

/// The answers below `answers:`: each key that is indented like the first begins one.
fn answers<'t>(
    lines: &mut Peekable<impl Iterator<Item = (usize, &'t str)>>,
) -> Vec<(String, Given)> {
    let mut found: Vec<(String, Given)> = Vec::new();
    let mut depth = None;
    let indent = |line: &str| line.len() - line.trim_start_matches(' ').len();
    let inside = |line: &str, depth: Option<usize>| {
        line.is_empty() || (1..).contains(&indent(line)) && indent(line) >= depth.unwrap_or(0)
    };
    while let Some((start, line)) = lines.next_if(|(_, line)| inside(line, depth)) {
        if line.is_empty() {
            continue;
        }
        let own = *depth.get_or_insert(indent(line));
        let end = start + line.len();
        match pair(line.trim_start()).filter(|_| indent(line) == own) {
            Some((key, value)) => {
                let value = value.trim();
                let block = ["|", "|-", ">", ">-", "|+"].contains(&value);
                let text = if block { "" } else { bare(value) };
                let span = Span::new(start, end);
                found.push((bare(key).to_owned(), Given { text: text.to_owned(), span }));
            }
            None => {
                if let Some((_, given)) = found.last_mut() {
                    if !given.text.is_empty() {
                        given.text.push('\n');
                    }
                    given.text.push_str(line.trim());
                    given.span = Span::new(given.span.start, end);
                }
            }
        }
    }
    found
}

/// `key: value`, where the key is a word.
fn pair(line: &str) -> Option<(&str, &str)> {
    let (key, value) = line.split_once(':')?;
    let key = key.trim();
    let word = |c: char| c.is_alphanumeric() || "-_.\"'".contains(c);
    (!key.is_empty() && key.chars().all(word)).then_some((key, value))
}

/// Without quotes around it.
fn bare(value: &str) -> &str {
    let value = value.trim();
    let quoted = |mark: char| value.strip_prefix(mark).and_then(|value| value.strip_suffix(mark));
    quoted('"').or_else(|| quoted('\'')).unwrap_or(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_bad_answer_does_not_touch_the_others() {
        let text = "format: hockney/answers/v1\nstudent: 'x y'\nanswers:\n  a.verdict: invalid: step 2\n  a.formula: `ts log p`\n  a.schedule: |\n    Step 1: 0 -> 1\n    Step 2: 0 -> 2\n  a.steps: 3\n  a.steps: 4\n";
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
        assert!(!found.no_format);
        let found = recovered("student: bob\nanswers:\n  a: b: c").unwrap_or_default();
        assert!(found.no_format);
        assert_eq!((found.student.as_deref(), &*found.answers[0].1.text), (Some("bob"), "b: c"));
        assert!(recovered("format: hockney/problems/v1\nanswers:\n  a: b").is_none());
        assert!(recovered("format: hockney/answers/v1\nanswers: {").is_none());
    }
}
