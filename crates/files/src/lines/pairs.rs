//! Messages as pairs of nodes: `(0,4), (2,6)`, `{{0,4},{2,6}}`, on a grid `((0,0),(0,1))`; and lists of steps of them.

use super::super::Result;
use super::super::error::refuse;
use super::super::read::Placed;
use super::cursor::Cursor;
use super::node::{begins_message, node};
use hockney_base::diagnostic::{Diagnostic, Span};
use hockney_core::topology::{Topology, Vertex};

/// A sender and a receiver.
pub(super) type Pair = (Placed<Vertex>, Placed<Vertex>);

/// The steps of a list of lists; a pair or a list of pairs is one step.
pub(super) struct FoundPairs {
    pub(super) steps: Vec<Vec<Pair>>,
    /// Whether each is a step of its own.
    pub(super) listed: bool,
    pub(super) span: Span,
}

const OPENING: [(&str, &str); 3] = [("(", ")"), ("{", "}"), ("[", "]")];
/// How deep brackets are: those of steps, of messages and of a pair.
const DEEPEST: usize = 3;
const HELP: &str = "a message is a pair such as (0,4), and a step a list of pairs: {(0,4), (2,6)}";

/// What stands in a list.
enum Nest {
    Node(Placed<Vertex>),
    List(Vec<Nest>, Span),
}

/// Whether a list begins here, and not a node.
pub(super) fn begins(cursor: Cursor<'_>, topology: &Topology) -> bool {
    let mut inside = cursor;
    if !inside.take("(") {
        return cursor.rest.starts_with(['{', '[']);
    }
    inside.blanks();
    match topology.network().sides() {
        Some(_) => inside.rest.starts_with(['(', '{', '[']),
        None => !begins_message(cursor),
    }
}

/// Reads the list that begins here.
pub(super) fn read(cursor: &mut Cursor<'_>, topology: &Topology) -> Result<FoundPairs, Diagnostic> {
    let start = cursor.at;
    let item = item(cursor, topology, 1)?;
    let span = cursor.since(start);
    if let Some(pair) = pair(&item) {
        return Ok(FoundPairs { steps: vec![vec![pair]], listed: false, span });
    }
    let of_pairs = |items: &Vec<Nest>| items.iter().any(|item| pair(item).is_some());
    match item {
        Nest::List(items, _) if !of_pairs(&items) => {
            let steps = items.iter().map(step).collect::<Result<_, _>>()?;
            Ok(FoundPairs { steps, listed: true, span })
        }
        item => Ok(FoundPairs { steps: vec![step(&item)?], listed: false, span }),
    }
}

/// A node, or a list up to its closing bracket.
fn item(cursor: &mut Cursor<'_>, topology: &Topology, depth: usize) -> Result<Nest, Diagnostic> {
    cursor.blanks();
    let start = *cursor;
    let close = OPENING.iter().find(|(open, _)| cursor.take(open)).map(|(_, close)| *close);
    let Some(close) = close.filter(|_| begins(start, topology)) else {
        *cursor = start;
        return node(cursor, topology).map(Nest::Node);
    };
    if depth > DEEPEST {
        return refuse(start.here(), "these brackets are too deep", HELP);
    }
    let mut items = Vec::new();
    let mut coordinates = 0;
    loop {
        cursor.blanks();
        coordinates += usize::from(cursor.rest.starts_with('('));
        items.push(item(cursor, topology, depth + 1)?);
        cursor.blanks();
        if cursor.take(close) {
            break;
        }
        if !cursor.take(",") && !cursor.take(";") {
            return cursor.expected(&format!("a comma or a closing bracket `{close}`"), HELP);
        }
    }
    let span = cursor.since(start.at);
    match items[..] {
        [Nest::Node((one, _)), Nest::Node((other, _))] if coordinates == 2 && close != ")" => {
            let [one, other] = [one, other].map(|node| topology.show(node));
            let message =
                format!("this may be a message from node {one} to {other}, or two messages");
            let help = "write messages with arrows, or pair nodes of a grid as ((0,0),(0,1))";
            refuse(span, message, help)
        }
        _ => Ok(Nest::List(items, span)),
    }
}

/// The two nodes of a message.
fn pair(item: &Nest) -> Option<Pair> {
    let Nest::List(items, _) = item else { return None };
    match items[..] {
        [Nest::Node(from), Nest::Node(to)] => Some((from, to)),
        _ => None,
    }
}

/// The messages of a step.
fn step(item: &Nest) -> Result<Vec<Pair>, Diagnostic> {
    let pair = |item: &Nest| {
        let (Nest::Node((_, span)) | Nest::List(_, span)) = item;
        pair(item).ok_or_else(|| {
            Diagnostic::new("a sender and a receiver belong here").at(*span).help(HELP)
        })
    };
    match item {
        Nest::List(items, _) => items.iter().map(pair).collect(),
        Nest::Node(_) => pair(item).map(|pair| vec![pair]),
    }
}
