//! What stands before the messages of a line.

use super::cursor::Cursor;
use super::node::{has_arrow, prefix};
use crate::diagnostic::{Diagnostic, Span};
use crate::document::shortened;

/// What a step is called.
const LABELS: [&str; 3] = ["step", "phase", "round"];

/// The number of a step, and where it is written.
#[derive(Clone, Copy)]
pub(super) struct Label {
    pub(super) number: u64,
    pub(super) span: Span,
}

pub(super) fn bullet(cursor: &mut Cursor<'_>) {
    cursor.blanks();
    mark(cursor, &["-", "*", "•"]);
}

/// Takes one of these and the blanks behind it, if it stands by itself.
fn mark(cursor: &mut Cursor<'_>, marks: &[&str]) {
    let mut after = *cursor;
    let found = marks.iter().any(|mark| after.take(mark));
    if found && (after.rest.is_empty() || after.rest.starts_with(char::is_whitespace)) {
        *cursor = after;
        cursor.blanks();
    }
}

/// `Step 1:`, `round 2`, `3.`, `4)`.
pub(super) fn label(cursor: &mut Cursor<'_>) -> Result<Option<Label>, Diagnostic> {
    let start = cursor.at;
    let mut after = *cursor;
    let named = LABELS.iter().any(|word| after.word(word));
    after.blanks();
    let digits = after.while_(|c| c.is_ascii_digit());
    if digits.is_empty() {
        if !named {
            return Ok(None);
        }
        let help = "write the number of the step in digits, such as Step 1:";
        return after.expected("the number of the step", help);
    }
    let span = after.since(start);
    if named {
        after.blanks();
    }
    let marked = [":", ".", ")"].iter().any(|mark| after.take(mark));
    if named && !marked {
        mark(&mut after, &["-", "–", "—"]);
    }
    let apart = after.rest.is_empty() || after.rest.starts_with(char::is_whitespace);
    let unmarked = !(marked && apart);
    if !named && unmarked {
        return Ok(None);
    }
    let number = digits.parse().ok().filter(|number| *number < u64::MAX).ok_or_else(|| {
        Diagnostic::new(format!("{} is too large for the number of a step", shortened(digits)))
            .at(span)
    })?;
    *cursor = after;
    Ok(Some(Label { number, span }))
}

/// Whether a line is words without a label and an arrow, such as a title.
pub(super) fn is_title(mut cursor: Cursor<'_>) -> bool {
    let line = cursor.rest;
    if cursor.word("send") {
        cursor.blanks();
    }
    prefix(&mut cursor);
    cursor.rest.starts_with(char::is_alphabetic) && !has_arrow(line)
}

/// The place of a comment such as `## Step 1`.
pub(super) fn comment_label(mut cursor: Cursor<'_>) -> Option<Span> {
    let place = cursor.here();
    cursor.while_(|c| c == '#' || c == '/' || c.is_whitespace());
    let named = LABELS.iter().any(|word| cursor.clone().word(word));
    label(&mut cursor).ok().flatten().filter(|_| named).map(|_| place)
}
