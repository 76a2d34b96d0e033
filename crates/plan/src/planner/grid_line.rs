//! Messages along a line of a grid, up or down, also round its end.

use hockney_core::schedule::{Message, Payload, Route, Runs};
use hockney_core::topology::Line;

/// The message between two positions of a line, with the route of [`way`].
pub(super) fn message(line: &Line, ends: (u32, u32), forward: bool, blocks: Runs) -> Message {
    let (from, to) = (line.node(ends.0), line.node(ends.1));
    Message { from, to, route: way(line, ends, forward), payload: Payload::Plain(blocks) }
}

/// The route between two positions of a line: forwards on [`Line::route`], backwards on a reversed one. On a
/// line, open or closed, messages of one direction with disjoint arcs share no directed link
/// (specs/lemmas.md, Lemma U).
pub(super) fn way(line: &Line, (from, to): (u32, u32), forward: bool) -> Route {
    // There is only one route along an open line, and on a closed one the other route is not the default.
    if !line.closed || line.goes_up(from, to) == forward {
        return Route::Default;
    }
    let mut via = Vec::new();
    if forward {
        line.route(from, to, &mut via);
    } else {
        line.route(to, from, &mut via);
        via.reverse();
    }
    Route::Via(via.into_iter().collect())
}
