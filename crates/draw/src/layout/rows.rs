//! Layouts in rows: the linear array, the ring, and the hypercube of up to six dimensions.

use super::{Layout, Point, WIDE_RADIUS, at, whole};

/// From one node of a row to the next.
const STEP: i32 = 850;
/// From the lower row of a ring to the upper one.
const RISE: i32 = 1150;

/// The most nodes of a linear array in one row; a longer one is folded like a ring.
pub(super) const MOST_IN_A_LINE: u32 = 10;

/// The linear array: one row.
pub(super) fn line(nodes: u32) -> Layout {
    let places: Vec<_> = (0..).map(|i| at(i * STEP, 0)).take(nodes as usize).collect();
    let outward = vec![at(0, -1); places.len()];
    Layout { places, outward, ..Layout::default() }
}

/// The most nodes in a row of a ring; a longer one goes up at the sides.
const MOST_IN_A_ROW: u32 = 9;
/// From one node at a side of a ring to the next.
const SIDE: i32 = 600;

/// The ring, node 0 at the bottom left, numbers rising counter-clockwise: two rows, closed at both
/// ends by links or by columns.
pub(super) fn ring(nodes: u32) -> Layout {
    let across = nodes.div_ceil(2).min(MOST_IN_A_ROW.max(nodes / 4 + 1));
    let mut layout = line(across);
    layout.outward.fill(at(0, 1));
    let above = line(across.min(nodes - across));
    let beside = nodes - across - across.min(nodes - across);
    let (right, left) = (beside.div_ceil(2), beside / 2);
    let places = |count: u32| (1..=count).map(whole);
    let high = RISE.max(places(right).next_back().map_or(0, |last| (last + 1) * SIDE));
    let width = layout.places.last().map_or(0, |place| place.x);
    let mut put = |place: Point, outward: Point| {
        layout.places.push(place);
        layout.outward.push(outward);
    };
    places(right).for_each(|i| put(at(width, -i * SIDE), at(1, 0)));
    // The upper row of two rows of an odd ring has one less, and is half a step in.
    let inset = if beside == 0 && nodes % 2 == 1 { STEP / 2 } else { 0 };
    above.places.iter().rev().for_each(|place| put(place.plus(inset, -high), at(0, -1)));
    // What is one less is further apart.
    let step = |i: i32| high * i / (whole(left) + 1);
    places(left).for_each(|i| put(at(0, step(i) - high), at(-1, 0)));
    layout
}

/// The ways along the dimensions of a hypercube of up to 16, of 32 and of 64 nodes: right, up, back, and
/// to further cubes. They are such that no link passes through a node.
const DIMENSIONS: [&[Point]; 3] = [
    &[at(1500, 0), at(0, -1500), at(680, -560), at(3600, 1050)],
    &[at(990, 0), at(0, -1122), at(371, -540), at(2076, 514), at(612, 2822)],
    &[at(1753, 0), at(0, -1823), at(512, -522), at(5576, -723), at(491, 3631), at(2640, -1252)],
];

/// The most nodes of a hypercube that is drawn as cubes.
pub(super) const MOST_OF_CUBES: u32 = 1 << DIMENSIONS[2].len();

/// A cube in perspective, or up to eight of them.
pub(super) fn cube(nodes: u32) -> Layout {
    let mut layout = Layout { radius: WIDE_RADIUS, rigid: true, ..Layout::default() };
    if nodes >= 16 {
        layout.least = 100;
    }
    let ways = DIMENSIONS[nodes.ilog2().saturating_sub(3).div_ceil(2).min(2) as usize];
    for node in 0..nodes {
        let bit = |k: usize| i32::from(node >> k & 1 == 1);
        let place = |p: Point, (k, by): (usize, &Point)| p.plus(bit(k) * by.x, bit(k) * by.y);
        layout.places.push(ways.iter().enumerate().fold(at(0, 0), place));
        layout.outward.push(at(0, 1 - 2 * bit(1)));
    }
    layout
}
