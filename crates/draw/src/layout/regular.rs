//! The layouts of families: rows of linear arrays and rings, cubes, trees, grids and circles, and networks of switches
//! with nodes around each.
#![allow(clippy::float_arithmetic, reason = "places on paper; no answer is computed from them")]

use std::f64::consts::TAU;

use super::curve::tenths;
use super::{Layout, Point, SMALL_RADIUS, STUB, WIDE_RADIUS, at, whole};
use crate::{GridOrder, Origin, View};
use hockney_core::topology::{Topology, Vertex};

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
    // So many at the sides that the whole is as high as a page.
    let across = nodes.div_ceil(2).min(MOST_IN_A_ROW.max(nodes / 5 + 1));
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
/// to further cubes. They are such that no link passes through a node; of 64 nodes, those between the cubes are hidden.
const DIMENSIONS: [&[Point]; 3] = [
    &[at(1500, 0), at(0, -1500), at(680, -560), at(3600, 1050)],
    &[at(990, 0), at(0, -1122), at(371, -540), at(2076, 514), at(612, 2822)],
    &[at(900, 0), at(150, -700), at(370, -350), at(2100, 0), at(0, 1500), at(0, 3000)],
];

/// The most nodes of a hypercube that is drawn as cubes.
pub(super) const MOST_OF_CUBES: u32 = 1 << DIMENSIONS[2].len();

/// A cube in perspective, or up to eight of them.
pub(super) fn cube(nodes: u32) -> Layout {
    let mut layout = Layout { radius: WIDE_RADIUS, rigid: nodes < 64, ..Layout::default() };
    let ways = DIMENSIONS[nodes.ilog2().saturating_sub(3).div_ceil(2).min(2) as usize];
    for node in 0..nodes {
        let bit = |k: usize| i32::from(node >> k & 1 == 1);
        let place = |p: Point, (k, by): (usize, &Point)| p.plus(bit(k) * by.x, bit(k) * by.y);
        layout.places.push(ways.iter().enumerate().fold(at(0, 0), place));
        layout.outward.push(at(0, 1 - 2 * bit(1)));
        let between = (3..6).filter(|k| nodes == 64 && node >> k & 1 == 0);
        layout.hidden.extend(between.map(|k| (node, node | 1 << k)));
    }
    layout
}

/// From one column to the next.
const COLUMN: i32 = 700;
/// From one level to the next.
const LEVEL: i32 = 720;

/// The most nodes of a node tree with its root at the top.
const MOST_ABOVE: u32 = 31;
/// The most leaves whose nodes have the usual size.
const MOST_LEAVES: u32 = 10;

/// The switches of a tree are numbered from p on with the root first; nodes of a node tree with
/// the root 0.
pub(super) fn tree(topology: &Topology) -> Layout {
    let nodes = topology.nodes();
    let switched = topology.network().switches() > 0;
    let root = if switched { nodes } else { 0 };
    let vertices = topology.vertices() as usize;
    let (parents, order) = from_the_root(topology, root);
    let mut depths = vec![0_i32; vertices];
    for vertex in order.iter().skip(1) {
        depths[*vertex as usize] = depths[parents[*vertex as usize] as usize] + 1;
    }
    let deepest = depths.iter().copied().max().unwrap_or(0);
    let columns = columns(switched, nodes, &parents, &order);
    let mut layout = Layout::default();
    if switched && nodes > MOST_LEAVES {
        layout.radius = SMALL_RADIUS;
    }
    for vertex in 0..vertices {
        let leaf = switched && vertex < nodes as usize;
        let depth = if leaf { deepest } else { depths[vertex] };
        layout.places.push(at(columns[vertex], depth * LEVEL));
        layout.outward.push(if leaf || !switched { at(0, 1) } else { at(0, -1) });
    }
    if !switched && nodes > MOST_ABOVE {
        // With its root at the left, as a page is higher than wide.
        layout.places.iter_mut().for_each(|place| *place = at(place.y, place.x));
        layout.outward.fill(at(1, 0));
    }
    layout
}

/// The parent of each vertex, and the vertices with the parents first.
fn from_the_root(topology: &Topology, root: Vertex) -> (Vec<Vertex>, Vec<Vertex>) {
    let mut parents = vec![root; topology.vertices() as usize];
    let (mut order, mut next, mut around) = (vec![root], 0, Vec::new());
    while let Some(vertex) = order.get(next).copied() {
        next += 1;
        around.clear();
        topology.network().neighbours(vertex, &mut around);
        let parent = parents[vertex as usize];
        for child in around.iter().copied().filter(|child| *child != parent || vertex == root) {
            parents[child as usize] = vertex;
            order.push(child);
        }
    }
    (parents, order)
}

/// Leaves side by side; every other vertex in the middle of its first and last child.
fn columns(switched: bool, nodes: u32, parents: &[Vertex], order: &[Vertex]) -> Vec<i32> {
    let mut columns: Vec<Option<i32>> = vec![None; parents.len()];
    if switched {
        for (place, column) in (0..).zip(columns.iter_mut().take(nodes as usize)) {
            *column = Some(place * COLUMN);
        }
    } else {
        // The places of a full last level, of which the tree has the first ones.
        let depth = (nodes.max(1)).ilog2();
        for vertex in 0..nodes {
            let level = (vertex + 1).ilog2();
            let among = i64::from(vertex + 1 - (1 << level));
            let width = i64::from(COLUMN) << (depth - level);
            let x = whole(among * width + width / 2);
            columns[vertex as usize] = Some(x);
        }
    }
    for vertex in order.iter().rev().filter(|vertex| switched && **vertex >= nodes) {
        let is_child = |c: &usize| parents[*c] == *vertex && *c != *vertex as usize;
        let children = || (0..parents.len()).filter(is_child).filter_map(|child| columns[child]);
        let ends = children().min().zip(children().max());
        columns[*vertex as usize] = ends.map(|(low, high)| i32::midpoint(low, high));
    }
    columns.into_iter().map(Option::unwrap_or_default).collect()
}

