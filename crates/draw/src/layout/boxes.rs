//! Machines of boxes: the accelerators of a box in two rows around its switch, the boxes in two columns, and
//! the rails between the columns.

use super::{Layout, Point, SMALL_RADIUS, at};

/// From one accelerator of a row to the next, and half the way from one row to the other.
const STEP: i32 = 450;
const HALF: i32 = 480;
/// Between the columns of boxes, where the rails are, and between two boxes of a column.
const RAILS: i32 = 1500;
const BELOW: i32 = 720;
/// From the last accelerator of a row to where the links of a switch leave its box.
const OUT: i32 = 260;
/// How far a direct link to the second next accelerator of a row keeps a distance, and to each one further.
const ARC: i32 = 190;
const HIGHER: i32 = 90;

/// The most accelerators that have the usual size.
const MOST_LARGE: i32 = 16;

/// So many boxes of so many accelerators each, joined by rails; with a link between any two of a box if `direct`.
pub(super) fn layout(boxes: i32, each: i32, rails: i32, direct: bool) -> Layout {
    let across = (each + 1) / 2;
    let width = (across - 1) * STEP;
    let lines = (boxes + 1) / 2;
    let pitch = 2 * HALF + BELOW;
    let right = |of: i32| of >= lines;
    let corner = |of: i32| at(i32::from(right(of)) * (width + RAILS), of % lines * pitch);
    let mut layout = Layout::default();
    let mut put = |place: Point, outward: Point| {
        layout.places.push(place);
        layout.outward.push(outward);
    };
    for (of, i) in (0..boxes).flat_map(|of| (0..each).map(move |i| (of, i))) {
        // As in a ring: the second row runs back.
        let (x, y) = if i < across { (i, 0) } else { (2 * across - 1 - i, 1) };
        put(corner(of).plus(x * STEP, y * 2 * HALF), at(0, 2 * y - 1));
    }
    (0..boxes).for_each(|of| put(corner(of).plus(width / 2, HALF), at(1, 1)));
    let (middle, high) = (width + RAILS / 2, (lines - 1) * pitch + 2 * HALF);
    let across_rails = if boxes == 1 { width + OUT + 300 } else { middle };
    (0..rails)
        .for_each(|rail| put(at(across_rails, high * (2 * rail + 1) / (2 * rails)), at(1, 1)));
    let number = i32::unsigned_abs;
    let nodes = boxes * each;
    for (of, rail) in (0..boxes).flat_map(|of| (0..rails).map(move |rail| (of, rail))) {
        let side = if right(of) { -OUT } else { width + OUT };
        let link = (number(nodes + of), number(nodes + boxes + rail));
        layout.bends.insert(link, vec![corner(of).plus(side, HALF)]);
    }
    if nodes > MOST_LARGE {
        layout.radius = SMALL_RADIUS;
    }
    layout.hubs = (nodes..nodes + boxes).map(number).collect();
    if direct {
        for (a, b) in (0..nodes).flat_map(|b| (b / each * each..b).map(move |a| (a, b))) {
            let [from, to] = [a, b].map(|v| layout.places[number(v) as usize]);
            let apart = (to.x - from.x).abs() / STEP;
            if from.y == to.y && apart > 1 {
                let up = if a % each < across { -1 } else { 1 };
                let over = from.y + up * (ARC + (apart - 2) * HIGHER);
                let part = |n: i32| at(from.x + (to.x - from.x) * n / 4, over);
                layout.bends.insert((number(a), number(b)), vec![part(1), part(3)]);
            }
        }
    }
    layout
}
