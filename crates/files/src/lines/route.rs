//! The way of a message: `via 1 2 3`, `by way of 7, 6 and 5`, `via direct`.

use smallvec::SmallVec;

use super::super::read::steps::{Via, no_vertex};
use super::cursor::Cursor;
use super::node::{arrow, begins_message, name, plain, shown};
use crate::{Placed, refuse};
use hockney_base::diagnostic::{Diagnostic, Span};
use hockney_core::topology::{Topology, Vertex};

/// The vertices between sender and receiver, if a route stands here.
pub(super) fn route(
    cursor: &mut Cursor<'_>,
    topology: &Topology,
) -> Result<Option<Via>, Diagnostic> {
    cursor.blanks();
    let start = cursor.at;
    let in_words = cursor.phrase("by way of");
    let via = !in_words && cursor.word("via");
    cursor.blanks();
    if !in_words && direct(cursor) {
        return Ok(Some((SmallVec::new(), cursor.since(start))));
    }
    if !in_words && !via {
        return Ok(None);
    }
    let Some((first, mut last)) = vertex(cursor, topology)? else {
        let help = "a route is written via 1 2 3, and the direct link via direct";
        return cursor.expected("a vertex", help);
    };
    let mut via = SmallVec::from_slice(&[first]);
    while let Some((next, span)) = vertex(cursor, topology)? {
        via.push(next);
        last = span;
    }
    let mut after = *cursor;
    after.blanks();
    if via.len() > 1 && arrow(&mut after.clone()).is_some() {
        return no_comma(last);
    }
    if after.rest.starts_with('-') && arrow(&mut after.clone()).is_none() {
        return not_blanks(after.here());
    }
    let run = via.len();
    while let Some(separator) = goes_on(cursor) {
        if !in_words || run > 1 {
            return not_blanks(separator);
        }
        separate(cursor);
        let Some((next, span)) = vertex(cursor, topology)? else { return not_blanks(separator) };
        via.push(next);
        last = span;
    }
    let mut after = *cursor;
    if via.len() > run && separate(&mut after).is_some() && begins_message(after) {
        let help = "write blanks between the vertices of a route: 0 -> 4 via 1 2 3, 5 -> 6";
        return refuse(after.here(), "it is not sure where the route ends", help);
    }
    Ok(Some((via, Span::new(start, last.end))))
}

/// "put a comma between two messages", at the second.
pub(super) fn no_comma<T, E: From<Diagnostic>>(second: Span) -> Result<T, E> {
    let help = "put a comma between two messages: 0 -> 4, 2 -> 6";
    refuse(second, "a second message begins here without a comma before it", help)
}

fn not_blanks<T>(place: Span) -> Result<T, Diagnostic> {
    let help = "write blanks between them: 0 -> 4 via 1 2 3";
    refuse(place, "the vertices of a route are separated by blanks", help)
}

fn direct(cursor: &mut Cursor<'_>) -> bool {
    cursor.word("directly") || cursor.word("direct") || cursor.phrase("by the direct link")
}

/// Takes a comma, `and` or both, and the blanks around.
fn separate(cursor: &mut Cursor<'_>) -> Option<Span> {
    cursor.blanks();
    let place = cursor.here();
    let comma = cursor.take(",");
    cursor.blanks();
    let and = cursor.word("and");
    cursor.blanks();
    (comma || and).then_some(place)
}

/// The separator behind which a vertex stands that begins no message.
fn goes_on(cursor: &Cursor<'_>) -> Option<Span> {
    let mut after = *cursor;
    let place = separate(&mut after)?;
    let vertex = name(&mut after.clone()).is_some() && !begins_message(after);
    vertex.then_some(place)
}

/// A vertex, node or switch, if one stands here; also as it is shown, such as `5 (101)`.
fn vertex(
    cursor: &mut Cursor<'_>,
    topology: &Topology,
) -> Result<Option<Placed<Vertex>>, Diagnostic> {
    let mut after = *cursor;
    after.blanks();
    let begin = after;
    let Some((text, span)) = name(&mut after) else { return Ok(None) };
    let number = text.parse::<u64>().ok().filter(|_| plain(text));
    let switch = number.and_then(|number| topology.vertex(number));
    let vertex = match topology.parse_node(text).or(switch) {
        Some(vertex) => vertex,
        // Blocks, perhaps.
        None if text.starts_with('(') && !text.contains(',') => return Ok(None),
        None => return Err(no_vertex(text, span, topology)),
    };
    let span = shown(&begin, &mut after, vertex, topology).unwrap_or(span);
    *cursor = after;
    Ok(Some((vertex, span)))
}
