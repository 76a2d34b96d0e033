//! The lines of steps as [`write()`](crate::write()) lays them out: a message on each.

use crate::Notation;

/// A line of the steps.
pub(super) struct Item<'t> {
    pub(super) kind: Kind,
    /// The mapping on it, in braces.
    pub(super) text: &'t str,
    pub(super) ends: End,
}

/// The content of a line.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// The first message of a step.
    Begins,
    /// Another message of the step.
    GoesOn,
    /// Several steps at once: `{"repeat": 7, ..}`.
    Repeated,
}

/// What must come behind a line.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    /// Another message of the step or, in YAML, anything.
    Message,
    /// Another step.
    Step,
    /// The end of the document.
    Document,
    /// Not a part of these steps.
    Over,
}

/// Lines of YAML without content.
pub(super) fn ignored(line: &str) -> bool {
    let line = line.trim_start_matches(' ');
    line.is_empty() || (line.starts_with('#') && line.bytes().all(|b| b >= b' '))
}

/// The content of a line after one that ended so.
pub(super) fn item(line: &str, notation: Notation, last: End) -> Option<Item<'_>> {
    let (kind, text, ends) = match notation {
        Notation::Yaml => yaml(line)?,
        Notation::Json => json(line.trim_start_matches(' '), last)?,
    };
    let fits = kind != Kind::GoesOn || last == End::Message;
    let whole = text.starts_with('{') && text.ends_with('}');
    (fits && whole).then_some(Item { kind, text, ends })
}

/// `  - - {..}` begins a step, `    - {..}` continues with it, `  - {..}` stands for several.
fn yaml(line: &str) -> Option<(Kind, &str, End)> {
    if let Some(text) = line.strip_prefix("    - ") {
        return Some((Kind::GoesOn, text, End::Message));
    }
    let text = line.strip_prefix("  - ")?;
    match text.strip_prefix("- ") {
        Some(text) => Some((Kind::Begins, text, End::Message)),
        None => Some((Kind::Repeated, text, End::Step)),
    }
}

/// `[{..},` or `[{..}],` begins a step, `{..},` continues; `}]` without a comma is the last.
fn json(line: &str, last: End) -> Option<(Kind, &str, End)> {
    if last == End::Step && line.starts_with('{') {
        let (text, ends) =
            line.strip_suffix(',').map_or((line, End::Document), |text| (text, End::Step));
        return Some((Kind::Repeated, text, ends));
    }
    let (line, ends) = match (line.strip_suffix("],"), line.strip_suffix(']')) {
        (Some(line), _) => (line, End::Step),
        (None, Some(line)) => (line, End::Document),
        (None, None) => (line.strip_suffix(',')?, End::Message),
    };
    match line.strip_prefix('[') {
        Some(text) => (last == End::Step).then_some((Kind::Begins, text, ends)),
        None => Some((Kind::GoesOn, line, ends)),
    }
}
