//! Meshes and tori: rows and columns, planes one behind the other, and of what has more dimensions
//! copies beside and above each other.

use super::{Layout, Point, at};
use crate::{Numbering, Origin, View};

/// From one node of a row to the next, in one plane.
const STEP: i32 = 1000;
/// From one plane to the one behind it.
const BEHIND: i32 = 420;
/// Between copies of what has three dimensions or more.
const GAP: i32 = 1100;
/// How far a copy beside is shifted up, and a copy above to the right: so far that the links to it
/// pass between the nodes.
const UP: i32 = 1050;
const RIGHT: i32 = 480;
/// How long the two ends are to which a link that closes a line is cut.
const STUB: i32 = 330;

pub(super) fn layout(sides: &[u32], wraps: bool, view: View) -> Layout {
    let sides: Vec<i32> = sides.iter().filter_map(|side| i32::try_from(*side).ok()).collect();
    let ways = ways(&sides, view);
    let mut layout = Layout::default();
    let mut here = vec![0; sides.len()];
    loop {
        let place = here.iter().zip(&ways).fold(at(0, 0), |p, (n, by)| p.plus(n * by.x, n * by.y));
        layout.places.push(place);
        layout.outward.push(at(-1, -1));
        // The last coordinate counts fastest.
        let Some(d) = (0..sides.len()).rev().find(|&d| here[d] + 1 < sides[d]) else { break };
        here[d] += 1;
        here[d + 1..].fill(0);
    }
    if wraps {
        close(&mut layout, &sides);
    }
    layout
}

/// For each dimension the way from a node to the next.
fn ways(sides: &[i32], view: View) -> Vec<Point> {
    let up = if view.origin == Origin::BottomLeft { -1 } else { 1 };
    let planes = sides.len().checked_sub(3).map_or(1, |d| sides[d]);
    let step = if planes > 1 { (planes * BEHIND + 700).max(STEP) } else { STEP };
    let (right, upwards) = (at(step, 0), at(0, up * step));
    let mut ways = vec![at(0, 0); sides.len()];
    // How far the dimensions so far reach.
    let (mut wide, mut high) = (0, 0);
    for (nth, d) in (0..sides.len()).rev().enumerate() {
        ways[d] = match (nth, view.numbering) {
            (0, Numbering::RowMajor) | (1, Numbering::ColumnMajor) => right,
            (0 | 1, _) => upwards,
            (2, _) => at(BEHIND, 70 - BEHIND),
            (nth, _) if nth % 2 == 1 => at(wide + GAP, up * UP),
            _ => at(RIGHT, up * (high + GAP)),
        };
        wide += (sides[d] - 1) * ways[d].x.abs();
        high += (sides[d] - 1) * ways[d].y.abs();
    }
    ways
}

/// Cuts the links that close lines of more than two nodes.
fn close(layout: &mut Layout, sides: &[i32]) {
    // How far the numbers of neighbours are apart.
    let mut apart = 1;
    for side in sides.iter().rev().filter_map(|side| usize::try_from(*side).ok()) {
        for low in (0..layout.places.len()).filter(|low| side > 2 && low / apart % side == 0) {
            let high = low + apart * (side - 1);
            let (Ok(a), Ok(b)) = (u32::try_from(low), u32::try_from(high)) else { continue };
            let (from, to) = (layout.places[low], layout.places[high]);
            layout.cut.insert((a, b), stubs(from, to));
        }
        apart *= side;
    }
}

/// Beyond the two ends of a line, where it goes on at the other end.
fn stubs(from: Point, to: Point) -> [Point; 2] {
    let out = from.towards(to, STUB);
    [from.plus(-out.x, -out.y), to.plus(out.x, out.y)]
}
