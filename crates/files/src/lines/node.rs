//! Nodes and arrows.

use smallvec::SmallVec;

use super::cursor::Cursor;
use super::rule::expression::letter;
use super::words;
use crate::read::steps::{PlacedRoute, no_node, no_vertex};
use crate::{Placed, refuse, shortened};
use hockney_base::diagnostic::{Diagnostic, Span};
use hockney_core::topology::{Topology, Vertex};

pub(super) const MESSAGE: &str = "a message is written sender -> receiver, such as 0 -> 4";

/// Which way an arrow points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Arrow {
    To,
    Back,
    Both,
}

/// Takes an arrow, if one stands here.
pub(super) fn arrow(cursor: &mut Cursor<'_>) -> Option<Arrow> {
    let signs = [
        (words("arrows both"), Arrow::Both),
        (words("arrows"), Arrow::To),
        (words("arrows back"), Arrow::Back),
    ];
    let sign = signs.into_iter().find(|(list, _)| list.into_iter().any(|sign| cursor.take(sign)));
    let back = |cursor: &mut Cursor<'_>| cursor.any("receives") || cursor.word("from");
    match sign {
        Some((_, arrow)) => Some(arrow),
        None if cursor.any("exchanges") => Some(Arrow::Both),
        None if back(cursor) => Some(Arrow::Back),
        None => (cursor.any("sends") || cursor.word("to")).then_some(Arrow::To),
    }
}

/// Whether a text has an arrow, also one to the left, or a phrase for one other than `to`.
pub fn has_arrow(text: &str) -> bool {
    let phrases = ["sends", "receives", "exchanges"];
    has_sign(text) || phrases.into_iter().flat_map(words).any(|phrase| text.contains(phrase))
}

/// Whether a text has an arrow that is no word.
pub(super) fn has_sign(text: &str) -> bool {
    let signs = ["arrows", "arrows back", "arrows both"];
    signs.into_iter().flat_map(words).any(|sign| text.contains(sign))
}

/// Whether a node and an arrow stand here.
pub(super) fn begins_message(mut cursor: Cursor<'_>) -> bool {
    let found = name(&mut cursor).is_some();
    cursor.blanks();
    // A second name, as in `5 (101) -> 4`.
    if cursor.bracket().is_some() {
        cursor.blanks();
    }
    found && arrow(&mut cursor).is_some()
}

/// A node: its number, its bits on a hypercube, its coordinates on a grid.
pub(super) fn node(
    cursor: &mut Cursor<'_>,
    topology: &Topology,
) -> Result<Placed<Vertex>, Diagnostic> {
    let mut after = *cursor;
    let Some((text, span)) = name(&mut after) else {
        prefix(cursor);
        let error = Diagnostic::new("a node belongs here").at(cursor.here());
        return Err(error.label(nodes(topology)).help(MESSAGE));
    };
    let found = topology.parse_node(text).or_else(|| bits(text, topology));
    let vertex = found.ok_or_else(|| match text.parse::<u64>() {
        Ok(number) if plain(text) => no_node(number, span, topology),
        _ => Diagnostic::new(format!("there is no node {} in {topology}", shortened(text)))
            .at(span)
            .label(nodes(topology)),
    })?;
    let span = shown(cursor, &mut after, vertex, topology).unwrap_or(span);
    *cursor = after;
    Ok((vertex, span))
}

/// A node by the bits of its number, as many as the last one has: `011`. Bits are those of the program.
fn bits(text: &str, topology: &Topology) -> Option<Vertex> {
    let p = topology.nodes();
    let whole = p > 2 && p.is_power_of_two() && text.len() == p.trailing_zeros() as usize;
    whole.then(|| Vertex::from_str_radix(text, 2).ok()).flatten()
}

/// Goes on behind a node's second name, if it stands as it is shown, such as `5 (101)`.
pub(super) fn shown<'t>(
    begin: &Cursor<'t>,
    after: &mut Cursor<'t>,
    node: Vertex,
    topology: &Topology,
) -> Option<Span> {
    // With two nodes, `0 -> 1 (1)` may mean a block.
    if topology.nodes() <= 2 || node >= topology.nodes() {
        return None;
    }
    let both = topology.show(node);
    let found = begin.at + both.len() > after.at && begin.rest.starts_with(&both);
    found.then(|| {
        *after = *begin;
        after.skip(both.len());
        after.since(begin.at)
    })
}

/// Whether a number is written without leading zeros.
pub(super) fn plain(text: &str) -> bool {
    text == "0" || !text.starts_with('0')
}

/// A word for a node, or a letter such as `P`, before its number or letter: `node`, `rank`, `P_`.
pub(super) fn prefix(cursor: &mut Cursor<'_>) {
    let mut after = *cursor;
    let word = after.any("node");
    if word {
        after.blanks();
    } else if !words("node letters").into_iter().any(|letter| after.take(letter)) {
        return;
    }
    let joined = after.take("_");
    let numbered = after.rest.starts_with(|c: char| c.is_ascii_digit() || "({[".contains(c));
    if word || numbered || joined && letter(&mut { after }).is_some() {
        *cursor = after;
    }
}

/// What may be the name of a node, and where it stands with what is before it.
pub(super) fn name<'t>(cursor: &mut Cursor<'t>) -> Option<(&'t str, Span)> {
    let start = cursor.at;
    prefix(cursor);
    let prefixed = cursor.at > start;
    let text = match cursor.rest.chars().next()? {
        '(' => enclosed(cursor, ')')?,
        '\'' => enclosed(cursor, '\'')?,
        '{' if prefixed => enclosed(cursor, '}')?.trim_matches(['{', '}', ' ']),
        '[' if prefixed => enclosed(cursor, ']')?.trim_matches(['[', ']', ' ']),
        _ => cursor.while_(|c| c.is_ascii_digit()),
    };
    (!text.is_empty()).then(|| (text, cursor.since(start)))
}

/// Up to the closing mark, both marks included.
fn enclosed<'t>(cursor: &mut Cursor<'t>, close: char) -> Option<&'t str> {
    let end = cursor.rest[1..].find(close)?;
    Some(cursor.skip(1 + end + close.len_utf8()))
}

/// Which nodes there are, in words.
fn nodes(topology: &Topology) -> String {
    match topology.nodes() - 1 {
        0 => format!("the only node is {}", topology.first()),
        // Along the columns, too, the last node has the last number.
        last => format!("nodes are {} to {}", topology.first(), topology.show(last)),
    }
}

/// The vertices between sender and receiver, if a route stands here.
pub(super) fn route(
    cursor: &mut Cursor<'_>,
    topology: &Topology,
) -> Result<Option<PlacedRoute>, Diagnostic> {
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
pub(super) fn separate(cursor: &mut Cursor<'_>) -> Option<Span> {
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
    let number = text.parse().ok().filter(|_| plain(text));
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