/// From one node of a row to the next, in one plane.
const NEXT: i32 = 1000;
/// In layers: from one node of a row to the next, and to the next row.
const BESIDE: i32 = 900;
const BEHIND: i32 = 300;
/// From the last row of a layer to the layer above it.
const LAYERS: i32 = 700;
/// Between copies of what has three dimensions or more.
const GAP: i32 = 1100;
/// How far a copy beside is shifted up, and a copy above to the right: so far that the links to it
/// pass between the nodes.
const UP: i32 = 830;
const RIGHT: i32 = 480;

pub(super) fn grid(sides: &[u32], wraps: bool, view: View) -> Layout {
    let sides: Vec<i32> = sides.iter().filter_map(|side| i32::try_from(*side).ok()).collect();
    let ways = along(&sides, view);
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
    layout.spacious = sides.len() == 2 && layout.places.len() > 16;
    if wraps {
        close(&mut layout, &sides);
    }
    layout
}

/// For each dimension the way from a node to the next: the third last leads from one layer to that above it.
fn along(sides: &[i32], view: View) -> Vec<Point> {
    let up = if view.origin == Origin::BottomLeft { -1 } else { 1 };
    let layers = sides.len() > 2;
    let rows = sides.len().checked_sub(2).map_or(1, |d| sides[d]);
    let columns = sides.len().checked_sub(1).map_or(1, |d| sides[d]);
    let back = if view.numbering == GridOrder::RowMajor { rows } else { columns };
    let right = if layers { at(BESIDE, 0) } else { at(NEXT, 0) };
    let upwards = if layers { at(BESIDE / back.max(1), up * BEHIND) } else { at(0, up * NEXT) };
    let mut ways = vec![at(0, 0); sides.len()];
    // How far the dimensions so far reach.
    let (mut wide, mut high) = (0, 0);
    for (nth, d) in (0..sides.len()).rev().enumerate() {
        ways[d] = match (nth, view.numbering) {
            (0, GridOrder::RowMajor) | (1, GridOrder::ColumnMajor) => right,
            (0 | 1, _) => upwards,
            (2, _) => at(0, up * ((back - 1) * BEHIND + LAYERS)),
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
            // It goes on at the other end.
            let out = from.towards(to, STUB);
            layout.cut.insert((a, b), [from.plus(-out.x, -out.y), to.plus(out.x, out.y)]);
        }
        apart *= side;
    }
}

/// From one node to the next.
const AROUND: f64 = 850.0;

fn radius(count: u32) -> f64 {
    (f64::from(count) * AROUND / TAU).max(1100.0)
}

/// The most places on a circle; more of them are on a rounded rectangle that fills a page.
const MOST_ROUND: u32 = 24;

/// So many places round a circle, clockwise from the top.
fn on_circle(count: u32, radius: f64) -> Vec<Point> {
    if count > MOST_ROUND {
        return on_page(count, radius);
    }
    let place = |i: u32| {
        let (sine, cosine) = (f64::from(i) * TAU / f64::from(count)).sin_cos();
        at(tenths(radius * sine), tenths(-radius * cosine))
    };
    (0..count).map(place).collect()
}

/// So many places at equal distances on the curve |x|^3 + |2 y / 3|^3 = radius^3, clockwise from the top: three of them
/// are never in a line.
fn on_page(count: u32, radius: f64) -> Vec<Point> {
    const FINE: u32 = 4096;
    let curve = |i: u32| {
        let (sine, cosine) = (f64::from(i) * TAU / f64::from(FINE)).sin_cos();
        let out = radius / (sine.abs().powi(3) + cosine.abs().powi(3)).cbrt();
        (out * sine, -1.5 * out * cosine)
    };
    let ways: Vec<f64> = (0..FINE)
        .map(|i| (curve(i), curve(i + 1)))
        .map(|(a, b)| (a.0 - b.0).hypot(a.1 - b.1))
        .collect();
    let each = ways.iter().sum::<f64>() / f64::from(count);
    let (mut places, mut way) = (Vec::new(), 0.0);
    for (i, length) in (0..).zip(&ways) {
        if way >= each * f64::from(whole(places.len())) - 1e-6 && places.len() < count as usize {
            let (x, y) = curve(i);
            places.push(at(tenths(x), tenths(y)));
        }
        way += length;
    }
    places
}

/// Nodes on a circle; the switches of a graph on a smaller one inside, a single one in the middle.
pub(super) fn circle(nodes: u32, switches: u32) -> Layout {
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

/// From a switch to its nodes across and down, and from one row of them to the next.
const NODE_BY: Point = at(330, 330);
const NODE_ROW: i32 = 260;

/// The switches as their own network has its nodes, with the nodes of each around it.
pub(super) fn switched(topology: &Topology, view: View) -> Layout {
    let Some(base) = topology.network().base() else { return Layout::default() };
    let mut layout = Layout::of(base, view);
    let each = topology.nodes() / base.nodes().max(1);
    let corners = [at(-1, 1), at(1, 1), at(-1, -1), at(1, -1)];
    // Room for the nodes between the switches.
    let wide = 1300 + whole(each / 4) * 2 * NODE_ROW;
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
            layout
                .places
                .push(place.plus(corner.x * (NODE_BY.x + row * NODE_ROW), corner.y * NODE_BY.y));
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
    before.towards(end, STUB)
}
