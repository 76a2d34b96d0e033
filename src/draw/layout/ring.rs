//! The ring: two rows, node 0 at the bottom left, closed at both ends.

use super::line::STEP;
use super::{Layout, Point, at};

/// From the lower row to the upper one.
const RISE: i32 = 1150;

pub(super) fn layout(nodes: u32) -> Layout {
    let Ok(p) = i32::try_from(nodes) else { return Layout::default() };
    let below = p - p / 2;
    let (mut places, mut outward) = (Vec::new(), Vec::new());
    for i in 0..p {
        let (place, away): (Point, Point) = if i < below {
            (at(i * STEP, 0), at(0, 1))
        } else {
            // The upper row of an odd ring has one less, and stands half a step in.
            let inset = if p % 2 == 1 { STEP / 2 } else { 0 };
            (at((p - 1 - i) * STEP + inset, -RISE), at(0, -1))
        };
        places.push(place);
        outward.push(away);
    }
    Layout { places, outward, ..Layout::default() }
}
