//! From tree to document: the header, and one phase or several.

mod classes;
pub(super) mod compact;
pub(super) mod document;
mod edges;
pub(super) mod groups;
pub mod operation;
mod payload;
pub(super) mod phase;
mod place;
mod positions;
pub(super) mod steps;
pub mod topology;
pub(super) mod translate;

use super::incoming;
use crate::{Document, Graphs, ReadError, Result, events};
use hockney_base::diagnostic::Span;

use document::{Budget, document, with_budget};

pub use place::read_placement;
pub use topology::read_graph;

/// Something that was read, and where.
pub(super) type Placed<T> = (T, Span);

/// Reads a document, YAML or JSON. `graphs` returns the text of a graph file that the document
/// names, or an error for documents from untrusted sources.
///
/// # Errors
/// A text that is not a document by `specs/schedule.md`, with its place; and a document over a limit.
pub fn read(text: &str, graphs: Graphs<'_>) -> Result<Document> {
    let help = "lines such as `0 -> 4` do not contain the collective; name it: \
                hockney check broadcast -t ring:8 FILE";
    read_any(text, graphs).map_err(|error| match error {
        ReadError::Bad(bad) if looks_like_lines(text) => bad.help(help).into(),
        error => error,
    })
}

/// Whether somebody gave hand-written lines for a document.
fn looks_like_lines(text: &str) -> bool {
    ["->", "→", "=>"].iter().any(|arrow| text.contains(arrow)) && !text.contains("format")
}

/// Reads a composition: a document whose phases may leave out their steps.
///
/// # Errors
/// As for [`read`], and a document without a list of phases.
pub fn read_composition(text: &str, graphs: Graphs<'_>) -> Result<Document> {
    let root = events::parse(text, body(text)..text.len())?;
    document::open(&root)?.need(
        "phases",
        "a composition is a list of phases: write phases: and one `- groups: ..` each",
    )?;
    with_budget(&root, graphs, Budget { steps_may_lack: true, ..Budget::default() })
}

fn read_any(text: &str, graphs: Graphs<'_>) -> Result<Document> {
    let start = body(text);
    let wrong = match incoming::read_lined(text, start, graphs) {
        Ok(document) => return Ok(document),
        Err(wrong) => wrong,
    };
    let root = events::parse(text, start..text.len()).map_err(|error| match (error, wrong) {
        // That it is not written one message a line is the least that is wrong with it.
        (ReadError::Limit { .. }, Some(wrong)) => wrong,
        (error, _) => error,
    })?;
    document(&root, graphs)
}

/// Where a text begins behind its byte order mark, if it has one.
pub(super) fn body(text: &str) -> usize {
    text.len() - text.strip_prefix('\u{feff}').unwrap_or(text).len()
}
