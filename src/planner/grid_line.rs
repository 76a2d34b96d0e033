//! Messages along a line of a grid, up or down it, round its end too.

use crate::schedule::{Message, Payload, Route, Runs};
use crate::topology::{Line, Network};

/// The message between two positions of a line: forwards on [`Line::route`], backwards on the way
/// back of one. On a line, open or closed, messages of one direction whose arcs are disjoint share
/// no directed link (specs/lemmas.md, Lemma U).
pub(super) fn message(
    network: &dyn Network,
    line: &Line,
    (from, to): (u32, u32),
    forward: bool,
    blocks: Runs,
) -> Message {
    let (mut via, mut scratch) = (Vec::new(), Vec::new());
    if forward {
        line.route(from, to, &mut via);
    } else {
        line.route(to, from, &mut via);
        via.reverse();
    }
    let (from, to) = (line.node(from), line.node(to));
    // Between neighbours on a grid the default route is their link.
    let route = if via.is_empty() {
        Route::Default
    } else {
        Route::through(network, from, to, &via, &mut scratch)
    };
    Message { from, to, route, payload: Payload::Plain(blocks) }
}
