//! Layouts in rows: the linear array, the ring, and the hypercube of up to four dimensions.

use super::{Layout, WIDE_RADIUS, at};

/// From one node of a row to the next.
const STEP: i32 = 850;
/// From the lower row of a ring to the upper one.
const RISE: i32 = 1150;

/// The linear array: one row.
pub(super) fn line(nodes: u32) -> Layout {
    let places: Vec<_> = (0..).map(|i| at(i * STEP, 0)).take(nodes as usize).collect();
    let outward = vec![at(0, -1); places.len()];
    Layout { places, outward, ..Layout::default() }
}

/// The ring: two rows, node 0 at the bottom left, closed at both ends.
pub(super) fn ring(nodes: u32) -> Layout {
    let mut layout = line(nodes.div_ceil(2));
    layout.outward.fill(at(0, 1));
    // The upper row of an odd ring has one less, and is half a step in.
    let inset = if nodes % 2 == 1 { STEP / 2 } else { 0 };
    let above = line(nodes / 2);
    layout.places.extend(above.places.iter().rev().map(|place| place.plus(inset, -RISE)));
    layout.outward.extend(above.outward);
    layout
}

/// A cube in perspective, or two of them.
pub(super) fn cube(nodes: u32) -> Layout {
    let mut layout = Layout { radius: WIDE_RADIUS, rigid: true, ..Layout::default() };
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
