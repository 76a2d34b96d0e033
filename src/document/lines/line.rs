//! One line: its label and its messages.

use smallvec::SmallVec;

use super::super::ReadError;
use super::super::fields::shortened;
use super::super::read::steps::{Parts, Placed, Scope, checked, no_node};
use super::cursor::Cursor;
use crate::collective::Entry;
use crate::diagnostic::{Diagnostic, Span};
use crate::schedule::Message;
use crate::topology::{Topology, Vertex};

const MESSAGE: &str = "a message is written sender -> receiver, such as 0 -> 4";

/// What a step is called.
const LABELS: [&str; 3] = ["step", "phase", "round"];

/// One way, and its spellings; longer ones first, where one begins with another.
const ARROWS: [&str; 6] = ["-->", "->", "=>", "→", "⇒", "⟶"];
/// Both ways.
const EXCHANGES: [&str; 6] = ["<-->", "<->", "<=>", "↔", "⇔", "⟷"];

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

/// The number of a step, and where it is written.
#[derive(Clone, Copy)]
pub(super) struct Label {
    pub(super) number: u64,
    pub(super) span: Span,
}

impl Line {
    /// Reads a line that begins at byte `at` of the text.
    pub(super) fn read(text: &str, at: usize, scope: &mut Scope<'_>) -> Result<Self, ReadError> {
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
        loop {
            message(&mut cursor, scope, &mut line.messages)?;
            if cursor.done() {
                return Ok(line);
            }
            let start = cursor.at;
            let goes_on = cursor.take(",") || cursor.word("and");
            if !goes_on && !cursor.take(";") {
                return Err(after_a_message(&cursor));
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

fn bullet(cursor: &mut Cursor<'_>) {
    cursor.blanks();
    let mut after = *cursor;
    let found = ["-", "*", "•"].iter().any(|bullet| after.take(bullet));
    if found && (after.rest.is_empty() || after.rest.starts_with(char::is_whitespace)) {
        *cursor = after;
        cursor.blanks();
    }
}

/// `Step 1:`, `round 2`, `3.`, `4)`.
fn label(cursor: &mut Cursor<'_>) -> Result<Option<Label>, ReadError> {
    let start = cursor.at;
    let mut after = *cursor;
    let named = LABELS.iter().any(|word| after.word(word));
    after.blanks();
    let digits = after.while_(|c| c.is_ascii_digit());
    if digits.is_empty() {
        return if named { Err(after.expected("the number of the step").into()) } else { Ok(None) };
    }
    let span = after.since(start);
    if named {
        after.blanks();
    }
    let marked = [":", ".", ")"].iter().any(|mark| after.take(mark));
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

/// The place of a comment such as `## Step 1`.
fn comment_label(mut cursor: Cursor<'_>) -> Option<Span> {
    let place = cursor.here();
    cursor.while_(|c| c == '#' || c.is_whitespace());
    let named = LABELS.iter().any(|word| cursor.clone().word(word));
    label(&mut cursor).ok().flatten().filter(|_| named).map(|_| place)
}

/// One message, or the two of an exchange.
fn message(
    cursor: &mut Cursor<'_>,
    scope: &mut Scope<'_>,
    messages: &mut Vec<Message>,
) -> Result<(), ReadError> {
    let from = node(cursor, scope.topology)?;
    cursor.blanks();
    let exchange = EXCHANGES.iter().any(|arrow| cursor.take(arrow));
    if !exchange && !ARROWS.iter().any(|arrow| cursor.take(arrow)) {
        let help = if ["<", "←"].iter().any(|left| cursor.rest.starts_with(left)) {
            "write the sender first: 0 -> 4"
        } else {
            MESSAGE
        };
        return Err(cursor.expected("an arrow").help(help).into());
    }
    cursor.blanks();
    let to = node(cursor, scope.topology)?;
    cursor.blanks();
    let blocks = if cursor.take("[") { Some(blocks(cursor)?) } else { None };
    let backwards = exchange.then_some((to, from));
    for (from, to) in [(from, to)].into_iter().chain(backwards) {
        let parts = Parts { from, to, blocks: blocks.clone(), via: None };
        messages.push(checked(parts, scope)?);
    }
    Ok(())
}

/// A node: its number, its bits on a hypercube, its coordinates on a grid.
fn node(cursor: &mut Cursor<'_>, topology: &Topology) -> Result<Placed<Vertex>, ReadError> {
    let start = cursor.at;
    if cursor.word("node") {
        cursor.blanks();
    } else if cursor.rest.starts_with(['P', 'p'])
        && cursor.rest[1..].starts_with(|c: char| c.is_ascii_digit() || c == '(')
    {
        cursor.skip(1);
    }
    let mut name = *cursor;
    let text = match name.rest.chars().next() {
        Some('(') => enclosed(&mut name, ')'),
        Some('\'') => enclosed(&mut name, '\''),
        _ => Some(name.while_(|c| c.is_ascii_digit())),
    };
    let Some(text) = text.filter(|text| !text.is_empty()) else {
        return Err(cursor.expected("a node").label(nodes(topology)).help(MESSAGE).into());
    };
    let span = name.since(start);
    let found = topology.parse_node(text);
    let vertex = found.ok_or_else(|| match text.parse::<u64>() {
        Ok(number) if text == "0" || !text.starts_with('0') => no_node(number, span, topology),
        _ => Diagnostic::new(format!("there is no node {} in {topology}", shortened(text)))
            .at(span)
            .label(nodes(topology)),
    })?;
    *cursor = name;
    Ok((vertex, span))
}

/// Up to the closing mark, both marks included.
fn enclosed<'t>(cursor: &mut Cursor<'t>, close: char) -> Option<&'t str> {
    let end = cursor.rest[1..].find(close)?;
    Some(cursor.skip(1 + end + close.len_utf8()))
}

/// Which nodes there are, in words.
fn nodes(topology: &Topology) -> String {
    match topology.nodes() - 1 {
        0 => "the only node is 0".to_owned(),
        last => format!("nodes are 0 to {}", topology.show(last)),
    }
}

/// Entries up to the closing bracket.
fn blocks(cursor: &mut Cursor<'_>) -> Result<SmallVec<[Placed<Entry>; 1]>, ReadError> {
    let mut entries = SmallVec::new();
    loop {
        cursor.while_(|c| c.is_whitespace() || c == ',' || c == ';');
        let start = cursor.at;
        if cursor.take("]") {
            if entries.is_empty() {
                return Err(Diagnostic::new("a block belongs in the brackets")
                    .at(Span::new(start, start + 1))
                    .help("without brackets the message carries everything that the sender has")
                    .into());
            }
            return Ok(entries);
        }
        let word = cursor.while_(|c| !c.is_whitespace() && !",;]#".contains(c));
        if word.is_empty() {
            return Err(cursor.expected("a closing bracket `]`").into());
        }
        let span = cursor.since(start);
        let entry = Entry::parse(word).map_err(|error| {
            Diagnostic::new(error.to_string())
                .at(span)
                .help("blocks in brackets are such as [0], [0-3 5] or [0@4-7]")
        })?;
        entries.push((entry, span));
    }
}

/// What to say about something behind a message that is no separator.
fn after_a_message(cursor: &Cursor<'_>) -> ReadError {
    let arrow = |arrow: &&str| cursor.rest.starts_with(*arrow);
    if ARROWS.iter().chain(&EXCHANGES).any(arrow) {
        return Diagnostic::new("a chain of arrows does not say what travels when")
            .at(cursor.here())
            .help(
                "write each message by itself, such as 0 -> 1, 1 -> 2; what passes on what it \
                   has just received belongs to the next step",
            )
            .into();
    }
    let help = if cursor.rest.starts_with([':', '(']) {
        "blocks stand in brackets: 0 -> 4 [0-3 5]"
    } else {
        "messages of a step are separated by commas: 0 -> 4, 2 -> 6"
    };
    cursor.expected("a comma, a semicolon, `and` or the end of the line").help(help).into()
}
