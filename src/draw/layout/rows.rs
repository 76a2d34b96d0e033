//! Layouts in rows: the linear array, the ring, and the hypercube of up to six dimensions.

use super::{Layout, Point, WIDE_RADIUS, at};

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

/// The way along each dimension of a hypercube: right, up, back, and to further cubes. They are such
/// that no link passes through a node.
const DIMENSIONS: [Point; 6] =
    [at(1500, 0), at(0, -1500), at(680, -560), at(3600, 1050), at(-450, 2800), at(7870, -1290)];

/// The most nodes of a hypercube that is drawn as cubes.
pub(super) const MOST_OF_CUBES: u32 = 1 << DIMENSIONS.len();

/// A cube in perspective, or up to eight of them.
pub(super) fn cube(nodes: u32) -> Layout {
    let mut layout = Layout { radius: WIDE_RADIUS, rigid: true, ..Layout::default() };
    for node in 0..nodes {
        let bit = |k: usize| i32::from(node >> k & 1 == 1);
        let ways = DIMENSIONS.iter().enumerate();
        layout.places.push(ways.fold(at(0, 0), |p, (k, by)| p.plus(bit(k) * by.x, bit(k) * by.y)));
        layout.outward.push(at(2 * bit(0) - 1, 1 - 2 * bit(1)));
    }
    layout
}
