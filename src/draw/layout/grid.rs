//! Meshes and tori of up to three dimensions: rows and columns, planes one behind the other.

use super::{Layout, Point, at};
use crate::draw::{Numbering, Origin, View};

/// From one node of a row to the next, in one plane.
const STEP: i32 = 1000;
/// From one plane to the one behind it.
const BEHIND: i32 = 420;
/// How far an arc that closes a line stands off.
const ARC: i32 = 300;

pub(super) fn layout(sides: &[u32], wraps: bool, view: View) -> Layout {
    let sides: Vec<i32> = sides.iter().filter_map(|side| i32::try_from(*side).ok()).collect();
    let (planes, rows, columns) = match sides[..] {
        [columns] => (1, 1, columns),
        [rows, columns] => (1, rows, columns),
        [planes, rows, columns] => (planes, rows, columns),
        _ => return Layout::default(),
    };
    let step = if planes > 1 { (planes * BEHIND + 700).max(STEP) } else { STEP };
    let up = if view.origin == Origin::BottomLeft { -1 } else { 1 };
    let mut layout = Layout::default();
    for plane in 0..planes {
        for row in 0..rows {
            for column in 0..columns {
                let (x, y) = match view.numbering {
                    Numbering::RowMajor => (column, row),
                    Numbering::ColumnMajor => (row, column),
                };
                let behind = at(plane * BEHIND, -plane * (BEHIND - 70));
                layout.places.push(at(x * step + behind.x, up * y * step + behind.y));
                layout.outward.push(at(-1, -1));
            }
        }
    }
    if wraps {
        close(&mut layout, planes, rows, columns);
    }
    layout
}

/// Bends the links that close lines of more than two nodes.
fn close(layout: &mut Layout, planes: i32, rows: i32, columns: i32) {
    let number = |plane: i32, row: i32, column: i32| (plane * rows + row) * columns + column;
    let mut ends = Vec::new();
    for plane in 0..planes {
        for row in (0..rows).filter(|_| columns > 2) {
            ends.push((number(plane, row, 0), number(plane, row, columns - 1)));
        }
        for column in (0..columns).filter(|_| rows > 2) {
            ends.push((number(plane, 0, column), number(plane, rows - 1, column)));
        }
    }
    for row in (0..rows).filter(|_| planes > 2) {
        for column in 0..columns {
            ends.push((number(0, row, column), number(planes - 1, row, column)));
        }
    }
    for (a, b) in ends {
        let (Ok(low), Ok(high)) = (u32::try_from(a), u32::try_from(b)) else { continue };
        let places = (layout.places.get(low as usize), layout.places.get(high as usize));
        let (Some(from), Some(to)) = places else { continue };
        layout.bends.insert((low, high), arc(*from, *to));
    }
}

/// Beside the line from one place to another: above a row, left of a column.
fn arc(from: Point, to: Point) -> Vec<Point> {
    let off = match (to.x - from.x, to.y - from.y) {
        (_, 0) => at(0, -ARC),
        (0, _) => at(-ARC, 0),
        _ => at(-ARC, -ARC / 2),
    };
    let part = |n: i32| {
        at(from.x + (to.x - from.x) * n / 8 + off.x, from.y + (to.y - from.y) * n / 8 + off.y)
    };
    vec![part(1), part(7)]
}
