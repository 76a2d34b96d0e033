//! One line: its label and its messages.

use smallvec::SmallVec;

use super::cursor::Cursor;
use super::label::{Label, bullet, comment_label, is_title, label};
use super::node::{MESSAGE, arrow, begins_message, node};
use super::route::{no_comma, route};
use crate::collective::{Entry, EntryError};
use crate::diagnostic::{Diagnostic, Span};
use crate::document::{Parts, Placed, Result, Scope, checked, refuse};
use crate::schedule::Message;

/// What a line says.
pub(super) struct Line {
    pub(super) label: Option<Label>,
    pub(super) messages: Vec<Message>,
    /// The comma or `and` at its end.
    pub(super) ends_open: Option<Span>,
    /// Where its first message begins.
    pub(super) place: Span,
    /// Where a comment begins that is a label but for its `#`.
    pub(super) comment_label: Option<Span>,
}

impl Line {
    /// Reads a line that begins at byte `at` of the text.
    ///
    /// Before the first step, words are a title that lacks its `#`.
    pub(super) fn read(text: &str, at: usize, first: bool, scope: &mut Scope<'_>) -> Result<Self> {
        let mut cursor = Cursor::new(text, at);
        bullet(&mut cursor);
        let label = label(&mut cursor)?;
        let mut line = Line {
            label,
            messages: Vec::new(),
            ends_open: None,
            place: cursor.here(),
            comment_label: None,
        };
        if cursor.done() {
            line.comment_label = comment_label(cursor);
            return Ok(line);
        }
        line.place = cursor.here();
        if first && line.label.is_none() && is_title(cursor) {
            let help = "begin it with # where it is a title or a remark";
            return refuse(line.place, "a line without an arrow is no message", help);
        }
        loop {
            message(&mut cursor, scope, &mut line.messages)?;
            full_stop(&mut cursor);
            if cursor.done() {
                return Ok(line);
            }
            let start = cursor.at;
            let goes_on = cursor.take(",") || cursor.word("and");
            if !goes_on && !cursor.take(";") {
                return after_a_message(&cursor);
            }
            let separator = cursor.since(start);
            // "0 -> 1, and 2 -> 3"
            cursor.blanks();
            let _ = goes_on && cursor.word("and");
            if cursor.done() {
                line.ends_open = goes_on.then_some(separator);
                return Ok(line);
            }
        }
    }
}

/// Takes the full stop at the end of a line.
fn full_stop(cursor: &mut Cursor<'_>) {
    let mut after = *cursor;
    after.blanks();
    if after.take(".") && after.done() {
        *cursor = after;
    }
}

/// One message, or the two of an exchange.
fn message(
    cursor: &mut Cursor<'_>,
    scope: &mut Scope<'_>,
    messages: &mut Vec<Message>,
) -> Result<()> {
    if cursor.word("send") {
        cursor.blanks();
    }
    let from = node(cursor, scope.topology)?;
    cursor.blanks();
    let Some(exchange) = arrow(cursor) else {
        if let (Some(last), true) = (messages.last(), ends_message(*cursor)) {
            let (sender, one, two) = (last.from, last.to, from.0);
            let help = format!(
                "write each message: {sender} -> {one}, {sender} -> {two}; one port sends one \
                 message in a step"
            );
            return refuse(from.1, "one sender and several receivers after one arrow", help);
        }
        let help = if ["<", "←"].iter().any(|left| cursor.rest.starts_with(left)) {
            "write the sender first: 0 -> 4"
        } else {
            MESSAGE
        };
        return cursor.expected("an arrow", help);
    };
    cursor.blanks();
    let to = node(cursor, scope.topology)?;
    let before = route(cursor, scope.topology)?;
    cursor.blanks();
    let blocks = if cursor.take("[") { Some(blocks(cursor)?) } else { None };
    let via = if before.is_none() { route(cursor, scope.topology)? } else { before };
    let back = exchange.then(|| {
        let via = via.clone().map(|(vertices, span)| (vertices.into_iter().rev().collect(), span));
        Parts { from: to, to: from, blocks: blocks.clone(), via }
    });
    messages.push(checked(Parts { from, to, blocks, via }, scope)?);
    if let Some(back) = back {
        messages.push(checked(back, scope)?);
    }
    Ok(())
}

/// Whether a message could end here.
fn ends_message(mut cursor: Cursor<'_>) -> bool {
    full_stop(&mut cursor);
    cursor.done() || cursor.rest.starts_with([',', ';', '[']) || cursor.word("and")
}

/// Entries up to the closing bracket.
fn blocks(cursor: &mut Cursor<'_>) -> Result<SmallVec<[Placed<Entry>; 1]>> {
    let mut entries = SmallVec::new();
    loop {
        cursor.while_(|c| c.is_whitespace() || c == ',' || c == ';');
        let start = cursor.at;
        if cursor.take("]") {
            if entries.is_empty() {
                let help = "without brackets the message carries everything that the sender has";
                let bracket = Span::new(start, start + 1);
                return refuse(bracket, "a block belongs in the brackets", help);
            }
            return Ok(entries);
        }
        let word = cursor.while_(|c| !c.is_whitespace() && !",;]#".contains(c));
        if word.is_empty() {
            let message = "a closing bracket `]` belongs here";
            return Err(Diagnostic::new(message).at(cursor.here()).into());
        }
        let span = cursor.since(start);
        let help = "blocks in brackets are such as [0], [0-3 5] or [0@4-7]";
        let wrong = |error: EntryError| Diagnostic::new(error.to_string()).at(span).help(help);
        let entry = Entry::parse(word).map_err(wrong)?;
        entries.push((entry, span));
    }
}

/// What to say about something behind a message that is no separator.
fn after_a_message<T>(cursor: &Cursor<'_>) -> Result<T> {
    if arrow(&mut cursor.clone()).is_some() {
        let help = "write each message by itself, such as 0 -> 1, 1 -> 2; what passes on what it \
                    has just received belongs to the next step";
        return refuse(cursor.here(), "a chain of arrows does not say what travels when", help);
    }
    if begins_message(*cursor) {
        return no_comma(cursor.here());
    }
    let help = if cursor.rest.starts_with([':', '(', '{']) {
        "blocks stand in brackets: 0 -> 4 [0-3 5]"
    } else {
        "messages of a step are separated by commas: 0 -> 4, 2 -> 6"
    };
    cursor.expected("a comma, a semicolon, `and` or the end of the line", help)
}
