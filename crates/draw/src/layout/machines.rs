//! The layouts of machines: boxes of accelerators, fat trees in layers, dragonflies by groups, and networks of
//! switches with nodes around each.

use super::{Layout, Point, SMALL_RADIUS, at, whole};
use crate::View;
use hockney_core::topology::Topology;

/// A size of a topology.
fn size(topology: &Topology, k: usize) -> i32 {
    topology.sizes().get(k).map_or(1, |size| whole(*size))
}

/// From one layer of a fat tree to the next.
const LAYER: i32 = 900;
/// From one host of a fat tree to the next.
const HOST: i32 = 330;

/// Hosts below their edge switches, aggregation switches above these, and core switches on top.
pub(super) fn fat_tree(topology: &Topology) -> Layout {
    let half = size(topology, 0) / 2;
    let (below, pods) = (half * size(topology, 1), 2 * half);
    let edges = pods * half;
    let wide = edges * below * HOST;
    let mut layout = Layout { free: Some(at(0, 1)), ..Layout::default() };
    let mut row = |count: i32, level: i32| {
        for i in 0..count {
            layout.places.push(at(wide * (2 * i + 1) / (2 * count), level * LAYER));
            layout.outward.push(at(0, if level == 3 { 1 } else { -1 }));
        }
    };
    row(edges * below, 3);
    row(edges, 2);
    row(edges, 1);
    row(half * half, 0);
    layout.radius = if edges * below > 10 { SMALL_RADIUS } else { super::RADIUS };
    layout
}

/// From one router of a dragonfly to the next, from a router to its first host, to the next one, between groups,
/// and from one row of groups to the other.
const ROUTER: i32 = 420;
const FIRST: i32 = 400;
const SECOND: i32 = 370;
const GROUP: i32 = 350;
const ACROSS: i32 = 1900;
/// How far a link to the second next router of a row keeps a distance, and to each one further.
const OVER: i32 = 160;

/// Two rows of groups, whose routers face each other and whose hosts are outside.
pub(super) fn dragonfly(topology: &Topology) -> Layout {
    let [hosts, routers, _, groups] = [0, 1, 2, 3].map(|k| size(topology, k));
    let upper = (groups + 1) / 2;
    let place = |router: i32| {
        let (group, nth) = (router / routers, router % routers);
        // The lower row runs back, as in a ring.
        let across = if group < upper { group } else { groups - 1 - group };
        let inset =
            if group < upper { 0 } else { (2 * upper - groups) * (routers * ROUTER + GROUP) / 2 };
        let nth = if group < upper { nth } else { routers - 1 - nth };
        let x = inset + across * (routers * ROUTER + GROUP) + nth * ROUTER;
        at(x, if group < upper { 0 } else { ACROSS })
    };
    let away = |router: i32| if router / routers < upper { -1 } else { 1 };
    let mut layout = Layout { radius: SMALL_RADIUS, ..Layout::default() };
    for (router, host) in (0..routers * groups).flat_map(|r| (0..hosts).map(move |host| (r, host)))
    {
        // In rows of two.
        let aside = if hosts == 1 { 0 } else { (2 * (host % 2) - 1) * ROUTER / 4 };
        let by = FIRST + host / 2 * SECOND;
        layout.places.push(place(router).plus(aside, away(router) * by));
        layout.outward.push(at(0, away(router)));
    }
    for router in 0..routers * groups {
        layout.places.push(place(router));
        layout.outward.push(at(0, -away(router)));
    }
    let vertex = |router: i32| (hosts * routers * groups + router).unsigned_abs();
    for (a, b) in super::links(topology) {
        let first = (hosts * routers * groups).unsigned_abs();
        let Some((from, to)) = a.checked_sub(first).zip(b.checked_sub(first)) else { continue };
        let (from, to) = (whole(from), whole(to));
        let (low, high) = (place(from), place(to));
        let apart = (low.x - high.x).abs();
        if low.y == high.y && apart > ROUTER {
            let far = OVER + (apart / ROUTER - 2) * OVER / 2;
            let over = low.y - away(from) * far.min(ACROSS / 2 - 150);
            let part = |n: i32| at(low.x + (high.x - low.x) * n / 4, over);
            layout.bends.insert((vertex(from), vertex(to)), vec![part(1), part(3)]);
        }
    }
    layout
}

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

/// From one accelerator of a row to the next, and half the way from one row to the other.
const BESIDE: i32 = 450;
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

/// Boxes of accelerators, joined by rails; with a link between any two of a box if `direct`.
pub(super) fn boxes(topology: &Topology, direct: bool) -> Layout {
    let [boxes, each, rails] = [0, 1, 2].map(|k| size(topology, k));
    let across = (each + 1) / 2;
    let width = (across - 1) * BESIDE;
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
        put(corner(of).plus(x * BESIDE, y * 2 * HALF), at(0, 2 * y - 1));
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
            let apart = (to.x - from.x).abs() / BESIDE;
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
