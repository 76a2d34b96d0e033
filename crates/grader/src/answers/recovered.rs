//! A submission that is no YAML, since one of its answers is none: `v1.verdict: invalid: step 2`. Its lines are
//! taken one after another, whatever their indentation, so that one bad answer does not touch the others.

use super::{FORMAT, Given, Submission};
use hockney_base::diagnostic::Span;

/// What can be made of a text by its lines; `None` where it is no submission. Below `answers:` each name of an
/// ask begins an answer, and every other line belongs to the one before it.
pub(super) fn recovered(text: &str) -> Option<Submission> {
    let mut submission = Submission { no_format: true, ..Submission::of(text) };
    let (mut below, mut at) = (false, 0);
    for line in text.split_inclusive('\n') {
        let start = at;
        at += line.len();
        let line = line.trim_end();
        let (end, is_top) = (start + line.len(), !line.starts_with([' ', '\t']));
        match pair(line) {
            _ if line.is_empty() || line.trim_start().starts_with('#') => {}
            Some(("format", value)) if is_top && bare(value) == FORMAT => {
                submission.no_format = false;
            }
            Some(("student", value)) if is_top => submission.student = Some(bare(value).to_owned()),
            Some(("answers", value)) if is_top && value.trim().is_empty() => below = true,
            Some((key, value)) if below && is_name(key) => {
                let value = value.trim();
                let block = value.starts_with(['|', '>'])
                    && value[1..].chars().all(|c| "+-".contains(c) || c.is_ascii_digit());
                let text = if block { "" } else { bare(value) }.to_owned();
                let span = Span::new(start, end);
                submission.answers.push((key.to_owned(), Given { text, span }));
            }
            Some(_) if is_top && !below => return None,
            _ => match submission.answers.last_mut() {
                Some((_, given)) => {
                    if !given.text.is_empty() {
                        given.text.push('\n');
                    }
                    given.text.push_str(line.trim());
                    given.span = Span::new(given.span.start, end);
                }
                None => submission.stray = submission.stray.or(Some(Span::new(start, end))),
            },
        }
    }
    (!submission.answers.is_empty()).then_some(submission)
}

/// Whether a key is that of an ask: `ring-broadcast.steps`, `q.formula.2`.
pub(in super::super) fn is_name(key: &str) -> bool {
    let kind = key.split('.').nth(1).unwrap_or_default();
    !kind.is_empty() && kind.chars().all(|c| c.is_ascii_lowercase())
}

/// `key: value`, where the key is a word, perhaps in quotes or behind the dash of a list.
fn pair(line: &str) -> Option<(&str, &str)> {
    let (key, value) = line.split_once(':')?;
    let key = bare(key.trim().trim_start_matches("- "));
    let word = |c: char| c.is_alphanumeric() || "-_.".contains(c);
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
        assert!(!found.no_format);
        let found =
            recovered("student: bob\nanswers:\n 0 -> 1\n a.steps: b: c").unwrap_or_default();
        assert!(found.no_format);
        assert_eq!((found.student.as_deref(), &*found.answers[0].1.text), (Some("bob"), "b: c"));
        assert_eq!(found.stray.map(|span| found.line(span)), Some(3));
        assert!(recovered("format: hockney/problems/v1\nanswers:\n  a.b: c").is_none());
        assert!(recovered("format: hockney/answers/v1\nanswers: {").is_none());
    }
}
