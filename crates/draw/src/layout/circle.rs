//! The circle, node 0 at the top: complete graphs, graphs, and hypercubes of too many dimensions;
//! with a vertex in the middle the star and the switch.
#![allow(clippy::float_arithmetic, reason = "places on paper; no answer is computed from them")]

use std::f64::consts::TAU;

use super::curve::tenths;
use super::{Layout, Point, at};

/// From one node to the next.
const STEP: f64 = 850.0;

fn radius(count: u32) -> f64 {
    (f64::from(count) * STEP / TAU).max(1100.0)
}

/// So many places round a circle, clockwise from the top.
fn on_circle(count: u32, radius: f64) -> Vec<Point> {
    let place = |i: u32| {
        let (sine, cosine) = (f64::from(i) * TAU / f64::from(count)).sin_cos();
        at(tenths(radius * sine), tenths(-radius * cosine))
    };
    (0..count).map(place).collect()
}

/// Nodes on a circle; the switches of a graph on a smaller one inside, a single one in the middle.
pub(super) fn layout(nodes: u32, switches: u32) -> Layout {
    let inner = if switches == 1 { 0.0 } else { radius(nodes.max(switches)) / 2.0 };
    let mut places = on_circle(nodes, radius(nodes.max(switches)));
    places.extend(on_circle(switches, inner));
    Layout { outward: places.clone(), places, rigid: true, ..Layout::default() }
}

/// The nodes around one vertex: the hub of a star, which has the lowest number, or a switch, which has the
/// highest.
pub(super) fn star(nodes: u32, hub: bool) -> Layout {
    let around = nodes - u32::from(hub);
    let mut places = on_circle(around, radius(around));
    let mut outward = places.clone();
    let middle = if hub { 0 } else { places.len() };
    places.insert(middle, at(0, 0));
    outward.insert(middle, at(1, 1));
    let hubs = u32::try_from(middle).into_iter().collect();
    Layout { places, outward, rigid: true, hubs, ..Layout::default() }
}
