//! One vertex in the middle and the nodes around it: the star with its hub, the switch.

use super::circle::around;
use super::{Layout, at};

/// `inside` nodes of the lowest numbers stand in the middle; where there are none, the switch does.
pub(super) fn layout(nodes: u32, inside: u32) -> Layout {
    let mut layout = Layout::default();
    for _ in 0..inside {
        layout.places.push(at(0, 0));
        layout.outward.push(at(1, 1));
    }
    for place in around(nodes - inside) {
        layout.places.push(place);
        layout.outward.push(place);
    }
    if inside == 0 {
        layout.places.push(at(0, 0));
        layout.outward.push(at(1, 1));
    }
    layout
}
