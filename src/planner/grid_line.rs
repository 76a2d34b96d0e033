//! Messages along a line of a grid, up or down it, round its end too.

use crate::schedule::{Message, Payload, Route, Runs};
use crate::topology::Line;

/// The message between two positions of a line: forwards on [`Line::route`], backwards on the way
/// back of one. On a line, open or closed, messages of one direction whose arcs are disjoint share
/// no directed link (specs/lemmas.md, Lemma U).
pub(super) fn message(line: &Line, (from, to): (u32, u32), forward: bool, blocks: Runs) -> Message {
    // There is one way only along an open line, and on a closed one the other is no default route.
    let route = if !line.closed || line.goes_up(from, to) == forward {
        Route::Default
    } else {
        let mut via = Vec::new();
        if forward {
            line.route(from, to, &mut via);
        } else {
            line.route(to, from, &mut via);
            via.reverse();
        }
        Route::Via(via.into_iter().collect())
    };
    let (from, to) = (line.node(from), line.node(to));
    Message { from, to, route, payload: Payload::Plain(blocks) }
}
