//! The layout of networks of switches with nodes around each.

use super::{Layout, Point, SMALL_RADIUS, at, whole};
use crate::View;
use hockney_core::topology::Topology;

/// From a switch to its nodes across and down, and from one row of them to the next.
const BY: Point = at(330, 330);
const ROW: i32 = 260;

/// The switches as their own network has its nodes, with the nodes of each around it.
pub(super) fn switched(topology: &Topology, view: View) -> Layout {
    let Some(base) = topology.network().base() else { return Layout::default() };
    let mut layout = Layout::of(base, view);
    let each = topology.nodes() / base.nodes().max(1);
    let corners = [at(-1, 1), at(1, 1), at(-1, -1), at(1, -1)];
    // Room for the nodes between the switches.
    let wide = 1300 + whole(each / 4) * 2 * ROW;
    let part = |length: i32| whole(i64::from(length) * i64::from(wide) / 1000);
    let grown = |place: &mut Point| *place = at(part(place.x), part(place.y));
    layout.places.iter_mut().for_each(grown);
    layout.bends.values_mut().flatten().for_each(grown);
    let switches = layout.places.clone();
    let p = topology.nodes();
    layout.bends = layout.bends.into_iter().map(|((a, b), by)| ((a + p, b + p), by)).collect();
    let cut = std::mem::take(&mut layout.cut);
    for ((a, b), ends) in cut {
        let moved = |v: u32, end: Point| {
            let way = base_way(&switches, v, end, wide);
            switches[v as usize].plus(way.x, way.y)
        };
        layout.cut.insert((a + p, b + p), [moved(a, ends[0]), moved(b, ends[1])]);
    }
    layout.hubs = layout.hubs.iter().map(|hub| hub + p).collect();
    layout.radius = SMALL_RADIUS;
    layout.places.clear();
    layout.outward.clear();
    for place in &switches {
        for nth in 0..each {
            let (corner, row) = (corners[nth as usize % 4], whole(nth / 4));
            layout.places.push(place.plus(corner.x * (BY.x + row * ROW), corner.y * BY.y));
            layout.outward.push(corner);
        }
    }
    layout.places.extend(switches);
    layout.outward.resize(layout.places.len(), at(1, 1));
    layout
}

/// The way from a switch to the end of a link that is cut.
fn base_way(grown: &[Point], vertex: u32, end: Point, wide: i32) -> Point {
    let place = grown[vertex as usize];
    let before = at(place.x * 1000 / wide, place.y * 1000 / wide);
    before.towards(end, super::STUB)
}
