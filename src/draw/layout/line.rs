//! The linear array: one row.

use super::{Layout, at};

/// From one node of a row to the next.
pub(super) const STEP: i32 = 850;

pub(super) fn layout(nodes: u32) -> Layout {
    let places: Vec<_> = (0..).map(|i| at(i * STEP, 0)).take(nodes as usize).collect();
    let outward = vec![at(0, -1); places.len()];
    Layout { places, outward, ..Layout::default() }
}
