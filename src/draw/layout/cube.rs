//! The hypercube of up to four dimensions: a cube in perspective, or two of them.

use super::{Layout, WIDE_RADIUS, at};

pub(super) fn layout(nodes: u32) -> Layout {
    let mut layout = Layout { radius: WIDE_RADIUS, ..Layout::default() };
    for node in 0..nodes {
        let bit = |k: u32| i32::from(node >> k & 1 == 1);
        // Dimension 0 leads right, 1 up, 2 back, and 3 to another cube.
        let x = bit(0) * 1500 + bit(2) * 680 + bit(3) * 3600;
        let y = bit(1) * -1500 + bit(2) * -560 + bit(3) * 1050;
        layout.places.push(at(x, y));
        layout.outward.push(at(2 * bit(0) - 1, 1 - 2 * bit(1)));
    }
    layout
}
